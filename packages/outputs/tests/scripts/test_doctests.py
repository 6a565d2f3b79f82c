"""An example of doctest on a page that keeps its code is a cell, and what stands below its prompt is the promise."""

import re
from pathlib import Path

import pytest

from printproof.promises.accept import accept_scripts
from printproof.promises.suite import check_scripts
from printproof.scripts.kept_in_page import read_page
from printproof.scripts.promise import ScriptError
from printproof.scripts.rewrite import without_promises
from printproof_base.project import Project, at

RST = """\
>>> from statistics import mean
>>> mean([2, 4,
...       9])
6

- In a list:

  >>> print("a\\n\\nb"); 5
  >>> None

.. code-cell::

   mean([1])  # >>> no prompt

.. Value:
   1

>>> mean([])
Traceback (most recent call last):
  File "<stdin>", line 1, in <module>
statistics.StatisticsError: mean requires at least one point
>>> 1 / 0
Traceback (most recent call last):
ZeroDivisionError: division by zero
>>> unknown  # doctest: +SKIP
"""
ACCEPTED = (
    RST.replace("\n6\n", "\n5\n")
    .replace("  >>> None", "  a\n  <BLANKLINE>\n  b\n  5\n  >>> None")
    .replace('  File "<stdin>", line 1, in <module>\n', "    ...\n")
    .replace("one point", "one data point")
)
MYST = """\
# Page

```python
>>> 1 + 1
2
```

> ```{code-block} pycon
> >>> print(1)
> ```

```text
>>> 1 + 1
3
```

````md
```python
>>> 1 + 1
4
```
````
"""


def project_of(root: Path, page: str, suffix: str = ".rst") -> Project:
    """A project whose page ``tour`` keeps its code."""
    (root / "docs").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[tool.printproof]\ncode_in_pages = ["tour"]\n', encoding="utf-8")
    (root / f"docs/tour{suffix}").write_bytes(page.encode())
    return at(root)


def said(project: Project, again: bool = False) -> list[str]:
    """What a check finds, each in its first line."""
    return [str(one).split("\n")[0] for one in check_scripts(project, project.docnames(), again=again).findings]


def test_each_example_is_a_cell_at_its_line() -> None:
    """Code cells stand among them; one that is skipped is none, and what looks like a prompt in code is no example."""
    script = read_page(RST, Path("docs/tour.rst"))
    lines = RST.split("\n")

    assert [(cell.name, cell.line, cell.code.split("\n")[0]) for cell in script.cells] == [
        ("doctest-1", 1, "from statistics import mean"),
        ("doctest-2", 2, "mean([2, 4,"),
        ("doctest-3", 8, 'print("a\\n\\nb"); 5'),
        ("doctest-4", 9, "None"),
        ("1", 11, "mean([1])  # >>> no prompt"),
        ("doctest-5", 18, "mean([])"),
        ("doctest-6", 22, "1 / 0"),
    ]
    assert all(lines[cell.line - 1].lstrip().startswith((">>>", "..")) for cell in script.cells)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_accepting_writes_what_a_prompt_shows(tmp_path: Path, end: str) -> None:
    """Values and prints, empty lines, errors; of one that holds nothing changes, and an export keeps them all."""
    project = project_of(tmp_path, RST.replace("\n", end))
    assert [line.partition(" printed")[0] for line in said(project)] == [
        "docs/tour.rst:4: cell 'doctest-2'",
        "docs/tour.rst:8: cell 'doctest-3'",
        "docs/tour.rst:21: cell 'doctest-5'",
    ]
    assert not accept_scripts(project, ["tour"])
    text = (tmp_path / "docs/tour.rst").read_bytes().decode()

    assert text.replace(end, "\n") == ACCEPTED
    assert said(project, again=True) == []
    kept = ACCEPTED.replace("\n\n.. Value:\n   1\n", "\n")
    assert without_promises(read_page(text, Path("docs/tour.rst"))).replace(end, "\n") == kept


