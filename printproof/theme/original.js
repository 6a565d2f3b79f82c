/* Under each paragraph, when it is asked for, what it was translated from. */
((said, lang) => {
  const ask = document.querySelector(".original");
  const paragraphs = [...document.querySelectorAll("main p:not([class])")];
  if (paragraphs.length !== said.length) return ask.remove(); // not the page these are for

  function offer(own, n) {
    if (own.lang === lang) return;
    const shown = Object.assign(document.createElement("div"), { className: "source", hidden: true, lang: lang });
    shown.innerHTML = said[n];
    const open = Object.assign(document.createElement("button"), { className: "source", textContent: ask.textContent });
    open.ariaExpanded = false;
    open.onclick = () => (open.ariaExpanded = !(shown.hidden = !shown.hidden));
    own.append(open);
    own.after(shown);
  }

  ask.onclick = () => {
    const on = ask.ariaPressed !== "true";
    ask.ariaPressed = on;
    on ? paragraphs.forEach(offer) : document.querySelectorAll("main .source").forEach((part) => part.remove());
  };
  ask.onclick();
})(SAID);
