"""A page leaves with its code and outputs, and comes back as the page and the script that it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

from printproof_base.project import Project, at
from printproof_converter.code_cells import DocumentError
from printproof_converter.conversion import convert
from printproof_converter.exporting import export_page
from printproof_converter.importing import import_documents
from printproof_converter.notebooks import page_of
from support.built import ROOT

GUIDE = at(ROOT)

PAGE = """\
---
minutes: 5
---

# Halves

First words.

+++

More words.

```{code-cell}
:example: half
:class: wide
:tags: [hide-input]
```

```{code-cell}
:example: raises
```

::::{tab-set}
:::{tab-item} Nested
```{code-cell}
:example: nested
```
:::
::::
"""
SCRIPT = '''\
"""Halves of what there is."""
# SPDX-License-Identifier: Apache-2.0

# %% half
def half(x):

    return x / 2

print("said")
half(3)

# Output:
# said
#
# Value:
# 1.5

# %% raises
half("three")

# Output:
# TypeError: unsupported operand …

# %% nested
import time

print(time.time())

# Output varies: it is a clock
# 1.0
'''


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project of one page."""
    for name, text in {"docs/guide/halves.md": PAGE, "examples/guide/halves.py": SCRIPT}.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return at(tmp_path)


def cells_of(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


@pytest.mark.parametrize("docname", GUIDE.docnames())
def test_a_page_comes_back_as_it_was(tmp_path: Path, docname: str) -> None:
    """Page and script are the same, byte for byte: an author can leave, and can come back."""
    left = export_page(GUIDE, docname, tmp_path / "left.ipynb")
    back = convert(docname, "left.ipynb", page_of(left))

    assert back.page()[0] == GUIDE.page(docname).read_text(encoding="utf-8")
    assert back.script == GUIDE.script(docname).read_text(encoding="utf-8")


def test_a_page_that_is_imported_again_is_the_same(project: Project) -> None:
    """Also tabs, front matter, examples of what varies and errors that are announced in part."""
    left = export_page(project, "guide/halves")
    moved = left.rename(project.docs / "guide/halves.ipynb")
    project.page("guide/halves").unlink()
    project.script("guide/halves").unlink()

    found = import_documents(project, [moved], str)

    assert found == []
    assert project.page("guide/halves").read_text(encoding="utf-8") == PAGE
    assert project.script("guide/halves").read_text(encoding="utf-8") == SCRIPT


def test_a_notebook_shows_what_the_page_shows(project: Project) -> None:
    """Code, what it printed, its value and the error, with the tag that lets Jupyter go on."""
    path = export_page(project, "guide/halves")
    first, second = [cell for cell in cells_of(path) if cell["cell_type"] == "code"]
    kinds = [output["output_type"] for output in first["outputs"]]

    nbformat.validate(nbformat.read(path, as_version=4))
    assert ("".join(first["source"])[:12], kinds) == ("def half(x):", ["stream", "execute_result"])
    assert second["metadata"]["tags"] == ["raises-exception"]
    assert second["outputs"][0]["ename"] == "TypeError"


def test_prose_stands_in_the_cells_that_it_stood_in(project: Project) -> None:
    """A line of three plus signs parts two cells of prose."""
    sources = ["".join(c["source"]) for c in cells_of(export_page(project, "guide/halves")) if c["cell_type"] != "code"]

    assert sources[:2] == ["# Halves\n\nFirst words.", "More words."]


def test_a_cell_that_the_script_does_not_have_stays_a_cell(project: Project) -> None:
    """With its code and its options: MyST-NB runs it, and Jupyter can."""
    project.page("guide/halves").write_text(f"{PAGE}\n```{{code-cell}}\n:tags: [own]\n1 + 1\n```\n", encoding="utf-8")

    last = cells_of(export_page(project, "guide/halves"))[-1]

    assert (last["cell_type"], last["source"], last["metadata"]) == ("code", ["1 + 1"], {"tags": ["own"]})


def test_a_page_of_myst_nb_holds_its_code(project: Project, tmp_path: Path) -> None:
    """MyST-NB runs it as it stands: front matter, code and tags are there, options have the names it knows."""
    project.page("guide/halves").write_text(PAGE.replace(":class: wide", ":caption: A function."), encoding="utf-8")
    text = export_page(project, "guide/halves", tmp_path / "halves.md").read_text(encoding="utf-8")

    assert text.startswith("---\nminutes: 5\nfile_format: mystnb\nkernelspec:\n")
    assert "```{code-cell}\n:tags: [hide-input]\n:mystnb: {figure: {caption: A function.}}\ndef half(x):\n" in text
    assert '```{code-cell}\n:tags: [raises-exception]\nhalf("three")\n```' in text
    assert "```{code-cell}\nimport time\n" in text


@pytest.mark.parametrize(
    ("name", "reason"),
    [("there.ipynb", "exists already; name another file"), ("page.html", "is no notebook and no page")],
)
def test_no_file_is_overwritten(project: Project, tmp_path: Path, name: str, reason: str) -> None:
    """What is there stays, and what cannot be written is said."""
    (tmp_path / "there.ipynb").write_text("mine", encoding="utf-8")

    with pytest.raises(DocumentError, match=reason):
        export_page(project, "guide/halves", tmp_path / name)

    assert (tmp_path / "there.ipynb").read_text(encoding="utf-8") == "mine"
