"""What is asked of a page in a browser? Questions in JavaScript; what is wanted of the answers stands in the tests."""

from collections.abc import Mapping

BROKEN_WORDS = """() => {
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, around = node.parentElement;
    if (around.closest("pre, code, samp, kbd, svg, .skip") || !around.checkVisibility()) continue;
    for (const word of node.data.matchAll(/[\\uac00-\\ud7a3]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
STOP = """() => {
  const stop = document.activeElement, box = stop.getBoundingClientRect(), look = getComputedStyle(stop);
  const at = document.elementFromPoint(box.left + Math.min(box.width, innerWidth) / 2, box.top + box.height / 2);
  return { what: stop.outerHTML.slice(0, 90), href: stop.getAttribute("href"), end: stop === document.body,
           seen: stop.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 0,
           covered: at && box.height < innerHeight / 2 && !stop.contains(at) && !at.contains(stop),
           outlined: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2 };
}"""
WATCH = f"""() => {{
  const stops = window.stops = [], look = {STOP};
  addEventListener("keydown", () => stops.push(look()), true);
}}"""
OUT_OF_REACH = """() => [...document.querySelectorAll("body *")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX))
  .filter((box) => box.checkVisibility() && box.tabIndex < 0 && !box.querySelector("a, button, [tabindex='0']"))
  .map((box) => box.outerHTML.slice(0, 90))"""
INTERFACE = """() => {
  const own = document.documentElement.lang, said = [];
  const printed = new Set([...document.querySelectorAll(".outcomes samp")].map((one) => one.textContent));
  const spoken = (element, text) => ( // of an entry of a table: what the cell printed is code
    element.matches(".outcomes td > *") ? text.replace(/\\w+/g, (word) => (printed.has(word) ? "" : word)) : text
  );
  const outside = (element) => !element.closest("main, .card span") || element.closest(
    ".strip, .error > p, .mode, .unchecked, .copy, .source, .bilingual, " +
    ".predict b, .show, " +
    ".wide > table > caption, main details > summary");
  for (const element of document.querySelectorAll("head title, body, body *")) {
    if (element.closest("[lang]").lang !== own || element.closest("script, style, code, pre, samp, kbd")) continue;
    if (element.closest(".diagram")) continue; // its words are the page's, and names of code stand among them
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      said.push(spoken(element, element.getAttribute(name) || ""));
    }
    const title = element.closest("title, .home, :is(.chapters, .sections, .turn) a") ? "title: " : "";
    if (outside(element)) for (const node of element.childNodes) if (node.nodeType === 3) said.push(title + node.data);
  }
  return said.filter(Boolean);
}"""
# Each character is asked where it stands; the first of a line is the one that is lower and further left than the last.
FIRST_OF_LINES = r"""() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inline = (element) => getComputedStyle(element).display === "inline";
  let block, last, before;
  while (walker.nextNode()) {
    const node = walker.currentNode, around = node.parentElement;
    if (around.closest("pre, svg, script, style, .skip") || !around.checkVisibility()) continue;
    let own = around;
    while (inline(own) && !own.matches(".definition > *")) own = own.parentElement; // a line of its own each
    if (own !== block) [block, last, before] = [own, null, " "];
    for (let at = 0; at < node.length; at++) {
      const range = new Range(), rest = node.data.slice(at);
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      if (rest[0] !== "\u2060" && /\S/.test(rest[0]) && box && box.width) {
        const first = last && (box.top + box.bottom) / 2 > last.bottom && box.left < last.left;
        const particle = /\S/.test(before) && /^[\uac00-\ud7a3]/.test(rest);
        const mark = /^[)\]}.,:;?!%，。、；：？！）》”’…」』】]/.test(rest) && !around.closest("code, kbd, samp");
        if (first && (particle || mark)) found.push(rest.slice(0, 12));
        last = box;
      }
      if (rest[0] !== "\u2060") before = rest[0];
    }
  }
  return found;
}"""
# A name that heads a row or a column of outcomes is cut where it may be, and nowhere else.
CUT_CODE = """() => {
  const rects = (part) => {
    const range = new Range();
    range.selectNode(part);
    return (part.getClientRects ? part : range).getClientRects();
  };
  const isCut = (part) => new Set([...rects(part)].map((box) => Math.round(box.top))).size > 1;
  return [...document.querySelectorAll("body :not(pre) > code")]
    .filter((code) => code.checkVisibility() && code.textContent.length <= 24)
    .filter((code) => (code.matches(".outcomes th > *") ? [...code.childNodes] : [code]).some(isCut))
    .map((code) => code.textContent);
}"""
TABLES = """() => [...document.querySelectorAll("main [role=table]")].filter((table) => table.checkVisibility())
  .filter((table) => table.offsetWidth !== table.parentElement.clientWidth || table.parentElement.scrollWidth >
                     table.parentElement.clientWidth).map((table) => table.outerHTML.slice(0, 90))"""
# There is room for less than five letters, which stand beside each other; a Hangul or Han character is as wide as its
# font, a Latin one half of it.
NARROW_COLUMNS = """() => [...document.querySelectorAll("main [role=table] :is(th, td)")].filter((cell) => {
  const look = getComputedStyle(cell), words = cell.innerText.trim();
  const letter = parseFloat(look.fontSize) * (/[가-힣一-鿿]/.test(words) ? 1 : 0.5);
  const room = cell.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
  const upright = getComputedStyle(cell.firstElementChild ?? cell).writingMode !== "horizontal-tb";
  return cell.checkVisibility() && !upright && /.{6}/.test(words) && room < 5 * letter;
}).map((cell) => cell.innerText)"""
SLANTED = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (/[가-힣一-鿿]/.test(data) && getComputedStyle(parentElement).fontStyle !== "normal") found.push(data);
  }
  return found;
}"""
CELLS = """() => {
  const shown = (box) => box.checkVisibility({ visibilityProperty: true }); // a definition waits for its word
  const all = (css) => [...document.querySelectorAll(css)].filter(shown);
  const over = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const code = all("main pre"), controls = all("main :is(button, summary, a)");
  const shaded = (box) => getComputedStyle(box).backgroundAttachment === "local, scroll";
  return {
    cut: code.filter((box) => box.scrollWidth > box.clientWidth + 1 && !shaded(box)).map((box) => box.outerHTML),
    covered: controls.filter((control) => code.some((box) => !box.contains(control)
      && over(control.getBoundingClientRect(), box.getBoundingClientRect()))).map((control) => control.outerHTML),
    marks: all(".checked").length,
    worded: all(".checked > summary").filter((mark) => mark.innerText.trim()).length,
    // A cell whose output the page leaves out may still be shown, as a table.
    printing: all(".cell").filter((cell) => cell.querySelector("[data-output], [data-figure]")).length
      + all("table.outcomes").length,
    outside: all(".cell").filter((cell) => cell.getBoundingClientRect().right > innerWidth + 1).length,
  };
}"""
# By the boxes that the browser measures; above and below a letter a font has room for others, up to 4 units.
OVERLAPS = """() => [...document.querySelectorAll("figure.diagram svg")].flatMap((svg) => {
  const wrong = [], sheet = svg.viewBox.baseVal, place = (mark) => {
    const { x, y, width, height } = mark.getBBox(), low = mark.tagName === "text" ? 4 : 0;
    const left = x + (mark.closest("[data-part]")?.transform.baseVal[0].matrix.e ?? 0); // what a part is moved by
    return { left: left, right: left + width, top: y + low, foot: y + height - low, text: mark.textContent };
  };
  const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
    && one.top >= other.top - 1 && one.foot <= other.foot + 1;
  const texts = [...svg.querySelectorAll("text")].map(place), boxes = [...svg.querySelectorAll("rect")].map(place);
  for (const text of texts) {
    const paper = { left: sheet.x, right: sheet.x + sheet.width, top: sheet.y, foot: sheet.y + sheet.height };
    if (!inside(text, paper)) wrong.push(["sheet", text]);
    const x = (text.left + text.right) / 2, y = (text.top + text.foot) / 2;
    for (const box of boxes) if (x > box.left && x < box.right && y > box.top && y < box.foot && !inside(text, box))
      wrong.push(["shape", text, box]);
    for (const other of texts) if (other !== text && text.left < other.right && other.left < text.right
      && text.top < other.foot && other.top < text.foot) wrong.push(["overlap", text, other]);
  }
  return wrong;
})"""
# Some stand behind a question, and are seen once it is answered.
PUT_IN_PLACE = """async () => {
  for (const image of document.querySelectorAll("figure.diagram img")) {
    const holder = document.createElement("div");
    holder.innerHTML = await (await fetch(image.src)).text();
    image.replaceWith(holder.firstElementChild);
  }
}"""
"""Puts each diagram that a page shows as an image into the page itself, where its parts can be asked for."""

DRAWN = """() => {
  document.querySelectorAll(".show input").forEach((answer) => { answer.checked = true; });
  return [...document.querySelectorAll("figure.diagram svg")].map((svg) => {
    const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize));
    const box = svg.getBoundingClientRect(), caption = svg.parentElement.querySelector("figcaption");
    return { width: box.width, type: Math.min(...sizes) * box.width / svg.viewBox.baseVal.width,
             beside: caption.getBoundingClientRect().top < box.bottom };
  });
}"""
LINES: Mapping[str, str] = {
    "first of lines": FIRST_OF_LINES,
    "cut code": CUT_CODE,
    "tables": TABLES,
    "narrow columns": NARROW_COLUMNS,
    "slanted": SLANTED,
}
"""What is asked of lines and tables with all that is folded open."""
