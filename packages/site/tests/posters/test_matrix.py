"""A table of outcomes has the room of a wide window and fits every other; on a phone a reader chooses its column."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from support.browser import Readers, browser_only
from support.built import serve
from support.small import CELL, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
"""
WAYS = ("jit", "grad", "jit(grad)", "checkpoint", "grad(checkpoint)", "vmap")
WAYS += ("scan", "fori_loop", "while_loop", "cond", "cond(other)")
EFFECTS = ("print", "self.n += 1", "io_callback(x)", "self.total += x")
CAME = ("1/3", "3/3", "error/3", "leak/3", "12/3")


def listed(ways: tuple[str, ...], words: str) -> str:
    """A group of columns, as an author writes it."""
    return f"- {', '.join(f'`{way}`' for way in ways)}: {words}\n"


def source() -> dict[str, str]:
    """A page with as many columns as one of the guide, and the script whose cell prints them."""
    rows = [f"{name}: {' '.join(CAME[(n + m) % 5] for m in range(len(WAYS)))}" for n, name in enumerate(EFFECTS)]
    lines = [f"effect: {' '.join(WAYS)}", *rows]
    code, printed = "\n".join(f"print({line!r})" for line in lines), "\n".join(f"# {line}" for line in lines)
    block = (
        listed(WAYS[:6], "called 3 times") + listed(WAYS[6:], "loop of 4 steps") + "- `print`: a line on the screen\n"
    )
    words = "A lead has some words about what the table counts. " * 6
    parts = "".join(f"## Part {number}\n\nMore words.\n\n" for number in range(5))
    page = f"# Title\n\n{words}\n\n```{{outcomes}} table\n{block}```\n\n{parts}{CELL.format('table')}"
    return {
        "docs/conf.py": CONF,
        "docs/index.md": page,
        "examples/index.py": f"# %% table\n{code}\n\n# Output:\n{printed}\n",
    }


@pytest.fixture(scope="module")
def open_page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Tab]]:
    """Open the page as a reader."""
    built = Small(tmp_path_factory.mktemp("matrix"), source()).build("-W")
    assert built.wrong == []
    with serve(built.folder) as address:
        readers = Readers(browser, address)
        yield lambda width=1440, **reader: readers.visit("index.html", width=width, **reader)
        readers.leave()


def shown_heads(tab: Tab) -> list[str]:
    """The names of the columns that a reader sees."""
    return [head.inner_text() for head in tab.locator("th[scope=col]").all() if head.is_visible()]


@browser_only
@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1248, 1440, 1920])
def test_neither_the_page_nor_an_entry_is_wider_than_its_place(open_page: Callable[..., Tab], width: int) -> None:
    """No entry runs into the next, and nothing scrolls sideways."""
    tab = open_page(width)

    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    over = "[...document.querySelectorAll('.outcomes :is(td > a, th)')].filter(e => e.scrollWidth > e.clientWidth + 1)"
    assert tab.evaluate(f"{over}.map(e => e.textContent)") == []


@browser_only
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_a_number_stands_on_one_line(open_page: Callable[..., Tab], width: int) -> None:
    """12/3 is no 1 above a 2/3."""
    numbers = "[...document.querySelectorAll('td > a:not(.raised) samp')].filter(e => e.offsetHeight)"
    heights = open_page(width).evaluate(f"{numbers}.map(e => e.offsetHeight)")

    assert len({*heights}) == 1


@browser_only
def test_a_wide_window_gives_the_table_more_room_than_the_text(open_page: Callable[..., Tab]) -> None:
    """It has that of the list of sections as well, which stands above it and leaves with the first words."""
    tab = open_page(1440)

    boxes = [tab.locator(name).first.bounding_box() or {} for name in (".matrix", "main p", ".sections")]
    (table, text, sections), right = boxes, [box["x"] + box["width"] for box in boxes]
    assert right[0] > right[1] + 300
    assert right[0] > sections["x"]
    assert table["y"] > sections["y"] + sections["height"]
    assert text["width"] < 680


@browser_only
@pytest.mark.parametrize("script", [True, False])
def test_a_phone_shows_the_column_that_the_reader_chooses_beside_plain_python(
    open_page: Callable[..., Tab], script: bool
) -> None:
    """No script is needed."""
    tab = open_page(390, java_script_enabled=script)
    first = shown_heads(tab)

    tab.get_by_role("radio", name="while_loop").first.check()

    assert (first, shown_heads(tab)) == (["Python", "jit"], ["Python", "while_loop"])


@browser_only
def test_a_wide_window_and_paper_show_all_columns_and_nothing_to_choose(open_page: Callable[..., Tab]) -> None:
    """Also where a phone prints."""
    wide = len(shown_heads(open_page(1440)))
    tab = open_page(390)
    tab.emulate_media(media="print")

    assert (wide, len(shown_heads(tab)), tab.locator(".ways").is_visible()) == (12, 12, False)


@browser_only
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_entries_can_be_read_and_are_named(open_page: Callable[..., Tab], scheme: str, width: int) -> None:
    """Contrast, names of links and buttons, heads of the table."""
    found = Axe().run(open_page(width, color_scheme=scheme)).response["violations"]

    assert [(violation["id"], node["html"]) for violation in found for node in violation["nodes"]] == []
