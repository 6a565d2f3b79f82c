"""How does a test read a page as readers do? In the Chromium of the system, one tab for each kind of reader."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from support.built import chromium

browser_only = pytest.mark.skipif(
    not chromium() and os.environ.get("CI") != "true", reason="Chromium is not installed; with CI=true it must be"
)

HEIGHT = 720
FIRST_MOVE = """() => new Promise((come) => {
  document.addEventListener("load", ({ target }) => { if (/reader\\.js/.test(target.src)) come(); }, true);
  dispatchEvent(new KeyboardEvent("keydown"));
})"""
MEDIA = "['print', '(prefers-color-scheme: dark)'].map((media) => matchMedia(media).matches)"
FIRST_THREE = """async (queries) => {
  const found = [];
  for (const query of queries) found.push((await document.querySelector(".search").find(query)).slice(0, 3));
  return found;
}"""


def first_three(page: Page, queries: Iterable[str]) -> dict[str, list[str]]:
    """The first three sections that each query finds, as file and anchor below the folder of their language."""
    asked = [*queries]
    found = page.evaluate(FIRST_THREE, asked)
    return {
        query: [url.partition("://")[2].split("/", 2)[2] for url in urls]
        for query, urls in zip(asked, found, strict=True)
    }


def move(tab: Page) -> None:
    """Let a reader touch a first key, and what answers readers come and run."""
    tab.evaluate(FIRST_MOVE)


class Readers:
    """Readers of one site: a tab is opened once for each kind, as a new one costs three times the page it shows.

    Each visit begins as the first one did: nothing is stored, routed or emulated any more. ``on_request`` is told of
    each request of any tab.
    """

    def __init__(
        self, browser: Browser, address: str, on_request: Callable[[Request], object] = lambda request: None
    ) -> None:
        self._browser, self._address, self._on_request = browser, address, on_request
        self._tabs: dict[str, Page] = {}

    def visit(
        self, path: str, width: int = 1280, init: str = "", color_scheme: Any = "light", **reader: object
    ) -> Page:
        """A page in a window of this width, as a reader with these settings of a browser context sees it.

        ``init`` is a script that runs before those of any page.
        """
        kind = repr((init, sorted(reader.items())))
        if kind not in self._tabs:
            self._tabs[kind] = self._browser.new_context(**reader).new_page()  # type: ignore[arg-type]
            self._tabs[kind].add_init_script(init)
            self._tabs[kind].on("request", self._on_request)
        tab = self._tabs[kind]
        if tab.url.startswith(self._address):
            tab.evaluate("localStorage.clear()")
        tab.unroute_all()
        # What is as wanted is not set again: the page that is about to be left would be painted for it.
        if tab.evaluate(MEDIA) != [False, color_scheme == "dark"]:
            tab.emulate_media(media="null", color_scheme=color_scheme)
        if tab.viewport_size != (size := {"width": width, "height": HEIGHT}):
            tab.set_viewport_size(size)  # type: ignore[arg-type]
        if "#" in path:
            tab.goto("about:blank")  # an address that differs in its fragment alone would load nothing
        tab.goto(f"{self._address}/{path}")
        return tab

    def leave(self) -> None:
        """Close all tabs."""
        for tab in self._tabs.values():
            tab.context.close()
