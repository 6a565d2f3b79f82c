"""A page of the theme is complete in its language, asks no third party, and needs no script to be read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document

from printproof_catalogs.catalog import read_catalog
from printproof_catalogs.compile import word_catalogs
from printproof_site.theme.page import describe
from support.built import ROOT, Element, Page
from support.small import CONF, Small

PAGES = ["index", "guide/first", "guide/second", "other"]
SEEN = ("aria-label", "title", "placeholder", "alt", "data-offer", "content")
SAID = re.compile(r"""\b_\(\s*["']([^"']{4,})["']""")
CODE = ("pre", "code", "style")
ENGLISH = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(r"\b(?:Jupyter|Python|Markdown|ZIP)\b|\d ?[kM]B\b")  # of formats, and units: no English words


def in_code(path: Path) -> Iterator[str]:
    """The messages of a module: what it hands to ``_``, joined from its literals as Python does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
            yield from (text.value for text in node.args if isinstance(text, ast.Constant))


def shown(element: Element) -> list[str]:
    """List what a reader sees or hears of an element."""
    machine = element.name == "meta" and element.given.get("name") != "description"
    return [] if machine else [element.text, *(element.given.get(key, "") for key in SEEN)]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("folder", "lang"), [("ko", "ko"), ("zh-cn", "zh-CN")])
def test_no_english_is_left_in_a_translated_page(site: Path, folder: str, lang: str, page: str) -> None:
    """Text and attributes outside code and other-language elements hold no English word."""
    elements = Page(site / folder / f"{page}.html").elements

    prose = [e for e in elements if e.lang == lang and e.name not in CODE and not any(map(e.within, CODE))]
    left = [
        (e.name, text)
        for e in prose
        for text in shown(e)
        if "data-offer" not in e.given and ENGLISH.search(NAMES.sub("", text))
    ]

    assert left == []


def test_a_language_offers_itself_in_its_own_words(site: Path) -> None:
    """The line that offers a page speaks the language that it offers."""
    links = Page(site / "en/index.html").all("a", lang="ko") + Page(site / "ko/index.html").all("a", lang="en")

    offers = [link.given["data-offer"] for link in links]

    assert offers == ["이 페이지를 한국어로 읽을 수 있습니다.", "You can read this page in English."]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("folder", ["en", "ko", "zh-cn"])
def test_a_page_loads_nothing_from_elsewhere(site: Path, folder: str, page: str) -> None:
    """Each stylesheet, script, icon and picture is a file of the site or inside the page."""
    elements = Page(site / folder / f"{page}.html").elements
    loaded = [e.given.get("src") or e.given.get("href", "") for e in elements
              if e.name in {"script", "img", "source"} or e.given.get("rel") in {"stylesheet", "icon"}]  # fmt: skip

    elsewhere = [url for url in loaded if not url.startswith(("data:", "_static/", "../_static/"))]

    assert len(loaded) == 4  # two styles, one of them of paper, a script, and the icon in the page
    assert elsewhere == []


@pytest.mark.parametrize("page", PAGES)
def test_no_script_stands_in_a_page_and_none_blocks_it(site: Path, page: str) -> None:
    """A strict policy forbids inline scripts; the one file is loaded beside the page."""
    scripts = Page(site / "en" / f"{page}.html").all("script")

    assert [(script.text, "async" in script.given) for script in scripts] == [("", True)]


def test_the_static_folder_holds_only_what_pages_load(site: Path) -> None:
    """No file of Sphinx's own themes is published."""
    names = sorted(path.name for path in (site / "ko/_static").iterdir())

    scripts = ["finder.js", "printproof.js", "reader.js", "search.js", "walk.js"]
    assert names == sorted(["print.css", "printproof.css", *scripts])


def test_a_file_of_the_author_is_published_whatever_its_name(tmp_path: Path) -> None:
    """Sphinx has files of these names for other themes; the page loads the script that its author asks for."""
    conf = CONF.replace('"plain"', '"printproof"') + 'extensions += ["printproof_site.theme"]\n'
    conf += 'html_static_path, html_js_files, html_logo = ["_static"], ["translations.js"], "minus.png"\n'
    own = {"plus.png": "a plus", "translations.js": "let mine", "doctools.js_t": "let {{ project }}"}
    files = {f"docs/_static/{name}": text for name, text in own.items()}
    small = Small(tmp_path, {"docs/conf.py": conf, "docs/index.md": "# T\n", "docs/minus.png": "a minus", **files})

    built = small.build("-W", "-D", "project=filled")

    assert built.status == 0, built.said
    texts = {path.name: path.read_text(encoding="utf-8") for path in (built.folder / "_static").iterdir()}
    assert {name: text for name, text in texts.items() if not name.endswith(".css") and name != "printproof.js"} == {
        "doctools.js": "let filled",
        "finder.js": texts["finder.js"],
        "minus.png": "a minus",
        "plus.png": "a plus",
        "reader.js": texts["reader.js"],
        "search.js": texts["search.js"],
        "translations.js": "let mine",
        "walk.js": texts["walk.js"],
    }
    assert 'src="_static/translations.js?v=' in built.html("index")


