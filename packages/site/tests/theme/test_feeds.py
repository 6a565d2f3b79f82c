"""A page that calls itself a feed is one beside it, in each language, wherever the site has an address."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sphinx.util.inventory import InventoryFile

from printproof.html.page import read_tree
from printproof_base.languages import segment, tag
from support.atom import ATOM, faults
from support.built import ROOT, Page
from support.small import Built, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
author = "Ann & co"
printproof_run = False
"""
NEWS = """---
feed: atom
---

# What is new

Newest first.

(second)=
## 2026-11-22: Two & more

Read {doc}`index`.
- And **this**.

### A part

Of it.

(first)=
## 2026-11-21: One

It began.
"""
KOREAN = {
    "What is new": "변경 사항",
    "2026-11-22: Two & more": "2026-11-22: 둘",
    "2026-11-21: One": "2026-11-21: 하나",
    "It began.": "시작했습니다.",
}
HERE = {**os.environ, "SITE_URL": "https://a.example/x"}
NOWHERE = {name: value for name, value in os.environ.items() if name != "SITE_URL"}


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A start page and a page of changes below it, translated in part."""
    index = "# Start\n\nWords.\n\n```{toctree}\nabout/news\n```\n"
    pages = {"docs/conf.py": CONF, "docs/index.md": index, "docs/about/news.md": NEWS.replace("`index", "`/index")}
    small = Small(tmp_path, pages)
    small.translate("about/news", KOREAN)
    return small


def feed_of(built: Built) -> str:
    """The feed of a built site."""
    return (built.folder / "about/news.atom").read_text(encoding="utf-8")


def texts(feed: str, name: str) -> list[str | None]:
    """A text of each entry."""
    return [entry.findtext(f"{ATOM}{name}") for entry in ElementTree.fromstring(feed).iter(f"{ATOM}entry")]


def test_each_section_with_a_date_is_an_entry(small: Small) -> None:
    """Its title without the date, its words, and a lasting address; what stands below it is part of it."""
    feed = feed_of(small.build(environ=HERE))

    assert faults(feed) == []
    assert texts(feed, "title") == ["Two & more", "One"]
    assert texts(feed, "summary") == ["Read Start. And this. Of it.", "It began."]
    assert texts(feed, "updated") == ["2026-11-22T00:00:00Z", "2026-11-21T00:00:00Z"]
    assert texts(feed, "id") == [f"https://a.example/x/en/about/news.html#{name}" for name in ("second", "first")]


def test_a_feed_is_in_the_language_of_its_page(small: Small) -> None:
    """An entry has the same place in each, and what nobody has translated is English."""
    feed = feed_of(small.build(language="ko", environ=HERE))

    assert faults(feed) == []
    assert 'xml:lang="ko"' in feed
    assert texts(feed, "title") == ["둘", "하나"]
    assert texts(feed, "id") == [f"https://a.example/x/ko/about/news.html#{name}" for name in ("second", "first")]


def test_entries_are_newest_first_whatever_the_page_does(small: Small) -> None:
    """Those of one day stand as on the page."""
    old, new = (NEWS.index("(first)"), NEWS.index("(second)"))
    small.write("docs/about/news.md", (NEWS[:new] + NEWS[old:] + "\n" + NEWS[new:old]).replace("`index", "`/index"))

    assert texts(feed_of(small.build(environ=HERE)), "title") == ["Two & more", "One"]


def test_readers_and_programs_find_the_feed(small: Small) -> None:
    """Programs on the start page and on that of the changes, readers in the menu of the latter."""
    built = small.build(environ=HERE)
    pages = {name: Page(built.folder / f"{name}.html") for name in ("index", "about/news")}

    found = {name: page.all("link", type="application/atom+xml") for name, page in pages.items()}
    assert {name: [link.given["href"] for link in links] for name, links in found.items()} == {
        "index": ["about/news.atom"],
        "about/news": ["news.atom"],
    }
    assert [a.text for a in pages["about/news"].all("a", href="news.atom")] == ["Feed (Atom)"]


def test_without_an_address_there_is_no_feed(small: Small) -> None:
    """An entry would have no name that lasts; the page is a page."""
    built = small.build(environ=NOWHERE)

    assert built.wrong == []
    assert list(built.folder.rglob("*.atom")) == []
    assert "atom" not in built.html("index") + built.html("about/news")


@pytest.mark.parametrize("heading", ["Two & more", "2026-13-22: Two"])
def test_a_section_without_a_date_is_refused_at_its_line(small: Small, heading: str) -> None:
    """Also where no feed is written: it would be missing where it is."""
    text = NEWS.replace("`index", "`/index").replace("2026-11-22: Two & more", heading)
    small.write("docs/about/news.md", text)

    (wrong,) = small.build(environ=NOWHERE).wrong

    assert f"about/news.md:{text.split(heading)[0].count(chr(10)) + 1}: WARNING: {heading!r} has no date" in wrong
    assert "such as 2026-11-22" in wrong


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_the_feed_of_this_project_is_sound(tmp_path: Path, language: str) -> None:
    """In each language, with as many entries as the page has days and changes; built here, for a public address."""
    small = Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": "# Start\n\n```{toctree}\nchanges\n```\n"})
    for name in ("docs/changes.md", f"locales/{language}/LC_MESSAGES/changes.po"):
        if (ROOT / name).is_file():
            small.write(name, (ROOT / name).read_text(encoding="utf-8"))
    built = small.build(language=language, environ=HERE)
    feed, page = (built.folder / "changes.atom").read_text(encoding="utf-8"), Page(built.folder / "changes.html")

    assert faults(feed) == []
    assert f'xml:lang="{tag(language)}"' in feed
    assert len(texts(feed, "id")) == len(page.all("h2"))
    ids = page.ids()
    assert [name for name in texts(feed, "id") if (name or "").partition("#")[2] not in ids] == []


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_other_projects_can_refer_to_this_one(whole_site: Path, language: str) -> None:
    """The inventory of each language names pages and sections, each with its title there and an address that exists."""
    folder = whole_site / segment(language)
    inventory = InventoryFile.loads((folder / "objects.inv").read_bytes(), uri="https://state.example/").data

    lesson, section = inventory["std:doc"]["guide/stateful"], inventory["std:label"]["state-in-state-out"]
    assert lesson.uri == "https://state.example/guide/stateful.html"
    assert section.uri == "https://state.example/guide/stateful.html#state-in-state-out"
    page = read_tree(folder / "guide/stateful.html")
    headings = {"".join(heading.text.split()) for level in ("h1", "h2") for heading in page.find(level)}
    assert {"".join(name.split()) for name in (lesson.display_name, section.display_name)} <= headings


def test_a_page_of_changes_may_have_no_heading_yet(small: Small) -> None:
    """It is a page without a feed."""
    small.write("docs/about/news.md", "---\nfeed: atom\n---\n\nNothing yet.\n")

    built = small.build(environ=HERE)

    assert (built.status, (built.folder / "about/news.atom").exists()) == (0, False)
