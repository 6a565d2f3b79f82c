"""What does a reader see on each page of this project? Two visits of a page answer whatever tests ask of all of them.

Loading a page costs more than asking it. The first visit is that of a reader with a wide window, who opens an original
and searches; the second that of one with a telephone, who unfolds everything. To go from stop to stop with the Tab key
costs as much as both, and is a visit of its own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof_base.languages import known_languages, segment, tag
from printproof_base.project import at
from support import questions, representative
from support.browser import Readers
from support.built import ROOT

DOCNAMES = at(ROOT).pages()
LANGUAGES = {segment(language): tag(language) for language in known_languages("en", [ROOT / "locales"])}
"""The tag of each language by its folder."""

PATHS = [f"{folder}/{docname}.html" for docname in DOCNAMES for folder in LANGUAGES]
TRANSLATED = [path for path in PATHS if not path.startswith("en/")]
REPRESENTATIVE = tuple(path for path in PATHS if path.partition("/")[2].removesuffix(".html") in representative.PAGES)
OTHERS = tuple(path for path in PATHS if path not in REPRESENTATIVE)
TURN = len(LANGUAGES)
BY_KEYS = tuple(path for number, path in enumerate(REPRESENTATIVE) if number % TURN == number // TURN % TURN)
"""Each representative page in one language, page by page the next one: all languages have the same stops."""
NARROW = (320, 360, 640)
"""Telephones, and a screen of 1280 px at 200 %."""

COMMON = (360, 390, 1280)
WIDE = 1280


def offending(paths: Iterable[str], wrong: Callable[[str], object]) -> dict[str, object]:
    """By its path, what is wrong with each page with which anything is."""
    return {path: found for path in paths if (found := wrong(path))}


@dataclass(frozen=True)
class Seen:
    """What a page showed on its two visits; by width where the width of the window matters."""

    loaded: list[str]
    asked: list[str]
    interface: list[str]
    broken_wide: dict[int, list[str]]
    broken_narrow: dict[int, list[str]]
    out_of_reach: list[str]
    widths: dict[int, int]
    lines: dict[int, dict[str, Any]]
    cells: dict[int, dict[str, Any]]
    drawn_wide: list[dict[str, Any]]
    drawn_narrow: list[dict[str, Any]]
    overlaps: list[Any]


class Tour:
    """All pages of a site that is served, each visited when something is asked of it for the first time."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self._asked: list[str] = []
        self._readers = Readers(browser, address, on_request=lambda request: self._asked.append(request.url))
        self._seen: dict[str, Seen] = {}
        self._stops: dict[str, list[dict[str, Any]]] = {}

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

    def stops(self, path: str) -> list[dict[str, Any]]:
        """The stops of the Tab key on a page, for a reader with a narrow window."""
        if path not in self._stops:
            self._stops[path] = stops_of(self.visit(path, 360))
        return self._stops[path]

    def leave(self) -> None:
        """Close all tabs."""
        self._readers.leave()

    def _with_a_wide_window(self, path: str) -> dict[str, Any]:
        self._asked.clear()
        tab = self.visit(path)
        tab.wait_for_timeout(100)  # for a request that a script would send late
        loaded = tab.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
        tab.evaluate(questions.PUT_IN_PLACE)
        drawn = tab.evaluate(questions.DRAWN)
        broken = {WIDE: tab.evaluate(questions.BROKEN_WORDS)} if path.startswith("ko/") else {}
        if tab.locator(".original").count():
            tab.click(".original")
            tab.click(".bilingual button >> nth=1")
            tab.wait_for_selector("button.source", state="attached")
        interface = tab.evaluate(questions.INTERFACE)
        tab.keyboard.press("/")
        tab.fill(".search input", "jit")
        tab.wait_for_selector(".results a")
        asked = [*self._asked]
        return {"loaded": loaded, "asked": asked, "interface": interface, "broken_wide": broken, "drawn_wide": drawn}

    def _with_a_telephone(self, path: str) -> dict[str, Any]:
        tab = self.visit(path, 360)
        tab.evaluate(questions.PUT_IN_PLACE)
        found = {"overlaps": tab.evaluate(questions.OVERLAPS), "drawn_narrow": tab.evaluate(questions.DRAWN)}
        found["out_of_reach"] = unfolded(tab, UNFOLD).evaluate(questions.OUT_OF_REACH)
        broken, widths, lines, cells = {}, {}, {}, {}
        # A window is as wide as asked for once: its page is laid out anew each time.
        for width in sorted({*NARROW, *COMMON}):
            tab.set_viewport_size({"width": width, "height": 720})
            unfolded(tab, UNFOLD)
            if width in NARROW:
                widths[width] = tab.evaluate("document.documentElement.scrollWidth")
            if width in NARROW and path.startswith("ko/"):
                broken[width] = tab.evaluate(questions.BROKEN_WORDS)
            if width in COMMON and path in TRANSLATED:
                lines[width] = {name: tab.evaluate(question) for name, question in questions.LINES.items()}
            if width in COMMON:
                cells[width] = unfolded(tab, UNFOLD).evaluate(questions.CELLS)
        return {**found, "broken_narrow": broken, "widths": widths, "lines": lines, "cells": cells}


UNFOLD = "document.querySelectorAll('main details').forEach((fold) => (fold.open = true))"


def unfolded(tab: Tab, script: str) -> Tab:
    """A page of which folds were opened, once what they show has found its place."""
    tab.evaluate(script)
    tab.wait_for_timeout(50)
    return tab


def stops_of(tab: Tab) -> list[dict[str, Any]]:
    """The stops of the Tab key, from the top of a page to its end.

    The page itself notes where the last key has led as the next one is pressed, as asking costs as much as pressing.
    """
    stops: list[dict[str, Any]] = []
    tab.evaluate(questions.WATCH)
    while len(stops) < 400 and not any(stop["end"] for stop in stops):
        for _ in range(20):
            tab.keyboard.down("Tab")  # held down: it moves on each time, for half the events of a press
        stops = tab.evaluate("stops")[1:]  # before the first key there was none
    tab.keyboard.up("Tab")
    ends = [number for number, stop in enumerate(stops, 1) if stop["end"]]
    return stops[: ends[0]] if ends else stops
