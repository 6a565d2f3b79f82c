"""A picture of calls has an address of its own in each language, where it is played alone, also in a frame."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof_site.pictures import is_alone, pictures_in
from printproof_site.publishing.verify import verify
from support.browser import Readers, browser_only
from support.built import Page, serve
from support.small import CELL, Small
from support.walked import SCRIPT, record

CONF = """extensions = ["printproof.ext", "printproof_diagrams.ext", "printproof_site.theme"]
html_theme = "printproof"
html_baseurl = "https://example.org/"
locale_dirs = ["../locales"]
printproof_run = False
"""
RAILS = """```{{rails}} {cell}
Python runs once

See [the other page](other.md) and [here](#title).
```
"""
PAGE = "# Title\n\n" + "".join(map(CELL.format, ("calls", "jit", "stops", "program"))) + RAILS.format(cell="jit")
OTHER = "# Other\n\nA page without a picture.\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A page with a picture of calls, in two languages."""
    files = {"docs/conf.py": CONF, "docs/index.md": PAGE, "docs/other.md": OTHER, "examples/index.py": SCRIPT}
    small = Small(tmp_path_factory.mktemp("pictures"), files)
    small.write("docs/index.md", PAGE + "\n```{toctree}\nother\n```\n")
    small.translate("index", {"Python runs once": "Python은 한 번 실행"})
    record(small)
    return small


@pytest.fixture(scope="module")
def site(small: Small) -> Path:
    """Both languages side by side, as they are published."""
    tree = small.root / "site"
    tree.mkdir()
    for language in ("en", "ko"):
        built = small.build(language=language)
        assert built.wrong == []
        built.folder.rename(tree / language)
    return tree


@pytest.fixture(scope="module")
def open_page(browser: Browser, site: Path) -> Iterator[Callable[..., Tab]]:
    """Open a page of the site."""
    with serve(site) as address:
        readers = Readers(browser, address)
        yield readers.visit
        readers.leave()


def test_the_page_has_the_picture_its_point_and_its_code(site: Path) -> None:
    """In the language of its lesson, with the way back to it and the other languages."""
    page = Page(site / "ko/trace/index-jit.html")
    links = [link.given["href"] for link in page.all("a")]

    assert [heading.text for heading in page.all("h1")] == ["Python은 한 번 실행"]
    assert len(page.all("g", **{"data-part": "cell-calls 4 7 6,7 cell-program 1 0,7,0"})) == 1
    assert [box.given["id"] for box in page.all("div", **{"class": "highlight"}) if "id" in box.given] == [
        "cell-calls",
        "cell-jit",
    ]
    assert len(page.all("div", id="cell-program")) == 1
    assert page.all("pre", **{"data-output": "as-written"})[0].text.startswith("{ lambda")
    assert "../index.html#calls-jit" in links
    assert "../../en/trace/index-jit.html" in links


def test_a_point_that_is_not_translated_has_its_page_too(small: Small) -> None:
    """In English, which says so; a language that lags behind publishes all the same."""
    built = small.build(language="zh_CN")
    page = Page(built.folder / "trace/index-jit.html")

    assert [(heading.text, heading.given.get("lang")) for heading in page.all("h1")] == [("Python runs once", "en")]


def test_links_of_the_lesson_lead_to_the_same_places(site: Path) -> None:
    """From a page that lies elsewhere; the tree as a whole is sound."""
    links = [link.given["href"] for link in Page(site / "en/trace/index-jit.html").all("a")]

    assert {"../other.html", "../index.html#title"} <= set(links)
    assert [str(one) for one in verify(site, ["en", "ko"]) if one.rule in {"dead-link", "ids", "hreflang"}] == []


def test_it_names_itself_and_stays_out_of_search(site: Path) -> None:
    """Its lesson is what a search shall find; an address that is shared is its own."""
    page = Page(site / "ko/trace/index-jit.html")

    assert page.all("link", rel="canonical")[0].given["href"] == "https://example.org/ko/trace/index-jit.html"
    assert page.all("meta", name="robots")[0].given["content"] == "noindex"
    assert page.all("form") == []
    found = [path.name for path in (site / "ko").rglob("*") if path.is_file() and "trace/" in _text(path)]
    assert sorted(found) == ["index-jit.html", "walk.js"]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def test_a_page_without_a_picture_has_none(site: Path) -> None:
    """And no picture is made for it."""
    assert [path.name for path in (site / "en/trace").iterdir()] == ["index-jit.html"]
    assert list(pictures_in(_text(site / "en/other.html"), "other.html")) == []


def test_a_page_of_a_picture_is_known_by_its_folder() -> None:
    """Below that of its language alone."""
    assert is_alone("ko/trace/index-jit.html")
    assert not is_alone("ko/guide/trace/index.html")


def test_two_pictures_of_one_address_are_told_apart(tmp_path: Path) -> None:
    """By an author: the second one would take the place of the first."""
    files = {
        "docs/conf.py": CONF,
        "docs/index.md": PAGE.replace("other.md", "trace/index-jit.md"),
        "examples/index.py": SCRIPT,
    }
    small = Small(tmp_path, {**files, "docs/trace/index-jit.md": "---\norphan: true\n---\n# Mine\n"})
    record(small)

    (wrong,) = small.build().wrong
    assert "has the address 'trace/index-jit' of the picture of cell 'jit'; rename the cell" in wrong
    assert "Mine" in _text(small.root / "_build/en/html/trace/index-jit.html")


@browser_only
def test_the_picture_is_played_at_once(open_page: Callable[..., Tab]) -> None:
    """Nobody has to move down a page that is so short; the lines that ran are lit, those of the program, too."""
    tab = open_page("ko/trace/index-jit.html")
    tab.wait_for_selector(".walk")
    tab.locator(".walk button").nth(2).click()

    lit = [line.strip() for line in tab.locator(".walk .ran").all_text_contents()]
    assert lit == ["self.n += 1", "return self.n", "a = 1"]
    assert tab.locator(".walk a").count() == 0


@browser_only
def test_the_picture_on_its_lesson_links_to_it(open_page: Callable[..., Tab]) -> None:
    """The link comes with the buttons and leads to the page of the same language."""
    tab = open_page("ko/index.html", width=390)
    tab.evaluate("scrollTo(0, 200)")
    tab.locator(".walk a").click()
    tab.wait_for_selector("h1")

    assert tab.url.endswith("/ko/trace/index-jit.html")
    assert tab.locator("h1").inner_text().replace("\u2060", "") == "Python은 한 번 실행"


@browser_only
def test_another_page_can_show_it(open_page: Callable[..., Tab], site: Path) -> None:
    """Whole, on a narrow place; what is followed leaves the frame."""
    (site / "frame.html").write_text('<iframe src="en/trace/index-jit.html" width="400" height="900"></iframe>')
    tab = open_page("frame.html")
    frame = tab.frame_locator("iframe")
    frame.locator(".walk button").nth(1).wait_for()
    wide = frame.locator("html").evaluate("(root) => root.scrollWidth")
    frame.locator("main a").last.click()
    tab.wait_for_url("**/en/index.html**")

    assert wide <= 400
