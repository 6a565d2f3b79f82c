"""A number is the same number in digits, with a scale and in words."""

import pytest

from printproof_catalogs.sentences.numbers import differing
from printproof_catalogs.sentences.rules import Pair, check_pair
from printproof_catalogs.sentences.sentence import read_sentence

SAME = [
    ("ko", "72 billion", "720억"),
    ("zh_CN", "72 billion", "720亿"),
    ("zh_CN", "a 72-billion model", "720亿参数"),
    ("zh_CN", "Model-72B is a 72-billion model", "Model-72B 有 720亿参数"),
    ("zh_CN", "Phase 3", "第三阶段"),
    ("zh_TW", "20,000 users", "2萬名使用者"),
    ("zh_CN", "two keys", "2 个键"),
    ("ko", "The first 2 keys", "처음 두 키"),
    ("ko", "1,000 calls", "1천 번 호출"),
    ("zh_CN", "1,000 calls", "一千次调用"),
    ("ko", "1.5 million", "150만"),
    ("zh_CN", "12 thousand", "1万2000"),
    ("zh_CN", "10 trillion", "10万亿"),
    ("zh_CN", "March 2024", "2024年3月"),
    ("zh_CN", "since 2024", "二〇二四年起"),
    ("zh_CN", "2026.06.16", "2026年6月16日"),
    ("ko", "twenty-five, then two hundred and five", "25와 205"),
    ("zh_CN", "a 7B model", "70亿参数的模型"),
    ("ko", "a 7B model", "7B 모델"),
    ("ko", "use 2 only", "2만 쓰세요"),
    ("zh_CN", "10 kg", "10千克"),
    ("zh_CN", "3 calls", "３ 次调用"),
    ("ko", "3rd-party code", "외부 코드"),
    ("fr", "1.5 of 2,000", "1,5 sur 2.000"),
]


@pytest.mark.parametrize(("language", "source", "text"), SAME)
def test_a_number_may_be_written_as_the_language_writes_it(language: str, source: str, text: str) -> None:
    """Digits, scales, numerals, days."""
    assert differing(source, text, "en", language) == ([], [])


@pytest.mark.parametrize(
    ("language", "source", "text"),
    [
        ("zh_CN", "72 billion", "72亿"),
        ("ko", "72 billion", "7억 2천만"),
        ("ko", "3 calls", "호출 4번"),
        ("ko", "It is 1.", "-1입니다."),
        ("ko", "It is -1.", "1입니다."),
        ("zh_CN", "Phase 3", "第四阶段"),
        ("zh_CN", "in 3.10.2", "在 3.10.3 中"),
    ],
)
def test_another_number_is_an_error(language: str, source: str, text: str) -> None:
    """A scale that is off by one is the fault of translations that costs most."""
    pair = Pair(read_sentence(source), read_sentence(text), language, style=frozenset())

    assert [f.rule for f in check_pair(pair) if f.severity == "error"] == ["number"]


@pytest.mark.parametrize(
    ("source", "text"), [("base 64", "Base64"), ("pin it at 1.0.1", "`x==1.0.1`로 고정"), ("hex digits", "16진수")]
)
def test_a_number_that_is_unclear_is_no_error(source: str, text: str) -> None:
    """It stands in a name or in code, or the language has a number for a word."""
    pair = Pair(read_sentence(source), read_sentence(text), "ko", style=frozenset())

    assert [f for f in check_pair(pair) if f.rule == "number" and f.severity == "error"] == []


def test_where_numbers_are_to_be_exact_a_word_is_none() -> None:
    """The style of a project may be stricter."""
    pair = Pair(read_sentence("Phase 3"), read_sentence("第三阶段"), "zh_CN")

    assert [fault.rule for fault in check_pair(pair)] == ["number"]


@pytest.mark.parametrize("text", ["9" * 500 + "万", "万" * 500, "一" * 500, "1.0.2万", "1e999 亿", "², ½, ①"])
def test_any_numeral_is_read(text: str) -> None:
    """However long, or odd."""
    assert len(differing("1", text, "en", "zh_CN")) == 2
