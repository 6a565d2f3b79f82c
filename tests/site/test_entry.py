"""Above the languages stand the choice between them and what hosts and search engines read."""

from pathlib import Path

import pytest

from printproof.language import public_address
from printproof.site.entry import write_root
from support.built import Page

START = '<title>{}</title><meta name="description" content="{}"><body>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Two built start pages."""
    for folder, title, says in (("en", "Small", "A & B"), ("zh-cn", "小站", "甲和乙")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text(START.format(title, says.replace("&", "&amp;")), encoding="utf-8")
    return tmp_path


def test_the_root_offers_each_language_in_its_own_words(site: Path) -> None:
    """Name and description of each language are its own, marked as such."""
    write_root(site, ["en", "zh_CN"], ["index"])
    page = Page(site / "index.html")

    offered = [(e.lang, e.text) for e in page.elements if e.within("li") and e.text]

    assert offered == [("en", "English"), ("en", "A & B"), ("zh-CN", "简体中文"), ("zh-CN", "甲和乙")]


def test_the_root_sends_nobody_away(site: Path) -> None:
    """No script and no refresh: the reader chooses."""
    write_root(site, ["en", "zh_CN"], ["index"])
    page = Page(site / "index.html")

    assert page.all("script") == []
    assert [e for e in page.all("meta") if "http-equiv" in e.given] == []


def test_the_root_stands_for_all_other_languages(site: Path) -> None:
    """With an address its own page is the default of search engines."""
    write_root(site, ["en", "zh_CN"], ["index"], "https://example.org/small/")

    links = {e.given["hreflang"]: e.given["href"] for e in Page(site / "index.html").all("link", rel="alternate")}

    assert links == {
        "en": "https://example.org/small/en/index.html",
        "zh-CN": "https://example.org/small/zh-cn/index.html",
        "x-default": "https://example.org/small/",
    }


def test_the_sitemap_lists_each_page_in_each_language(site: Path) -> None:
    """Two pages, two languages, and the root."""
    write_root(site, ["en", "zh_CN"], ["index", "guide/first"], "https://example.org/")

    text = (site / "sitemap.xml").read_text(encoding="utf-8")

    assert text.count("<loc>") == 5
    assert "<loc>https://example.org/zh-cn/guide/first.html</loc>" in text
    assert "Sitemap: https://example.org/sitemap.xml" in (site / "robots.txt").read_text(encoding="utf-8")


def test_without_an_address_there_is_no_sitemap(site: Path) -> None:
    """A sitemap holds absolute addresses or none."""
    write_root(site, ["en", "zh_CN"], ["index"])

    assert not (site / "sitemap.xml").exists()
    assert "Sitemap" not in (site / "robots.txt").read_text(encoding="utf-8")


def test_a_lost_reader_finds_the_languages_from_any_depth(site: Path) -> None:
    """The links of the page for absent addresses start at the root of the host."""
    write_root(site, ["en", "zh_CN"], ["index"], "https://example.org/small/")
    page = Page(site / "404.html")

    assert [a.given["href"] for a in page.all("a")] == ["/small/en/index.html", "/small/zh-cn/index.html"]
    assert [e.text for e in page.all("span")] == ["There is no page at this address.", "这个地址没有页面。"]


def test_hosts_are_told_to_run_our_scripts_only(site: Path) -> None:
    """The policy allows scripts of the site and nothing inline."""
    write_root(site, ["en", "zh_CN"], ["index"])

    assert "script-src 'self';" in (site / "_headers").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("setting", "environ", "address"),
    [
        ("", {}, ""),
        ("https://a.example/x", {}, "https://a.example/x/"),
        ("https://a.example/", {"SITE_URL": "https://b.example"}, "https://b.example/"),
    ],
)
def test_a_public_address_ends_with_a_slash(setting: str, environ: dict[str, str], address: str) -> None:
    """The environment wins over the settings; the address of a page follows it as it is."""
    assert public_address(setting, environ) == address
