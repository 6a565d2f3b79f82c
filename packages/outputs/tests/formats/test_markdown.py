"""Markdown says just the words that it was given: read back as notebooks read it, nothing differs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printproof.formats.markdown import (
    Inline,
    Styled,
    code,
    fenced,
    folded,
    formula,
    heading,
    image,
    item,
    link,
    paragraph,
    quoted,
    render_line,
    table,
    words,
)
from printproof.html.page import Element, parse
from support.words import render

MARKS = [
    *(
        "`",
        "```",
        "*",
        "**",
        "_",
        "__",
        "#",
        "# ",
        "- ",
        "+ ",
        "1. ",
        "2) ",
        "> ",
        "=",
        "---",
        "\\",
        "~",
        "$",
        "|",
        "!",
    ),
    *("[", "](", "![", "<", "</b>", "<br>", "&amp;", "&#35;", "https://a.b/c_d"),
    *("a", "b1", " ", "\n", ".", "(", ")", "상태", "는", "状态", "（", "）", "，", "。", "“", "”", "→"),
]
TEXTS = st.lists(st.sampled_from(MARKS), min_size=1, max_size=8).map("".join)


@st.composite
def lines(draw: st.DrawFn, depth: int = 0) -> tuple[Inline, str]:
    """A piece of a line, and the text that it says."""
    text = draw(TEXTS)
    kind = draw(st.sampled_from(["words", "code", "link", "strong", "em"] if depth < 2 else ["words", "code"]))
    if kind in {"strong", "em"}:
        parts = draw(st.lists(lines(depth + 1), min_size=1, max_size=3))
        return Styled(kind, [piece for piece, _ in parts]), "".join(said for _, said in parts)
    return {"words": words(text), "code": code(text), "link": link(words(text), "a.html#b")}[kind], text


def squeezed(text: str) -> str:
    """A text without its blanks: readers show several as one."""
    return "".join(text.split())


def seen(markdown: str) -> str:
    """The text that a reader of Markdown sees."""
    return squeezed(parse(render(markdown)).text)


def marked(pieces: list[Inline]) -> int:
    """How many parts of a line are marked and hold more than blanks."""
    found = [piece for piece in pieces if isinstance(piece, Styled)]
    return sum((1 if render_line(one.inlines).strip() else 0) + marked(list(one.inlines)) for one in found)


@given(text=TEXTS)
@settings(max_examples=400, deadline=None)
def test_words_are_never_taken_for_markup(text: str) -> None:
    """A paragraph of any marks reads as these marks."""
    markdown = paragraph(words(text))

    assert seen(markdown) == squeezed(text)
    assert [element.tag for element in parse(render(markdown)).children if isinstance(element, Element)] in ([], ["p"])


@given(parts=st.lists(lines(), min_size=1, max_size=4))
@settings(max_examples=400, deadline=None)
def test_a_line_of_parts_says_them_and_shows_each_mark(parts: list[tuple[Inline, str]]) -> None:
    """Emphasis, code and links beside each other, with or without blanks, in any nesting."""
    pieces = [piece for piece, _ in parts]

    markdown = paragraph(render_line(pieces))

    assert seen(markdown) == squeezed("".join(said for _, said in parts))
    html = render(markdown)
    assert html.count("<strong>") + html.count("<em>") == marked(pieces)


@given(parts=st.lists(lines(), min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_an_entry_of_a_table_stays_one(parts: list[tuple[Inline, str]]) -> None:
    """Bars in words, code and addresses part no columns."""
    markdown = table(["a", "b"], [[render_line(piece for piece, _ in parts), "end"]])

    entries = [entry.text for entry in parse(render(markdown)).find("td")]
    assert [squeezed(entry) for entry in entries] == [squeezed("".join(said for _, said in parts)), "end"]


@pytest.mark.parametrize(
    ("after", "markdown"),
    [
        ("는", "<strong>상태(state)</strong>는"),
        (" 는", "**상태(state)** 는"),
        ("。", "**상태(state)**。"),
    ],
)
def test_what_stars_cannot_mark_is_marked_in_html(after: str, markdown: str) -> None:
    """Stars between a mark and a letter are shown as stars by every reader that follows CommonMark."""
    line = render_line([Styled("strong", [words("상태(state)")]), words(after)])

    assert line == markdown
    assert "<strong>상태(state)</strong>" in render(line)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [("# no", r"\# no"), ("- no", r"\- no"), ("12. no", r"12\. no"), ("3) no", r"3\) no"), ("> no", r"\> no")],
)
def test_a_paragraph_begins_no_other_block(text: str, markdown: str) -> None:
    """A heading, a list, a quotation."""
    assert paragraph(words(text)) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("$5 or $6", r"<span>\$</span>5 or <span>\$</span>6"),
        (r"\(a\) \b", r"<span>\\</span>(a<span>\\</span>) \\b"),
        ("a_b and _a_", r"a_b and \_a\_"),
        ("R&amp;D & B", r"R\&amp;D & B"),
    ],
)
def test_no_mark_begins_a_formula_in_a_notebook(text: str, markdown: str) -> None:
    """JupyterLab looks for dollars in the page that it shows; a name with underscores stays as it is written."""
    assert words(text) == markdown
    assert seen(markdown) == squeezed(text)


def test_a_word_of_code_may_hold_backquotes() -> None:
    """More of them stand around it than in it."""
    assert [code("a`b"), code("``"), code(" a")] == ["``a`b``", "``` `` ```", "`  a `"]


def test_a_block_of_code_may_hold_fences() -> None:
    """No line of it ends the block."""
    text = "```python\nx\n```"

    assert next(parse(render(fenced(text, "text"))).find("code")).text == f"{text}\n"


def test_an_item_holds_all_of_its_blocks() -> None:
    """Lines below the first are as far in as its words."""
    html = render(item("10.", "one\n\n```python\nx\n\ny\n```\n\n- two"))

    assert [html.count(tag) for tag in ("<ol", "<pre", "<ul")] == [1, 1, 1]
    assert html.rstrip().endswith("</ol>")


def test_what_is_folded_is_read_as_markdown() -> None:
    """The summary is plain words, the rest is Markdown."""
    html = render(folded("A < B", "**all** of it"))

    assert "<summary>A &lt; B</summary>" in html
    assert "<strong>all</strong>" in html


def test_a_quotation_holds_blocks() -> None:
    """Code as well."""
    html = render(quoted("one\n\n```\nx\n```"))

    assert html.count("<blockquote>") == 1
    assert html.rstrip().endswith("</blockquote>")


def test_the_rest_of_the_spelling() -> None:
    """Headings, pictures, formulas, addresses with blanks, columns of numbers."""
    assert heading("C#", 9) == "###### C\\#"
    assert image("a [b]", "c.svg") == r"![a \[b\]](c.svg)"
    assert formula("x\n") == "$$\nx\n$$"
    assert link("a", "b (c).html") == "[a](<b (c).html>)"
    assert table(["a", "b"], [["1"]], [False, True]) == "| a | b |\n| --- | ---: |\n| 1 |  |"
