"""What a reader clicks is large enough, and what is read has its place: in a real browser, on one small site."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from support.browser import Readers, browser_only, move
from support.built import serve
from support.small import Small

pytestmark = browser_only

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
suppress_warnings = ["printproof.markdown", "toc.not_included"]  # HTML for a browser alone
"""
WIDE, NARROW = 1440, 390
SMALLEST = 24
"""The least side of a target, in pixels: WCAG 2.5.8."""

LEGIBLE = 12
LONG = "this_line_is_wider_than_the_text_of_a_page = 'so that it scrolls, however wide the window is, up to here'"
SCRIPT = f"# %% one\nprint(1)  # {'so ' * 20}long\n\n# Output:\n# 1\n"
PLOT = (
    '<div class="cell"><figure><svg viewBox="0 0 460.8 345.6"><text x="9" y="99">label</text></svg>'
    '<figcaption class="caption">Dots</figcaption></figure></div>'
)
PAGE = f"""# One

Lead.

```{{code-cell}}
:example: one
```

```
{LONG}
```

```
short = 1
```

<figure class="diagram"><svg viewBox="0 0 360 300"></svg><figcaption><p>Short.</p></figcaption></figure>

{PLOT}

## You can now

- do this: [it](two.md)
- do what is said in so many words that the line is nearly full: [the section where it is done](more3.md)
"""
PLACE = """(box) => {
  const { top, right, bottom, left, width, height } = box.getBoundingClientRect();
  return { top, right, bottom, left, width, height };
}"""
ABOVE = "(link) => link.getBoundingClientRect().top >= link.previousSibling.parentNode.getBoundingClientRect().top + 20"
FIRST = "(code) => { const all = new Range(); all.selectNodeContents(code); return all.getClientRects()[0].left; }"
SHOWN = "(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"
LANGUAGES = """document.querySelector(".bar").insertAdjacentHTML("beforeend",
  '<nav class="languages"><a>English</a><a>한국어</a><a>简体中文</a></nav>')"""
HUE = "rgb(26, 85, 184)"
"""Of a link, on a light page."""

PARTS = 24


@pytest.fixture(scope="module")
def visit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Page]]:
    """Open a page as a reader who may copy."""
    root = "# Home\n\n```{{toctree}}\n:numbered: 1\none\ntwo\n```\n\n```{{toctree}}\n:caption: More\n{}\n```\n"
    more = [f"more{number}" for number in range(PARTS)]
    small = Small(tmp_path_factory.mktemp("reach"), {"docs/conf.py": CONF, "docs/one.md": PAGE})
    small.write("docs/index.md", root.format("\n".join(more)))
    small.write("examples/one.py", SCRIPT)
    for name in ("two", *more):
        small.write(f"docs/{name}.md", f"# Page {name}\n\nText.\n")
    small.record("one", {"one": "1\n"})
    assert small.build().wrong == []
    with serve(small.root / "_build/en/html") as address:
        readers = Readers(browser, address)

        def visit(page: str = "one", width: int = WIDE) -> Page:
            tab = readers.visit(f"{page}.html", width)
            move(tab)
            if page == "one":
                tab.wait_for_selector(".copy", state="attached")
            return tab

        yield visit
        readers.leave()


def place(tab: Page, css: str, number: int = 0) -> Any:
    """Where an element stands."""
    return tab.locator(css).nth(number).evaluate(PLACE)


def late(route: Route) -> None:
    """Answer when the script has run."""
    time.sleep(0.2)
    route.continue_()


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("part", ["a", ".checked > summary", ".copy"])
def test_a_finger_meets_each_target_of_a_strip(visit: Callable[..., Page], width: int, part: str) -> None:
    """The name of the cell, the mark, Copy."""
    target = place(visit(width=width), f".strip {part}")

    assert min(target["width"], target["height"]) >= SMALLEST


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("number", [0, 1])
def test_code_alone_is_as_wide_as_a_cell(visit: Callable[..., Page], width: int, number: int) -> None:
    """Long or short, and its first letter stands below that of a cell."""
    tab = visit(width=width)
    blocks = [place(tab, ".cell"), place(tab, "section > .highlight", number)]
    sides = [(block["left"], block["right"]) for block in blocks]
    code = tab.locator(".cell .highlight > pre"), tab.locator("section > .highlight > pre").nth(number)
    letters = [one.evaluate(FIRST) for one in code]

    assert sides[0] == sides[1]
    assert letters[0] == letters[1]


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("number", [0, 1])
def test_copy_stands_in_one_place_in_all_blocks(visit: Callable[..., Page], width: int, number: int) -> None:
    """As far from the upper right corner of plain code, long or short, as from that of a cell; over no code."""
    tab = visit(width=width)
    frames = [place(tab, ".cell"), place(tab, "section > .highlight", number)]
    copies = [place(tab, ".cell .copy"), place(tab, "section > .highlight > .copy", number)]
    pairs = zip(frames, copies, strict=True)
    cell, alone = [(frame["right"] - copy["right"], copy["top"] - frame["top"]) for frame, copy in pairs]

    assert alone == pytest.approx(cell, abs=1)
    assert copies[1]["bottom"] <= place(tab, "section > .highlight > pre", number)["top"]


