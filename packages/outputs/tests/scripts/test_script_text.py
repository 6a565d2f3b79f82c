"""A script is read as it stands: no text is misread, lost or answered without naming a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from printproof.promises.accept import accepted, rewrite
from printproof.promises.check import check_script
from printproof.runs.record import CellRun, RaisedError, Record
from printproof.scripts.blocks import read_promise, write_promise
from printproof.scripts.loading import load_script
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof.scripts.promise import Output, Promise, ScriptError
from printproof.scripts.script import read_script
from printproof_base.findings import Place, ReportedError

PATH = Path("examples/x.py")
PLACE = re.compile(r"examples/x\.py:\d+: \S.*")
SETTINGS = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

CHARACTERS = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
WORDS = st.sampled_from([
    "Output:", "Output: none", "Output with jit off:", "Output with jit of:", "Output before jax 0.8:", "Traces: f 1",
    "Reduced: N = 2", "\\Output:", "\\\\Traces: x", "TypeError: no", "TypeError: no …", "\\ValueError", "…", "#", "\\",
    "none", "", " ", "\t", "# %% cell", "%% cell", "  indented", "한국어", "中文：", "Output: 3", "KeyboardInterrupt",
])  # fmt: skip
PRINTED = st.one_of(WORDS, st.text(CHARACTERS, max_size=20)).map(str.rstrip)
LINES = st.lists(PRINTED, max_size=5).map(tuple)
RAISED = st.sampled_from(["", "TypeError", "ValueError: no such state", "KeyError: …", "Exception: no …"])
PIECES = st.sampled_from([
    "# %% a", "# %% b", "# %% B!", "#%% c", "x = 1", "print('x')", "def f():", "    return 1", "# Output:", "# 1", "#",
    "# Output: none", "# Output with jit off:", "# Traces: f 1", "# Reduced: x = 1", '"""', "'''", "\\", "if x:", "",
    "# a comment", "return", "(", "\f", "\x00", "\r", "\ufeff", "\u2028", "é = 'ü'", "lambda: (yield)", "1 is 1",
    "from __future__ import annotations", "print('''\n# %% no cell\n# Output:\n''')", "'\\d'", "assert (x, 1)",
])  # fmt: skip
SCRIPTS = st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=14).map("\n".join)
CODE = st.sampled_from(["x = 1", "def f(x):\n    return x", "print('# Output:')", "# why\ny = 2"])
READABLE = st.lists(st.tuples(CODE, LINES, RAISED), min_size=1, max_size=4)


def outputs(line: int = 1) -> st.SearchStrategy[list[Output]]:
    """Outputs in some modes, that as written always."""
    modes = st.sets(st.sampled_from([JIT_OFF, JIT_EVERYWHERE])).map(lambda extra: [AS_WRITTEN, *sorted(extra)])
    one = st.tuples(LINES, RAISED)
    return modes.flatmap(
        lambda names: st.lists(one, min_size=len(names), max_size=len(names)).map(
            lambda found: [Output(mode, line, *held) for mode, held in zip(names, found, strict=True)]
        )
    )


def promises() -> st.SearchStrategy[Promise]:
    """Promises as a script may hold them."""
    traces = st.dictionaries(st.sampled_from(["count", "update", "<lambda>"]), st.integers(1, 99), max_size=2)
    reduced = st.dictionaries(st.sampled_from(["STEPS", "N"]), st.integers(-5, 99), max_size=2)
    return st.builds(lambda o, t, r: Promise(tuple(o), t, reduced=r), outputs(), traces, reduced)


def refusal(text: str) -> str | None:
    """The sentence that refuses a text, or None where it is read."""
    try:
        read_script(text, PATH)
    except ScriptError as error:
        return str(error)
    return None


@SETTINGS
@given(SCRIPTS)
def test_no_text_is_answered_without_a_line(text: str) -> None:
    """Whatever a file holds, it is read or refused with a sentence that names a line."""
    refused = refusal(text)

    assert refused is None or PLACE.fullmatch(refused)


