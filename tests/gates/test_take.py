"""Below the heading of each page a menu names what of it can be taken along: format, language and size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from printproof.html.page import Element, parse
from printproof_base.languages import segment
from printproof_base.project import at
from printproof_site.originals import passages
from printproof_site.search.index import read_sections
from support.browser import Readers, browser_only
from support.built import ROOT, serve
from support.small import CELL, Built, Small

CONF = """from types import SimpleNamespace

extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
files = [("ipynb", 48213), ("py", 2600), ("md", 12345), ("odt", 900)]


def offer(app, pagename, templatename, context, doctree):
    href, offered = context["pathto"](pagename, 1), files if pagename != "bare" else []
    context["files"] = [SimpleNamespace(format=end, href=f"{href}.{end}", size=size) for end, size in offered]
    if pagename == "runs":
        context["run_links"] = [("Colab & <co>", "https://colab.example/?a=1&b=2"), ("Binder", "https://b.example/")]


def setup(app):
    app.connect("html-page-context", offer)
"""
INDEX = """# Start

First words.

```{toctree}
:numbered: 1

guide/lesson
runs
```

```{toctree}
bare
```
"""
PAGES = {
    "index": INDEX,
    "guide/lesson": f"---\nminutes: 5\n---\n\n# Lesson\n\nA lead.\n\n{CELL.format('one')}\n## Part\n\nMore.\n",
    "runs": "# Runs\n\n## Part without a lead\n\nMore.\n",
    "bare": "# Bare\n\nA lead.\n",
}
BOX = """ul => {
  const { left, right, top, height } = ul.getBoundingClientRect();
  const rows = [...Array(Math.floor(height) - 2).keys()].map((row) => top + 1 + row);
  return [left, right, rows.every((row) => document.elementFromPoint((left + right) / 2, row).closest("ul") === ul)];
}"""
TOP = "document.querySelector('main h2').getBoundingClientRect().top"
LOOK = "menu => [menu.open, menu.querySelector('ul').checkVisibility()]"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A lesson, a page that can be run elsewhere and one that offers nothing."""
    pages = {f"docs/{name}.md": text for name, text in PAGES.items()}
    script = {"examples/guide/lesson.py": "# %% one\nprint(1)\n\n# Output:\n# 1\n"}
    small = Small(tmp_path_factory.mktemp("take"), {"docs/conf.py": CONF, **pages, **script})
    small.translate("index", {"First words.": "첫 문장."})
    return small


@pytest.fixture(scope="module")
def built(small: Small) -> Built:
    """It as a part of a site that has archives."""
    return small.build("-D", "printproof_archives=1")


@pytest.fixture(scope="module")
def visit(browser: Browser, built: Built) -> Iterator[Callable[..., Page]]:
    """Open a page as a reader."""
    assert built.wrong == []
    with serve(built.folder) as address:
        readers = Readers(browser, address)
        yield readers.visit
        readers.leave()


def menus(html: str) -> list[Element]:
    """The menus of a page."""
    return [element for element in parse(html).find("details") if element.attributes.get("class") == "take"]


def lines(html: str) -> list[str]:
    """The lines of the menu of a page, as they are read."""
    return [item.text for menu in menus(html) for item in menu.find("li")]


def test_a_file_is_named_with_its_language_and_size(built: Built) -> None:
    """A format that nobody knows by name is called what it calls itself."""
    assert lines(built.html("guide/lesson")) == [
        "Jupyter notebook English, 48 kB", "Python script English, 2.6 kB", "Markdown English, 12 kB",
        "odt English, 0.9 kB", "Whole guide ZIP, to read offline",
    ]  # fmt: skip


def test_a_file_is_named_in_the_language_of_the_page(small: Small) -> None:
    """Its size is written as that language writes it, and nothing leads to archives that nobody made."""
    html = small.build(language="ko").html("index")

    assert [summary.text for menu in menus(html) for summary in menu.find("summary")] == ["다운로드"]
    assert lines(html) == [
        "Jupyter 노트북 한국어, 48kB", "Python 스크립트 한국어, 2.6kB", "Markdown 한국어, 12kB", "odt 한국어, 0.9kB",
    ]  # fmt: skip


def test_a_file_is_kept_and_a_service_is_opened(built: Built) -> None:
    """Addresses and names are escaped."""
    found = {link.text: link.attributes for menu in menus(built.html("runs")) for link in menu.find("a")}

    assert found["Jupyter notebook"] == {"href": "runs.ipynb", "download": ""}
    assert found["Colab & <co>"] == {"href": "https://colab.example/?a=1&b=2"}
    assert lines(built.html("runs"))[-1] == "Run on Colab & <co>, Binder"
    assert "Colab &amp; &lt;co&gt;</a>" in built.html("runs")


