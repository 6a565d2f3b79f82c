"""Comments and docstrings of a cell are in the language of the page; its code is the same in every language."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printproof.scripts.comments import code_tokens, comments, translate_comments
from printproof_base.text import columns, wrap
from support.small import CELL, Small

CODE = '''# The state lives here,
# in one place.
class Counter:
    """A counter that changes itself."""

    def count(self):  # noqa: D102
        """Count.

        Each call adds one
        to the state.
        """
        # type: ignore
        self.n += 1  # a side effect
        return "# no comment"
'''
MESSAGES = [
    "The state lives here, in one place.",
    "A counter that changes itself.",
    "Count.",
    "Each call adds one to the state.",
    "a side effect",
]
LONG = "상태는 여기 한곳에 있습니다. 그래서 누가 언제 바꾸었는지 한눈에 알 수 있고, 다음 호출도 여기서 시작합니다."
HAN = "状态保存在这里，只有这一个地方。因此，谁在什么时候修改了它，一眼就能看出来；下一次调用也从这里开始。"


def test_a_run_of_comment_lines_is_one_message() -> None:
    """So is each paragraph of a docstring; orders to tools and text in strings are none."""
    assert [comment.text for comment in comments(CODE)] == MESSAGES


def test_each_message_has_its_line() -> None:
    """A translator finds it in the script."""
    assert [comment.line for comment in comments(CODE)] == [1, 4, 7, 9, 13]


def test_a_parting_line_ends_a_message() -> None:
    """An empty comment, a line of dashes, another indentation."""
    code = "# One\n#\n# Two\n# ----\n# Three\nif x:\n    # Four\n    pass\n"

    assert [comment.text for comment in comments(code)] == ["One", "Two", "Three", "Four"]


def test_translated_words_take_their_places() -> None:
    """Everything around them stays as it was."""
    code, refused = translate_comments(
        CODE, {"A counter that changes itself.": "스스로 바뀌는 카운터.", "a side effect": "부작용"}
    )

    assert refused == []
    assert code == CODE.replace("A counter that changes itself.", "스스로 바뀌는 카운터.").replace(
        "a side effect", "부작용"
    )


@pytest.mark.parametrize("words", [LONG, HAN], ids=["Korean", "Chinese"])
def test_a_long_comment_is_wrapped_for_a_phone(words: str) -> None:
    """At 72 columns, where a Hangul or Han character takes two."""
    code, _ = translate_comments(CODE, {MESSAGES[0]: words})

    lines = code.partition("class")[0].splitlines()
    assert len(lines) == 2
    assert max(map(columns, lines)) <= 72
    assert "".join(line.removeprefix("# ") for line in lines).replace(" ", "") == words.replace(" ", "")


def test_a_docstring_of_one_line_keeps_to_it() -> None:
    """It stays between its quotes."""
    code, _ = translate_comments(CODE, {MESSAGES[1]: LONG})

    assert f'    """{LONG}"""\n' in code


def test_no_line_begins_with_a_closing_mark() -> None:
    """A full stop stays with its sentence."""
    assert wrap("状态状态。状态", 8) == ["状态状", "态。状态"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (MESSAGES[1], '상태 """; import os; """'),
        (MESSAGES[1], '상태"'),
        (MESSAGES[1], "상태\\"),
        (MESSAGES[1], "\\N{LATIN SMALL LETTER A}"),
        (MESSAGES[4], "type: ignore"),
        (MESSAGES[4], "noqa"),
        (MESSAGES[0], "Output:"),
        (MESSAGES[0], "%% second"),
    ],
)
def test_words_that_are_more_than_words_are_refused(message: str, words: str) -> None:
    """English stays in their place."""
    code, refused = translate_comments(CODE, {message: words})

    assert code == CODE
    assert [comment.text for comment in refused] == [message]


@pytest.mark.parametrize("parting", ["\n", "\r", "\x0c", "\x85", "\u2028"])
def test_a_second_line_stays_in_its_comment(parting: str) -> None:
    """What would end the line is a blank."""
    code, _ = translate_comments(CODE, {"a side effect": f"부작용{parting}import os"})

    assert "# 부작용 import os\n" in code


@given(st.sampled_from(MESSAGES), st.text(max_size=60))
@settings(max_examples=300)
def test_no_text_changes_the_code(message: str, words: str) -> None:
    """Whatever a catalog says, the tokens stay, and so do the values of all strings that are not docstrings."""
    code, _ = translate_comments(CODE, {message: words})

    assert code_tokens(code) == code_tokens(CODE)
    compile(code, "cell", "exec")


def test_code_that_cannot_be_read_has_no_words() -> None:
    """It is shown as it is."""
    assert comments("def (") == []
    assert translate_comments("def (", {"x": "y"}) == ("def (", [])


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with one cell that holds comments and docstrings."""
    script = f"# %% words\n{CODE}\n# Output: none\n"
    return Small(tmp_path, {"docs/index.md": f"# Title\n\n{CELL.format('words')}", "examples/index.py": script})


def test_a_page_shows_translated_words_and_the_same_code(small: Small) -> None:
    """Comments, docstrings and nothing else."""
    small.translate(
        "index", {MESSAGES[0]: "상태는 여기, 한곳에 있습니다.", MESSAGES[3]: "호출할 때마다 하나를 더합니다."}
    )

    korean, english = small.build("-W", language="ko"), small.build("-W")

    code = korean.page("index").code["words"]
    assert code.startswith("# 상태는 여기, 한곳에 있습니다.\nclass Counter:\n")
    assert "        호출할 때마다 하나를 더합니다.\n" in code
    assert code_tokens(code) == code_tokens(english.page("index").code["words"])
    assert english.page("index").code["words"] == CODE


def test_refused_words_are_named_where_they_stand(small: Small) -> None:
    """The warning leads to the line of the catalog, and the page shows English."""
    small.translate("index", {"Title": "제목", MESSAGES[1]: 'x"""; import os; """'})

    built = small.build(language="ko")

    assert "index.po:8: WARNING: this translation would change the code and is not shown" in "".join(built.wrong)
    assert built.page("index").code["words"] == CODE


def test_markup_in_a_comment_is_text(small: Small) -> None:
    """A role in a comment is neither followed nor warned of."""
    small.translate("index", {"a side effect": "{ref}`nowhere` <b>"})

    built = small.build("-W", language="ko")

    assert (built.status, built.wrong) == (0, [])
    assert "self.n += 1  # {ref}`nowhere` <b>\n" in built.page("index").code["words"]
