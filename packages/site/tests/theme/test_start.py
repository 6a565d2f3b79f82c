"""A start page says how to read the site and how far each language is; what dresses lanes weighs on no other page."""

from pathlib import Path

import pytest

from printproof.html.page import parse
from printproof_catalogs.compile import own_words
from support.built import Page
from support.small import Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
SETTINGS = '[tool.printproof]\nreference = "0.10.2"\n'


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A start page in English and in Korean, half of it translated."""
    index = "# Title\n\nText.\n\n```{legend}\n```\n\n```{editions}\n```\n"
    small = Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": index, "pyproject.toml": SETTINGS})
    small.translate("index", {"Title": "제목", "Text.": ""})
    return small


def test_each_language_has_its_own_name_and_its_share(small: Small) -> None:
    """The one that the pages are written in has no share; each leads to the same page."""
    built = small.build("-W", language="ko")

    items = [item for item in parse(built.html("index")).find("ul") if item.attributes.get("class") == "editions"]
    assert [[a.attributes["href"] for a in item.find("a")] for item in items] == [
        ["../en/index.html", "../ko/index.html"]
    ]
    own, share = own_words("ko")["written in this language"], "번역 항목 2개 중 1개가 최신"
    assert [item.text for item in items] == [f"English {own}한국어 {share}"]


def test_the_legend_names_each_hue_and_the_seal_once(small: Small) -> None:
    """In the language of the page."""
    items = [item for item in parse(small.build(language="ko").html("index")).find("li") if not list(item.find("a"))]

    assert [item.attributes["class"] for item in items] == ["python", "compiled", "state", "seal"]
    assert items[0].text == "실행 중인 Python 코드"


def test_only_a_page_with_lanes_carries_their_rules(site: Path) -> None:
    """They are no request of their own, and no weight of a lesson."""
    pages = {name: Page(site / f"en/{name}.html").all("style") for name in ("index", "guide/first", "other")}

    assert {name: any("lane" in style.text for style in styles) for name, styles in pages.items()} == {
        "index": True,
        "guide/first": False,
        "other": False,
    }
