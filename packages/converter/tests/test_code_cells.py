"""The same pieces of Python are found whatever form a document has, each at its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printproof_converter.code_cells import DocumentError, read_document

MYST = """\
# Title

```{code-cell} ipython3
:tags: [hide]

a = 1
```

:::text
no
:::

````{admonition} Note
```python
b = 2
```
````

```text
no
```

```{.python .input}
c = 3
```

```{code-cell}
---
tags: [hide]
---
>>> d = 4
4
>>> for e in d:
...     pass
```

````{eval-rst}
.. code-block:: python

   f = 6
````

1. A list
   ```{python}
   g = 7
   ```
"""
MYST_CELLS = [
    (6, "a = 1"),
    (15, "b = 2"),
    (24, "c = 3"),
    (31, "d = 4\nfor e in d:\n    pass"),
    (40, "f = 6"),
    (45, "g = 7"),
]
RST = """\
Title
=====

.. code-block:: python
   :linenos:

   a = 1

   b = 2

.. note::

   .. code:: bash

      no

   >>> c = 3
   >>> c
   3

A literal block::

    no

.. ipython::

   In [1]: d = 4

   In [2]: for e in d:
      ...:     pass

   Out[2]: 3

.. highlight:: c

.. code-block::

   no
"""
RST_CELLS = [(7, "a = 1\n\nb = 2"), (17, "c = 3\nc"), (27, "d = 4\nfor e in d:\n    pass")]
SCRIPT = '"""Prose."""\n\n# %% one\na = 1\n# %% [markdown]\n# Prose.\n# %% two\n\n%time b\n'
CELLS = [
    {"cell_type": "code", "metadata": {}, "source": ["a = 1\n", "b = 2"]},
    {"cell_type": "markdown", "metadata": {}, "source": ["Prose.\n", "```python\n", "c = 3\n", "```"]},
    {"cell_type": "raw", "metadata": {}, "source": "x"},
]
NOTEBOOK = {"cells": CELLS, "nbformat": 4}
JULIA = {**NOTEBOOK, "cells": CELLS[:1], "metadata": {"kernelspec": {"language": "julia"}}}
FORMS = {
    "page.md": (MYST, MYST_CELLS, ("text",)),
    "page.rst": (RST, RST_CELLS, ("bash", "c")),
    "page.py": (SCRIPT, [(4, "a = 1"), (9, "%time b")], ()),
    "page.ipynb": (json.dumps(NOTEBOOK, indent=1), [(7, "a = 1\nb = 2"), (17, "c = 3")], ()),
    "one-line.ipynb": (json.dumps(NOTEBOOK), [(0, "a = 1\nb = 2"), (0, "c = 3")], ()),
    "julia.ipynb": (json.dumps(JULIA), [], ("julia",)),
    "names.md": ("```{code-cell}\n:example: jit\n```\n", [(2, ":example: jit")], ()),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_read(name: str, tmp_path: Path) -> None:
    """Its Python with lines, and the languages of what is none."""
    text, cells, others = FORMS[name]
    (tmp_path / name).write_text(text, encoding="utf-8")

    document = read_document(tmp_path / name)

    assert [(cell.line, cell.text.strip()) for cell in document.cells] == cells
    assert document.others == others


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.ipynb", b"{", r"1: is no notebook: .*Expecting property name enclosed in double quotes.*"),
        ("a.ipynb", b"[]", "1: is no notebook: it has no list of cells, .*"),
        ("a.md", b"\xff", " cannot be read as a document: .*invalid start byte"),
    ],
)
def test_what_cannot_be_read_is_named(name: str, content: bytes, why: str, tmp_path: Path) -> None:
    """The message is one line with its path."""
    (tmp_path / name).write_bytes(content)

    with pytest.raises(DocumentError, match=rf"{name}:{why}$"):
        read_document(tmp_path / name)


def test_code_that_is_too_deep_for_the_parser_is_code(tmp_path: Path) -> None:
    """It is no traceback."""
    (tmp_path / "deep.py").write_text("# %%\nx=" + 100_000 * "-" + "1\n", encoding="utf-8")

    assert [block.line for block in read_document(tmp_path / "deep.py").cells] == [2]
