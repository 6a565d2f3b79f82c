"""Every cell of this project, in every language, in a real browser: nothing is cut, covered, or said 21 times."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof.languages import known_languages, segment, tag
from support.browser import Readers, browser_only
from support.built import ROOT, serve

pytestmark = browser_only

DOCNAMES = sorted(path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md"))
LANGUAGES = {segment(language): tag(language) for language in known_languages("en", [ROOT / "locales"])}
PATHS = [f"{folder}/{docname}.html" for docname in DOCNAMES for folder in LANGUAGES]
COMPARING = [f"{folder}/guide/{name}.html" for folder in LANGUAGES for name in ("stateful", "methods")]
WIDTHS = [360, 390, 1280]

every_page = pytest.mark.parametrize("path", PATHS)

LOOK = """() => {
  for (const fold of document.querySelectorAll("details:not(.checked)")) fold.open = true;
  const all = (css) => [...document.querySelectorAll(css)].filter((box) => box.checkVisibility());
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


@pytest.fixture(scope="module")
def visit(browser: Browser, whole_site: Path) -> Iterator[Callable[..., Tab]]:
    """Open a page as a reader of its language who may copy, and wait for its script."""
    with serve(whole_site) as address:
        readers = Readers(browser, address)

        def visit(path: str, width: int = 1280) -> Tab:
            tab = readers.visit(path, width, locale=LANGUAGES[path.partition("/")[0]])
            tab.wait_for_function("document.querySelector('.dark').ariaPressed")
            return tab

        yield visit
        readers.leave()


@pytest.fixture(scope="module")
def seen(visit: Callable[..., Tab]) -> Callable[[str], dict[int, dict[str, Any]]]:
    """What the cells of a page look like at each width, everything but the marks unfolded."""
    known: dict[str, dict[int, dict[str, Any]]] = {}

    def seen(path: str) -> dict[int, dict[str, Any]]:
        if path not in known:
            tab = visit(path)
            known[path] = {}
            for width in WIDTHS:
                tab.set_viewport_size({"width": width, "height": 720})
                known[path][width] = tab.evaluate(LOOK)
        return known[path]

    return seen


def of(found: dict[int, dict[str, Any]], what: str) -> dict[int, Any]:
    """One answer at each width."""
    return {width: answers[what] for width, answers in found.items()}


@every_page
def test_no_code_goes_on_without_a_sign(seen: Callable[[str], dict[int, dict[str, Any]]], path: str) -> None:
    """Code has a shade at its edge, and an output wraps."""
    assert of(seen(path), "cut") == {width: [] for width in WIDTHS}


@every_page
def test_no_control_covers_code(seen: Callable[[str], dict[int, dict[str, Any]]], path: str) -> None:
    """Copy and the mark stand over it or beside it."""
    assert of(seen(path), "covered") == {width: [] for width in WIDTHS}


@every_page
def test_the_seal_has_words_once_a_page(seen: Callable[[str], dict[int, dict[str, Any]]], path: str) -> None:
    """Where a page has marks, the first one; each other one has a name for those who do not see it."""
    found = seen(path)

    assert of(found, "worded") == {width: min(1, marks) for width, marks in of(found, "marks").items()}
    assert of(found, "nameless") == dict.fromkeys(WIDTHS, 0)


@every_page
def test_no_cell_leaves_the_screen(seen: Callable[[str], dict[int, dict[str, Any]]], path: str) -> None:
    """It hangs out as far as there is room."""
    assert of(seen(path), "outside") == dict.fromkeys(WIDTHS, 0)


@pytest.mark.parametrize("path", COMPARING)
@pytest.mark.parametrize("width", WIDTHS)
def test_short_sides_stand_beside_each_other(visit: Callable[..., Tab], path: str, width: int) -> None:
    """Also on the narrowest telephone."""
    tops = visit(path, width).evaluate(
        "[...document.querySelectorAll('.compared')].map((sides) => [...sides.children].map((side) => side.offsetTop))"
    )

    assert tops != []
    assert [pair for pair in tops if len(set(pair)) > 1] == []


def edge(tab: Tab) -> set[tuple[int, ...]]:
    """The colours at the right edge of the first code of a page."""
    code = tab.locator(".highlight > pre").first
    code.scroll_into_view_if_needed()
    box = code.bounding_box()
    assert box
    clip = {"x": box["x"] + box["width"] - 24, "y": box["y"] + 2, "width": 24, "height": 6}
    picture = Image.open(BytesIO(tab.screenshot(clip=clip))).convert("RGB")  # type: ignore[arg-type]
    return {colour for _, colour in picture.getcolors() or []}


@pytest.mark.parametrize(
    ("script", "shaded"),
    [("", True), ("box.scrollLeft = box.scrollWidth", False), ("box.textContent = 'x = 1'", False)],
    ids=["goes on", "its end", "short"],
)
def test_the_shade_is_there_while_code_goes_on(visit: Callable[..., Tab], script: str, shaded: bool) -> None:
    """It is gone at the end of the line, and never where everything is seen."""
    tab = visit("en/guide/stateful.html", 360)
    tab.evaluate(f"const box = document.querySelector('.highlight > pre'); box.textContent = 'x'.repeat(99); {script}")

    assert (edge(tab) != {(255, 255, 255)}) == shaded


def test_copy_stands_in_the_strip(visit: Callable[..., Tab]) -> None:
    """One for each cell, after its mark."""
    found = visit("ko/guide/basics.html").evaluate(
        "[...document.querySelectorAll('main .cell')].map((cell) => cell.querySelector('.strip > .copy:last-child'))"
    )

    assert found
    assert None not in found
