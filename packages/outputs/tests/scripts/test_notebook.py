"""A notebook that keeps its code is a script with the lines of its file, and what it stores are the promises."""

import json
import shutil
from pathlib import Path

import pytest

from printproof.promises.accept import accept_scripts
from printproof.promises.suite import check_scripts
from printproof.scripts.notebook import read_notebook
from printproof.scripts.promise import Promise, ScriptError
from printproof.scripts.rewrite import rewrite, without_promises
from printproof_base.project import Project, at
from support.notebooks import code, printed, prose, valued, written

JUPYTER = Path(__file__).parent / "notebooks/run_by_jupyter.ipynb"
SETTINGS = '[tool.printproof]\ncode_in_pages = ["tour/*"]\n'
PATH = Path("docs/tour/mean.ipynb")
MEAN = "from statistics import mean\n\nprint(mean([2, 4, 9]))\nmean([1, 2])"


def project_of(root: Path, text: str) -> Project:
    """A project whose notebook ``tour/mean`` keeps its code."""
    (root / "docs/tour").mkdir(parents=True)
    (root / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    (root / PATH).write_bytes(text.encode())
    return at(root)


def said(project: Project) -> list[str]:
    """What a check finds, each in its first line."""
    return [str(one).split("\n")[0] for one in check_scripts(project, project.docnames()).findings]


def test_what_jupyter_stored_holds_and_accepting_changes_no_byte(tmp_path: Path) -> None:
    """Text, values as a notebook writes them, HTML, an error, a picture, and what varies."""
    project = project_of(tmp_path, "")
    shutil.copy(JUPYTER, tmp_path / PATH)

    assert said(project) == [
        "docs/tour/mean.ipynb:90: cell '3' draws a figure, and docs/tour/mean.3.svg does not keep it; "
        "accept it with: printproof accept tour/mean"
    ]
    assert not accept_scripts(project, ["tour/mean"])
    assert (tmp_path / PATH).read_bytes() == JUPYTER.read_bytes()
    assert said(project) == []


def test_each_line_is_that_of_the_file() -> None:
    """Cells are numbered among those of code, and their code and outputs stand where the file has them."""
    text = written(prose("# Mean"), code("import os"), code(MEAN, [printed("5"), valued("1.5")]))
    script = read_notebook(text, PATH)
    lines = text.split("\n")

    [first, second] = script.cells
    assert (first.name, second.name) == ("1", "2")
    assert lines[second.code_line - 1].strip() == '"from statistics import mean\\n",'
    assert [lines[block.place_of(0) - 1].strip() for block in second.promise.outputs] == ['"5\\n"', '"1.5"']


def test_another_output_is_told_at_its_line_and_accepted(tmp_path: Path) -> None:
    """The line of the output that is stored; only this output changes."""
    text = written(code(MEAN, [printed("5"), valued("1.4")]), code("print('ü')", [printed("ü")]))
    project = project_of(tmp_path, text)

    line = text.split("\n").index('       "1.4"') + 1
    [finding] = said(project)
    assert finding.startswith(f"{PATH}:{line}: cell '1' ends in '1.5'; its promise says '1.4'")
    assert not accept_scripts(project, ["tour/mean"])
    assert (tmp_path / PATH).read_text(encoding="utf-8") == text.replace('"1.4"', '"1.5"')


@pytest.mark.parametrize(
    ("indent", "end", "mark", "ascii"),
    [(1, "\n", "", False), (2, "\n", "", True), ("\t", "\r\n", "\ufeff", False)],
)
def test_what_is_not_an_output_keeps_its_bytes(
    tmp_path: Path, indent: int | str, end: str, mark: str, ascii: bool
) -> None:
    """The layout of the file is that of what is written, too: blanks, ends of lines, escapes."""
    cells = (prose("# ü", tags=["x"]), code("# ü\nprint('ü')"), code("1 + 1", collapsed=True))
    text = mark + written(*cells, indent=indent, ascii=ascii, author="ü").replace("\n", end)
    project = project_of(tmp_path, text)
    assert not accept_scripts(project, ["tour/mean"])

    cells = (cells[0], code("# ü\nprint('ü')", [printed("ü")]), code("1 + 1", [valued("2")], collapsed=True))
    wanted = mark + written(*cells, indent=indent, ascii=ascii, author="ü").replace("\n", end)
    assert (tmp_path / PATH).read_bytes() == wanted.encode()


def test_the_order_of_keys_and_unknown_outputs_stay(tmp_path: Path) -> None:
    """Outputs may stand before the code; a picture stays where it was, and what is not compared as it is."""
    picture = {"data": {"image/png": "iVBO"}, "metadata": {"a": 1}, "output_type": "display_data"}
    cell = code("import matplotlib.pyplot as plt\nplt.plot([1]);\nprint(1)", [picture, printed("2")])
    project = project_of(tmp_path, written(dict(sorted(cell.items(), reverse=True))))
    assert not accept_scripts(project, ["tour/mean"])

    cell["outputs"] = [picture, printed("1")]
    assert (tmp_path / PATH).read_text(encoding="utf-8") == written(dict(sorted(cell.items(), reverse=True)))


def test_a_table_is_compared_as_it_is_stored(tmp_path: Path) -> None:
    """A wrong digit in its HTML alone is red; accepted, it is stored beside the text."""
    shows = "class Bold:\n    __repr__ = lambda self: '1'\n    _repr_html_ = lambda self: '<b>1</b>'\n\n\nBold()"
    text = written(code(shows, [valued("1", html="<b>2</b>")]))
    project = project_of(tmp_path, text)

    [finding] = said(project)
    assert "cell '1' ends in another text/html than docs/tour/mean.ipynb keeps" in finding
    assert not accept_scripts(project, ["tour/mean"])
    assert (tmp_path / PATH).read_text(encoding="utf-8") == text.replace("<b>2</b>", "<b>1</b>")


def test_a_picture_that_cannot_be_is_told_and_goes(tmp_path: Path) -> None:
    """One that is stored where nothing is drawn; where one is drawn and none stored, it comes as SVG."""
    picture = {"data": {"image/png": "iVBO"}, "metadata": {}, "output_type": "display_data"}
    draws = code("import matplotlib.pyplot as plt\nplt.plot([1]);")
    project = project_of(tmp_path, written(code("x = 1", [picture]), draws))

    assert "cell '1' draws no figure, and one is stored" in said(project)[0]
    assert not accept_scripts(project, ["tour/mean"])
    cells = json.loads((tmp_path / PATH).read_text(encoding="utf-8"))["cells"]
    assert [[list(one["data"]) for one in cell["outputs"]] for cell in cells] == [[], [["image/svg+xml", "text/plain"]]]
    assert said(project) == []


def test_what_no_output_can_say_stands_in_the_metadata(tmp_path: Path) -> None:
    """A promise of another mode goes there and comes back; with it goes what is ours, and nothing else."""
    noted = {"promise": ["# Output with jit off:", "# 2"]}
    text = written(code("print(1)", [printed("1")], tags=["x"], printproof=noted))
    script = read_notebook(text, PATH)

    assert [(one.mode, one.printed) for one in script.cells[0].promise.outputs] == [
        ("as-written", ("1",)),
        ("jit-off", ("2",)),
    ]
    line = text.split("\n")[script.cells[0].promise.outputs[1].line - 1]
    assert line.strip() == '"# Output with jit off:",'
    bare = read_notebook(without_promises(script), PATH)
    assert bare.source == written(code("print(1)", tags=["x"]))
    assert rewrite(bare, {"1": script.cells[0].promise}) == text


def test_what_the_metadata_say_of_an_output_goes_before_it() -> None:
    """Such as the reason why it varies."""
    noted = {"promise": ["# Output varies: timing", "# 0.1"]}
    text = written(code("print(1)", [printed("0.2")], printproof=noted))
    script = read_notebook(text, PATH)
    [cell] = script.cells
    assert [(one.printed, one.varies) for one in cell.promise.outputs] == [(("0.1",), "timing")]
    assert rewrite(script, {"1": cell.promise}) == text
    assert without_promises(script) == written(code("print(1)"))


@pytest.mark.parametrize("marked", [code("x()", tags=["nbval-ignore-output"]), code("# NBVAL_IGNORE_OUTPUT\nx()")])
def test_what_nbval_does_not_compare_varies(marked: dict[str, object]) -> None:
    """By its tag, or by its comment."""
    [cell] = read_notebook(written(marked), PATH).cells
    assert {one.varies for one in cell.promise.outputs} == {"nbval-ignore-output"}


def test_what_varies_gets_an_example_and_keeps_it(tmp_path: Path) -> None:
    """A cell that a tag exempts and that stores nothing yet shows what one run printed."""
    text = written(code("import time\nprint(time.perf_counter())\ntime.perf_counter()", tags=["nbval-ignore-output"]))
    project = project_of(tmp_path, text)
    assert "its promise says nothing" in said(project)[0]
    assert not accept_scripts(project, ["tour/mean"])
    kept = (tmp_path / PATH).read_bytes()

    assert said(project) == []
    assert not accept_scripts(project, ["tour/mean"])
    assert (tmp_path / PATH).read_bytes() == kept
    assert [one["output_type"] for one in json.loads(kept)["cells"][0]["outputs"]] == ["stream", "execute_result"]


def test_streams_are_one_text() -> None:
    """However many pieces a kernel sent, on whichever stream, as a reader of the notebook sees them."""
    pieces = [{**printed(), "text": "a"}, {**printed(), "name": "stderr", "text": ["b\n", "\x1b[31mc\x1b[0m  \n"]}]
    [cell] = read_notebook(written(code("x = 1", pieces)), PATH).cells
    assert cell.promise.outputs[0].printed == ("ab", "c")


def test_a_cell_that_does_not_run_is_no_part_of_it() -> None:
    """By its tag, or because it says only how a notebook shows figures; the others keep their numbers."""
    cells = [code("%matplotlib inline"), code("!ls", tags=["skip-execution"]), code("# NBVAL_SKIP\n!ls"), code("x = 1")]
    assert [cell.name for cell in read_notebook(written(*cells), PATH).cells] == ["4"]


def test_equal_promises_change_no_byte() -> None:
    """As in a script, also where the metadata are written in one line."""
    text = JUPYTER.read_text(encoding="utf-8")
    script = read_notebook(text, PATH)
    assert rewrite(script, {cell.name: cell.promise for cell in script.cells}) == text
    assert without_promises(script) != text
    assert rewrite(script, {cell.name: Promise() for cell in script.cells}) == without_promises(script)


TAG = "give its cell the tag 'skip-execution': it is then shown as plain code"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("", f"{PATH}:1: is no notebook: it cannot be read as JSON (Expecting value)"),
        ('{\n "cells": [\n}\n', f"{PATH}:3: is no notebook: it cannot be read as JSON (Expecting value)"),
        ("[" * 100_000, f"{PATH}:1: is no notebook: it cannot be read as JSON (it is nested too deeply)"),
        ("[1]", f"{PATH}:1: is no notebook: it has no list of cells, or no number of its format; open and save it"),
        ('{"nbformat": 3, "worksheets": []}', f"{PATH}:1: is a notebook of format 3, and only 4 can be checked"),
        ('{"nbformat": 4, "cells": [7]}', f"{PATH}:1: cell 1 of the notebook is no cell of a notebook; open and save"),
        (written(code("x = 1", [7])), f"{PATH}:3: cell 1 of the notebook is no cell of a notebook"),  # type: ignore[list-item]
        (written(code("x = 1", tags=7)), f"{PATH}:3: cell 1 of the notebook is no cell of a notebook"),
        (
            written(code("x = 1"), kernelspec={"name": "ir", "language": "R"}),
            f"{PATH}:1: its cells are written in R, and only Python can be run; take the notebook out of",
        ),
        (written(prose("# Mean")), f"{PATH}:1: no cell of this page runs"),
        (written(code("x = 1\n!ls")), f"{PATH}:11: cell '1', line 2: magics of IPython are no Python; {TAG}"),
        (written(code("\n%%bash\nls")), f"{PATH}:11: cell '1', line 1: magics of IPython are no Python; {TAG}"),
        (written(code("x =")), f"{PATH}:10: cell '1', line 1: Python cannot read this line"),
        (
            json.dumps(json.loads(written(code("x = 1")))),
            f"{PATH}:1: cell 1 of the notebook has not each line of its text in a line of the file; open and save it",
        ),
        (
            written(code("x = 1", printproof={"promise": "# Output:"})),
            f"{PATH}:3: cell '1': printproof.promise of its metadata is no list of lines that begin with '#'",
        ),
        (
            written(code("x = 1", printproof={"promise": ["# Ouput:"]})),
            f"{PATH}:10: cell '1': '# Ouput:' is no heading of a promise",
        ),
    ],
)
def test_what_cannot_be_read_is_named_in_one_line(text: str, fact: str) -> None:
    """With the cell and its line there, as an editor of notebooks shows no line of the file."""
    with pytest.raises(ScriptError, match=r"\A.*\Z") as caught:
        read_notebook(text, PATH)
    assert str(caught.value).startswith(fact)


