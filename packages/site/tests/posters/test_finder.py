"""A reader types or pastes what was seen, and the list of errors shows what is meant; without a script it shows all."""

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
MESSAGES = {
    "bool": "TracerBoolConversionError: Attempted boolean conversion of traced array with shape …",
    "pair": "TypeError: scan body output must be a pair, got …",
    "list": "TypeError: Using a non-tuple sequence for multidimensional indexing is not allowed; …",
}
SYMPTOM = "```{symptom} a#count\n\nThe number stops changing\n\nPython ran once.\n\n숫자가 바뀌지 않습니다.\n```\n"
INDEX = f"# Errors\n\nWords.\n\n## Silent\n\n{SYMPTOM}\n## Loud\n\n```{{errors}}\n```\n\n```{{toctree}}\na\n```\n"
TRACEBACK = """Traceback (most recent call last):
  File "train.py", line 12, in <module>
    step(params)
jax.errors.TracerBoolConversionError: Attempted boolean conversion of
traced array with shape bool[].
The error occurred while tracing the function step at train.py:8 for jit.
"""
LARGEST = 2 * 1024


def source() -> dict[str, str]:
    """A page with a symptom and errors, and the page that shows the cells."""
    cells = [f"# %% {name}\nf()\n\n# Output:\n# {message}\n" for name, message in MESSAGES.items()]
    count = "# %% count\nprint(1)\nprint(1)\n\n# Output:\n# 1\n# 1\n"
    page = "# Lesson\n\n## Part\n\n" + "".join(CELL.format(name) for name in (*MESSAGES, "count"))
    return {
        **{"docs/conf.py": CONF, "docs/index.md": INDEX, "docs/a.md": page},
        "examples/a.py": "\n".join([*cells, count]),
    }


@pytest.fixture(scope="module")
def open_page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Tab]]:
    """Open the page as a reader."""
    built = Small(tmp_path_factory.mktemp("finder"), source()).build("-W")
    assert built.wrong == []
    with serve(built.folder) as address:
        readers = Readers(browser, address)
        yield lambda page="index", **reader: readers.visit(f"{page}.html", **reader)
        readers.leave()


def shown(tab: Tab) -> list[str]:
    """The first words of the entries that are seen."""
    heads = [head for head in tab.locator(".errors dt").all() if head.is_visible()]
    return [" ".join(head.inner_text().split()[:2]) for head in heads]


def asked(tab: Tab, query: str) -> list[str]:
    """What is shown once the script has come and read the query."""
    tab.fill(".finder input", query)
    tab.wait_for_function("document.querySelector('.finder p').textContent")
    return shown(tab)


@browser_only
@pytest.mark.parametrize(
    ("query", "found"),
    [
        (TRACEBACK, ["TracerBoolConversionError Attempted"]),
        (
            "jax.errors.TracerBoolConversionError: other words in a later version",
            ["TracerBoolConversionError Attempted"],
        ),
        ("typeerror", ["TypeError scan", "TypeError Using"]),
        ("pair scan", ["TypeError scan"]),
        ("1 1", ["1 1"]),
        ("stops changing", ["1 1"]),
        ("바뀌지 않아요", ["1 1"]),
    ],
)
def test_what_is_typed_or_pasted_leaves_what_is_meant(
    open_page: Callable[..., Tab], query: str, found: list[str]
) -> None:
    """A whole traceback, a name, words in any order, what was printed, what one sees, in any language."""
    assert asked(open_page(), query) == found


@browser_only
def test_parts_without_an_entry_are_hidden_and_come_back(open_page: Callable[..., Tab]) -> None:
    """Nothing stands between a reader and the entry; an empty field shows all."""
    tab = open_page()
    asked(tab, "pair")
    parts = [head.inner_text() for head in tab.locator("h2").all() if head.is_visible()]

    tab.fill(".finder input", "")

    assert (parts, len(shown(tab))) == (["Loud"], 4)


@browser_only
def test_the_number_of_entries_is_said_and_nothing_found_as_well(open_page: Callable[..., Tab]) -> None:
    """To a voice, too."""
    tab = open_page()
    asked(tab, "typeerror")
    some = tab.locator(".finder [role=status]").inner_text()

    assert asked(tab, "zebra quagga") == []
    assert (some, tab.locator(".finder [role=status]").inner_text()) == (
        "Entries shown: 2",
        "Nothing found. Try another word.",
    )


@browser_only
def test_without_a_script_there_is_no_field_and_everything_is_shown(open_page: Callable[..., Tab]) -> None:
    """What would be dead is not there."""
    tab = open_page(java_script_enabled=False)

    assert (tab.locator(".finder").is_visible(), len(shown(tab))) == (False, 4)


@browser_only
def test_the_script_comes_when_the_field_is_entered_and_is_small(open_page: Callable[..., Tab]) -> None:
    """A page without errors has neither."""
    tab = open_page()
    before = tab.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
    asked(tab, "pair")
    sizes = tab.evaluate("performance.getEntriesByType('resource').map(e => [e.name, e.decodedBodySize])")

    assert [name for name in before if "finder" in name] == []
    assert [size < LARGEST for name, size in sizes if "finder" in name] == [True]
    assert open_page("a").locator(".finder").count() == 0


@browser_only
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_page_has_no_fault_for_a_voice_and_fits(open_page: Callable[..., Tab], width: int) -> None:
    """With the field filled in."""
    tab = open_page(width=width)
    asked(tab, "typeerror")
    found = Axe().run(tab).response["violations"]

    assert [violation["id"] for violation in found] == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
