"""A notebook is valid, says what the page shows, and is the same file each time and the same cells in each language."""

from __future__ import annotations

import json
import re
from base64 import b64encode

import nbformat
import pytest

from printproof.formats.exported_page import Code, Kind, Output
from printproof.formats.notebook import INSTALL, cell_id, notebook
from printproof.scripts.comments import code_tokens
from printproof_base.project import at
from support.built import ROOT
from support.executed import said_by
from support.taken import NOTE, page_of, taken_of

FIGURE = "<svg>\n</svg>"
SHOWN = Code(
    "shown",
    'print("one\\n")\n2 + 2',
    (
        Output(Kind.PRINTED, "one\n"),
        Output(Kind.VALUE, "4"),
        Output(Kind.FIGURE, "a line that rises", FIGURE),
        Output(Kind.ERROR, "TypeError: first words …"),
    ),
)


def cells_of(*blocks: str | Code, **given: object) -> list[dict[str, object]]:
    """The cells of the notebook of a page that a test makes up."""
    return list(json.loads(notebook(page_of(*blocks, **given), NOTE))["cells"])


def test_a_notebook_says_first_what_to_do_with_it() -> None:
    """In lines that Markdown keeps apart, as no part of the page; without a cell that installs, it says nothing."""
    page = page_of(SHOWN, versions={"jax": "0.10.2"})
    first, second, *_rest = json.loads(notebook(page, NOTE, ["Open it.", "Run it."]))["cells"]
    bare = json.loads(notebook(page_of(SHOWN), NOTE, ["Open it."]))["cells"]

    assert (first["cell_type"], "".join(first["source"])) == ("markdown", "Open it.  \nRun it.")
    assert first["metadata"] == {"printproof": {"part_of_page": False}}
    assert [second["id"], bare[0]["id"]] == ["install_missing", "prose_1"]


def outputs_of(cell: Code) -> list[dict[str, object]]:
    """The outputs of a cell, as a notebook has them."""
    outputs = cells_of(cell)[-1]["outputs"]
    assert isinstance(outputs, list)
    return outputs


@pytest.mark.parametrize("docname", at(ROOT).docnames())
def test_each_page_is_a_valid_notebook(docname: str) -> None:
    """As the format says, with ids that it allows and that are unique."""
    parsed = nbformat.reads(notebook(taken_of(docname), NOTE), as_version=nbformat.NO_CONVERT)

    nbformat.validate(parsed)
    assert (parsed.nbformat, parsed.nbformat_minor) == (4, 5)
    assert len({cell.id for cell in parsed.cells}) == len(parsed.cells)


def test_the_same_page_is_the_same_file() -> None:
    """Byte for byte; it ends with a line end, as files do."""
    first, second = (notebook(taken_of("guide/training"), NOTE) for _ in range(2))

    assert first == second
    assert first.endswith("}\n")


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_languages_share_ids_and_code(language: str) -> None:
    """Only words differ: a comment is in the language of the page, and no token of code is."""
    ours, theirs = ([*cells_of(*taken_of("guide/stateful", one).blocks)] for one in ("en", language))

    assert [cell["id"] for cell in ours] == [cell["id"] for cell in theirs]
    assert ours != theirs
    assert [_tokens(cell) for cell in ours] == [_tokens(cell) for cell in theirs]


def _tokens(cell: dict[str, object]) -> object:
    return code_tokens("".join(cell["source"])) if cell["cell_type"] == "code" else ""  # type: ignore[call-overload]


def test_a_cell_is_known_by_its_name() -> None:
    """A bookmark or a comment on it holds while prose around it changes."""
    assert [cell["id"] for cell in cells_of(SHOWN, "Then.")] == ["prose_1", "shown", "prose_2"]


def test_an_id_is_never_longer_than_the_format_allows() -> None:
    """Two long names that begin alike still differ."""
    one, other = cell_id("a" * 80), cell_id("a" * 81)

    assert len(one) == len(other) == 64
    assert one != other
    assert re.fullmatch(r"[a-zA-Z0-9_-]+", one)


def test_what_is_printed_is_a_stream() -> None:
    """Each printed line ends, and an empty one at the end is printed too."""
    assert outputs_of(SHOWN)[0] == {"name": "stdout", "output_type": "stream", "text": ["one\n", "\n"]}


def test_a_value_is_that_of_its_cell() -> None:
    """Jupyter writes the number of the cell before it."""
    value = outputs_of(SHOWN)[1]

    assert (value["output_type"], value["execution_count"]) == ("execute_result", 1)
    assert value["data"] == {"text/plain": ["4"]}


def test_a_figure_keeps_its_words_and_its_paper() -> None:
    """The words stand for it where it is not seen; its lines are dark, so it asks for light paper."""
    figure = outputs_of(SHOWN)[2]

    assert isinstance(figure["data"], dict)
    assert figure["data"]["image/svg+xml"] == ["<svg>\n", "</svg>"]
    assert figure["data"]["text/plain"] == ["a line that rises"]
    assert figure["metadata"] == {"needs_background": "light"}


def test_a_figure_is_seen_in_a_notebook_that_jupyter_does_not_trust() -> None:
    """It draws no SVG of one that was downloaded, and shows an image in HTML."""
    figure = outputs_of(SHOWN)[2]

    assert isinstance(figure["data"], dict)
    address = b64encode(FIGURE.encode()).decode()
    assert figure["data"]["text/html"] == [f'<img alt="a line that rises" src="data:image/svg+xml;base64,{address}">']


