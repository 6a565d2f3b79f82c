"""Terms have one address in every language, and the first use on a page leads there and says what it means."""

import re
from pathlib import Path

import pytest

from printproof_catalogs.sentences.glossary import Glossary, read_glossary
from printproof_catalogs.sentences.term_links import FirstUses
from printproof_site.search.index import read_sections
from support.small import CONF, Small

TABLE = """term,ko,zh_CN,keep,note,definition,definition ko,definition zh_CN
state,상태,状态,no,,What `n` <b> keeps.,`n` <b>에 남는 값입니다.,`n` <b> 保留的值。
hidden state,숨은 상태,隐式状态,no,,State that nobody passes.,아무도 넘기지 않는 상태입니다.,没有传入的状态。
class,클래스,类,no,,What has methods.,메서드가 있는 것입니다.,带有方法的类型。
PRNG key,PRNG 키 | 키,密钥,no,,What decides numbers.,수를 정하는 값입니다.,决定随机数的值。
object,객체,对象,no,,,,
JAX,JAX,JAX,yes,,,,
search,검색,搜索,no,label,,,
"""
PAGE = """# A state

JAX keeps the `state` in [a state](https://docs.jax.dev/): a hidden state. A *state* is left, and a class.

No state again, and an object.

| PRNG key |
|---|
| a PRNG key |
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
    files = {"docs/index.md": PAGE, "docs/glossary.csv": TABLE, "examples/none.txt": ""}
    files["docs/words/terms.md"] = "---\norphan: true\n---\n# Terms\n\nA state.\n\n```{definitions}\n```\n"
    small = Small(tmp_path, files)
    small.translate("index", KOREAN)
    small.write("docs/names.md", "---\norphan: true\n---\n# Names\n\n```{glossary-table}\n```\n")
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


def test_a_definition_that_a_language_lacks_is_that_of_the_source(small: Small) -> None:
    """Marked as such: no link is without what it means."""
    small.write("docs/glossary.csv", TABLE.replace("아무도 넘기지 않는 상태입니다.", ""))

    html = small.build("-W", language="ko").html("words/terms")

    assert '<span lang="en">State that nobody passes.</span>' in html


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_a_page_has_links_and_no_definitions(small: Small, builder: str) -> None:
    """What a term means stands where its link leads."""
    html = (small.build(builder=builder).folder / f"index.{builder.replace('epub', 'xhtml')}").read_text(
        encoding="utf-8"
    )

    assert ('class="term"' in html, "nobody passes" in html) == (True, False)


def test_a_term_has_the_same_address_in_every_language(small: Small) -> None:
    """The language of the page comes first, then the others, each marked; terms without a definition are left out."""
    pages = {language: small.build("-W", language=language).html("words/terms") for language in ("en", "ko", "zh_CN")}

    ids = [re.findall(r'<dt id="(term-[^"]*)"', html) for html in pages.values()]
    assert ids == 3 * [["term-state", "term-hidden-state", "term-class", "term-prng-key"]]
    item = pages["ko"].partition('id="term-hidden-state"')[2].partition("</dd>")[0]
    said = re.findall(r"<p[^>]*>.*?</p>", item, re.DOTALL)
    assert (item.partition("</dt>")[0], [re.sub(r"<[^>]*>", "", part) for part in said]) == (
        "><span>숨은 상태</span>",
        ["아무도 넘기지 않는 상태입니다.", "hidden state State that nobody passes.", "隐式状态 没有传入的状态。"],
    )
    assert [re.findall(r'lang="([^"]*)"', part) for part in said] == [[], ["en"], ["zh-CN"]]


def test_a_name_has_the_same_address_in_every_language(small: Small) -> None:
    """In the table of names, which holds all terms; the column of the page's own language comes first."""
    pages = {language: small.build("-W", language=language).html("names") for language in ("en", "ko", "zh_CN")}

    rows = [re.findall(r'<tr class="[^"]*" id="(term-[^"]*)"|<tr id="(term-[^"]*)"', html) for html in pages.values()]
    heads = [re.findall(r"한국어|简体中文", html)[:2] for html in pages.values()]
    assert rows[0] == rows[1] == rows[2]
    assert len(rows[0]) == 5
    assert heads == [["한국어", "简体中文"], ["한국어", "简体中文"], ["简体中文", "한국어"]]
    assert '<p lang="en">hidden state</p>' in pages["ko"]
    assert "<p>숨은 상태</p>" in pages["ko"]


