"""A page is asked for its cells in one place: where each stands, and what its head says."""

from myst_parser.config.main import MdParserConfig

from printproof.pages.notebook import cell_fences

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
    cells = list(cell_fences(PAGE, MdParserConfig(enable_extensions={"colon_fence"})))

    assert [(cell.line, cell.last_line, cell.marks, cell.name, cell.nested) for cell in cells] == [
        (3, 6, "```", "first", False),
        (9, 14, "~~~~", "in-note", True),
        (19, 21, "```", "in-item", True),
        (29, 30, ":::", "", True),
    ]


def test_the_head_of_a_cell_is_told_as_it_was_written() -> None:
    """Options are read as YAML, in both ways to write them; below them stands the body."""
    first, in_note, *_ = cell_fences(PAGE, MdParserConfig(enable_extensions={"colon_fence"}))

    assert first.head.options == {"example": "first", "tags": ["hide-input"]}
    assert (in_note.head.options, in_note.head.body) == ({"example": "in-note"}, ["print(1)"])
