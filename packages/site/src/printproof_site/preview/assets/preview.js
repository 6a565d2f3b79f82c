/*
 * A page of a preview: it is loaded again when it was built, shows what the checker found, and says of each sentence
 * where it stands. `data-known` names the language, the page and the build that this page comes from.
 * The server answers /-/state with {build, failed, findings, warnings, messages}; /-/news says when to ask again.
 */
(() => {
  const known = JSON.parse(document.currentScript.dataset.known);
  const query = new URLSearchParams({ language: known.language, page: known.page });

  function create(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  /* "locales/ko/LC_MESSAGES/index.po:12" as a link to that line; what names no line stays text. */
  function linkTo(place) {
    const [, path, line] = place.match(/^(.*):(\d+)$/) || [];
    if (!path) return place;
    return create("a", { href: `/-/file/${encodeURI(path)}#L${line}`, target: "preview-file", textContent: place });
  }

  // ----- The bar: what is wrong with this page -----

  const bar = create("details", { className: "preview-bar" });

  function findingItem({ place, severity, rule, sentence }) {
    const head = place ? [linkTo(place), ` ${rule}: `] : [];
    return create("li", { className: severity }, ...head, sentence);
  }

  /* A warning of Sphinx is a line of text, which begins with its place where it has one. */
  function warningItem(text) {
    const [, place, rest] = text.match(/^(\S+:\d+):? ?(.*)$/) || [];
    const parts = place ? [linkTo(place), ` ${rest}`] : [text];
    return create("li", { className: "warning" }, ...parts);
  }

  function showBar({ failed, warnings, findings }) {
    const blocked = new Set(failed.map(({ place }) => place));
    const others = findings.filter(({ place }) => !blocked.has(place)); // what stopped the build is said once
    const count = failed.length + others.length + warnings.length;
    const isBroken = failed.length > 0;
    const wasOpen = bar.open;

    let summary = count ? `${count} to look at` : "Nothing to look at";
    if (isBroken) summary = "Not built: the last page that could be built is shown";

    bar.replaceChildren(
      create("summary", { textContent: `${known.language} · ${known.page} · ${summary}` }),
      create("ul", {}, ...[...failed, ...others].map(findingItem), ...warnings.map(warningItem)),
    );
    bar.classList.toggle("failed", isBroken);
    bar.open = wasOpen || isBroken;
  }

  // ----- The sentences: each has a button that shows its English and its place -----

  function sentenceNote({ english, changed, place, state }) {
    return create("div", {},
      create("p", { textContent: changed || english }),
      create("p", {}, linkTo(place), state && ` ${state}`),
    );
  }

  function addButton(element, messages) {
    // A heading stands for its section, whose first child may be a target.
    const anchor = element.tagName === "SECTION" ? element.querySelector("h1, h2, h3, h4, h5, h6") : element;
    const waits = messages.some(({ state }) => state) ? " waits" : "";
    const button = create("button", {
      type: "button",
      className: `preview-button${waits}`,
      textContent: "en",
      title: messages[0].place,
    });
    button.onclick = () => {
      const next = anchor.nextElementSibling;
      if (next?.className === "preview-note") {
        next.remove();
      } else {
        anchor.after(create("div", { className: "preview-note", lang: "en" }, ...messages.map(sentenceNote)));
      }
    };
    anchor.append(button);
  }

  function showMessages(messages) {
    document.querySelectorAll(".preview-button, .preview-note").forEach((old) => old.remove());
    document.querySelectorAll("[class*='message-']").forEach((element) => {
      const names = [...element.classList].map((name) => name.replace(/^message-/, ""));
      const own = names.map((name) => messages[name]).filter(Boolean);
      if (own.length) addButton(element, own);
    });
  }

  async function update() {
    const state = await (await fetch(`/-/state?${query}`)).json();
    if (state.build > known.build && !state.failed.length) {
      location.reload();
      return;
    }
    showBar(state);
    showMessages(state.messages);
  }

  document.body.append(bar);
  new EventSource(`/-/news?${query}`).onmessage = update;
})();
