"""A table of calls tells, call by call, what the run record holds, and nothing that it does not hold."""

from pathlib import Path
from typing import Any

import pytest

from printproof.pages.call_table import COMPILED, NONE, PYTHON, REUSED, Moved, call_rows
from printproof.runs.calls import MOST
from printproof.runs.record import Call, CellRun, Record, write_record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF, MODES
from support.built import Page
from support.one_cell import digests_of
from support.small import CELL, Small

SCRIPT = "# %% jit\nimport jax\n\nprint(1)\n\n# Output:\n# 1\n# 1\n#\n# Output with jit off:\n# 1\n# 2\n"
PAGE = f"# Title\n\n{CELL.format('jit')}\n```{{calls}} jit\n```\n"
JAXPR = "{ lambda ; . let  in (1:i32[],) }"


def call(printed: str = "1\n", **known: Any) -> Call:
    """A call as a run record holds it: compiled before, without state."""
    return Call(**{"name": "count", "jaxpr": JAXPR, "printed": printed, **known})


COUNTER = (
    call(ran=True, traced=True, before={"self.n": 0}, after={"self.n": 1}),
    call(before={"self.n": 1}, after={"self.n": 1}),
)


def records(*calls: Call, off: str = "1\n2\n", docname: str = "index", digest: str = "") -> dict[str, Record]:
    """Records of a script with the one cell ``jit``."""
    printed = {AS_WRITTEN: "".join(entry.printed for entry in calls), JIT_OFF: off}
    found = {}
    for mode in MODES:
        cell = CellRun("jit", printed.get(mode, printed[AS_WRITTEN]), calls=calls if mode == AS_WRITTEN else ())
        found[mode] = Record(docname, mode, digest, {"jax": "0.10.2"}, (cell,))
    return found


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that shows a cell and its calls, and a record of that cell."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})
    for mode in MODES:
        known = records(*COUNTER, digest=digests_of(small.project, "index")[mode])
        write_record(small.project.record("index", mode), known[mode])
    return small


def test_a_program_is_compiled_reused_or_none() -> None:
    """A trace compiles; a body that did not run was answered by a program; the rest is Python alone."""
    rows = call_rows("jit", records(call(ran=True, traced=True), call(), call(name="count", ran=True))).rows

    assert [row.program for row in rows] == [COMPILED, REUSED, PYTHON]


def test_a_jaxpr_is_told_once() -> None:
    """A row that reuses the program of a row above does not repeat it."""
    rows = call_rows("jit", records(call(ran=True, traced=True), call(), call(jaxpr="{ other }"))).rows

    assert [row.jaxpr for row in rows] == [JAXPR, "", "{ other }"]


def test_calls_of_plain_functions_stand_aside_where_one_is_compiled() -> None:
    """A cell that compiles is shown for what it compiles."""
    plain = call("", name="reset", ran=True, jaxpr=None)

    assert call_rows("jit", records(plain, *COUNTER)).names == ("count",)
    assert call_rows("jit", records(plain, off="")).names == ("reset",)


def test_a_call_that_printed_something_else_than_with_jit_off_names_what_was_wanted() -> None:
    """The wanted line stands in the same place of the output with jit off."""
    told = call_rows("jit", records(*COUNTER))

    assert told.judged
    assert [row.wanted for row in told.rows] == [(), ("2",)]


def test_lines_printed_before_the_first_call_shift_nothing() -> None:
    """What is wanted is counted from the end."""
    known = records(*COUNTER, off="head\n1\n2\n")
    first = known[AS_WRITTEN].cells[0]
    known[AS_WRITTEN] = Record("index", AS_WRITTEN, "", {}, (CellRun("jit", "head\n1\n1\n", calls=first.calls),))

    assert [row.wanted for row in call_rows("jit", known).rows] == [(), ("2",)]


@pytest.mark.parametrize(
    ("calls", "off"),
    [
        ((call(ran=True, traced=True), call()), "1\n2\n3\n"),
        ((call("1 ", ran=True, traced=True), call("1\n")), "1 2\n"),
        ((call("", ran=True, traced=True), call("1 1\n")), "1 2\n"),
        ((call(ran=True, jaxpr=None), call(ran=True, jaxpr=None)), "1\n2\n"),
    ],
    ids=["other number of lines", "half a line", "a line for two calls", "nothing compiled"],
)
def test_nothing_is_judged_where_lines_belong_to_no_call_or_nothing_was_compiled(calls: Any, off: str) -> None:
    """A wrong comparison would be worse than none."""
    assert not call_rows("jit", records(*calls, off=off)).judged


def test_the_state_is_what_changed_of_the_object() -> None:
    """An attribute that has one value in all rows is left out."""
    state = {"self.factor": 2, "self.on": True}, {"self.factor": 2, "self.on": False}
    told = call_rows("jit", records(call(before=state[0], after=state[0]), call(before=state[1], after=state[1])))

    assert told.owned
    assert [(row.before, row.after) for row in told.rows] == [("self.on = True", "True"), ("self.on = False", "False")]


