"""A page in reStructuredText that keeps its code is a script with the lines of the page."""

import re
from pathlib import Path

import pytest

from printproof.promises.accept import accept_scripts
from printproof.promises.suite import check_scripts
from printproof.scripts.kept_in_page import read_page
from printproof.scripts.promise import ScriptError
from printproof.scripts.rewrite import rewrite, without_promises
from printproof_base.project import Project, at

PATH = Path("docs/tour.rst")
PAGE = """\
Mean
====

An example of a cell::

   .. code-cell::

      not one

.. A comment:

   .. code-cell::

      nor this

.. code-block:: rst

   .. code-cell::

      nor this

.. code-cell:: python
   :tags: hide-input

   from statistics import mean

   print(mean([2, 4, 9]))

- In a list:

  .. code-cell::
     mean([2, 4])

  goes on.

.. note::

   .. code-cell::
      :example: lines

      print(" a\\n\\n\\\\")
      print()

.. code-cell::
   :tags: skip-execution

   !pip install nothing

.. code-cell::
   :tags: raises-exception

   mean([])
"""
ACCEPTED = (
    PAGE.replace("9]))\n", "9]))\n\n.. Output:\n   5\n")
    .replace("mean([2, 4])\n", "mean([2, 4])\n\n  .. Value:\n     3\n")
    .replace("      print()\n", "      print()\n\n   .. Output:\n       a\n\n      \\\\\n      \\\n")
    + "\n.. Output:\n   StatisticsError: mean requires at least one data point\n"
)


def project_of(root: Path, page: str) -> Project:
    """A project whose page ``tour`` keeps its code."""
    (root / "docs").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[tool.printproof]\ncode_in_pages = ["tour"]\n', encoding="utf-8")
    (root / PATH).write_bytes(page.encode())
    return at(root)


def test_each_line_of_the_script_is_that_of_the_page() -> None:
    """Cells that are examples of one are none; numbers and names are as on a page in MyST."""
    script = read_page(ACCEPTED, PATH)
    lines = ACCEPTED.split("\n")

    assert [(cell.name, lines[cell.code_line - 1].strip()) for cell in script.cells] == [
        ("1", "from statistics import mean"),
        ("2", "mean([2, 4])"),
        ("lines", 'print(" a\\n\\n\\\\")'),
        ("5", "mean([])"),
    ]
    assert [lines[cell.promise.outputs[0].line - 1].strip() for cell in script.cells[:2]] == [".. Output:", ".. Value:"]
    assert script.cells[2].promise.outputs[0].printed == (" a", "", "\\", "")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_accepting_writes_below_each_cell_and_nothing_else(tmp_path: Path, end: str) -> None:
    """As a comment, indented as the cell is; also what an empty line would end."""
    project = project_of(tmp_path, PAGE.replace("\n", end))
    assert not accept_scripts(project, ["tour"])
    text = (tmp_path / PATH).read_bytes().decode()

    assert text.replace(end, "\n") == ACCEPTED
    assert not check_scripts(project, ["tour"]).findings
    assert without_promises(read_page(text, PATH)).replace(end, "\n") == PAGE


def test_what_it_prints_is_compared_at_its_line(tmp_path: Path) -> None:
    """The line of the page; a cure names comments of this markup."""
    project = project_of(tmp_path, ACCEPTED.replace("   5\n", "   6\n"))
    [finding] = check_scripts(project, project.docnames()).findings
    assert str(finding).startswith("docs/tour.rst:30: cell '1' printed '5'; its promise says '6'")

    project = project_of(tmp_path / "other", PAGE.replace(":tags: raises-exception", ""))
    said = [str(finding) for finding in check_scripts(project, project.docnames()).findings]
    assert "end the promise with '.. StatisticsError: …'" in said[-1]


def test_equal_promises_change_no_byte() -> None:
    """As in a script."""
    script = read_page(ACCEPTED, PATH)
    assert rewrite(script, {cell.name: cell.promise for cell in script.cells}) == ACCEPTED


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (".. code-cell::\n\n   !ls\n", "docs/tour.rst:3: magics of IPython are no Python; give its cell the tag"),
        (".. code-cell::\n\n   x =\n", "docs/tour.rst:3: Python cannot read this line"),
        ("::\n\n   .. code-cell::\n\n      x = 1\n", "docs/tour.rst:1: no cell of this page runs"),
        (
            ".. code-cell::\n\n   x = 1\n\n.. Output:\n  1\n",
            "docs/tour.rst:6: this line of an expected output begins too far left; indent it by three blanks",
        ),
        (".. code-cell::\n\n   x = 1\n\n.. Output:\n", "docs/tour.rst:5: cell '1': 'Output:' is empty"),
    ],
)
def test_what_cannot_be_read_is_named_at_its_line(cell: str, said: str) -> None:
    """In one line."""
    with pytest.raises(ScriptError, match=re.escape(said)):
        read_page(cell, PATH)


def test_a_comment_that_is_no_heading_is_the_authors() -> None:
    """The cell then has no promise."""
    [cell] = read_page(".. code-cell::\n\n   x = 1\n\n.. To do: more\n\n.. Output: none\n", PATH).cells
    assert not cell.promise.outputs
