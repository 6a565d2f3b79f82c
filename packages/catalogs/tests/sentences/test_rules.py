"""Good sentences pass without a word, and each rule speaks where it should."""

import csv
from dataclasses import replace

import pytest

from printproof_base.findings import Finding
from printproof_catalogs.sentences.glossary import Glossary, Term, read_glossary
from printproof_catalogs.sentences.rules import Pair, check_pair, check_size
from printproof_catalogs.sentences.sentence import plain_sentence, read_sentence
from support.built import ROOT

HERE = ROOT / "tests"
GLOSSARY = read_glossary(HERE.parent / "docs" / "glossary.csv")


def sentences() -> list[tuple[str, str, str]]:
    """(language, English, translation) of every good sentence."""
    found = []
    for path in sorted((HERE / "support" / "terms").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            found += [(path.stem, *row) for row in list(csv.reader(lines))[1:]]
    return found


def faults(language: str, source: str, text: str, **more: bool) -> list[Finding]:
    """What the rules find in a translation."""
    read = plain_sentence if more.pop("plain", False) else read_sentence
    found = list(check_size(source, text))
    return found or list(check_pair(Pair(read(source), read(text), language, GLOSSARY, **more)))


@pytest.mark.parametrize(("language", "source", "text"), sentences())
def test_a_good_sentence_has_no_findings(language: str, source: str, text: str) -> None:
    """The sentences that the language guides call natural are neither errors nor warnings."""
    assert faults(language, source, text) == []


def test_at_least_thirty_sentences_of_each_language_are_tried() -> None:
    """The corpus is large enough to mean something."""
    languages = [language for language, *_ in sentences()]

    assert min(languages.count(language) for language in set(languages)) >= 30


WARNED = [
    ("ko", "It prints `1, 2`, not `1, 1`.", "`1, 1`이 아니라 `1, 2`를 출력합니다.", "order"),
    ("ko", "The state is a value.", "상태(state)는 값입니다", "end"),
    ("ko", "The state is a value.", "상태 (state)는 값입니다.", "typography"),
    ("ko", "The state is a value.", "상태는 값입니다 .", "typography"),
    ("ko", "The state is a value.", "상태은(는) 값입니다.", "typography"),
    ("ko", "Call `count` once.", "`count` 를 한 번 호출하세요.", "typography"),
    ("ko", "It takes 3 calls.", "호출 3를 합니다.", "typography"),
    ("ko", "The state is a value.", "상태 value 값입니다.", "english"),
    ("ko", "The state is a value.", "그것은 값입니다.", "term"),
    ("ko", "The **state** is a value.", "상태는 값입니다.", "emphasis"),
    (
        "ko",
        "The state is a value that you pass to a function and get back from it as a new one.",
        "상태.",
        "length",
    ),
    ("zh_CN", "The state is a value.", "状态是值.", "typography"),
    ("zh_CN", "Call `count` once.", "调用`count`一次。", "typography"),
    ("zh_CN", "Call `count` once.", "调用 `count` ，一次。", "typography"),
    ("zh_CN", "The state is a value.", "状态（state）是值，，真的。", "typography"),
    ("zh_CN", "The state is a value.", "状态(state)是值。", "typography"),
    ("zh_CN", "Is the state a value?", "状态是值。", "end"),
    ("zh_CN", "It returns 1.", "返回 1.", "typography"),
    ("ko", "The state is a value.", "상태는 값입니다:", "end"),
    ("ko", "The first state is a value.", "첫 상태는 값입니다.", "typography"),
    ("ko", "It returns the old result.", "이전 답을 반환합니다.", "typography"),
    ("ko", "The state is a value:", "상태는 값입니다:", "typography"),
    ("ko", "It takes a state and returns a value.", "상태를 받아, 값을 반환합니다.", "typography"),
    ("ko", "It returns no state.", "상태를 아무것도 반환하지 않습니다.", "typography"),
    ("ko", "It is the result of three calls.", "세 번의 호출이 낸 결과입니다.", "typography"),
    ("ko", "It is the initial value.", "초기값입니다.", "typography"),
    ("zh_CN", "It returns the old result.", "它返回旧答案。", "typography"),
    ("zh_CN", "It returns no value.", "它不返回任何东西。", "typography"),
    ("zh_CN", "It runs a side effect.", "它会执行副作用。", "typography"),
    ("zh_CN", "The call is compiled.", "这个调用经过了编译。", "typography"),
    ("zh_CN", "The call returns at once: it is asynchronous.", "调用立即返回：这就是异步派发。", "typography"),
]


@pytest.mark.parametrize(("language", "source", "text", "rule"), WARNED)
def test_a_matter_of_style_is_a_warning(language: str, source: str, text: str, rule: str) -> None:
    """It is said by its rule and blocks nothing."""
    found = faults(language, source, text)

    assert rule in [fault.rule for fault in found]
    assert {fault.severity for fault in found} == {"warning"}


@pytest.mark.parametrize(
    ("language", "source", "text"),
    [("ko", "The state is a value:", "상태는 값입니다."), ("zh_CN", "The state is a value:", "状态是一个值。")],
)
def test_a_sentence_before_a_block_may_end_as_any_other(language: str, source: str, text: str) -> None:
    """The colon of English is no mark that other languages need."""
    assert faults(language, source, text) == []


@pytest.mark.parametrize(
    ("language", "source", "text"),
    [
        ("ko", "The first of the keys is used.", "첫 번째 키를 씁니다."),
        ("ko", "Show the answer", "답 보기"),
        ("zh_CN", "Show the answer", "直接看答案"),
    ],
)
def test_what_only_looks_like_a_habit_passes(language: str, source: str, text: str) -> None:
    """첫 may count, and a question has an answer."""
    assert faults(language, source, text) == []


REFUSED = [
    ("Save {count} files", "파일 {number}개 저장", "placeholder", {"plain": True}),
    ("Save the file", "<b>파일</b> 저장", "html", {"plain": True}),
    ("Save the file", "파일 &amp; 저장", "html", {"plain": True}),
    ("A new state", '새 "상태"', "comment", {"in_code": True}),
    ("A new state", "새 **상태**", "comment", {"in_code": True}),
    ("A new state", "noqa: 새 상태", "mark", {"in_code": True}),
    ("A new state", "Output: none", "mark", {"in_code": True}),
    (
        "A new state",
        "새 상태를 만들어 반환하고 다시 받아 쓰는 아주 길고 긴 설명을 여기에 씁니다",
        "comment",
        {"in_code": True},
    ),
    ("The state", "\u1109\u1161\u11bc\u1110\u1162", "character", {}),
]


@pytest.mark.parametrize(("source", "text", "rule", "more"), REFUSED)
def test_words_outside_pages_have_rules_of_their_own(source: str, text: str, rule: str, more: dict) -> None:
    """The package's words hold no HTML; a comment cannot end itself, grow or speak to tools."""
    assert rule in [fault.rule for fault in faults("ko", source, text, **more) if fault.severity == "error"]


def test_a_name_kept_by_the_glossary_may_be_copied() -> None:
    """A product's name is the same in every language."""
    assert faults("ko", "JAX, NumPy, Flax", "JAX, NumPy, Flax") == []


def test_a_language_without_rules_of_its_own_is_checked_for_the_rest() -> None:
    """The package knows no list of languages."""
    assert faults("uk", "The state is `x`.", "Стан — це `x`.") == []
    assert [f.rule for f in faults("uk", "The state is `x`.", "Стан — це `y`.")] == ["code"]
    assert [f.rule for f in faults("uk", "The state is `x`.", "Стaн — це `x`.")] == ["script"]


def test_senses_of_a_word_are_joined() -> None:
    """A term with two meanings may be translated by the forms of either."""
    both = Glossary((Term("key (dict)", {"ko": ("키",)}), Term("key (door)", {"ko": ("열쇠",)})))

    assert both.forms("ko") == {"key": ("키", "열쇠")}


@pytest.mark.parametrize("mark", ["[", "](", "*a", "![", "`a``", "$a", "&#", "상태"])
def test_what_is_too_large_is_refused_before_it_is_parsed(mark: str) -> None:
    """Also where source and translation are the same: a catalog can hold any msgid."""
    long = mark * (300_000 // len(mark))

    assert [fault.rule for fault in check_size("The state", long)] == ["size"]
    assert [fault.rule for fault in check_size(long, long)] == ["size"]


def test_a_label_is_a_term_only_where_it_stands_alone() -> None:
    """The words "on this page" in a sentence are no heading of the margin."""
    found = [(f.severity, f.rule, f.sentence) for f in faults("ko", "On this page", "이 문서")]

    fact = "'on this page' is 이 페이지 목차 or 목차 in the glossary, and none of them is here"
    assert found == [("warning", "term", fact)]
    assert faults("ko", "Two sentences on this page are old.", "이 페이지의 두 문장은 오래되었습니다.") == []


def test_a_role_off_the_list_is_refused_also_where_english_has_it() -> None:
    """A sentence copies no file, whatever its msgid says."""
    assert [f.rule for f in faults("ko", "{download}`it <x.txt>`", "{download}`파일 <x.txt>`")] == ["copying"]


def test_a_finding_shows_what_cannot_be_seen() -> None:
    """The message about a hidden character does not hide anything itself."""
    found = faults("ko", "The {state}.", "상태 {&#x202e;}.")

    assert all(fault.sentence.isprintable() for fault in found)
    assert r"the placeholder is {\u202e}, in English {state}; copy it unchanged" in [f.sentence for f in found]


def test_a_phrase_without_forms_hides_the_term_in_it() -> None:
    """An idiom is no use of the term that it happens to hold."""
    assert faults("ko", "Use it in place of a loop.", "루프 대신 쓰세요.") == []


def test_a_name_of_code_may_stand_without_marks() -> None:
    """A word that the page shows as code is no English left over; a call never is."""
    pair = Pair(read_sentence("Make self static"), read_sentence("self를 정적으로"), "ko", GLOSSARY)

    assert [f.rule for f in check_pair(pair)] == ["english"]
    assert list(check_pair(replace(pair, names=frozenset({"self"})))) == []
    assert faults("ko", "init() splits it.", "init()은 분할합니다.") == []
