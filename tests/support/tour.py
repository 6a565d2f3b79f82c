"""What does a reader see on each page of this project? Two visits of a page answer whatever tests ask of all of them.

Loading a page costs more than asking it. The first visit is that of a reader with a wide window, who opens an original
and searches; the second that of one with a telephone, who goes from stop to stop and then unfolds everything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof.languages import known_languages, segment, tag
from support.browser import Readers
from support.built import ROOT

DOCNAMES = sorted(path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md"))
LANGUAGES = {segment(language): tag(language) for language in known_languages("en", [ROOT / "locales"])}
"""The tag of each language by its folder."""

PATHS = [f"{folder}/{docname}.html" for docname in DOCNAMES for folder in LANGUAGES]
TRANSLATED = [path for path in PATHS if not path.startswith("en/")]
NARROW = (320, 360, 640)
"""Telephones, and a screen of 1280 px at 200 %."""

COMMON = (360, 390, 1280)
WIDE = 1280

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
  const outside = (element) => !element.closest("main, .card span") || element.closest(
    ".strip, .error > p, .calls, .mode, .unchecked, .copy, .source, .bilingual, " +
    ".predict b, .show, " +
    ".wide > table > caption, main details > summary");
  for (const element of document.querySelectorAll("head title, body, body *")) {
    if (element.closest("[lang]").lang !== own || element.closest("script, style, code, pre, samp, kbd")) continue;
    if (element.closest(".diagram")) continue; // its words are the page's, and names of code stand among them
    for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(element.getAttribute(name) || "");
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
CUT_CODE = """() => [...document.querySelectorAll("body :not(pre) > code")]
  .filter((code) => code.checkVisibility() && code.textContent.length <= 24)
  .filter((code) => new Set([...code.getClientRects()].map((box) => Math.round(box.top))).size > 1)
  .map((code) => code.textContent)"""
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
    nameless: all(".checked > summary").filter((mark) => !mark.innerText.trim() && !mark.ariaLabel).length,
    outside: all(".cell").filter((cell) => cell.getBoundingClientRect().right > innerWidth + 1).length,
  };
}"""
LINES: Mapping[str, str] = {
    "first of lines": FIRST_OF_LINES,
    "cut code": CUT_CODE,
    "tables": TABLES,
    "narrow columns": NARROW_COLUMNS,
    "slanted": SLANTED,
}
"""What is asked of lines and tables with all that is folded open."""


@dataclass(frozen=True)
class Seen:
    """What a page showed on its two visits; by width where the width of the window matters."""

    loaded: list[str]
    asked: list[str]
    interface: list[str]
    broken_words: dict[int, list[str]]
    stops: list[dict[str, Any]]
    out_of_reach: list[str]
    widths: dict[int, int]
    lines: dict[int, dict[str, Any]]
    cells: dict[int, dict[str, Any]]


class Tour:
    """All pages of a site that is served, each visited when something is asked of it for the first time."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self._asked: list[str] = []
        self._readers = Readers(browser, address, on_request=lambda request: self._asked.append(request.url))
        self._seen: dict[str, Seen] = {}

    def visit(self, path: str, width: int = WIDE) -> Tab:
        """Open a page as a reader of its language, and wait for its script."""
        tab = self._readers.visit(path, width, locale=LANGUAGES[path.partition("/")[0]])
        tab.wait_for_function("document.querySelector('.dark').ariaPressed")
        return tab

    def seen(self, path: str) -> Seen:
        """What a page showed."""
        if path not in self._seen:
            self._seen[path] = Seen(**self._with_a_wide_window(path), **self._with_a_telephone(path))
        return self._seen[path]

    def leave(self) -> None:
        """Close all tabs."""
        self._readers.leave()

    def _with_a_wide_window(self, path: str) -> dict[str, Any]:
        self._asked.clear()
        tab = self.visit(path)
        tab.wait_for_timeout(100)  # for a request that a script would send late
        loaded = tab.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
        broken = at_widths(tab, [*NARROW, WIDE], BROKEN_WORDS) if path.startswith("ko/") else {}
        if tab.locator(".original").count():
            tab.click(".original")
            tab.click(".bilingual button >> nth=1")
            tab.wait_for_selector("button.source", state="attached")
        interface = tab.evaluate(INTERFACE)
        tab.keyboard.press("/")
        tab.fill(".search input", "jit")
        tab.wait_for_selector(".results a")
        return {"loaded": loaded, "asked": [*self._asked], "interface": interface, "broken_words": broken}

    def _with_a_telephone(self, path: str) -> dict[str, Any]:
        tab = self.visit(path, 360)
        stops = stops_of(tab)
        tab.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
        tab.wait_for_timeout(50)  # for what a fold shows to find its place
        out_of_reach = tab.evaluate(OUT_OF_REACH)
        widths, lines, cells = {}, {}, {}
        for width in sorted({*NARROW, *COMMON}):
            tab.set_viewport_size({"width": width, "height": 720})
            if width in NARROW:
                widths[width] = tab.evaluate("document.documentElement.scrollWidth")
            if width in COMMON and path in TRANSLATED:
                lines[width] = {name: tab.evaluate(question) for name, question in LINES.items()}
        # A mark that is open lies over code, and is meant to; whatever else is folded is open.
        tab.evaluate("document.querySelectorAll('details').forEach((f) => (f.open = !f.matches('.checked')))")
        for width in COMMON:
            tab.set_viewport_size({"width": width, "height": 720})
            cells[width] = tab.evaluate(CELLS)
        return {"stops": stops, "out_of_reach": out_of_reach, "widths": widths, "lines": lines, "cells": cells}


def at_widths(tab: Tab, widths: list[int], question: str) -> dict[int, Any]:
    """What a page answers as its window gets wider."""
    found = {}
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 720})
        found[width] = tab.evaluate(question)
    return found


def stops_of(tab: Tab) -> list[dict[str, Any]]:
    """The stops of the Tab key, from the top of a page to its end.

    The page itself notes where the last key has led as the next one is pressed, as asking costs as much as pressing.
    """
    stops: list[dict[str, Any]] = []
    tab.evaluate(WATCH)
    while len(stops) < 400 and not any(stop["end"] for stop in stops):
        for _ in range(20):
            tab.keyboard.down("Tab")  # held down: it moves on each time, for half the events of a press
        stops = tab.evaluate("stops")[1:]  # before the first key there was none
    tab.keyboard.up("Tab")
    ends = [number for number, stop in enumerate(stops, 1) if stop["end"]]
    return stops[: ends[0]] if ends else stops