def test_the_menu_says_whether_there_is_anything_to_run(built: Built) -> None:
    """Its name is short enough for the line of a telephone on which minutes stand as well."""
    names = [summary.text for page in ("guide/lesson", "runs") for summary in parse(built.html(page)).find("summary")]

    assert [name for name in names if name.startswith("Download")] == ["Download", "Download or run"]


def test_archives_stand_above_the_languages(built: Built) -> None:
    """Where their sizes are known: at the line of this language."""
    ways = {page: links(built.html(page))[-1] for page in ("index", "guide/lesson", "bare")}

    assert ways == {
        "index": "../index.html#en", "guide/lesson": "../../index.html#en", "bare": "../index.html#en",
    }  # fmt: skip


def links(html: str) -> list[str]:
    """Where the menu of a page leads."""
    return [link.attributes["href"] for menu in menus(html) for link in menu.find("a")]


def test_a_page_with_nothing_to_take_has_no_menu(small: Small) -> None:
    """Where no archive is made either."""
    built = small.build()

    assert menus(built.html("bare")) == []
    assert len(menus(built.html("index"))) == 1


@pytest.mark.parametrize(
    ("page", "before", "after"),
    [("guide/lesson", "A lead.", "Part"), ("runs", "</h1>", "Part without"), ("index", "First words.", "toctree")],
)
def test_the_menu_stands_below_heading_and_lead(built: Built, page: str, before: str, after: str) -> None:
    """Where a page has no lead, below its heading; in a lesson beside what it takes."""
    main = built.html(page).partition('<main id="text"')[2]
    menu = main.index('class="take"')

    assert main.index(before) < menu < main.index(after)
    assert ('class="about"' in main[:menu]) == (page == "guide/lesson")


def test_the_menu_is_no_passage_of_the_page(built: Built) -> None:
    """An original that is shown beside the text says nothing of it."""
    html = parse(built.html("guide/lesson"))

    assert [text for found in passages(html).values() for _tag, text in found] == ["Lesson", "A lead.", "Part", "More."]


def test_the_menu_answers_no_search(built: Built) -> None:
    """Else every page would, for the name of a format."""
    said = [section.text for page in ("bare", "guide/lesson") for section in read_sections(built.html(page))]

    assert said == ["A lead.", "A lead.", "More."]


@browser_only
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("page", ["guide/lesson.html", "index.html"])
def test_the_menu_opens_by_keyboard(visit: Callable[..., Page], page: str, scripts: bool) -> None:
    """With and without scripts, and its first link is the next stop."""
    tab = visit(page, java_script_enabled=scripts)
    menu = tab.locator(".take")
    menu.locator("summary").focus()
    closed = menu.evaluate(LOOK)
    tab.keyboard.press("Enter")
    opened = menu.evaluate(LOOK)
    tab.keyboard.press("Tab")

    assert (closed, opened) == ([False, False], [True, True])
    assert tab.evaluate("document.activeElement.textContent") == "Jupyter notebook"


@browser_only
@pytest.mark.parametrize("width", [1280, 360])
def test_the_open_menu_is_as_wide_as_the_text_and_covers_nothing(visit: Callable[..., Page], width: int) -> None:
    """The text moves down."""
    tab = visit("guide/lesson.html", width)
    tab.click(".take > summary")
    box = tab.locator(".take ul").evaluate(BOX)
    text = tab.locator("main h2").evaluate("h => [h.getBoundingClientRect().left, h.getBoundingClientRect().right]")

    assert box == [*text, True]
    assert tab.evaluate("document.querySelector('.take').getBoundingClientRect().bottom") < tab.evaluate(TOP)
    assert tab.evaluate("document.documentElement.scrollWidth") == width


@browser_only
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", ["guide/lesson.html", "runs.html"])
def test_axe_finds_nothing_in_the_open_menu(visit: Callable[..., Page], page: str, scheme: str) -> None:
    """Names, roles and contrast."""
    tab = visit(page, 360, color_scheme=scheme)
    tab.click(".take > summary")

    found = Axe().run(tab).response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@browser_only
@pytest.mark.parametrize("page", ["guide/lesson.html", "index.html"])
def test_paper_has_no_menu(visit: Callable[..., Page], page: str) -> None:
    """Nothing can be taken from it."""
    tab = visit(page)
    tab.emulate_media(media="print")

    assert not tab.locator(".take").is_visible()


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_the_menu_is_light(whole_site: Path, language: str) -> None:
    """At most half a KiB on each page of this project, as it is written."""
    sizes = {
        path.name: len(found[0].encode())
        for path in (whole_site / segment(language)).rglob("*.html")
        for found in [re.search(r'<details class="take">.*?</details>', path.read_text("utf-8"), re.DOTALL)]
        if found
    }

    assert len(sizes) == len(at(ROOT).pages())
    assert {name: size for name, size in sizes.items() if size > 512} == {}
