"""A page asks what a cell prints; exactly one answer equals what the cell prints, or the build ends red."""

import re
from pathlib import Path
from typing import Any

import pytest

from support.shown import Shown, build_all, shown_by
from support.small import CELL, Small

SCRIPT = "# %% count\nfor _ in range(3):\n    print(1)\n\n# Output:\n# 1\n# 1\n# 1\n"
RAISING = "# %% count\nprint(1)\n[][0]\n\n# Output:\n# 1\n# IndexError: list index out of range\n"
SILENT = "# %% count\nx = 1\n\n# Output: none\n"
VARYING = "# %% count\nprint(id(0))\n\n# Output varies: it is an address\n# 4711\n"

ONES = "- `1 1 1`: The program was\n  compiled with a 1.\n"
OTHERS = "- `1 2 3`: It forgets.\n- an error: It says nothing.\n"
QUESTION = "What do three calls print?\n\n"
RIGHT = QUESTION + OTHERS + ONES
HEAD = "# Title\n\n" + CELL.format("count")


def asked(block: str, name: str = "count") -> str:
    """The directive."""
    return f"\n```{{predict}} {name}\n{block}```\n"


the_question = pytest.mark.shows(HEAD + asked(RIGHT), SCRIPT)


@pytest.fixture(scope="module")
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Shown]:
    """What the tests of this module look at."""
    return build_all(request, Small(tmp_path_factory.mktemp("pages")))


@pytest.fixture
def shown(request: pytest.FixtureRequest, pages: dict[tuple[str, ...], Shown]) -> Shown:
    """The page of a test."""
    return shown_by(request, pages)