def test_without_an_object_the_state_is_what_was_passed_and_returned() -> None:
    """One value stands alone, several in brackets; a large array is its shape."""
    wide = {"shape": [128, 1], "data": [0.5]}
    rows = call_rows("jit", records(call(given={"n": 0}, result={"[0]": 1, "[1]": {"shape": [2], "data": [1, 2]}})))
    other = call_rows("jit", records(call(given={"x": wide}, result={"": 0.25})))

    assert (rows.owned, rows.rows[0].before, rows.rows[0].after) == (False, "0", "(1, [1, 2])")
    assert (other.rows[0].before, other.rows[0].after) == ("[…] (128, 1)", "0.25")


def test_a_call_that_raised_hides_nothing_of_the_others() -> None:
    """It printed nothing and gave nothing, and no program answered it."""
    told = call_rows("jit", records(call(ran=True, traced=True), call("", ran=True, jaxpr=None, raised="TypeError")))

    assert told.printing
    assert [(row.program, row.result) for row in told.rows] == [(COMPILED, ("1",)), (NONE, ("TypeError",))]


def test_the_first_wrong_call_is_the_one_to_look_at() -> None:
    """Where all are right, or nobody can say, it is the first one."""
    assert call_rows("jit", records(*COUNTER)).first == 1
    assert call_rows("jit", records(*COUNTER, off="1\n1\n")).first == 0


def test_what_is_handed_on_is_state_in_each_call() -> None:
    """Also in the first one, which was given it by nobody, and beside what is only passed."""
    given = {"n": 0, "k": 7}, {"n": 1, "k": 7}
    first = call(ran=True, traced=True, given=given[0], result={"[0]": 5, "[1]": 1})
    second = call(given=given[1], result={"[0]": 6, "[1]": 2}, handed_on={"n": "[1]"})
    told = call_rows("jit", records(first, second))

    assert [(row.kept, row.moved) for row in told.rows] == [
        (True, (Moved("n", "0", "1"),)),
        (True, (Moved("n", "1", "2"),)),
    ]
    assert [(row.before, row.after) for row in told.rows] == [("(0, 7)", "(5, 1)"), ("(1, 7)", "(6, 2)")]


def test_a_call_that_others_may_have_followed_unheard_is_left_out() -> None:
    """Its print may be theirs."""
    told = call_rows("jit", records(*[call()] * MOST))

    assert (len(told.rows), told.more) == (MOST - 1, True)


def test_a_page_shows_each_call_with_words_beside_marks(small: Small) -> None:
    """What colour and shape say, a screen reader says as well."""
    built = small.build("-W")
    html = built.html("index")

    assert "<caption>Each call of <code>count</code> in the cell <code>jit</code>, checked with JAX 0.10.2." in html
    assert '<span aria-hidden="true">●</span> ran' in html
    assert '<span aria-hidden="true">○</span> did not run' in html
    assert f'compiled now <code class="jaxpr">{JAXPR}</code>' in html
    assert "<code>self.n = 0 → 1</code>" in html
    assert '<samp>1</samp> <span class="yes">as wanted</span>' in html
    assert '<mark>1</mark> <span class="no">wanted 2</span>' in html


def test_each_value_says_its_head(small: Small) -> None:
    """A narrow screen has no room for a row of heads; both have the same words."""
    small.build("-W")
    page = Page(small.root / "_build/en/html/index.html")

    heads = [head.text for head in page.all("th", scope="col")]
    assert heads == ["Call", "Python code", "Program", "State", "Printed"]
    assert [e.given["data-head"] for e in page.elements if "data-head" in e.given] == heads * 2


def test_words_of_the_table_are_in_the_language_of_the_page(small: Small) -> None:
    """Its values are the same everywhere."""
    small.translate("printproof", {"did not run": "실행되지 않음", "wanted {value}": "기대: {value}", "State": "상태"})

    html = small.build(language="ko").html("index")

    assert "</span> 실행되지 않음" in html
    assert '<span class="no">기대: 2</span>' in html
    assert '<th scope="col">상태</th>' in html


def test_without_a_current_record_no_call_is_told_of(small: Small) -> None:
    """The page says so in the place of the table."""
    small.write("examples/index.py", SCRIPT.replace("print(1)", "print(1)  # changed"))

    html = small.build("-W").html("index")

    missing = "The calls of the cell <code>jit</code> were not verified in this build, so they are not shown."
    assert f'<p class="unchecked">{missing}</p>' in html
    assert "data-calls" not in html


def test_a_cell_that_calls_nothing_is_refused(small: Small) -> None:
    """With page, line and the nearest name, in every build."""
    small.write("docs/index.md", PAGE.replace("{calls} jit", "{calls} jti"))

    built = small.build()

    assert built.status == 1
    assert built.wrong == ["ERROR: docs/index.md:7: cell 'jti' calls no function of the script; did you mean 'jit'?"]
