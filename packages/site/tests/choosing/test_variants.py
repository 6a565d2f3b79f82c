"""A reader chooses a variant of a cell, without scripts, by keyboard; on paper all of them stand there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from support.browser import Readers, browser_only
from support.built import serve
from support.small import Small

pytestmark = browser_only

CONF = 'extensions = ["printproof.ext", "printproof_site.theme"]\nhtml_theme = "printproof"\nprintproof_run = False\n'
CELL = "```{{code-cell}}\n:example: {0}\n:variant: {1}\n```\n\n"
CODE = "# %% {}\nprint({})\n\n# Output:\n# {}\n\n"
NAMES = (("one", "1"), ("two", "2"), ("three", "3"))
QUESTION = "```{predict} asked\nWhat?\n\n- `4`: Right.\n- `5`: No.\n```\n\n"


@pytest.fixture(scope="module")
def visit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Page]]:
    """Open a page as a reader: ``index`` has three variants, ``asked`` two and a question about the first."""
    small = Small(tmp_path_factory.mktemp("variants"), {"docs/conf.py": CONF})
    small.write("docs/index.md", "# Title\n\n" + "".join(CELL.format(*name) for name in NAMES))
    small.write("examples/index.py", "".join(CODE.format(name, value, value) for name, value in NAMES))
    small.write(
        "docs/asked.md",
        f"---\norphan: true\n---\n\n# Title\n\n## Part\n\n{CELL.format('asked', 4)}{QUESTION}{CELL.format('next', 5)}"
        "After it.\n",
    )
    small.write("examples/asked.py", CODE.format("asked", 4, 4) + CODE.format("next", 5, 5))
    built = small.build()
    assert built.wrong == []
    with serve(built.folder) as address:
        readers = Readers(browser, address)
        yield readers.visit
        readers.leave()


def seen(page: Page) -> list[str]:
    """The outputs that a reader sees."""
    return [part.inner_text().strip() for part in page.locator("[data-output]").all() if part.is_visible()]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tab_shows_its_cell_in_the_place_of_the_other(visit: Callable[..., Page], scripts: bool) -> None:
    """The first is open; no script is needed."""
    page = visit("index.html", java_script_enabled=scripts)

    before = seen(page)
    page.get_by_label("2", exact=True).check()
    assert (before, seen(page)) == (["1"], ["2"])


def test_arrows_lead_from_tab_to_tab(visit: Callable[..., Page]) -> None:
    """As in every group of choices; the group is one stop of the Tab key."""
    page = visit("index.html")
    page.get_by_label("1", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")

    assert seen(page) == ["3"]


def test_a_link_to_a_variant_shows_it(visit: Callable[..., Page]) -> None:
    """The address of each cell stays good."""
    assert "3" in seen(visit("index.html#cell-three"))


def test_on_paper_all_stand_below_each_other(visit: Callable[..., Page]) -> None:
    """Each with what it is called."""
    page = visit("index.html")
    page.emulate_media(media="print")

    assert seen(page) == ["1", "2", "3"]
    assert all(label.is_visible() for label in page.locator(".variants > label").all())


def test_no_other_variant_is_offered_before_a_question_is_answered(visit: Callable[..., Page]) -> None:
    """It would give the answer away; what the section says next waits as well."""
    page = visit("asked.html")
    tabs = page.locator(".variants > label")

    before = [tabs.nth(1).is_visible(), page.get_by_text("After it.").is_visible(), seen(page)]
    page.locator(".predict").get_by_label("5").check()
    assert before == [False, False, []]
    assert [tabs.nth(1).is_visible(), page.get_by_text("After it.").is_visible(), seen(page)] == [True, True, ["4"]]


def test_tabs_are_accessible(visit: Callable[..., Page]) -> None:
    """A checker of accessibility finds nothing."""
    assert Axe().run(visit("index.html")).violations_count == 0