@pytest.fixture
def html(shown: Shown) -> str:
    """The page of a test, with which nothing is wrong."""
    assert shown.wrong == []
    return shown.html


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with a question."""
    return Small(tmp_path, {"docs/index.md": HEAD + asked(RIGHT), "examples/index.py": SCRIPT})


def fieldset(html: str) -> str:
    """The question of a page, as HTML."""
    found = re.search(r"<fieldset.*?</fieldset>", html, re.S)
    assert found
    return found[0]


@pytest.mark.shows(f"{HEAD}\nMore words.\n{asked(RIGHT)}", SCRIPT)
def test_a_question_stands_between_code_and_output(html: str) -> None:
    """Wherever below its cell the page asks it."""
    order = [html.index(part) for part in ("range", "<fieldset", 'data-output="as-written"', "More words.")]
    assert order == sorted(order)


@pytest.mark.shows(HEAD.replace(":example: count\n", ":example: count\n:class: lane\n") + asked(RIGHT), SCRIPT)
def test_a_question_about_a_teaser_is_not_folded_with_its_code(html: str) -> None:
    """A reader answers it where the code is folded, too."""
    assert html.index("</details>") < html.index("<fieldset")


@the_question
def test_a_question_is_a_group_of_choices_with_its_replies(html: str) -> None:
    """The question names the group, each answer its choice, and each reply follows its answer."""
    said = fieldset(html)

    assert "<legend><b>Predict first.</b> What do three calls print?</legend>" in said
    assert re.findall(r"<(?:label|p)[^>]*>(?:<input[^>]*>)?(.*?)</", said.replace("<code", "").replace("\n", " ")) == [
        ' class="docutils literal notranslate"><span class="pre">1',
        "It forgets.",
        "an error",
        "It says nothing.",
        ' class="docutils literal notranslate"><span class="pre">1',
        "The program was compiled with a 1.",
        "Show me",
    ]
    assert said.count('<input type="radio" name="count">') == 4


@the_question
def test_only_the_reply_of_the_right_answer_is_marked_for_those_who_do_not_choose(html: str) -> None:
    """Paper and 'Show me' have no answer to reply to."""
    said = fieldset(html)

    assert re.findall(r'<p class="reply right">(.*?)</p>', said, re.S) == ["The program was\ncompiled with a 1."]


@the_question
def test_nothing_of_an_output_is_left_out(shown: Shown) -> None:
    """What a reader sees later is in the page at once, for search and for every other reader."""
    page = shown.built.page(shown.docname)

    assert page.outputs == {("count", "as-written"): "1\n1\n1\n"}
    assert page.code == {"count": "for _ in range(3):\n    print(1)\n"}


ANSWERS = {
    "printed": (SCRIPT, "`1 1 1`"),
    "in words": (SCRIPT, "three times the same = `1  1 1`"),
    "name of an error": (RAISING, "`1 IndexError`"),
    "an error in words": (RAISING, "an error = `1 IndexError: list index out of range`"),
    "a value with a colon": ("# %% count\n'a: b'\n\n# Value:\n# 'a: b'\n", "`'a: b'`"),
}


def answered(right: str) -> str:
    """The page on which this is the right answer."""
    return HEAD + asked(f"{QUESTION}{OTHERS}- {right}: Right.\n")


@pytest.mark.parametrize(
    (), [pytest.param(marks=pytest.mark.shows(answered(right), script)) for script, right in ANSWERS.values()],
    ids=ANSWERS,
)  # fmt: skip
def test_an_answer_is_right_that_equals_what_is_printed(html: str) -> None:
    """In code, or in words with the code they stand for; blanks and line ends are the same."""
    assert '<p class="reply right">Right.</p>' in fieldset(html)


@pytest.mark.shows(answered("the same = `1 1 1`"), SCRIPT)
def test_what_words_stand_for_is_not_shown(html: str) -> None:
    """It would give the answer away."""
    said = fieldset(html)

    assert '<label><input type="radio" name="count">the same</label>' in said
    assert "1 1 1" not in re.sub("<[^>]*>", "", said)


WRONG = {
    "none": (SCRIPT, QUESTION + OTHERS, 7, "no answer equals what cell 'count' prints, '1 1 1'; write the right one"),
    "only words": (SCRIPT, f"{QUESTION}{OTHERS}- 1 1 1: Yes.\n", 7, "no answer equals what cell 'count' prints"),
    "several": (SCRIPT, f"{RIGHT}- `1\t1 1`: Yes.\n", 14, "2 answers equal what cell 'count' prints, '1 1 1'; let"),
    "unknown cell": (SCRIPT, RIGHT, 7, "the page shows no cell 'cuont'; did you mean 'count'?"),
    "nothing printed": (SILENT, RIGHT, 7, "cell 'count' prints nothing that an answer could equal; ask about"),
    "varies": (VARYING, RIGHT, 7, "what cell 'count' prints varies, so no answer is right; ask about"),
    "no question": (SCRIPT, OTHERS + ONES, 7, "nothing is asked about cell 'count'; write the question above"),
    "one answer": (SCRIPT, QUESTION + ONES, 7, "the question about cell 'count' has 1 answer; offer two or more"),
    "no answer": (SCRIPT, QUESTION, 7, "the question about cell 'count' has no answer; offer two or more"),
    "no reply": (SCRIPT, f"{RIGHT}- `1 2`\n", 14, "this answer about cell 'count' has no reply; write code or words"),
}


def refused(script: str, block: str, line: int, said: str) -> Any:
    """The case of a page with a question that cannot be answered, and what is said of it."""
    page = HEAD + asked(block, "cuont" if "cuont" in said else "count")
    return pytest.param(f"ERROR: docs/index.md:{line}: {said}", marks=pytest.mark.shows(page, script))


@pytest.mark.parametrize("said", [refused(*case) for case in WRONG.values()], ids=WRONG)
def test_a_question_that_cannot_be_answered_is_an_error(shown: Shown, said: str) -> None:
    """One line says where, what, and what helps."""
    (wrong,) = shown.wrong

    assert said in wrong


def test_a_cell_is_asked_about_once(small: Small) -> None:
    """Two questions would open one output."""
    small.write("docs/index.md", HEAD + asked(RIGHT) + asked(RIGHT))

    assert "docs/index.md:16: cell 'count' is asked about twice; ask once" in small.build().said


def test_a_changed_digit_ends_the_build(small: Small) -> None:
    """A page cannot go on calling an answer right that the cell no longer prints."""
    assert small.build().status == 0
    small.write("examples/index.py", SCRIPT.replace("print(1)", "print(2)").replace("# 1", "# 2"))

    built = small.build()

    assert built.status == 1
    assert "no answer equals what cell 'count' prints, '2 2 2'" in built.said


def test_a_script_that_cannot_be_read_is_one_complaint(small: Small) -> None:
    """The question about its cell adds none."""
    small.write("examples/index.py", f"{SCRIPT}\n{SCRIPT}")

    assert len(small.build().wrong) == 1


KOREAN = {
    "What do three calls print?": "세 번 호출하면 무엇이 출력될까요?",
    "It forgets.": "잊어버립니다.",
    "an error": "오류",
    "The program was compiled with a 1.": "<script>alert(1)</script> **1**",
}


def test_a_question_is_in_the_language_of_the_page(small: Small) -> None:
    """Question, words and replies are messages, each by itself; what is left in English says so."""
    small.translate("index", KOREAN)

    said = fieldset(small.build(language="ko").html("index"))

    assert "</b> 세 번 호출하면 무엇이 출력될까요?</legend>" in said
    assert '<p class="reply">잊어버립니다.</p>' in said
    assert '<label><input type="radio" name="count">오류</label>' in said
    assert '<p class="reply" lang="en">It says nothing.</p>' in said


def test_a_hostile_translation_is_text(small: Small) -> None:
    """Nothing in it runs, and it cannot become another answer."""
    link = "[여기](javascript:alert(1)) {download}`conf.py`"
    small.translate("index", {**KOREAN, "an error": '`2 2 2`: "><input checked>', "It forgets.": link})

    said = fieldset(small.build(language="ko").html("index"))

    assert "<a " not in said
    assert "&lt;script&gt;alert(1)&lt;/script&gt; <strong>1</strong></p>" in said
    assert said.count("<input") == 4
    assert "<script" not in said


def test_code_of_an_answer_is_no_message(small: Small) -> None:
    """No translation can change it; the words around it are messages of the page with its line."""
    built = small.build("-b", "gettext", builder="gettext")

    words = (built.folder / "index.pot").read_text(encoding="utf-8")
    assert [text for text in KOREAN if f'msgid "{text}"' not in words] == []
    assert "1 2 3" not in words
    assert "index.md:12" in words


def test_where_nothing_can_be_chosen_the_question_has_its_answers_and_the_right_reply(small: Small) -> None:
    """A text is read from the top."""
    built = small.build("-W", builder="text")

    text = " ".join((built.folder / "index.txt").read_text().split())
    assert 'What do three calls print? * "1 2 3" * an error * "1 1 1" The program was compiled with a 1.' in text
    assert "It forgets" not in text
