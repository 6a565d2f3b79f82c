/*
 * Shows in each passage, when it is asked for, what it was translated from: in all at once, or one by one.
 * The build puts what follows in the place of ORIGINALS: the passages of the page by section, which elements hold
 * passages and which hold none, the language of the originals, its name, and the look of what is added here.
 * The script is loaded by the button, so that no page weighs more for it.
 */
((originals, tags, apart, lang, name, look) => {
  const toggle = document.querySelector(".original");
  const elements = passages();
  const pairs = Object.entries(originals).flatMap(pairsOf);
  const style = new CSSStyleSheet();
  let mode;

  /* The elements that hold a passage, by the id of the innermost section around them. */
  function passages() {
    const isApart = (element) => element.closest(apart.map((name) => `.${name}`).join());
    const all = [...document.querySelectorAll(tags.map((tag) => `main ${tag}`).join())];
    const holding = new Set(all.filter((element) => !isApart(element)));
    for (const element of [...holding]) {
      for (let around = element.parentNode; around; around = around.parentNode) holding.delete(around);
    }
    const found = {};
    holding.forEach((element) => (found[sectionOf(element)] ||= []).push(element));
    return found;
  }

  function sectionOf(element) {
    return element.closest("section[id]")?.id ?? "";
  }

  /* Each passage of a section with its original; none where the section is that of another build. */
  function pairsOf([section, wanted]) {
    const found = elements[section] || [];
    const same = found.length === wanted.length && found.every((element, index) => element.localName === wanted[index][0]);
    if (!same) return [];
    const pairs = found.map((element, index) => ({ element: element, original: span(wanted[index][1]) }));
    // What is not translated yet is the original itself.
    return pairs.filter(({ element, original }) => textOf(element) !== textOf(original));
  }

  function textOf(element) {
    return element.textContent.replace(/\s+/g, "");
  }

  function span(html) {
    return Object.assign(document.createElement("span"), { className: "source", lang: lang, innerHTML: html });
  }

  function button(text, pressed) {
    return Object.assign(document.createElement("button"), { type: "button", textContent: text, ariaPressed: pressed });
  }

  /* Inside of the passage, so that no rule for what follows it changes, and no cell or item is added. */
  function addOriginal({ element, original }) {
    // The caption of a table may hold no button.
    if (mode === "all" || element.localName === "caption") return element.append(original);
    const open = Object.assign(button(name, null), { className: "source", lang: lang, ariaExpanded: "false" });
    open.onclick = () => {
      const show = !original.parentNode;
      open.ariaExpanded = String(show);
      if (show) open.after(original);
      else original.remove();
    };
    element.append(open);
  }

  /* The passage being read: the first that begins in the upper half of the window, else the first in it. */
  function passageInView() {
    // On a phone the bar scrolls away, but for its first row.
    const top = Math.max(...[".bar", ".home"].map((one) => document.querySelector(one).getBoundingClientRect().bottom));
    const boxes = pairs.map(({ element }) => ({ element: element, box: element.getBoundingClientRect() }));
    const begins = boxes.find(({ box }) => box.height && box.top >= top && box.top < innerHeight / 2);
    return (begins || boxes.find(({ box }) => box.bottom > top))?.element;
  }

  /* Changes the page while the passage being read stays where it is. */
  function inPlace(change) {
    const root = document.documentElement;
    const held = passageInView();
    const before = held?.getBoundingClientRect().top;
    root.style.overflowAnchor = "none"; // or the browser would move the page as well
    change();
    if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
    requestAnimationFrame(() => { root.style.overflowAnchor = ""; });
  }

  function set(wanted) {
    mode = wanted;
    try { mode ? (localStorage.original = mode) : delete localStorage.original; } catch {} // browsers may refuse
    toggle.ariaPressed = String(Boolean(mode));
    each.ariaPressed = String(mode === "each");
    inPlace(() => {
      each.hidden = !mode; // which may take another line
      document.querySelectorAll("main .source").forEach((element) => element.remove());
      if (mode) pairs.forEach(addOriginal);
    });
  }

  function remembered() {
    try { return localStorage.original; } catch {}
  }

  style.replaceSync(look);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  const each = button(toggle.dataset.each, "false");
  each.hidden = true;
  toggle.after(" ", each);
  toggle.onclick = () => set(mode ? "" : "all");
  each.onclick = () => set(mode === "each" ? "all" : "each");
  set(remembered() || "all"); // the click that loaded this script, or one on another page
})(...ORIGINALS);
