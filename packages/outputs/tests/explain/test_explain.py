"""Scripts with one planted fault each are explained, and right ones are not: twenty of each, run as anybody's are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from printproof.explain.differences import near_lines
from printproof.explain.explaining import explain
from printproof.explain.notebooks import code_cells
from printproof.explain.reading import Source, read, statements
from printproof.runs.schedule import no_progress
from printproof_base.cli import main
from printproof_base.findings import Finding, ReportedError

FOLDER = Path(__file__).parent
PLANTED = {
    "frozen_attribute": (19, "frozen", "prints '1.0', and with jit off '2.0'"),
    "frozen_global": (13, "frozen", "prints '2.0', and with jit off '3.0'"),
    "frozen_default": (10, "frozen", "prints '1.0', and with jit off '2.0'"),
    "frozen_closure": (17, "frozen", "prints '[1.0, 1.0, 1.0]', and with jit off '[1.0, 2.0, 3.0]'"),
    "frozen_iterator": (12, "frozen", "leaves `total` at 3.0, and with jit off at 6.0"),
    "frozen_time": (14, "frozen", "prints 'the clock stands still', and with jit off 'the clock runs'"),
    "numpy_generator": (12, "frozen", "prints '0.126', and with jit off '-0.132'"),
    "debug_print": (10, "frozen", "prints nothing, and with jit off 'loss called'"),
    "ref_condition": (19, "frozen", "prints '10', and with jit off '3'"),
    "leaked_list": (14, "leak", "leaves a tracer in `history[0]`"),
    "hidden_key": (15, "leak", "leaves a tracer in `dropout.key`"),
    "leaked_cache": (23, "fails", "stops with 'UnexpectedTracerError: "),
    "retrace_float": (6, "retrace", "`step` was traced 5 times"),
    "retrace_shape": (5, "retrace", "`mean` was traced 5 times"),
    "retrace_lambda": (5, "retrace", "`<lambda>` was traced 5 times: it is made anew"),
    "key_reuse": (5, "key-reuse", "uses a PRNG key twice: KeyReuseError: "),
    "buffer_reuse": (
        10,
        "buffer",
        "changes `buffer` in place, and the array that line 11 made of it may share its memory: line 12 reads it",
    ),
    "donated": (15, "fails", "stops with 'RuntimeError: Array has been deleted with shape=float32[3].'"),
    "dict_argument": (11, "fails", 'stops with "ValueError: Non-hashable static arguments are not supported.'),
    "wrapped_counter": (13, "wrapped", "prints -1294967296, and 3000000000 with integers of 64 bits"),
}
RIGHT = sorted(path.stem for path in (FOLDER / "right").glob("*.py"))
COUNTER = """%%time
import jax

hits = [0]
text = '''
%no magic
'''


