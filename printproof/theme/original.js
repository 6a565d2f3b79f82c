/*
 * Shows under each paragraph, when it is asked for, what it was translated from.
 * The build puts the paragraphs of the page and their language in the place of ORIGINALS; the script itself is
 * loaded by the button, so that no page weighs more for it.
 */
((originals, lang) => {
  const toggle = document.querySelector(".original");
  const paragraphs = [...document.querySelectorAll("main p:not([class])")];

  // A page of another build than these originals: offer nothing rather than the wrong paragraph.
  if (paragraphs.length !== originals.length) {
    toggle.remove();
    return;
  }

  function addOriginal(paragraph, index) {
    if (paragraph.lang === lang) return; // not translated yet: it is the original

    const original = document.createElement("div");
    original.className = "source";
    original.lang = lang;
    original.hidden = true;
    original.innerHTML = originals[index];

    const button = document.createElement("button");
    button.className = "source";
    button.textContent = toggle.textContent;
    button.ariaExpanded = "false";
    button.onclick = () => {
      original.hidden = !original.hidden;
      button.ariaExpanded = String(!original.hidden);
    };

    paragraph.append(button);
    paragraph.after(original);
  }

  toggle.onclick = () => {
    const show = toggle.ariaPressed !== "true";
    toggle.ariaPressed = String(show);
    if (show) {
      paragraphs.forEach(addOriginal);
    } else {
      document.querySelectorAll("main .source").forEach((element) => element.remove());
    }
  };

  toggle.onclick(); // the click that loaded this script
})(...ORIGINALS);
