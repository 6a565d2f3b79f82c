"""Emphasis in Korean and Chinese sentences shows as emphasis, never as asterisks."""

import pytest
from markdown_it import MarkdownIt

from printproof_catalogs.sentences.markup import sentence_parser

CJK = [
    "**상태(state)**는 값입니다",
    "**`jit`**는 함수를 바꿉니다",
    "`jit`**(컴파일)**을",
    '**"상태"**란 무엇일까요',
    "**‘상태’**를 옮깁니다",
    "*(중요)*합니다",
    "이것은 **함수.**입니다",
    "这是**“状态”**的写法",
    "**纯函数。**然后",
    "**状态（state）**是参数",
    "调用**`count`**时",
    "**纯函数。**这里**“值”**不变",
    "**상태(state)**는 **값(value)**이고 *키(key)*입니다",
    "***상태(state)***는",
]
LATIN = [
    "5*3*2",
    "a**b(c)**d",
    "**bold**",
    "a * b * c",
    "snake_case_name",
    "**(x)**y",
    "__상태(x)__는",
    "x**y",
    "* a",
    "**`a`**b",
]


def rendered(text: str) -> str:
    """Return the inline HTML of a sentence."""
    return sentence_parser().renderInline(text)


@pytest.mark.parametrize("text", CJK)
def test_a_mark_beside_cjk_text_opens_and_closes(text: str) -> None:
    """No asterisk is left in the rendered sentence."""
    assert "*" not in rendered(text)


@pytest.mark.parametrize("text", LATIN)
def test_latin_text_and_underscores_are_read_as_commonmark_reads_them(text: str) -> None:
    """The rule only adds to CommonMark where CJK characters stand beside asterisks."""
    assert rendered(text) == MarkdownIt("commonmark").renderInline(text)


def test_asterisks_in_code_stay_code() -> None:
    """A code span is closed to emphasis."""
    assert rendered("`**상태(x)**는`") == "<code>**상태(x)**는</code>"


def test_other_parsers_stay_as_they_are() -> None:
    """The rule lives in one parser object, not in markdown-it-py itself."""
    sentence_parser()

    assert "**" in MarkdownIt("commonmark").renderInline("**상태(state)**는")