@jax.jit
def hit(x):
    hits[0] += 1
    return x"""
ENDLESS = "import time\n\nprint('begun')\nwhile True:\n    time.sleep(0.1)\n"


def notebook(*cells: str) -> str:
    """The text of a notebook with these cells of code, and one of words; one that begins with `# raises` may."""
    words = {"cell_type": "markdown", "metadata": {}, "source": ["%matplotlib inline"]}
    code = [
        {
            "cell_type": "code",
            "source": cell.splitlines(keepends=True),
            "metadata": {"tags": ["raises-exception"] if cell.startswith("# raises") else []},
        }
        for cell in cells
    ]
    return json.dumps({"cells": [words, *code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


HITS = "import jax\n\nn = [0]\n\n\n@jax.jit\ndef f(x):\n    n[0] += 1\n    return x\n\n\nf(1)\nf(1)\n"
OTHERS = {
    "hits_and_prints.py": f"{HITS}print('done')\n",
    "hits_in_silence.py": HITS,
    "may_raise.ipynb": notebook(
        "import jax, jax.numpy as jnp\nx = jnp.arange(3)",
        "# raises\n\nx[0] = 1\nx = None",
        "print(x)",
        "def f(x):\n    return float(x)\njax.jit(f)(x[0])\nprint('never')",
    ),
    "prints_tracer.py": "import jax\n\n\n@jax.jit\ndef f(x):\n    print('x is', x)\n    return x\n\n\nf(2.0)\n",
    "catches.py": (
        "import jax\n\n\n@jax.jit\ndef f(x):\n    return float(x)\n\n\n"
        "try:\n    y = f(2.0)\nexcept Exception as error:\n    y = None\n    print(type(error))\nprint('end')\n"
    ),
    "frozen_in_try.py": (
        "import jax\n\nn = [0]\n\n\n@jax.jit\ndef f():\n    n[0] += 1\n    return n[0]\n\n\n"
        "try:\n    print('begin')\n    print(f(), f())\nexcept OSError as error:\n    print(error)\n"
    ),
    "rounds.py": (
        "import jax, jax.numpy as jnp\n\na, b = jnp.float32(1.1), jnp.float32(0.9)\n"
        "print(f'{jax.jit(lambda a, b, c: a * b - c)(a, b, a * b) * 1e9:.2f}')\n"
    ),
    "several_uses.py": (
        "import jax, jax.ad_checkpoint, jax.numpy as jnp\n\n\ndef g(w, x):\n    return jnp.sin(w @ x)\n\n\n"
        "def f(x, *all):\n    for w in all:\n        x = jax.checkpoint(g)(w, x)\n    return x\n\n\n"
        "jax.ad_checkpoint.print_saved_residuals(f, jnp.ones(4), *(jnp.ones((n + 1, n)) for n in range(4, 7)))\n"
    ),
    "raises_inside.py": "import jax\n\n\ndef f(x):\n    return x / nothing\n\n\njax.jit(f)(1)\n",
}
"""Scripts and notebooks that run together with those in the folders, as each run of its own imports JAX twice."""


@pytest.fixture(scope="module")
def explained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Finding]]:
    """What is said of all of them, which run together."""
    folder = tmp_path_factory.mktemp("others")
    for name, text in OTHERS.items():
        (folder / name).write_text(text, "utf-8")
    found = explain([*sorted(FOLDER.glob("*/*.py")), *sorted(folder.iterdir())], [], 60, no_progress)
    return {path.stem: [*one.findings] for path, one in found.items()}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_at_its_line(explained: dict[str, list[Finding]], name: str) -> None:
    """With what the run showed, and the lesson that says why."""
    line, rule, fact = PLANTED[name]
    first, *others = explained[name]

    assert (first.place.line, first.rule) == (line, rule)
    assert first.fact.startswith(fact)
    assert "see guide/" in first.cure or "see reference/" in first.cure
    assert {other.rule for other in others} <= {rule}


def test_twenty_faults_are_planted() -> None:
    """Each file has its row."""
    assert sorted(PLANTED) == sorted(path.stem for path in (FOLDER / "planted").glob("*.py"))
    assert (len(PLANTED), len(RIGHT)) == (20, 20)


@pytest.mark.parametrize("name", RIGHT)
def test_of_a_right_script_nothing_is_said(explained: dict[str, list[Finding]], name: str) -> None:
    """A false alarm is worse than a miss."""
    assert explained[name] == []


def test_what_ran_only_while_tracing_is_named(explained: dict[str, list[Finding]]) -> None:
    """The calls, and the line of the body."""
    assert explained["frozen_attribute"][0].detail == (
        "  prints '1.0', and with jit off '3.0'",
        "  leaves `counter.n` at 1, and with jit off at 3",
        "  Python ran the body of `step` in 1 of 3 calls, only while JAX traced it",
        "  line 13, only then: self.n += 1",
    )


def test_what_differed_at_each_trace_is_named(explained: dict[str, list[Finding]]) -> None:
    """In the words of JAX, without what only its authors read."""
    assert explained["retrace_shape"][0].detail[0] == "  at xs, now f32[2] and before f32[1]"
    assert (
        explained["retrace_float"][0].detail[0] == "  at input path [1]['rate'], now static 0.05 and before static 0.1"
    )


@pytest.mark.parametrize(
    ("left", "right", "near"),
    [
        (["[ 0.1762018 , 2.5]"], ["[0.17620179, 2.5]"], True),
        (["[0.1, 0.2,", " 0.3]"], ["[0.1,", " 0.2, 0.3]"], True),
        (["<f at 0x7fe51d>"], ["<f at 0x7fa883>"], True),
        (["[Var(id=1398):int32[]]"], ["[Var(id=1397):int32[]]"], True),
        (["loss 0.123"], ["loss 0.1235"], True),
        (["loss 0.12"], ["loss 0.15"], False),
        (["3"], ["4"], False),
        (["1"], ["1.0"], True),
        (["1", "1"], ["1"], False),
    ],
)
def test_outputs_are_near_where_nobody_means_what_differs(left: list[str], right: list[str], near: bool) -> None:
    """Columns, addresses, and floats after a long computation; words and whole numbers are meant."""
    assert near_lines(left, right) is near


def test_what_only_jit_off_leaves_is_no_fault_where_the_script_prints(explained: dict[str, list[Finding]]) -> None:
    """With jit off a function may change what it is given; of one that prints nothing values alone are known."""
    assert explained["hits_and_prints"] == []
    assert [(one.place.line, one.fact) for one in explained["hits_in_silence"]] == [
        (13, "leaves `n[0]` at 1, and with jit off at 2")
    ]


def test_a_cell_that_may_raise_ends_alone_and_another_ends_the_notebook(explained: dict[str, list[Finding]]) -> None:
    """As in Jupyter, by its tag; the rest of such a cell does not run. With jit off one may go on, and is said so."""
    [only] = explained["may_raise"]

    assert (only.rule, only.place.cell, only.place.line) == ("fails", "4", 2)
    assert only.fact.endswith("; with jit off it goes on")


def test_a_print_of_a_tracer_is_told_how_to_print_its_value(explained: dict[str, list[Finding]]) -> None:
    """Nothing is frozen: Python prints what it has while JAX traces."""
    assert [(one.place.line, one.cure) for one in explained["prints_tracer"]] == [
        (10, "print it with jax.debug.print; see guide/tracing")
    ]


def test_an_error_that_a_script_catches_and_shows_is_no_fault(explained: dict[str, list[Finding]]) -> None:
    """Jit has errors of its own, and what they left undone is none either; a value that is frozen in a try is one."""
    assert (explained["catches"], [found.rule for found in explained["frozen_in_try"]]) == ([], ["frozen"])


def test_a_number_that_rounding_decides_is_no_fault(explained: dict[str, list[Finding]]) -> None:
    """Compiled, a product is rounded once with the sum; without jit, or on an older processor, it is rounded before."""
    assert explained["rounds"] == []


def test_traces_of_several_uses_are_not_taken_for_a_function_made_anew(explained: dict[str, list[Finding]]) -> None:
    """Each transformation below another traces it again, once for each shape."""
    assert explained["several_uses"] == []


def test_that_jit_off_goes_on_is_said_where_it_does(explained: dict[str, list[Finding]]) -> None:
    """Also of an error that is raised in a function, whose lines stand elsewhere."""
    assert [(one.place.line, one.fact) for one in explained["raises_inside"]] == [
        (5, "stops with \"NameError: name 'nothing' is not defined\"")
    ]


def test_a_script_runs_as_python_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this folder, with its arguments and the modules beside it; nothing is written there."""
    script = "import sys\n\nimport beside\n\nassert open('data.txt').read() == beside.DATA == sys.argv[1], sys.argv\n"
    (tmp_path / "code").mkdir()
    (tmp_path / "code/train.py").write_text(script + "assert __file__ == 'code/train.py', __file__\n", "utf-8")
    (tmp_path / "code/beside.py").write_text("DATA = 'one'\n", "utf-8")
    (tmp_path / "data.txt").write_text("one", "utf-8")
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))

    assert main(["explain", "code/train.py", "--", "one"]) == 0
    assert capsys.readouterr().out == "nothing found in code/train.py\n"
    assert sorted(tmp_path.rglob("*")) == before