def test_only_pages_of_the_site_are_published(site: Path) -> None:
    """No index, no search page and no source that no page leads to."""
    names = sorted(str(path.relative_to(site / "ko")) for path in (site / "ko").rglob("*.html"))

    assert names == sorted(f"{page}.html" for page in PAGES)


def test_styles_and_scripts_carry_a_digest(site: Path) -> None:
    """A host may keep both for ever: other bytes have another address, from the first build on."""
    page = Page(site / "ko/guide/first.html")

    addresses = [page.all("link", rel="stylesheet")[0].given["href"], page.all("script")[0].given["src"]]

    assert [re.sub(r"[0-9a-f]{8}$", "…", address) for address in addresses] == [
        "../_static/printproof.css?v=…",
        "../_static/printproof.js?v=…",
    ]


def test_the_first_stop_skips_to_the_text(site: Path) -> None:
    """The first link of a page leads to its text."""
    page = Page(site / "ko/guide/first.html")

    assert page.all("a")[0].given["href"] == "#text"
    assert page.all("main")[0].given["id"] == "text"


def test_only_wide_code_is_a_stop_of_the_keyboard(site: Path) -> None:
    """Code that a phone shows whole is none; the other has a name in the page's language."""
    code = Page(site / "ko/guide/first.html").all("pre")

    assert [(e.given.get("tabindex"), e.given.get("aria-label")) for e in code] == [("0", "코드"), (None, None)]


def test_a_heading_is_the_link_to_its_section(site: Path) -> None:
    """The name of the link is the heading itself, code in it included."""
    links = Page(site / "ko/guide/first.html").all("a", class_="section")

    assert [(link.around.name, link.given["href"]) for link in links if link.around] == [
        ("h2", "#wide"),
        ("h2", "#narrow"),
    ]


def test_ids_are_the_same_in_all_languages(site: Path) -> None:
    """A section keeps its address when the language changes."""
    english, *others = [Page(site / folder / "guide/first.html").ids() for folder in ("en", "ko", "zh-cn")]

    assert english[-2:] == ["wide", "narrow"]
    assert others == [english, english]


def test_a_page_describes_itself_in_its_language(site: Path) -> None:
    """The description is the first paragraph."""
    descriptions = [
        Page(site / f"{folder}/guide/first.html").all("meta", name="description") for folder in ("ko", "en")
    ]

    assert [found[0].given["content"] for found in descriptions] == [
        "첫째 쪽의 내용입니다.",
        "What the first page says.",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("word " * 40, "word " * 30 + "word…"),
        ("낱말과 " * 40, "낱말과 " * 21 + "낱말과…"),
        ("上" * 100, "上" * 79 + "…"),
        ("上" * 80, "上" * 80),
    ],
    ids=["Latin", "Hangul", "Han", "just"],
)
def test_a_description_is_cut_by_width(text: str, shown: str) -> None:
    """Search engines do so: a wide letter counts as two, and no word is cut where blanks part them."""
    page = new_document("page")
    page += nodes.paragraph("", text.strip())

    assert describe(page) == shown


def test_a_page_says_how_many_of_its_sentences_are_current(site: Path) -> None:
    """One sentence of the first page is not translated; English pages say nothing."""
    pages = [Page(site / f"{folder}/guide/first.html").all("p") for folder in ("ko", "en")]

    said = [[p.text for p in found if p.within("footer")] for found in pages]

    assert said == [["이 페이지의 번역 항목 5개 중 4개가 최신입니다."], []]


def test_each_word_of_ours_is_in_each_catalog() -> None:
    """What templates and glue say is what the catalogs translate."""
    templates = [path for kind in ("html", "jinja") for path in ROOT.glob(f"packages/*/src/**/*.{kind}")]
    said = {text for path in templates for text in SAID.findall(path.read_text(encoding="utf-8"))}
    said |= {text for path in ROOT.glob("packages/*/src/**/*.py") for text in in_code(path)}

    translated = {path.parts[-3]: {m.msgid for m in read_catalog(path).messages if m.text} for path in word_catalogs()}
    missing = [(language, text) for language, known in translated.items() for text in sorted(said - known)]

    assert said
    assert missing == []
