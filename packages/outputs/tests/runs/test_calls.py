"""The rows of a cell's calls tell, call by call, what the run record holds, and nothing that it does not hold."""

from dataclasses import replace
from typing import Any

import pytest

from printproof.pages.call_table import COMPILED, NONE, PYTHON, REUSED, Moved, call_rows, rows_of
from printproof.runs.calls import MOST
from printproof.runs.record import Call, CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF, MODES


def call(printed: str = "1\n", **known: Any) -> Call:
    """A call as a run record holds it: compiled before, without state."""
    return Call(**{"name": "count", "printed": printed, **known})


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


def test_a_program_is_compiled_reused_or_none() -> None:
    """A trace compiles; a body that did not run was answered by a program; the rest is Python alone."""
    rows = call_rows("jit", records(call(ran=True, traced=True), call(), call(name="count", ran=True))).rows

    assert [row.program for row in rows] == [COMPILED, REUSED, PYTHON]


def test_calls_of_plain_functions_stand_aside_where_one_is_compiled() -> None:
    """A cell that compiles is shown for what it compiles."""
    plain = call("", name="reset", ran=True)

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
        ((call(ran=True), call(ran=True)), "1\n2\n"),
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
    told = call_rows("jit", records(call(ran=True, traced=True), call("", ran=True, raised="TypeError")))

    assert told.printing
    assert [(row.program, row.result) for row in told.rows] == [(COMPILED, ("1",)), (NONE, ("TypeError",))]


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


def test_what_a_ref_holds_is_state_of_the_program() -> None:
    """Beside arguments, which are none; the object has no part in it."""
    told = call_rows("jit", records(call(given={"x": 7}, refs_before={"hits": 0}, refs_after={"hits": 1})))

    assert [(row.kept, row.moved) for row in told.rows] == [(True, (Moved("hits", "0", "1"),))]
    assert not told.owned


def test_the_rows_of_two_cells_stand_one_after_the_other() -> None:
    """Nothing is judged where a cell of them is not."""
    first, then = records(call(ran=True, traced=True)), records(call("2\n"), off="")
    known = {
        mode: Record("index", mode, "", {}, (*first[mode].cells, replace(then[mode].cells[0], name="then")))
        for mode in MODES
    }
    told = rows_of(["jit", "then"], known)

    assert [row.result for row in told.rows] == [("1",), ("2",)]
    assert (told.printing, told.judged) == (True, False)


def test_a_call_that_others_may_have_followed_unheard_is_left_out() -> None:
    """Its print may be theirs."""
    told = call_rows("jit", records(*[call()] * MOST))

    assert (len(told.rows), told.more) == (MOST - 1, True)
