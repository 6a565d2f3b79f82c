"""Above the languages stand the choice between them and what hosts and search engines read."""

from pathlib import Path

import pytest

from printproof_base.languages import public_address
from printproof_site.publishing.entry import HEADERS, Archive, root_page, write_root
from support.built import ROOT, Page

START = '<title>{}</title><meta name="description" content="{}"><body>'
LANE = """<div class="lane cell"><p>It <code>forgets</code> &amp; says nothing</p><details><pre>print(7)</pre></details>
<div class="result"><div class="output"><pre data-output="as-written">1 <mark>&lt;1&gt;</mark>
</pre></div><div class="strip"><span class="no">wanted 1 2</span></div></div></div>"""


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


def test_the_root_shows_what_the_lanes_of_the_start_page_printed(site: Path) -> None:
    """Read from the built page, wrong values marked and everything escaped: nothing is typed here."""
    start = site / "en/index.html"
    lanes = LANE + LANE.replace("1 <mark>&lt;1&gt;</mark>", "8 9")
    start.write_text(start.read_text(encoding="utf-8") + lanes, encoding="utf-8")
    write_root(site, ["en", "zh_CN"], ["index"])

    text = (site / "index.html").read_text(encoding="utf-8")

    assert text.count("<p>It forgets &amp; says nothing</p>") == 2
    assert '<div class="values">1 <b>&lt;1&gt;</b></div>' in text
    assert '<div class="values">8 9</div>' in text


def test_a_card_leads_to_its_lesson_and_keeps_its_picture(site: Path) -> None:
    """Where the caption on the start page is a link."""
    start = site / "en/index.html"
    linked = LANE.replace("<code>forgets</code>", '<a href="guide/b.html">forgets</a>')
    start.write_text(
        start.read_text(encoding="utf-8") + linked.replace("<pre data", "<svg><path d='M0 1'/></svg><pre data")
    )
    write_root(site, ["en", "zh_CN"], ["index"])
    text = (site / "index.html").read_text(encoding="utf-8")

    assert '<li><a href="en/guide/b.html"><div class="values">' in text
    assert '<svg viewBox="-1 0 86 32" aria-hidden="true"><path d="M0 1"></path></svg>' in text


def test_the_root_says_the_whole_lead_and_how_long_the_lessons_take(site: Path) -> None:
    """A description for search engines may be cut; what stands on the start page is not."""
    start = site / "zh-cn/index.html"
    start.write_text(
        f"{start.read_text(encoding='utf-8')}<p>全文。</p><p class='course'>共 17 课。</p>", encoding="utf-8"
    )
    write_root(site, ["en", "zh_CN"], ["index"])
    text = (site / "index.html").read_text(encoding="utf-8")

    assert "<span>全文。</span><small>共 17 课。</small>" in text
    assert "甲和乙" not in text


def test_without_lanes_the_root_shows_the_languages_alone(site: Path) -> None:
    """A site need not have any."""
    write_root(site, ["en", "zh_CN"], ["index"])

    assert [e.given.get("class") for e in Page(site / "index.html").all("ul")] == ["languages"]


def test_the_root_offers_archives_with_their_sizes(site: Path) -> None:
    """Each at its language, in its words, kept as a file; that of all languages below them, in those of the first."""
    archives = [Archive("site.zip", "", 1_641_148), Archive("site-zh-cn.zip", "zh_CN", 48_213)]
    (site / "index.html").write_text(root_page(site, ["en", "zh_CN"], "", archives), encoding="utf-8")
    page = Page(site / "index.html")

    offered = [(e.lang, e.given["href"], e.text) for e in page.all("a", class_="offline") if "download" in e.given]

    assert offered == [
        ("zh-CN", "site-zh-cn.zip", "离线阅读：ZIP，48 kB"),
        ("en", "site.zip", "All languages, to read offline: ZIP, 1.6 MB"),
    ]
    assert [e.given.get("id") for e in page.all("li")] == ["en", "zh-cn"]


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


@pytest.mark.parametrize("base", ["", "https://state.example/jax/"])
def test_programs_find_the_list_of_each_language(site: Path, base: str) -> None:
    """Each below the name of its language, with what its start page says; hosts name the letters of such files."""
    write_root(site, ["en", "zh_CN"], ["index"], base)

    english = f"## English\n\n- [Small]({base}en/llms.txt): A & B"
    chinese = f"## 简体中文\n\n- [小站]({base}zh-cn/llms.txt): 甲和乙"
    listed = (site / "llms.txt").read_text(encoding="utf-8")
    assert listed == f"# Small\n\n> A & B\n\n{english}\n\n{chinese}\n"
    assert "Content-Type: text/markdown; charset=utf-8" in (site / "_headers").read_text(encoding="utf-8")


def test_a_lost_reader_finds_the_languages_from_any_depth(site: Path) -> None:
    """The links of the page for absent addresses start at the root of the host."""
    write_root(site, ["en", "zh_CN"], ["index"], "https://example.org/small/")
    page = Page(site / "404.html")

    assert [a.given["href"] for a in page.all("a")] == ["/small/en/index.html", "/small/zh-cn/index.html"]
    assert [e.text for e in page.all("span")] == ["There is no page at this address.", "找不到这个页面。"]
    assert [e.text for e in page.all("strong")] == ["Small", "小站"]
    assert [e.text for e in page.all("small")] == [
        "The start page lists every page and has a search.",
        "首页列出了所有页面，你也可以搜索。",
    ]


def test_a_lost_reader_sees_at_once_that_this_is_not_the_start(site: Path) -> None:
    """Title and heading are not those of the choice between the languages, and no search engine keeps it."""
    write_root(site, ["en", "zh_CN"], ["index"])
    page = Page(site / "404.html")

    assert [e.text for e in page.all("title")] == ["404 · Small"]
    assert [e.text for e in page.all("b") if e.within("h1")] == ["404"]
    assert [e.given["content"] for e in page.all("meta", name="robots")] == ["noindex"]


def test_hosts_are_told_to_run_our_scripts_only(site: Path) -> None:
    """The policy allows scripts of the site and nothing inline."""
    write_root(site, ["en", "zh_CN"], ["index"])

    assert "script-src 'self';" in (site / "_headers").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_examples_for_other_hosts_send_the_same_headers(name: str) -> None:
    """Each with its value, and what may be kept for a year."""
    example = (ROOT / "docs/_contributing/hosting" / name).read_text(encoding="utf-8").replace('"', "")
    sent = [line.strip().replace(":", "", 1) for line in HEADERS.splitlines() if line.startswith("  ")]
    always = [header for header in sent if not header.startswith("Content-Type")]

    assert [header for header in always if header not in example.replace("~/_static/ ", "Cache-Control ")] == []
    assert ("charset utf-8" in example or "charset=utf-8" in example, "markdown" in example) == (True, True)


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


def test_pages_of_pictures_alone_may_be_shown_in_frames(site: Path) -> None:
    """Each other page forbids it, by a header that no other rule can undo."""
    write_root(site, ["en", "zh_CN"], ["index", "guide/a", "credits"])
    rules = (site / "_headers").read_text(encoding="utf-8").split("\n\n")
    framed = [rule.split("\n")[0] for rule in rules if "X-Frame-Options: DENY" in rule]

    assert framed == ["/", "/*/", "/*/credits*", "/*/guide*", "/*/index*"]
    assert "frame-ancestors" not in "".join(rules)
