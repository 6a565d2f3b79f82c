"""The site works whole under the headers that hosts are told to send, and under them nothing else runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import Readers, browser_only, move
from support.built import serve
from support.host import Host
from support.tour import LANGUAGES

pytestmark = browser_only

# Kept in the page, from before its first line. `evaluate` is of the browser; `wait_for_function` would be refused.
WATCH = """window.refused = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  refused.push(`${violatedDirective} ${blockedURI}`);
});"""
KINDS = (
    "index",
    "guide/stateful",
    "guide/tracing",
    "reference/purity",
    "reference/errors",
    "reference/glossary",
    "about/claims",
    "trace/stateful-jit",
)
"""A page of each kind: start, lessons with pictures, plots and questions, tables, terms, a picture that is played."""

INLINE = """() => {
  document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 'script'" }));
  document.body.insertAdjacentHTML("beforeend", '<img src="nothing" onerror="window.ran = 1">');
  return new Promise((done) => setTimeout(() => done(window.ran ?? ""), 300));
}"""


@pytest.fixture(scope="module")
def visit(browser: Browser, whole_site: Path) -> Iterator[Callable[..., Page]]:
    """Open a page of a host that sends the headers, as a reader who may copy."""
    with serve(whole_site, Host) as address:
        readers = Readers(browser, address)

        def visit(path: str, **reader: Any) -> Page:
            return readers.visit(path, init=WATCH, permissions=["clipboard-write"], **reader)

        yield visit
        readers.leave()


def refused(page: Page) -> object:
    """What the browser refused on a page."""
    page.wait_for_load_state("networkidle")
    return page.evaluate("refused")


@pytest.mark.parametrize("folder", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_page_is_refused(visit: Callable[..., Page], folder: str, kind: str) -> None:
    """While a reader moves, searches, turns it dark, chooses an answer, opens what is folded and plays pictures."""
    page = visit(f"{folder}/{kind}.html")
    if kind.startswith("trace/"):
        page.locator("button").first.click()
        assert refused(page) == []
        return
    move(page)
    page.fill(".search input", "jit")
    expect(page.locator(".results li").first).to_be_visible()
    page.keyboard.press("Escape")
    page.click(".dark")
    for button in page.locator(".predict label, .copy, .walk button, .original").all()[:6]:
        if button.is_visible():
            button.click()
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")

    assert refused(page) == []


@pytest.mark.parametrize("path", ["index.html", "nothing/here.html"])
def test_nothing_above_the_languages_is_refused(visit: Callable[..., Page], path: str) -> None:
    """A lost reader can search in each language."""
    page = visit(path)
    for form in page.locator("form").all():
        form.locator("input").fill("jit")
        expect(form.locator(".results li").first).to_be_visible()

    assert refused(page) == []


def test_what_a_stranger_puts_into_a_page_does_not_run(visit: Callable[..., Page]) -> None:
    """Neither as an element nor as an attribute."""
    page = visit("ko/guide/stateful.html")

    assert page.evaluate(INLINE) == ""
    assert page.evaluate("refused.length") == 2


def test_files_whose_names_hold_their_digest_are_kept(visit: Callable[..., Page]) -> None:
    """Pages are asked for each time, what lies in _static once a year."""
    page = visit("en/index.html")
    kept = page.request.get(page.url.replace("index.html", "_static/printproof.css")).headers
    asked = page.request.get(page.url).headers

    assert kept["cache-control"] == "public, max-age=31536000, immutable"
    assert "cache-control" not in asked
