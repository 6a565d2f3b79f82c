"""Any paragraph of a translated page shows what it was translated from, in place, for one small request."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from printproof.html.originals import paragraphs, write_originals
from printproof.project import Project
from printproof.site.entry import HEADERS
from support.browser import Readers, browser_only
from support.built import serve

PAGE = "<main><p>One &amp; <code>a &lt; b</code><br>two.</p><p class='mode'>no</p><div><p>Three.</p></div></main><p>no"


@pytest.fixture(scope="module")
def readers(browser: Browser, made: tuple[Project, list[str]]) -> Iterator[Readers]:
    """Readers of the small site of two languages."""
    with serve(made[0].build / "site") as address:
        readers = Readers(browser, address)
        yield readers
        readers.leave()


@pytest.fixture
def visit(readers: Readers) -> Callable[..., Page]:
    """Open a page as a reader, under the policy that hosts are told to put in force."""
    policy = HEADERS.split("Content-Security-Policy: ")[1].split("\n")[0]

    def visit(path: str, **reader: object) -> Page:
        page = readers.visit(path, **reader)
        page.route("**/*.html", lambda route: route.fulfill(response=(got := route.fetch()),
                   headers=got.headers | {"content-security-policy": policy}))  # fmt: skip
        page.reload()
        return page

    return visit


def test_the_paragraphs_of_a_page_are_those_of_its_text() -> None:
    """As they are written, with the signs that HTML has names for; marks and modes are none."""
    assert paragraphs(PAGE) == ["One &amp; <code>a &lt; b</code><br>two.", "Three."]


def test_an_id_stands_once_on_a_page() -> None:
    """What is shown beside the translation brings no second one."""
    assert paragraphs('<main><p><span id="x" title="a">b</span></p></main>') == ['<span title="a">b</span>']


def test_languages_of_different_length_are_told(tmp_path: Path) -> None:
    """No paragraph would have an original."""
    for folder, html in {"en": PAGE, "ko": PAGE.replace("<div><p>Three.</p></div>", "")}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text(html, encoding="utf-8")

    found = write_originals(tmp_path, ["en", "ko"])

    fact = "ko/index.html: has 1 paragraphs where en/index.html has 2"
    assert list(map(str, found)) == [f"{fact}; a translation is as many paragraphs as its original"]


@browser_only
def test_a_paragraph_shows_its_original_by_keyboard(visit: Callable[..., Page]) -> None:
    """One press offers, one opens; what opens is marked as the language it is in."""
    page = visit("ko/guide/count.html")
    page.focus(".original")
    page.keyboard.press("Enter")
    page.locator("main button.source").first.focus()
    page.keyboard.press("Enter")

    shown = page.locator("main div.source").first
    expect(shown).to_be_visible()
    english = paragraphs((page.request.get(page.url.replace("/ko/", "/en/"))).text())
    assert (shown.get_attribute("lang"), shown.inner_html()) == ("en", english[0])


@browser_only
def test_originals_cost_one_request(visit: Callable[..., Page]) -> None:
    """However many paragraphs are opened, and opened again."""
    page = visit("ko/guide/count.html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    for _ in range(3):
        page.click(".original")
        page.wait_for_timeout(100)
    for button in page.locator("main button.source").all():
        button.click()

    assert asked == ["count.original.js"]


@browser_only
def test_originals_go_as_they_came(visit: Callable[..., Page]) -> None:
    """The page is then as it was."""
    page = visit("ko/guide/count.html")
    before = page.locator("main").inner_html()
    page.click(".original")
    expect(page.locator("main button.source").first).to_be_visible()
    page.click(".original")

    assert page.locator("main").inner_html() == before


@browser_only
@pytest.mark.parametrize(("path", "script"), [("en/guide/count.html", True), ("ko/guide/count.html", False)])
def test_nothing_is_offered_where_nothing_can_be_shown(visit: Callable[..., Page], path: str, script: bool) -> None:
    """On pages in the language they were written in, and without scripts."""
    page = visit(path, java_script_enabled=script)

    assert page.locator(".original").locator("visible=true").count() == 0
