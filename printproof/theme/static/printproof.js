/* What a reader can do beyond reading: dark colours, copy, the same section in another language. */
(() => {
  const root = document.documentElement;
  const all = (css, from = document) => [...from.querySelectorAll(css)];
  const kept = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      value ? localStorage.setItem(key, value) : localStorage.removeItem(key);
    } catch {} // storage refused: nothing is remembered
  };
  const theme = kept("theme");
  if (theme) root.dataset.theme = theme; // before the first paint: this file is asked for first

  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";

  function darkButton() {
    const button = document.querySelector(".dark");
    const show = () => button.setAttribute("aria-pressed", isDark());
    button.hidden = false;
    button.onclick = () => {
      const wanted = isDark() ? "light" : "dark";
      const own = (wanted === "dark") !== system.matches;
      own ? (root.dataset.theme = wanted) : delete root.dataset.theme;
      kept("theme", own ? wanted : "");
      show();
    };
    system.addEventListener("change", show);
    show();
  }

  function copyButtons(words) {
    if (navigator.clipboard) all(".highlight > pre").forEach((code) => {
      if (code.closest(".output")) return;
      const button = document.createElement("button");
      button.className = "copy";
      button.type = "button";
      button.textContent = words.copy;
      button.setAttribute("aria-live", "polite");
      button.onclick = async () => {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = words.copied;
        button.dataset.done = "";
        setTimeout(() => { button.textContent = words.copy; delete button.dataset.done; }, 2000);
      };
      code.parentNode.after(button);
    });
  }

  /* What scrolls is a stop of the Tab key, what does not is none. */
  function stops() {
    const seen = new ResizeObserver((sizes) => sizes.forEach(({ target }) => {
      target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
    }));
    all("[tabindex='0']").forEach((box) => seen.observe(box));
  }

  /* The section being read: the one asked for while it is in view, else the last above the middle. */
  function section() {
    const asked = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const box = asked && asked.getBoundingClientRect();
    if (box && box.bottom > 0 && box.top < innerHeight) return asked.id;
    const above = all("main section[id] > :is(h2, h3, h4)").filter((h) => h.getBoundingClientRect().top < innerHeight / 2);
    return above.length ? above.pop().parentNode.id : "";
  }

  function languages(words) {
    const links = all(".languages a");
    links.forEach((link) => {
      const carry = () => (link.hash = section());
      ["pointerdown", "click", "contextmenu"].forEach((event) => link.addEventListener(event, carry));
      link.addEventListener("click", () => kept("language", link.lang));
    });
    const speaks = (tag) => links.find((link) => link.lang.slice(0, 2) === tag.slice(0, 2));
    const offered = navigator.languages.map(speaks).find(Boolean);
    if (!offered || !offered.dataset.offer || kept("language")) return;
    const line = document.createElement("p");
    line.className = "offer";
    line.lang = offered.lang;
    line.append(Object.assign(offered.cloneNode(), { textContent: offered.dataset.offer }));
    const close = document.createElement("button");
    close.textContent = words.close;
    close.lang = root.lang;
    close.onclick = () => { kept("language", root.lang); line.remove(); };
    line.append(close);
    document.querySelector("main").prepend(line);
  }

  function sectionInView() {
    const links = all(".sections a");
    if (!links.length) return;
    const mark = () => links.forEach((link) => {
      link.hash === "#" + current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    });
    let current = section();
    addEventListener("scroll", () => { const now = section(); if (now !== current) { current = now; mark(); } }, { passive: true });
    mark();
  }

  const ready = () => {
    const words = document.body.dataset;
    darkButton();
    copyButtons(words);
    languages(words);
    stops();
    sectionInView();
    addEventListener("keydown", (event) => {
      const menu = document.querySelector(".chapters[open]");
      if (event.key === "Escape" && menu) { menu.open = false; menu.firstChild.focus(); }
    });
  };
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", ready) : ready();
})();