def test_one_without_a_kernel_is_of_python() -> None:
    """As Jupyter takes it."""
    text = written(code("x = 1")).replace('"kernelspec"', '"other"')
    assert [cell.name for cell in read_notebook(text, PATH).cells] == ["1"]


def test_an_error_names_the_line_in_the_cell(tmp_path: Path) -> None:
    """And the tag that announces it."""
    text = written(code("x = 1"), code("y = x\n1 / 0"))
    line = text.split("\n").index('    "1 / 0"') + 1
    [finding] = said(project_of(tmp_path, text))[-1:]
    assert finding.startswith(f"{PATH}:{line}: cell '2', line 2, raises 'ZeroDivisionError: division by zero'")
    assert "if it is meant, give its cell the tag 'raises-exception'" in finding


def test_code_finds_its_own_source(tmp_path: Path) -> None:
    """Not the JSON around it."""
    text = written(code("import inspect\n\ndef f():\n    return 1\n\nprint(inspect.getsource(f))"))
    project = project_of(tmp_path, text)
    assert not accept_scripts(project, ["tour/mean"])
    assert json.loads((tmp_path / PATH).read_text(encoding="utf-8"))["cells"][0]["outputs"] == [
        printed("def f():", "    return 1", "")
    ]


def test_copies_that_jupyter_makes_are_no_pages(tmp_path: Path) -> None:
    """They lie in a folder whose name begins with a dot."""
    project = project_of(tmp_path, written(code("x = 1")))
    (tmp_path / "docs/tour/.ipynb_checkpoints").mkdir()
    shutil.copy(tmp_path / PATH, tmp_path / "docs/tour/.ipynb_checkpoints/mean-checkpoint.ipynb")
    assert project.docnames() == ["tour/mean"]
