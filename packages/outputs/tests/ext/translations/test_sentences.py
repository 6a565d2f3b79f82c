"""A translated sentence is read as MyST reads it, by one reader, and holds what its English sentence holds."""

import re
import shutil
from pathlib import Path

import pytest

from printproof_catalogs.catalog import read_catalog
from support.built import ROOT
from support.small import Small

CONSTRUCTS = ROOT / "tests/sites/constructs"
STOCK = """
def setup(app):
    from myst_nb.sphinx_ import Parser
    app.add_source_parser(Parser, override=True)
"""
PAGE = """(here)=
# Title

Read [the documentation](https://example.org/docs), {ref}`here` and $a + b$.

Plain words, `code` and more.

![A dot](dot.png)

A **strong** word.
"""
LINKED, PLAIN, STRONG = (
    "Read [the documentation](https://example.org/docs), {ref}`here` and $a + b$.",
    "Plain words, `code` and more.",
    "A **strong** word.",
)
CONF = (
    'extensions = ["printproof.ext"]\nprintproof_all_pages = True\nhtml_theme = "basic"\nlocale_dirs = ["../locales"]\n'
)
DOLLARS = CONF + 'myst_enable_extensions = ["dollarmath"]\n'


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page of prose."""
    small = Small(tmp_path, {"docs/conf.py": DOLLARS, "docs/index.md": PAGE})
    shutil.copy(CONSTRUCTS / "docs/dot.png", tmp_path / "docs")
    return small


def test_every_construct_is_read_as_by_the_stock_parser(tmp_path: Path) -> None:
    """On a page of constructs with every message translated, the HTML is the same to the byte."""
    shutil.copytree(CONSTRUCTS, tmp_path, dirs_exist_ok=True)
    small = Small(tmp_path, {"docs/conf.py": (CONSTRUCTS / "docs/conf.py").read_text()})
    templates = small.build(builder="gettext").folder
    said = {}
    for docname in ("index", "other"):
        messages = [message.msgid for message in read_catalog(templates / f"{docname}.pot").messages]
        said[docname] = {message: pseudo(message) for message in messages}
        small.translate(docname, said[docname])
    ours = small.build("-W", language="ko")
    html = ours.html("index")
    small.write("docs/conf.py", (CONSTRUCTS / "docs/conf.py").read_text() + STOCK)

    stock = small.build("-E", "-a", language="ko")

    assert (ours.status, ours.wrong) == (0, [])
    assert len(said["index"]) > 60
    assert body(html) == body(stock.html("index"))
    assert html.count("äöü") > 60


def pseudo(message: str) -> str:
    """Translate into a language that has the same words and a few more letters."""
    return f"{message} äöü" if not message.startswith((":", "!")) else message


def body(html: str) -> str:
    """The page without the addresses of its style sheets, which a second build writes otherwise."""
    return html.partition("</head>")[2]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**상태(state)**는 남습니다.", "<strong>상태(state)</strong>는 남습니다."),
        (
            "**`jit`**는 한 번.",
            '<strong><code class="docutils literal notranslate"><span class="pre">jit</span></code></strong>는',
        ),
        ("这是**“状态”**的说明。", "这是<strong>“状态”</strong>的说明。"),
        ("**纯函数。**这样。", "<strong>纯函数。</strong>这样。"),
    ],
)
def test_emphasis_needs_no_blanks_in_korean_and_chinese(small: Small, text: str, shown: str) -> None:
    """CommonMark alone would show the stars."""
    small.translate("index", {STRONG: text})

    html = small.build("-W", language="ko").html("index")

    assert shown in html
    assert "**" not in html


@pytest.mark.parametrize(
    ("message", "text", "what"),
    [
        (LINKED, "[문서](https://hostile.example/), {ref}`here`, $a + b$", "the link to 'https://hostile.example/'"),
        (PLAIN, "[글](conf.py) `code`", "the link to 'conf.py'"),
        (PLAIN, "![그림](dot.png) `code`", "the image 'dot.png'"),
        (PLAIN, "{download}`conf.py` `code`", "the role {download}`conf.py`"),
        (PLAIN, "{ref}`글 <here>` `code`", "the role {ref}`글 <here>`"),
        (LINKED, "[문서](https://example.org/docs), {ref}`here`, $a - b$", "the formula 'a - b'"),
        (PLAIN, "글[^1] `code`", "the footnote '1'"),
    ],
)
def test_what_english_does_not_have_is_shown_as_text(small: Small, message: str, text: str, what: str) -> None:
    """A warning leads to the line of the catalog and says what was not followed, once."""
    small.translate("index", {"Title": "제목", message: text})

    built = small.build(language="ko")

    said = f"{what} is not in the sentence this one translates, and is shown as text"
    assert [line for line in built.wrong if said in line and "/ko/LC_MESSAGES/index.po:8: WARNING: " in line]
    assert len(built.wrong) == 1
    assert "hostile.example" not in "".join(re.findall(r'(?:href|src)="([^"]*)"', built.html("index")))


def test_a_sentence_makes_no_place_of_its_own(small: Small) -> None:
    """Addresses of places are the same in every language."""
    small.write("docs/conf.py", CONF + 'myst_enable_extensions = ["attrs_inline", "dollarmath"]\n')
    small.translate("index", {PLAIN: "평범한 글, `code`{#stolen .special}."})

    html = small.build("-W", language="ko").html("index")

    assert 'class="special docutils literal' in html
    assert "stolen" not in html


def test_a_sentence_may_end_in_colons(small: Small) -> None:
    """Sphinx adds a block for a parser of another markup; it is left out."""
    small.translate("index", {PLAIN: "평범한 글, `code`::"})

    html = small.build("-W", language="ko").html("index")

    assert "</code>::</p>" in html
    assert "dummy" not in html


def test_a_link_may_have_other_words(small: Small) -> None:
    """Words are what a translator translates."""
    small.translate("index", {LINKED: "[문서](https://example.org/docs), {ref}`여기 <here>`, $a + b$를 보세요."})

    built = small.build("-W", language="ko")

    assert (built.status, built.wrong) == (0, [])
    assert '<a class="reference external" href="https://example.org/docs">문서</a>' in built.html("index")
    assert re.search(r'href="#here"><span class="std std-ref">여기</span></a>', built.html("index"))


@pytest.mark.parametrize("text", ["# 제목", "- 항목", "```{include} conf.py\n```", "<b>글</b>", "---\na: b\n---\n글"])
def test_a_sentence_is_never_a_block(small: Small, text: str) -> None:
    """It is shown as the text it is."""
    small.translate("index", {PLAIN: text})

    html = small.build(language="ko").html("index")

    assert "extensions =" not in html
    assert not re.search(r"<(?:b|h2|li)>(?:글|제목|항목)", html)


def test_an_untranslated_sentence_is_marked_as_english(small: Small) -> None:
    """So is a heading; what is translated bears no mark."""
    small.translate("index", {PLAIN: "평범한 글, `code`."})

    html = small.build("-W", language="ko").html("index")

    assert '<p lang="en">Read ' in html
    assert '<h1 lang="en">Title' in html
    assert "<p>평범한 글, <code" in html


def test_a_fuzzy_sentence_is_english(small: Small) -> None:
    """A translation that may be out of date is not shown."""
    small.translate("index", {"Title": "제목", PLAIN: "옛 글, `code`."}, fuzzy=True)

    html = small.build("-W", language="ko").html("index")

    assert "옛 글" not in html
    assert '<p lang="en">Plain words' in html


def test_a_page_without_a_catalog_is_english(small: Small) -> None:
    """Every sentence of it says so."""
    html = small.build("-W", language="ko").html("index")

    assert html.count("<p lang=") == 4


def test_english_pages_bear_no_mark(small: Small) -> None:
    """They are in the language of the site."""
    assert '<p lang="' not in small.build("-W").html("index")


def test_formulas_on_lines_of_their_own_are_no_messages(small: Small) -> None:
    """They are the same in every language."""
    small.write("docs/index.md", "# Title\n\n$$\nc = d\n$$\n")

    template = (small.build("-W", builder="gettext").folder / "index.pot").read_text()

    assert "c = d" not in template