@SETTINGS
@given(SCRIPTS)
@example("\ufeff# %% a\r\nx = 1\r\n\r\n# Output: none")
@example("# %% a\nx = 1\n\n# Output:\n#1  \n# \n\n\n")
def test_a_script_that_is_read_and_written_back_is_the_same(text: str) -> None:
    """Its own promises in place of its own promises change no byte."""
    try:
        script = read_script(text, PATH)
    except ScriptError:
        return

    assert rewrite(script, {cell.name: cell.promise for cell in script.cells}) == text


@SETTINGS
@given(promises())
@example(Promise((Output(AS_WRITTEN, 1, ("ValueError: x …", "end")),)))
@example(Promise((Output(AS_WRITTEN, 1, ("",)),)))
@example(Promise((Output(AS_WRITTEN, 1, ("",)),), reduced={"RATE": 1e20}))
def test_a_promise_that_is_written_is_read_as_it_was(promise: Promise) -> None:
    """Whatever lines a cell prints, headings and errors among them, the promise says just these."""
    comments = [line[1:].removeprefix(" ") for line in write_promise(promise)]

    read = read_promise(comments, Place("x.py", 1))

    assert [(o.mode, o.printed, o.raised) for o in read.outputs] == [
        (o.mode, o.printed, o.raised) for o in promise.outputs
    ]
    assert (read.traces, read.reduced) == (promise.traces, promise.reduced)


def script_of(cells: list[tuple[str, tuple[str, ...], str | None]], announced: bool) -> str:
    """A script with these cells, whose promises say nothing of what they print."""
    parts = [
        f"# %% cell{number}\n{code}\n\n# Output:{f'{chr(10)}# {raised}' if raised and announced else ' none'}\n"
        for number, (code, _, raised) in enumerate(cells)
    ]
    return "\n".join(parts)


def records_of(cells: list[tuple[str, tuple[str, ...], str | None]]) -> dict[str, Record]:
    """Records that say what each cell printed, the same in every mode."""
    runs = []
    for number, (_, printed, raised) in enumerate(cells):
        kind, _, text = (raised or "").removesuffix("…").partition(": ")
        error = RaisedError(kind, text.strip(), "", 1) if raised else None
        runs.append(CellRun(f"cell{number}", "".join(f"{line}\n" for line in printed), error=error))
    record = Record("x", AS_WRITTEN, "", {"jax": "0.10.2"}, tuple(runs))
    return dict.fromkeys((AS_WRITTEN, JIT_OFF, JIT_EVERYWHERE), record)


