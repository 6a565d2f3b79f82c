"""A page is asked for its cells in one place: where each stands, and what its head says."""

from printproof.pages.cell_fences import shown_cells, without_removed
from printproof_base.findings import Place

PAGE = """# Title

```{code-cell}
:example: first
:tags: [hide-input]
```

::::{note}
~~~~{code-cell} ipython3
---
example: in-note
---
print(1)
~~~~
::::

- An item

  ```{code-cell}
  :example: in-item
  ```

```{code-block} markdown
~~~{code-cell}
:example: sample
~~~
```

:::{code-cell}
:::
"""


def test_each_cell_is_told_with_its_place_and_its_name() -> None:
    """Whatever it stands in; a sample of a cell is none, and a cell without a name has an empty one."""
    cells = [(cell.line, cell.name) for cell in shown_cells(PAGE, Place("page.md"))]

    assert cells == [(3, "first"), (9, "in-note"), (19, "in-item"), (29, "")]


def test_the_head_of_a_cell_is_told_as_it_was_written() -> None:
    """Options are read as YAML, in both ways to write them; below them stands the body."""
    first, in_note, *_ = shown_cells(PAGE, Place("page.md"))

    assert (first.name, first.tags) == ("first", ("hide-input",))
    assert (in_note.options, in_note.body) == ({"example": "in-note"}, "print(1)")


def test_prose_that_a_tag_removes_ends_at_the_next_cell() -> None:
    """As in MyST-NB, in both spellings; what follows keeps its lines, and other breaks stay."""
    break_, cell = '+++ {"tags": ["remove-cell"]}', "```{code-cell}\n:example: one\n```"
    page = f"A\n\n{break_}\n\nGone\n\n{cell}\n\n{break_.replace('-', '_')}\nGone\n\n+++\n\nB"

    assert without_removed(page) == f"A\n\n\n\n\n\n{cell}\n\n\n\n\n+++\n\nB"