def test_nothing_moves_when_copy_comes(visit: Callable[..., Page]) -> None:
    """It comes with the first move of a reader, who reads already."""
    tab = visit()
    there = place(tab, "section > .highlight > pre")
    tab.evaluate("document.querySelectorAll('.copy').forEach((button) => button.remove())")

    assert place(tab, "section > .highlight > pre") == there


def test_a_long_list_of_chapters_shows_the_one_being_read(visit: Callable[..., Page]) -> None:
    """Also where the styles come after the script; the page itself stays at its beginning."""
    tab = visit(f"more{PARTS - 1}")
    tab.route("**/printproof.css*", late)
    tab.reload()
    tab.wait_for_function("document.querySelector('.chapters nav').scrollTop > 0")  # in the first frame, or after it
    current, frame = place(tab, ".chapters [aria-current]"), place(tab, ".chapters nav")

    assert frame["top"] <= current["top"] < current["bottom"] <= frame["bottom"]
    assert tab.evaluate("scrollY") == 0


def test_a_list_of_chapters_that_goes_on_fades(visit: Callable[..., Page]) -> None:
    """No line of it is cut where the window ends; its last line can be scrolled out of the shade."""
    tab = visit("more3")
    chapters = tab.locator(".chapters nav")
    chapters.evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    last, frame = place(tab, ".chapters li >> nth=-1"), place(tab, ".chapters nav")

    assert chapters.evaluate("(list) => list.scrollHeight > list.clientHeight")
    assert "gradient" in chapters.evaluate("(list) => getComputedStyle(list).maskImage")
    assert last["bottom"] <= frame["bottom"] - 39


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_what_one_can_do_now_has_each_link_on_a_line_of_its_own(visit: Callable[..., Page], width: int) -> None:
    """Whatever room the words leave it, so that links stand below each other."""
    links = visit(width=width).locator("[id$=-can-now] li a")

    assert [links.nth(number).evaluate(ABOVE) for number in (0, 1)] == [True, True]


@pytest.mark.parametrize("width", [320, NARROW])
def test_the_field_of_the_search_ends_where_the_page_does(visit: Callable[..., Page], width: int) -> None:
    """In a row of its own it begins there, too, so that what was found stands in line with it."""
    tab = visit(width=width)
    tab.evaluate(LANGUAGES)
    row, field = place(tab, ".languages"), place(tab, ".search")
    alone = field["top"] >= row["bottom"]

    assert alone == (width == 320)
    assert (field["left"] == 16 if alone else field["left"] >= row["right"], field["right"]) == (True, width - 16)


def test_the_way_back_looks_like_a_link(visit: Callable[..., Page]) -> None:
    """As all that leads anywhere."""
    tab = visit("more3")
    hues = tab.locator(".turn a").evaluate_all("(links) => links.map((link) => getComputedStyle(link).color)")

    assert hues == [HUE] * 2


def test_nothing_comes_before_the_first_lesson(visit: Callable[..., Page]) -> None:
    """The start page is no lesson, and its name stands at the top of every page."""
    assert visit().locator("[rel=prev]").count() == 0


@pytest.mark.parametrize("width", [320, 360, NARROW, 430, 640, WIDE])
def test_labels_of_a_plot_are_legible(visit: Callable[..., Page], width: int) -> None:
    """However small it is drawn."""
    assert visit(width=width).locator(".cell svg text").evaluate(SHOWN) >= LEGIBLE


def test_a_short_caption_stands_at_the_middle_of_a_high_picture(visit: Callable[..., Page]) -> None:
    """No hole is left below it."""
    tab = visit()
    drawing, words = (place(tab, f".diagram {part}") for part in ("svg", "figcaption p"))

    assert words["top"] - drawing["top"] == pytest.approx(drawing["bottom"] - words["bottom"], abs=2)


def test_a_voice_says_which_code_it_stands_on(visit: Callable[..., Page]) -> None:
    """A page has many cells, and each has a name; other code has none."""
    labels = visit(width=NARROW).locator("pre[aria-label]")

    assert labels.evaluate_all("(all) => all.map((code) => code.ariaLabel)") == ["Code one", "Code"]