@SETTINGS
@given(READABLE, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_accepting_twice_changes_nothing_the_second_time(
    cells: list[tuple[str, tuple[str, ...], str | None]], line_end: str, last: bool
) -> None:
    """What was accepted is what is promised, for all that a comment can hold."""
    text = script_of(cells, announced=True).replace("\n", line_end)
    text = text if last else text.removesuffix(line_end)
    records = records_of(cells)

    once = accepted(read_script(text, PATH), records)

    assert check_script(read_script(once, PATH), records) == []
    assert accepted(read_script(once, PATH), records) == once


@SETTINGS
@given(READABLE, st.sampled_from(["\n", "\r\n"]))
def test_accepting_keeps_the_code(cells: list[tuple[str, tuple[str, ...], str | None]], line_end: str) -> None:
    """Cells and what stands in them are the same before and after, and so are the line ends."""
    text = "\ufeff" + script_of(cells, announced=True).replace("\n", line_end)
    before = read_script(text, PATH)

    after = read_script(accepted(before, records_of(cells)), PATH)

    assert [(c.name, c.code) for c in after.cells] == [(c.name, c.code) for c in before.cells]
    assert after.text.count("\n") == after.text.count(line_end)


@pytest.mark.parametrize(
    ("comments", "sentence"),
    [
        (["Output: 3"], "'3' stands on the heading's line; only 'none' may"),
        (["Output: none", "3"], "says 'none' and lines follow"),
        (["Output:"], "is empty; write the printed lines below it"),
        (["Output:", "1", "", "Output:", "2"], "stands twice in one promise"),
        (["Output with jit of:", "1"], "is no heading of a promise"),
        (["Output:", "1", "", "Traces: count"], "write it as 'Traces: count 1, update 1'"),
        (["Output:", "1", "", "Traces: f 1, f 2"], "cannot be read"),
        (["Output:", "1", "", "Reduced: STEPS"], "write it as 'Reduced: STEPS = 5'"),
        (["Output:", "TypeError: first …", "more"], "only the last line may be an error that ends in '…'"),
    ],
)
def test_a_promise_that_cannot_be_read_says_what_to_write(comments: list[str], sentence: str) -> None:
    """Each mistake has its own sentence."""
    with pytest.raises(ReportedError, match=re.escape(sentence)):
        read_promise(comments, Place("x.py", 1, cell="a"))


@pytest.mark.parametrize("name", ["Exception", "jax.Exception", "ExceptionGroup", "UnexpectedTracerError"])
def test_the_error_that_a_cell_may_end_with_has_any_name(name: str) -> None:
    """Also the one name that is nothing but the word: JAX raises a bare Exception for a tracer that leaked."""
    promise = read_promise(["Output:", "1", f"{name}: Leaked trace …"], Place("x.py", 1, cell="a"))

    assert [(o.printed, o.raised) for o in promise.outputs] == [(("1",), f"{name}: Leaked trace …")]


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("x = 1\n# %% a\n", 1, "code stands before the first cell"),
        ("# why\n", 1, "the script has no cell"),
        ("# %% a\nx = 1\n\n# %% a\nx = 2\n", 4, "a second cell is named 'a'"),
        ("# %% A\nx = 1\n", 1, "is no heading of a cell"),
        ("# %% a\n\n# %% b\nx = 2\n", 1, "cell 'a' holds no code"),
        ("# %% a\nx = 1\n\n# Output: none\n\ny = 2\n", 6, "goes on after its promise"),
        ("# %% a\nx = (\n", 2, "Python cannot read this line"),
        ("# %% a\nif 1:\n# %% b\n    x = 1\n", 2, "is no whole piece of Python"),
        ("# %% a\nreturn 1\n", 2, "'return' outside function"),
        ("# %% a\nx = 1\n\n# %% b\nfrom __future__ import annotations\n", 5, "from __future__ imports must occur"),
        ("# %% a\nx = 1\x07\n", 2, "the line holds the control character '\\x07'"),
        ("# %% a\nx = 1\n\n# Output: none\n#\n# Reduced: y = 2\n", 6, "no constant 'y' is set to a number"),
        ("# %% a\nx = 1\n\n# Output: none\n#\n# Reduced: x = 1__0\n", 6, "'Reduced: x = 1__0' cannot be read"),
    ],
)
def test_a_script_that_cannot_be_read_names_the_line(text: str, line: int, sentence: str) -> None:
    """Place, fact and cure in one line."""
    with pytest.raises(ScriptError, match=rf"^examples/x\.py:{line}: .*{re.escape(sentence)}"):
        read_script(text, PATH)


def test_a_file_that_is_not_utf_8_names_the_line(tmp_path: Path) -> None:
    """Bytes are never guessed."""
    path = tmp_path / "x.py"
    path.write_bytes(b"# %% a\nprint('\xff')\n")

    with pytest.raises(ScriptError, match=r"^examples/x\.py:2: a byte is not UTF-8; save the file as UTF-8"):
        load_script(path, PATH)


def test_a_misspelt_cell_offers_the_nearest() -> None:
    """A name that is nearly right is answered with the right one."""
    script = read_script("# %% counter\nx = 1\n", PATH)

    with pytest.raises(ScriptError, match="no cell 'countre'; did you mean 'counter'"):
        script.cell("countre")