def test_the_glossary_does_not_lead_to_itself(small: Small) -> None:
    """Its sentences use its terms."""
    assert LINK.findall(small.build("-W").html("words/terms")) == []


def test_a_site_without_a_glossary_has_no_links(small: Small) -> None:
    """Definitions that no page shows are for translators alone."""
    (small.root / "docs/words/terms.md").unlink()

    assert LINK.findall(small.build("-W").html("index")) == []


def test_links_are_no_part_of_messages(small: Small) -> None:
    """A translator sees the sentence as it was written, and no row of the table."""
    folder = small.build(builder="gettext").folder

    assert "hidden state. A *state* is left" in (folder / "index.pot").read_text(encoding="utf-8")
    terms = (folder / "words/terms.pot").read_text(encoding="utf-8")
    assert ("숨은" in terms, "nobody passes" in terms) == (False, False)


def test_a_changed_glossary_changes_every_page(small: Small) -> None:
    """Not the one with the table alone."""
    small.build("-W")
    small.write(
        "docs/glossary.csv",
        TABLE.replace("class,클래스,类,no,,What has methods.,메서드가 있는 것입니다.,带有方法的类型。\n", ""),
    )

    html = small.build("-W").html("index")

    assert "#term-class" not in html
    assert "#term-state" in html


def test_a_glossary_that_cannot_be_read_is_named_on_the_page(small: Small) -> None:
    """With file and line."""
    small.write("docs/glossary.csv", TABLE + "one cell\n")

    assert "docs/glossary.csv:9: not as many cells as the heading" in small.build().said


@pytest.mark.parametrize(
    ("language", "text", "english", "found"),
    [
        ("ko", "키보드와 키를", "A keyboard and a PRNG key", "키"),
        ("ko", "무상태 상태의", "The state", "상태"),
        ("ko", "PRNG 키는", "The PRNG key", "PRNG 키"),
        ("zh_CN", "类型和类的方法", "A type and a class", "类"),
        ("zh_CN", "隐式状态", "The hidden state", "隐式状态"),
        ("zh_CN", "状态", "Nothing", ""),
        ("zh_CN", "对象", "An object", ""),
    ],
)
def test_a_form_is_found_where_it_is_a_word(tmp_path: Path, language: str, text: str, english: str, found: str) -> None:
    """Not inside another one, and only where the English sentence uses the term."""
    spots = FirstUses(terms(str(tmp_path / "glossary.csv")), language).take([text], english)

    assert [text[spot.start : spot.end] for spot in spots] == ([found] if found else [])


def test_the_glossary_is_found_in_the_language_of_the_page(small: Small) -> None:
    """What it says in others is for those who read on, and would make it a page for every search."""
    sections = read_sections(small.build("-W", language="ko").html("words/terms"))

    said = " ".join(section.text for section in sections)
    assert ("아무도 넘기지 않는" in said, "nobody passes" in said) == (True, False)


def test_the_alternative_of_a_diagram_takes_no_term_from_the_text(small: Small) -> None:
    """Nobody sees a link in it; the first use that is seen has it."""
    drawn = "```{diagram} flow\n:alt: A class goes in.\n\n`a` -> [`f`]\n\nPoint\n```\n"
    small.write("docs/conf.py", CONF.replace("printproof.ext", "printproof_diagrams.ext"))
    small.write("docs/index.md", f"# Title\n\n{drawn}\nIt is a class.\n")

    assert [word for _, word in LINK.findall(small.build("-W").html("index"))] == ["class"]


def test_terms_in_letters_that_are_not_latin_have_places_of_their_own(small: Small) -> None:
    """A project may be written in any language."""
    rows = "term,en,keep,note,definition\n상태,state,no,,남는 값.\n함수,function,no,,계산.\n"
    small.write("docs/glossary.csv", rows)

    ids = re.findall(r'<dt id="([^"]*)"', small.build("-W").html("words/terms"))

    assert len(set(ids)) == 2