def test_a_script_that_fails_or_hangs_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the line in which it was."""
    (tmp_path / "fails.py").write_text("def f():\n    return 1 / 0\n\n\nf()\n", "utf-8")
    (tmp_path / "hangs.py").write_text(ENDLESS, "utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["explain", "fails.py"]) == 1
    assert (
        "\nfails.py:2: stops with 'ZeroDivisionError: division by zero'; see reference/errors\n"
        in capsys.readouterr().err
    )
    assert main(["explain", "hangs.py", "--timeout", "0.5", "--json"]) == 1
    [finding] = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["line"], finding["rule"], finding["fact"]) == (4, "hangs", "did not end within 0.5 s")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "a.ipynb",
            "{}",
            "a.ipynb:1: is no notebook: it has no list of cells, or no number of its format; "
            "open and save it in Jupyter",
        ),
        (
            "r.ipynb",
            '{"cells": [], "metadata": {"kernelspec": {"language": "R"}}, "nbformat": 4}',
            "r.ipynb:1: its cells are written in R, and only Python can be run; name a notebook of Python",
        ),
        ("b.ipynb", notebook("x = 1", "f(\n"), "b.ipynb:cell 2:1: is no Python ('(' was never closed); correct it"),
        (
            "c.ipynb",
            notebook("import os\nnames = !ls"),
            "c.ipynb:cell 1:2: takes a value of what IPython alone knows: `names = !ls`; write that in Python",
        ),
        ("a.py", "print(", "a.py:1: is no Python ('(' was never closed); correct it"),
        (
            "absent/a.py",
            None,
            "absent/a.py: cannot be read (No such file or directory); name a script of Python, or a notebook",
        ),
    ],
)
def test_what_is_no_script_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str | None, told: str
) -> None:
    """In one line, before anything runs."""
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path(name).write_text(text, "utf-8")

    with pytest.raises(ReportedError, match=f"^{re.escape(told)}$"):
        list(statements(read(Path(name))))


def test_a_script_of_an_editor_with_cells_is_read_as_it_is(tmp_path: Path) -> None:
    """Headings without a name, promises and semicolons mean nothing here."""
    text = "# %%\nimport os; x = 1\n# %% [markdown]\nif x:\n    # %% no\n    x\n# Output:\n# 3\nx\n"

    assert list(statements(Source(tmp_path / "a.py", text))) == [
        (2, "import os; x = 1"),
        (4, "if x:\n    # %% no\n    x"),
        (9, "x;"),
    ]


def test_a_notebook_is_explained_by_cell_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the numbers that Jupyter shows, which gives a blank cell none; values that end a cell are shown there."""
    (tmp_path / "sub").mkdir()
    cells = [
        "%pip install it's \\\n  -q\nopen('data.txt').close()",
        " ",
        COUNTER,
        "for _ in range(3):\n    hit(1)\nhits[0]",
    ]
    (tmp_path / "sub/a.ipynb").write_text(notebook(*cells), "utf-8")
    (tmp_path / "sub/data.txt").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["explain", "sub/a.ipynb"]) == 1
    told = capsys.readouterr()
    assert told.out == "2 found in sub/a.ipynb\n"
    assert [line for line in told.err.splitlines() if not line.startswith("[")] == [
        "sub/a.ipynb:cell 1:1: is left out, as IPython alone knows it: `%pip install it's \\`; "
        "write in Python what the rest needs of it",
        "sub/a.ipynb:cell 3:1: leaves `hits[0]` at 1, and with jit off at 3; "
        "pass the value in and return it; see guide/stateful",
        "  Python ran the body of `hit` in 1 of 3 calls, only while JAX traced it",
        "  cell 2, line 12, only then: hits[0] += 1",
        "sub/a.ipynb:cell 3:3: shows '1', and with jit off '3'; pass the value in and return it; see guide/stateful",
    ]