def test_an_error_is_its_last_line() -> None:
    """As far as the page promises it."""
    error = outputs_of(SHOWN)[3]

    assert (error["ename"], error["evalue"]) == ("TypeError", "first words …")
    assert error["traceback"] == ["TypeError: first words …"]


def test_an_error_does_not_end_a_run_of_all_cells() -> None:
    """Jupyter goes on after a cell with this tag."""
    assert cells_of(SHOWN)[-1]["metadata"] == {"tags": ["raises-exception"]}


def test_what_varies_is_marked() -> None:
    """Who compares outputs leaves such a cell out: nbval does, by this tag."""
    clock = Code("clock", "print(now())", (Output(Kind.PRINTED, "12:00", varies=True),))

    assert cells_of(clock)[-1]["metadata"] == {"tags": ["nbval-ignore-output"]}


def test_a_solution_stays_folded() -> None:
    """Its code and what it prints: both would give the answer away."""
    metadata = cells_of(Code("answer", "print(42)", solution=True))[-1]["metadata"]

    assert metadata == {"jupyter": {"outputs_hidden": True, "source_hidden": True}, "tags": ["hide-cell"]}


def test_what_is_asked_first_is_not_given_away() -> None:
    """The page lets its reader guess what the cell prints, and so does the notebook."""
    metadata = cells_of(Code("asked", "print(42)", asked=True))[-1]["metadata"]

    assert metadata == {"jupyter": {"outputs_hidden": True}, "tags": ["hide-output"]}


def test_the_notebook_says_its_language_and_where_it_comes_from() -> None:
    """And keeps the licence of its code."""
    text = notebook(page_of(tag="zh-CN", title="状态", address="https://a.example/", head="# SPDX"), NOTE)
    metadata = json.loads(text)["metadata"]

    assert (metadata["lang"], metadata["title"], metadata["kernelspec"]["name"]) == ("zh-CN", "状态", "python3")
    assert metadata["printproof"] == {"docname": "guide/page", "address": "https://a.example/", "head": "# SPDX"}


def test_a_first_cell_installs_what_the_page_imports() -> None:
    """In the version that its outputs were compared with, of which the cell speaks; what JAX brings along is there."""
    code = Code("one", "import math\n\n\ndef f():\n    from jax import numpy\n")
    first = cells_of(code, versions={"python": "3.11.7", "jax": "0.10.2", "jaxlib": "0.10.2", "numpy": "2.4.6"})[0]
    source = "".join(first["source"])  # type: ignore[arg-type]

    assert first["id"] == INSTALL
    assert source.startswith("# Not part of the page. Compared with jax 0.10.2.\n")
    assert source.endswith('\n\n\ninstall_missing("jax==0.10.2")')


@pytest.mark.parametrize("code", ["from jax import export", "import jax.export", "import jax\njax.export.export"])
def test_a_first_cell_installs_what_jax_asks_for_only_where_it_is_used(code: str) -> None:
    """Pip does not bring it with JAX, and no record of a run knows of it: any version will do."""
    source = "".join(cells_of(Code("one", code), versions={"jax": "0.10.2"})[0]["source"])  # type: ignore[arg-type]

    assert source.startswith("# Not part of the page. Compared with jax 0.10.2.\n")
    assert source.endswith('\ninstall_missing("jax==0.10.2", "flatbuffers")')


def test_a_page_that_needs_nothing_installs_nothing() -> None:
    """Its first cell is its heading."""
    assert cells_of(SHOWN, versions={"python": "3.11.7"})[0]["id"] == "prose_1"


def test_the_first_cell_leaves_alone_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whatever version: nobody's environment changes behind their back."""
    asked: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda command, check: asked.append(command))
    code = Code("one", "import jax, numpy")
    first = cells_of(code, versions={"jax": "0.0.1", "numpy": "0.0.2"})[0]

    exec("".join(first["source"]), {})  # type: ignore[arg-type]

    assert asked == []


@pytest.mark.parametrize("name", ["no_such_package", "no.such.package"])
def test_the_first_cell_installs_what_is_missing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """With the pip of the kernel's own Python."""
    asked: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda command, check: asked.append(command))
    code = Code("one", "import jax, no_such_package")
    first = cells_of(code, versions={"jax": "0.10.2", name: "1.0"})[0]

    exec("".join(first["source"]), {})  # type: ignore[arg-type]

    assert [command[1:] for command in asked] == [["-m", "pip", "install", "--quiet", f"{name}==1.0"]]


@pytest.mark.parametrize("name", ["PyYAML", "markdown_it.py"])
def test_the_first_cell_knows_what_is_there_by_the_name_that_pip_knows(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """However it is spelled, and whatever a script imports of it."""
    asked: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda command, check: asked.append(command))
    first = cells_of(Code("one", "import yaml"), versions={name: "0.0.1"})[0]

    exec("".join(first["source"]), {})  # type: ignore[arg-type]

    assert asked == []


def test_what_the_notebook_says_is_what_the_page_shows() -> None:
    """Read back by the library that Jupyter reads with."""
    said = said_by(nbformat.reads(notebook(page_of(SHOWN), NOTE), as_version=4))["shown"]

    assert (said.printed, said.value, said.error, said.figures) == ("one\n\n", "4", "TypeError: first words …", 1)
