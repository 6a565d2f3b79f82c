"""Terms have one address in every language, and the first use on a page leads there."""

import re
from pathlib import Path

import pytest

from printproof.sentences.glossary import Glossary, read_glossary
from printproof.sentences.term_links import FirstUses
from support.small import Small

TABLE = """term,ko,zh_CN,keep,note
state,상태,状态,no,
hidden state,숨은 상태,隐式状态,no,
class,클래스,类,no,
PRNG key,PRNG 키 | 키,密钥,no,
JAX,JAX,JAX,yes,
search,검색,搜索,no,label
"""
PAGE = """# A state

JAX keeps the `state` in [a state](https://docs.jax.dev/): a hidden state. A *state* is left, and a class.

No state again.
"""
KOREAN = {
    "A state": "상태",
    "JAX keeps the `state` in [a state](https://docs.jax.dev/): a hidden state. A *state* is left, and a class.": (
        "JAX는 `state`를 [상태](https://docs.jax.dev/)에 둡니다. 숨은 상태입니다. *상태*가 남고 클래스도 남습니다."
    ),
}
LINK = re.compile(r'<a class="term" href="([^"]*)">([^<]*)</a>')


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that uses terms, and a page that is the glossary."""
    files = {"docs/index.md": PAGE, "glossary.csv": TABLE, "examples/none.txt": ""}
    files["docs/words/terms.md"] = "---\norphan: true\n---\n# Terms\n\nA state.\n\n```{glossary-table}\n```\n"
    small = Small(tmp_path, files)
    small.translate("index", KOREAN)
    small.translate("index", {}, language="zh_CN")
    return small


def terms(name: str) -> Glossary:
    """The glossary of a test, written and read."""
    path = Path(name)
    path.write_text(TABLE, encoding="utf-8")
    return read_glossary(path)


@pytest.mark.parametrize(
    ("language", "links"),
    [("en", ["hidden state", "state", "class"]), ("ko", ["숨은 상태", "상태", "클래스"])],
)
def test_the_first_use_of_a_term_leads_to_its_row(small: Small, language: str, links: list[str]) -> None:
    """Once for a page; headings, code and other links stay as they are."""
    html = small.build("-W", language=language).html("index")

    addresses = ["words/terms.html#term-hidden-state", "words/terms.html#term-state", "words/terms.html#term-class"]
    assert LINK.findall(html) == list(zip(addresses, links, strict=True))


def test_a_row_has_the_same_address_in_every_language(small: Small) -> None:
    """The column of the page's own language comes first; other languages say which they are."""
    pages = {language: small.build("-W", language=language).html("words/terms") for language in ("en", "ko", "zh_CN")}

    rows = [re.findall(r'<tr class="[^"]*" id="(term-[^"]*)"|<tr id="(term-[^"]*)"', html) for html in pages.values()]
    heads = [re.findall(r"한국어|简体中文", html)[:2] for html in pages.values()]
    assert rows[0] == rows[1] == rows[2]
    assert len(rows[0]) == 4
    assert heads == [["한국어", "简体中文"], ["한국어", "简体中文"], ["简体中文", "한국어"]]
    assert '<p lang="en">hidden state</p>' in pages["ko"]
    assert "<p>숨은 상태</p>" in pages["ko"]


def test_the_glossary_does_not_lead_to_itself(small: Small) -> None:
    """Its sentences use its terms."""
    assert LINK.findall(small.build("-W").html("words/terms")) == []


def test_a_site_without_a_glossary_has_no_links(small: Small) -> None:
    """A table of terms that no page shows is for translators alone."""
    (small.root / "docs/words/terms.md").unlink()

    assert LINK.findall(small.build("-W").html("index")) == []


def test_links_are_no_part_of_messages(small: Small) -> None:
    """A translator sees the sentence as it was written, and no row of the table."""
    folder = small.build(builder="gettext").folder

    assert "hidden state. A *state* is left" in (folder / "index.pot").read_text(encoding="utf-8")
    assert "숨은" not in (folder / "words/terms.pot").read_text(encoding="utf-8")


def test_a_changed_glossary_changes_every_page(small: Small) -> None:
    """Not the one with the table alone."""
    small.build("-W")
    small.write("glossary.csv", TABLE.replace("class,클래스,类,no,\n", ""))

    html = small.build("-W").html("index")

    assert "#term-class" not in html
    assert "#term-state" in html


def test_a_glossary_that_cannot_be_read_is_named_on_the_page(small: Small) -> None:
    """With file and line."""
    small.write("glossary.csv", TABLE + "one cell\n")

    assert "glossary.csv:8: not as many cells as the heading" in small.build().said


@pytest.mark.parametrize(
    ("language", "text", "english", "found"),
    [
        ("ko", "키보드와 키를", "A keyboard and a PRNG key", "키"),
        ("ko", "무상태 상태의", "The state", "상태"),
        ("ko", "PRNG 키는", "The PRNG key", "PRNG 키"),
        ("zh_CN", "类型和类的方法", "A type and a class", "类"),
        ("zh_CN", "隐式状态", "The hidden state", "隐式状态"),
        ("zh_CN", "状态", "Nothing", ""),
    ],
)
def test_a_form_is_found_where_it_is_a_word(tmp_path: Path, language: str, text: str, english: str, found: str) -> None:
    """Not inside another one, and only where the English sentence uses the term."""
    spots = FirstUses(terms(str(tmp_path / "glossary.csv")), language).take([text], english)

    assert [text[spot.start : spot.end] for spot in spots] == ([found] if found else [])
