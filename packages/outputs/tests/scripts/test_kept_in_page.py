"""A page that keeps its code is a script with the lines of the page."""

from pathlib import Path

import pytest

from printproof.promises.accept import accept_scripts
from printproof.promises.suite import check_scripts
from printproof.scripts.kept_in_page import read_page
from printproof.scripts.loading import read_source
from printproof.scripts.promise import ScriptError
from printproof.scripts.rewrite import rewrite, without_promises
from printproof_base.project import Project, at

PAGE = """\
---
kernelspec:
  name: python3
---

# Mean

```{code-cell} ipython3
%matplotlib inline
```

```{code-cell} ipython3
:tags: [hide-input]

from statistics import mean

print(mean([2, 4, 9]))
```

% Output:
% 5

- In a list:

  ```{code-cell} ipython3
  mean([2, 4])
  ```

  % Value:
  % 3

> ```{code-cell} ipython3
> ---
> example: quoted
> ---
> print("a")
>
> print("b")
> ```

```{code-cell} ipython3
:tags: [skip-execution]

!pip install nothing
```

```{code-cell} ipython3
:tags: [raises-exception]
mean([])
```
"""
SETTINGS = '[tool.printproof]\ncode_in_pages = ["tour/*"]\n'


def project_of(root: Path, page: str) -> Project:
    """A project whose page ``tour/mean`` keeps its code."""
    (root / "docs/tour").mkdir(parents=True)
    (root / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    (root / "docs/tour/mean.md").write_bytes(page.encode())
    return at(root)


def test_each_line_of_the_script_is_that_of_the_page() -> None:
    """Headings stand where fences do, code and promises where they are."""
    script = read_page(PAGE, Path("docs/mean.md"))
    lines = PAGE.split("\n")

    assert [(cell.name, lines[cell.code_line - 1].strip("> ")) for cell in script.cells] == [
        ("2", "from statistics import mean"),
        ("3", "mean([2, 4])"),
        ("quoted", 'print("a")'),
        ("6", "mean([])"),
    ]
    assert [cell.promise.outputs[0].line for cell in script.cells[:2]] == [
        lines.index("% Output:") + 1,
        lines.index("  % Value:") + 1,
    ]
    assert len(script.text.split("\n")) == len(lines)


def test_a_cell_that_does_not_run_is_no_part_of_it() -> None:
    """Neither one that is tagged so, nor one that only says how a notebook shows figures."""
    names = [cell.name for cell in read_page(PAGE, Path("docs/mean.md")).cells]
    assert not {"1", "5"} & set(names)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_accepting_writes_below_each_cell_and_nothing_else(tmp_path: Path, end: str) -> None:
    """Each line of it begins as the cell does; what was there stays, byte for byte."""
    project = project_of(tmp_path, PAGE.replace("\n", end))
    refused = accept_scripts(project, ["tour/mean"])
    text = (tmp_path / "docs/tour/mean.md").read_bytes().decode()

    assert not refused
    written = PAGE.replace('> print("b")\n> ```\n', '> print("b")\n> ```\n>\n> % Output:\n> % a\n> % b\n')
    error = "StatisticsError: mean requires at least one data point"
    assert text.replace(end, "\n") == f"{written}\n% Output:\n% {error}\n"


def test_what_it_prints_is_compared_at_its_line(tmp_path: Path) -> None:
    """The line of the page, and the command that accepts it."""
    project = project_of(tmp_path, PAGE)
    accept_scripts(project, ["tour/mean"])
    page = tmp_path / "docs/tour/mean.md"
    page.write_text(page.read_text(encoding="utf-8").replace("% 5", "% 6"), encoding="utf-8")

    [finding] = check_scripts(project, project.docnames()).findings

    place, fact = "docs/tour/mean.md:21", "cell '2' printed '5'; its promise says '6'"
    assert str(finding).startswith(f"{place}: {fact}")
    assert finding.place.line == page.read_text(encoding="utf-8").split("\n").index("% 6") + 1


def test_without_promises_the_page_is_as_it_was(tmp_path: Path) -> None:
    """An author who leaves finds the page that came."""
    page = PAGE.replace("% Output:\n% 5\n\n", "").replace("  % Value:\n  % 3\n\n", "")
    project = project_of(tmp_path, page)
    accept_scripts(project, ["tour/mean"])
    text = (tmp_path / "docs/tour/mean.md").read_text(encoding="utf-8")

    assert text != page
    assert without_promises(read_page(text, Path("docs/tour/mean.md"))) == page


def test_equal_promises_change_no_byte() -> None:
    """As in a script."""
    script = read_source(PAGE, Path("docs/mean.md"))
    assert rewrite(script, {cell.name: cell.promise for cell in script.cells}) == PAGE


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("```{code-cell}\n!ls\n```\n", "docs/a.md:2: magics of IPython are no Python"),
        ("```{code-cell}\nx =\n```\n", "docs/a.md:2: Python cannot read this line"),
        ("````\n```{code-cell}\nx = 1\n```\n````\n", "docs/a.md:1: no cell of this page runs"),
        ("```{code-cell}\nx = 1\n```\n% Ouput:\n\n% Output:\n", "does not say"),
        ("```{code-cell}\nx = 1\n```\n\n% Output:\n", "docs/a.md:5: cell '1': 'Output:' is empty"),
    ],
)
def test_what_cannot_be_read_is_named_at_its_line(cell: str, said: str, tmp_path: Path) -> None:
    """In one line; a comment that is no heading is the author's, and the cell then has no promise."""
    if said == "does not say":
        assert not read_page(cell, Path("docs/a.md")).cells[0].promise.outputs
        return
    with pytest.raises(ScriptError, match=said.replace("(", r"\(")):
        read_page(cell, Path("docs/a.md"))


def test_a_page_that_no_pattern_fits_keeps_nothing(tmp_path: Path) -> None:
    """Its cells are MyST-NB's; one that has a script is read from that."""
    project = project_of(tmp_path, PAGE)
    (tmp_path / "docs/other.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "docs/tour/told.md").write_text("# No cell\n", encoding="utf-8")
    assert project.docnames() == ["tour/mean"]

    (tmp_path / "examples/tour").mkdir(parents=True)
    (tmp_path / "examples/tour/mean.py").write_text("# %% one\nx = 1\n\n# Output: none\n", encoding="utf-8")
    assert project.script("tour/mean").suffix == ".py"
