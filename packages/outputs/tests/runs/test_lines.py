"""A record says of each call which lines ran, from which state to which: what was seen, in a real run of JAX."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printproof.pages.function_source import function_source
from printproof.runs.record import Call, Record, RunError, read_record, write_record
from printproof.runs.schedule import bring_up_to_date, current_records
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof_base.project import Project
from support.one_cell import project_of

SCRIPT = '''
# %% functions
import jax
import jax.numpy as jnp


class Counter:
    def __init__(self):
        self.n = 0

    def count(self):
        """Count one call."""
        self.n += 1
        return self.n


def add(numbers, double):
    total = 0
    for number in numbers:
        if double:
            total += 2 * number
        else:
            total += number
    return total


@jax.jit
def step(state, x):
    # The result, then the state.
    return state["n"] + x, {"n": state["n"] + x}


triple = lambda x: (
    3 * x
)


def keep(x):
    keep.kept = x
    return x


def evens(stop):
    for n in range(stop):
        yield 2 * n


def odd(stop):
    return [n + 1 for n in evens(stop)]

# %% counter
counter = Counter()
count = jax.jit(counter.count)
print(count())
print(count())
print(Counter.count.__doc__)

# %% branches
print(add([1, 2], True))
print(add([1], False))
print(add([], False))

# %% handed-on
state = {"n": jnp.int32(0)}
for _ in range(3):
    value, state = step(state, 2)
    print(value)

# %% others
triple(2)
odd(2)

# %% refs
hits = jax.new_ref(jnp.int32(0))


@jax.jit
def hit(total, step):
    def both():
        hits[...] += 1
        total[...] += step

    both()


total = jax.new_ref(jnp.int32(0))
hit(total, jnp.int32(5))
hit(total, jnp.int32(7))

# %% raised
def positive(x):
    if x > 0:
        return 1
    return 0


try:
    jax.jit(positive)(1)
except jax.errors.TracerBoolConversionError:
    print("refused")
print(positive(1))

# %% leaked
class Keeper:
    def keep(self, x):
        self.kept = x
        return x


keeper = Keeper()
jax.jit(keeper.keep)(1.0)

# %% alive
import gc
import weakref


def make(n):
    return jnp.zeros(n)


made = weakref.ref(make(3))
gc.collect()
print(made())
'''.lstrip()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project of the one script, which was run."""
    project = project_of(tmp_path_factory.mktemp("lines"), [("a", SCRIPT)])
    assert bring_up_to_date(project, [script_of(project, "a")]).failures == ()
    return project


@pytest.fixture(scope="module")
def record(project: Project) -> Record:
    """What the run as written has recorded."""
    return read_record(project.record("a", AS_WRITTEN))


def calls(record: Record, cell: str) -> tuple[Call, ...]:
    """The calls of a cell."""
    run = record.cell(cell)
    assert run is not None
    return run.calls


def ran(project: Project, call: Call) -> list[str]:
    """The lines of the function's source that ran, without their indents."""
    source = function_source(script_of(project, "a").cell(call.cell).code, call.line, call.lines, {})
    lines = source.text.split("\n")
    return [lines[n - 1].strip() for n in source.ran]


def test_a_call_that_reuses_its_program_runs_no_line(project: Project, record: Record) -> None:
    """The first call runs the body, whose docstring is no line that runs; the second one finds the program."""
    first, second = calls(record, "counter")

    assert (first.traced, ran(project, first)) == (True, ["self.n += 1", "return self.n"])
    assert (second.traced, second.ran, ran(project, second)) == (False, False, [])


def test_a_docstring_stays_what_it_is(record: Record) -> None:
    """Nothing stands before it that would make a statement of it."""
    run = record.cell("counter")

    assert run is not None
    assert run.printed == ("1", "1", "Count one call.")


def test_state_is_read_before_and_after_a_call(record: Record) -> None:
    """It is that of the object whose method was called, named as the method names it."""
    states = [(call.before, call.after) for call in calls(record, "counter")]

    assert states == [({"self.n": 0}, {"self.n": 1}), ({"self.n": 1}, {"self.n": 1})]


def test_of_a_branch_and_a_loop_the_lines_that_ran_are_known(project: Project, record: Record) -> None:
    """A line that no call reached is not marked, however often others ran."""
    doubled, plain, nothing = (ran(project, call) for call in calls(record, "branches"))
    loop = ["total = 0", "for number in numbers:"]

    assert doubled == [*loop, "if double:", "total += 2 * number", "return total"]
    assert plain == [*loop, "if double:", "total += number", "return total"]
    assert nothing == [*loop, "return total"]


