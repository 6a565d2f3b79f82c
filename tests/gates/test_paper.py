"""On paper nothing is cut, and nothing stands outside of the sheet."""

from __future__ import annotations

from support.browser import browser_only
from support.tour import Tour, offending

SHEET = 680
"""The pixels of A4 between the margins that the style of print sets."""

CUT = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, [hidden], .definition"))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect(), clips = getComputedStyle(one).overflowX !== "visible";
    return left < -1 || right > innerWidth + 1 || (clips && one.scrollWidth > one.clientWidth + 1);
  })
  .map((one) => one.outerHTML.slice(0, 80))"""

PARTED = """() => [...document.querySelectorAll(".predict")]
  .filter((one) => getComputedStyle(one).breakInside !== "avoid").map((one) => one.parentElement.id)"""


@browser_only
def test_nothing_is_cut_on_paper(tour: Tour, paths: tuple[str, ...]) -> None:
    """Of code, tables, messages and pictures; no question is parted from its answers."""

    def cut(path: str) -> list[str]:
        tab = tour.visit(path, SHEET)
        tab.emulate_media(media="print")
        return [*tab.evaluate(CUT), *tab.evaluate(PARTED)]

    assert offending(paths, cut) == {}