def test_blocks_of_python_in_myst_hold_examples(tmp_path: Path) -> None:
    """Also in a quotation; other blocks, and examples of blocks, are none."""
    project = project_of(tmp_path, MYST, ".md")
    assert not accept_scripts(project, ["tour"])
    assert (tmp_path / "docs/tour.md").read_text(encoding="utf-8") == MYST.replace("print(1)\n", "print(1)\n> 1\n")


@pytest.mark.parametrize(
    ("example", "holds"),
    [
        (">>> object()  # doctest: +ELLIPSIS\n<object object at 0x...>\n", True),
        (">>> list(range(20))  # doctest: +ELLIPSIS\n[0, 1, ..., 18]\n", False),
        (">>> list(range(20))\n[0, ..., 19]\n", False),
        (">>> 'a   b'  # doctest: +NORMALIZE_WHITESPACE\n'a b'\n", True),
        (">>> 'a   b'\n'a b'\n", False),
        (">>> True\n1\n", False),
        (">>> True  # doctest: +ELLIPSIS\n1\n", False),
        (
            ">>> int('x')  # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\nValueError: y\n",
            True,
        ),
        (">>> 1/0  # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\nValueError: y\n", False),
        (">>> int('x')\nTraceback (most recent call last):\nValueError: y\n", False),
    ],
)
def test_options_hold_as_in_doctest(tmp_path: Path, example: str, holds: bool) -> None:
    """What is expected in part is not rewritten where it fits, also when the page runs a second time."""
    project = project_of(tmp_path, example)
    assert (said(project, again=True) == []) is holds
    if holds:
        assert not accept_scripts(project, ["tour"])
        assert (tmp_path / "docs/tour.rst").read_text(encoding="utf-8") == example


@pytest.mark.parametrize(
    ("example", "fact"),
    [
        (">>> 1.0  # doctest: +FLOAT_CMP\n1.0\n", "docs/tour.rst:3: this doctest has an invalid option: '+FLOAT_CMP'"),
        (
            ">>> 1  # doctest: +REPORT_UDIFF\n1\n",
            "docs/tour.rst:3: this doctest has the option REPORT_UDIFF; here it may have ELLIPSIS,",
        ),
        (">>> def f():\n  ...     pass\n", "docs/tour.rst:4: this doctest lacks blank after"),
        (">>>print(1)\n", "docs/tour.rst:3: this doctest lacks blank after >>>"),
        (">>> x =\n", "docs/tour.rst:3: Python cannot read this line"),
        (">>> !ls\n", "docs/tour.rst:3: magics of IPython are no Python"),
        (">>> x  # doctest: +SKIP\n", "docs/tour.rst:1: no cell of this page runs"),
    ],
)
def test_what_cannot_be_read_is_named_at_its_line(example: str, fact: str) -> None:
    """In one line; no option is taken for one that holds."""
    with pytest.raises(ScriptError, match=re.escape(fact)):
        read_page(f"Page\n\n{example}", Path("docs/tour.rst"))


def test_an_error_that_nobody_expects_says_how_to(tmp_path: Path) -> None:
    """As doctest writes it; accepting leaves the page."""
    project = project_of(tmp_path, ">>> 1 / 0\n>>> print('>>> a')\n")
    assert "write 'Traceback (most recent call last):' and the error below it" in said(project)[0]
    [first, second] = map(str, accept_scripts(project, ["tour"]))
    assert "docs/tour.rst:1: cell 'doctest-1' raises 'ZeroDivisionError: division by zero'" in first
    assert "cell 'doctest-2' prints a prompt, which no doctest can expect" in second
    assert (tmp_path / "docs/tour.rst").read_text(encoding="utf-8") == ">>> 1 / 0\n>>> print('>>> a')\n"


def test_what_varies_says_how_to_expect_a_part(tmp_path: Path) -> None:
    """The option of doctest, and no comment of ours, which has no place there."""
    [finding] = map(str, accept_scripts(project_of(tmp_path, ">>> object()\n"), ["tour"]))
    assert "or expect a part of it, with '# doctest: +ELLIPSIS'" in finding


def test_a_page_without_a_prompt_in_python_is_not_ours(tmp_path: Path) -> None:
    """Nor is one whose prompts stand in other text."""
    assert project_of(tmp_path, "```text\n>>> 1\n```\n\n> > > quoted\n", ".md").docnames() == []
