/* A page of a preview: it comes again when it was built, shows what the checker says, and where each sentence stands. */
(() => {
  const known = JSON.parse(document.currentScript.dataset.known);
  const query = `language=${encodeURIComponent(known.language)}&page=${encodeURIComponent(known.page)}`;
  const make = (name, words = {}, ...inside) => {
    const element = Object.assign(document.createElement(name), words);
    element.append(...inside);
    return element;
  };
  const link = (place) => {
    const [, path, line] = place.match(/^(.*):(\d+)$/) || [];
    return path ? make("a", { href: `/-/file/${encodeURI(path)}#L${line}`, target: "preview-file", textContent: place }) : place;
  };
  const bar = make("details", { className: "preview-bar" });

  function show({ failed, warnings, findings: all }) {
    const blocked = new Set(failed.map(({ place }) => place));
    const findings = all.filter(({ place }) => !blocked.has(place));
    const count = failed.length + warnings.length + findings.length;
    const open = bar.open;
    // A warning of Sphinx is a line of text, which begins with its place where it has one.
    const line = (text, className) => {
      const [, place, rest] = text.match(/^(\S+:\d+):? ?(.*)$/) || [];
      return place ? make("li", { className }, link(place), ` ${rest}`) : make("li", { className, textContent: text });
    };
    const item = ({ place, severity, rule, sentence }) =>
      make("li", { className: severity }, ...(place ? [link(place), ` ${rule}: `] : []), sentence);
    const words = failed.length ? "Not built: the last page that could be built is shown" : count ? `${count} to look at` : "Nothing to look at";
    bar.replaceChildren(
      make("summary", { textContent: `${known.language} · ${known.page} · ${words}` }),
      make("ul", {},
        ...failed.map(item),
        ...findings.map(item),
        ...warnings.map((text) => line(text, "warning"))),
    );
    bar.classList.toggle("failed", failed.length > 0);
    bar.open = open || failed.length > 0;
  }

  function ask(messages) {
    document.querySelectorAll(".preview-ask, .preview-told").forEach((old) => old.remove());
    document.querySelectorAll("[class*='message-']").forEach((element) => {
      const told = [...element.classList].map((name) => messages[name.replace(/^message-/, "")]).filter(Boolean);
      if (!told.length) return;
      const place = element.tagName === "SECTION" ? element.querySelector("h1, h2, h3, h4, h5, h6") : element;
      const waits = told.some((message) => message.state) ? " waits" : "";
      const button = make("button", { type: "button", className: `preview-ask${waits}`, textContent: "en", title: told[0].place });
      button.onclick = () => {
        const next = place.nextElementSibling;
        if (next && next.className === "preview-told") return next.remove();
        place.after(make("div", { className: "preview-told", lang: "en" }, ...told.map((message) => make("div", {},
          make("p", { textContent: message.changed || message.english }),
          make("p", {}, link(message.place), message.state && ` ${message.state}`)))));
      };
      place.append(button);
    });
  }

  async function look() {
    const state = await (await fetch(`/-/state?${query}`)).json();
    if (state.build > known.build && !state.failed.length) return location.reload();
    show(state);
    ask(state.messages);
  }
  document.body.append(bar);
  new EventSource(`/-/news?${query}`).onmessage = look;
})();