def test_what_one_call_hands_to_the_next_is_known_by_the_object_itself(record: Record) -> None:
    """Of the arguments only the state came back from the call before; equal numbers would prove nothing."""
    first, second, third = calls(record, "handed-on")

    assert (first.given, first.handed_on) == ({"state['n']": 0, "x": 2}, {})
    assert second.handed_on == third.handed_on == {"state['n']": "[1]['n']"}
    assert (second.given["state['n']"], second.result["[1]['n']"]) == (2, 4)


def test_what_refs_held_before_and_after_a_call_is_known(record: Record) -> None:
    """Those that it was given, and those that its function names, also in a function inside."""
    first, second = calls(record, "refs")

    assert (first.refs_before, first.refs_after) == ({"hits": 0, "total": 0}, {"hits": 1, "total": 5})
    assert (second.refs_before, second.refs_after) == ({"hits": 1, "total": 5}, {"hits": 2, "total": 12})


def test_each_line_of_a_program_knows_the_line_that_it_came_from(project: Project, record: Record) -> None:
    """An equation the statement that JAX recorded; what is none, and a program without any, comes from nowhere."""
    first, _ = calls(record, "refs")
    (code,) = [cell.code.split("\n") for cell in script_of(project, "a").cells if cell.name == "refs"]
    came = [code[line - 1].strip() if line else "" for line in first.jaxpr_lines]

    assert first.jaxpr is not None
    assert len(came) == len(first.jaxpr.split("\n"))
    assert came == ["", *["hits[...] += 1"] * 3, *["total[...] += step"] * 3, ""]
    assert calls(record, "counter")[0].jaxpr_lines == (0,)


def test_a_lambda_and_a_generator_run_lines_like_any_function(project: Project, record: Record) -> None:
    """A lambda is shown with the statement around it; a generator runs where its elements are asked for."""
    triple, odd = calls(record, "others")
    cell = script_of(project, "a").cell("functions")

    assert ran(project, triple) == ["3 * x"]
    assert function_source(cell.code, triple.line, triple.lines, {}).text == "triple = lambda x: (\n    3 * x\n)"
    assert {"for n in range(stop):", "yield 2 * n"} <= {cell.code.split("\n")[n - 1].strip() for n in odd.lines}


def test_an_error_ends_a_call_that_is_recorded_all_the_same(project: Project, record: Record) -> None:
    """With the lines up to the error, and without a result; the next call is one like any other."""
    refused, right = calls(record, "raised")

    assert (refused.raised, refused.result) == ("TracerBoolConversionError", {})
    assert ran(project, refused) == ["if x > 0:"]
    assert (right.raised, right.result, ran(project, right)) == ("", {"": 1}, ["if x > 0:", "return 1"])


def test_a_tracer_that_was_kept_is_named_and_not_held(record: Record) -> None:
    """The record holds plain values; what stands for a tracer is a word."""
    (call,) = calls(record, "leaked")

    assert "tracer" in call.after["self.kept"]


def test_a_record_keeps_no_result_alive(record: Record) -> None:
    """What a call gave ends when the script lets go of it."""
    run = record.cell("alive")

    assert run is not None
    assert run.stdout == "None\n"


def test_a_record_of_the_former_format_is_made_anew(project: Project) -> None:
    """It lacks the lines: nothing is guessed, the script runs again."""
    path = project.record("a", AS_WRITTEN)
    whole = path.read_text(encoding="utf-8")
    former = json.loads(whole)
    for cell in former["cells"]:
        for call in cell["calls"]:
            del call["lines"]
    path.write_text(json.dumps(former), encoding="utf-8")
    script = script_of(project, "a")

    with pytest.raises(RunError, match="no run record"):
        read_record(path)
    assert current_records(project, script) is None
    assert bring_up_to_date(project, [script]).runs == (("a", AS_WRITTEN),)
    assert path.read_text(encoding="utf-8") == whole


def test_a_record_is_read_as_it_was_written(tmp_path: Path, record: Record) -> None:
    """One reader, one writer."""
    write_record(tmp_path / "record.json", record)

    assert read_record(tmp_path / "record.json") == record


def test_lines_follow_their_statements_into_a_translation() -> None:
    """A translated comment may take more lines than the English one; what is code is found again."""
    code = "def f(x):\n    # One.\n    y = x\n    if y:\n        return 1\n    return 2"
    long = "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열"

    english, korean = function_source(code, 1, {3, 4, 6}, {}), function_source(code, 1, {3, 4, 6}, {"One.": long})

    assert english.ran == (3, 4, 6)
    assert korean.text.count("\n") > english.text.count("\n")
    assert [korean.text.split("\n")[n - 1].strip() for n in korean.ran] == ["y = x", "if y:", "return 2"]


def test_a_function_made_of_a_text_has_no_source() -> None:
    """No other function is shown in its place."""
    assert function_source("x = 1\n\n\ndef f():\n    return x", 2, (), {}).text == ""