def test_a_way_that_did_not_end_is_told(tmp_path: Path) -> None:
    """To have found nothing there would be no answer; it is no fault either."""
    text = "import jax, time\n\nprint(1)\nif jax.config.jax_disable_jit:\n    time.sleep(60)\n"
    (tmp_path / "a.py").write_text(text, "utf-8")

    [found] = explain([tmp_path / "a.py"], [], 20, no_progress).values()

    [only] = found.findings
    assert (only.place.line, only.rule, only.severity) == (0, "unseen", "warning")
    assert only.fact == "was not seen with jit off: did not end within 20 s"


@pytest.mark.parametrize(
    ("cell", "code", "left_out"),
    [
        ("%time f(1)", "f(1)", []),
        ("if x:\n    !echo 'hi", "if x:\n    pass", [(2, "!echo 'hi")]),
        ("%%bash\nls $x", "pass\n", [(1, "%%bash")]),
        ("f?", "pass", [(1, "f?")]),
        ("x = (a\n% b)", "x = (a\n% b)", []),
    ],
)
def test_what_ipython_alone_knows_is_left_out_of_a_cell(cell: str, code: str, left_out: list[tuple[int, str]]) -> None:
    """Its lines keep their numbers, and what looks alike in Python stays."""
    [read_cell] = code_cells(Path("a.ipynb"), notebook(cell))

    assert (read_cell.code, list(read_cell.left_out)) == (code, left_out)


def test_a_notebook_of_ipython_is_one_of_python() -> None:
    """A kernel that calls its language so is taken by `check`, and here as well."""
    text = notebook("1").replace(
        '"metadata": {}, "nbformat"', '"metadata": {"kernelspec": {"language": "IPython"}}, "nbformat"'
    )

    assert [cell.code for cell in code_cells(Path("a.ipynb"), text)] == ["1"]
