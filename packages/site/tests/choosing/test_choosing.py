"""A reader chooses an answer, and its reply and the output open; without scripts, by keyboard, on paper as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from support.browser import Readers, browser_only
from support.built import serve
from support.small import Small

pytestmark = browser_only

CONF = 'extensions = ["printproof.ext", "printproof_site.theme"]\nhtml_theme = "printproof"\nprintproof_run = False\n'
SCRIPT = "# %% count\nprint(1)\n\n# Output:\n# 1\n"
PAGE = """# Title

## Asked

```{code-cell}
:example: count
:name: here
```

```{predict} count
What is printed?

- `2`: Two is more.
- `1`: One it is.
- an_error_whose_name_is_longer_than_a_telephone_is_wide: `Nothing_that_a_line_could_be_broken_at_is_in_here`.
```

After it.

## Next

Beside it.
"""
LATER = ("After it.",)
REPLIES = {"2": "Two is more.", "1": "One it is."}


@pytest.fixture(scope="module")
def visit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Page]]:
    """Open the page as a reader."""
    small = Small(tmp_path_factory.mktemp("asked"), {"docs/conf.py": CONF, "docs/index.md": PAGE})
    small.write("examples/index.py", SCRIPT)
    built = small.build()
    assert built.wrong == []
    with serve(built.folder) as address:
        readers = Readers(browser, address)
        yield readers.visit
        readers.leave()


def seen(page: Page) -> list[str]:
    """What a reader sees of the replies and of the output."""
    parts = page.locator(".reply, [data-output]")
    return [part.inner_text().strip() for part in parts.all() if part.is_visible()]


def visited(visit: Callable[..., Page]) -> Page:
    """The page, once the script that comes as a reader moves down has come."""
    page = visit("index.html")
    with page.expect_response("**/walk.js*"):
        page.evaluate("dispatchEvent(new Event('scroll'))")
    page.wait_for_function("document.querySelector('.predict').onkeydown !== null")
    return page


@pytest.mark.parametrize("scripts", [True, False])
def test_before_a_choice_neither_reply_nor_output_is_seen(visit: Callable[..., Page], scripts: bool) -> None:
    """Nor what the section says next; code, question and the next section are."""
    page = visit("index.html", java_script_enabled=scripts)

    assert seen(page) == []
    asked = ("print(1)", "What is printed?", "Beside it.")
    assert [page.get_by_text(text).is_visible() for text in (*asked, *LATER)] == [True] * 3 + [False]


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("answer", REPLIES)
def test_an_answer_opens_its_reply_and_the_output(visit: Callable[..., Page], answer: str, scripts: bool) -> None:
    """With what the page says next, and no other reply."""
    page = visit("index.html", java_script_enabled=scripts)
    page.get_by_label(answer, exact=True).check()

    assert seen(page) == [REPLIES[answer], "1"]
    assert [page.get_by_text(text).is_visible() for text in LATER] == [True]


def test_who_does_not_choose_gets_the_reply_of_the_right_answer(visit: Callable[..., Page]) -> None:
    """One more choice shows the output."""
    page = visit("index.html")
    page.get_by_label("Show me").check()

    assert seen(page) == ["One it is.", "1"]


def test_a_link_to_the_cell_leads_to_its_output(visit: Callable[..., Page]) -> None:
    """Who follows one has come to see it."""
    assert seen(visit("index.html#here")) == ["1"]


def test_paper_shows_the_question_the_right_reply_and_the_output(visit: Callable[..., Page]) -> None:
    """Nobody can choose there."""
    page = visit("index.html")
    page.emulate_media(media="print")

    assert seen(page) == ["One it is.", "1"]
    assert page.get_by_text("What is printed?").is_visible()
    assert not page.get_by_text("Show me").is_visible()


def test_a_browser_that_cannot_know_of_a_choice_shows_all(visit: Callable[..., Page]) -> None:
    """One without :has() leaves out what is for browsers that have it."""

    def without_has(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace("selector(:has(*))", "selector(:unknown)"))

    page = visit("index.html", locale="en-GB")  # in a tab of its own, which keeps this style
    page.route("**/*.html*", without_has)
    page.goto(page.url)

    assert [text.split("\n")[0] for text in seen(page)][:2] == ["Two is more.", "One it is."]
    assert seen(page)[-1] == "1"


def test_arrows_lead_to_answers_and_choose_none(visit: Callable[..., Page]) -> None:
    """The group is one stop, with a frame that is seen; who reads its answers is still predicting."""
    page = visited(visit)
    page.get_by_label("2", exact=True).focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowDown"):  # round the end, and back to the second
        page.keyboard.press(key)

    assert page.evaluate("document.activeElement.parentElement.textContent") == "1"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert seen(page) == []


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_an_answer_is_chosen_by_keyboard(visit: Callable[..., Page], key: str) -> None:
    """By the keys that press a button."""
    page = visited(visit)
    page.get_by_label("2", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(key)

    assert seen(page) == ["One it is.", "1"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("choice", ["", "2", "Show me"])
def test_axe_finds_nothing_before_and_after_a_choice(visit: Callable[..., Page], choice: str, scheme: str) -> None:
    """The group has a name, each choice has one, and what is chosen can be read."""
    page = visit("index.html", 360, color_scheme=scheme)
    if choice:
        page.get_by_label(choice, exact=True).check()

    found = Axe().run(page).response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_was_chosen_stands_out_and_can_be_read(visit: Callable[..., Page], scheme: str) -> None:
    """Ink and paper change places, which axe cannot see below the sign of a browser."""
    page = visit("index.html", color_scheme=scheme)
    page.get_by_label("2", exact=True).check()

    look = "(box) => [getComputedStyle(box).color, getComputedStyle(box).backgroundColor]"
    chosen = page.locator("label:has(:checked)").evaluate(look)
    assert chosen == page.locator("body").evaluate(look)[::-1]


def test_a_long_answer_stays_in_its_cell(visit: Callable[..., Page]) -> None:
    """On the narrowest telephone nothing of it widens the page."""
    page = visit("index.html", 320)
    page.locator("input[type=radio]").nth(2).check()

    assert page.evaluate("document.documentElement.scrollWidth") == 320
    inside = "(box) => box.getBoundingClientRect().right <= box.closest('.cell').getBoundingClientRect().right"
    assert all(page.locator(".predict label, .reply code").nth(n).evaluate(inside) for n in range(5))
