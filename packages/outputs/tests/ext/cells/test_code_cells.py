"""A cell may stand in a tab, a card, a note, a list or a quotation: it is shown there, in order, and checked."""

import re
from pathlib import Path

import pytest

from support.small import CONF, Built, Small

DESIGN = CONF.replace("printproof_all_pages = True\n", "")
DESIGN += 'copyright, version = "Somebody", "1"\n'
DESIGN += 'extensions.append("sphinx_design")\nmyst_enable_extensions = ["colon_fence"]\n'
CELL = "```{{code-cell}}\n:example: {}\n```"
PAGE = """# Title

```{code-cell}
:example: first
```

::::{tab-set}
:::{tab-item} One
:sync: one

TAB
:::
:::{tab-item} Two
```{code-cell}
---
example: other
tags: [hide-input]
---
```
:::
::::

````{note}
NOTE
````

:::{card} A card
CARD
:::

- An item

  ```{code-cell}
  :example: item
  ```

> A quotation
>
> ```{code-cell}
> :example: quoted
> ```

:::{code-cell}
:example: colons
:::

````{dropdown} Open
DROPDOWN
````

~~~markdown
```{code-cell}
:example: shown-as-text
```
~~~

LAST
"""
NAMES = ("first", "tab", "other", "note", "card", "item", "quoted", "colons", "dropdown", "last")
SCRIPT = "\n".join(f'# %% {name}\nprint("{name} printed")\n\n# Output:\n# {name} printed\n' for name in NAMES)


def page(text: str = PAGE) -> str:
    """A page, with a cell in the place of each word in capitals."""
    return re.sub("[A-Z]{4,}|TAB", lambda found: CELL.format(found[0].lower()), text)


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with a cell in each kind of block."""
    return Small(tmp_path, {"docs/conf.py": DESIGN, "docs/index.md": page(), "examples/index.py": SCRIPT})


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The same, built."""
    files = {"docs/conf.py": DESIGN, "docs/index.md": page(), "examples/index.py": SCRIPT}
    small = Small(tmp_path_factory.mktemp("nested"), files)
    small.record("index", {name: f"{name} printed\n" for name in NAMES})
    built = small.build("-W")
    assert built.status == 0, built.said
    return built


def test_each_cell_is_shown_with_what_it_printed(built: Built) -> None:
    """All of them, in the order of the script."""
    shown = built.page("index")

    assert list(shown.code) == list(NAMES)
    assert shown.outputs == {(name, "as-written"): f"{name} printed\n" for name in NAMES}


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("tab", "sd-tab-content"),
        ("other", "sd-tab-content"),
        ("note", "admonition note"),
        ("card", '"sd-card-body'),
        ("item", "<li>"),
        ("quoted", "<blockquote>"),
        ("dropdown", "sd-summary-content"),
    ],
)
def test_a_cell_is_shown_in_its_place(built: Built, name: str, around: str) -> None:
    """The block that was opened last before a cell is the one around it."""
    before = built.html("index").split(f'id="cell-{name}"')[0]
    blocks = ("sd-tab-content", "admonition note", '"sd-card-body', "<li>", "<blockquote>", "sd-summary-content")

    assert max(blocks, key=before.rfind) == around


def test_tags_and_marks_are_those_of_any_cell(built: Built) -> None:
    """A nested cell is folded as its tag says; the first one has the mark of the page."""
    html = built.html("index")

    assert html.count('<details class="admonition hide above-input">') == 1
    assert html.count('<details class="checked">') == 1


def test_the_files_beside_a_page_have_nested_cells(small: Small) -> None:
    """In their order, each as a cell of its own; what a tab or a dropdown is called stands above what it holds."""
    small.write("docs/conf.py", DESIGN + "printproof_all_pages = True\n")

    built = small.build("-W")

    assert built.status == 0, built.said
    notebook, text = ((built.folder / f"index.{kind}").read_text(encoding="utf-8") for kind in ("ipynb", "md"))
    assert re.findall(r'"id": "(?!prose_)([a-z]+)"', notebook) == list(NAMES)
    assert [word for word in ("**One**", "**Two**", "A card", "**Open**", "other printed") if word not in text] == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "example: quoted",
            "example: qouted",
            "docs/index.md:45: the script has no cell 'qouted'; did you mean 'quoted'?",
        ),
        ("example: item", "example: note", "docs/index.md:39: cell 'note' was shown in line 26; show each cell once"),
        ("  :example: item", "  :example: item\n  :captoin: A", "docs/index.md:41: a cell has no option 'captoin'"),
        ("````{note}", "````{parsed-literal}", "docs/index.md:16: cell 'note' of examples/index.py"),
        ("````{note}", "````{terminal} bash", "docs/index.md:26: cell 'note' stands in a block that shows no cells"),
    ],
    ids=["misspelt", "twice", "option", "verbatim", "unknown block"],
)
def test_what_is_wrong_with_a_nested_cell_is_said_at_its_line(small: Small, before: str, after: str, said: str) -> None:
    """As for any other cell."""
    small.write("docs/index.md", page().replace(before, after))

    built = small.build()

    assert built.status == 1
    assert any(said in line for line in built.wrong), built.wrong


def test_a_cell_of_a_file_that_is_included_is_refused(small: Small) -> None:
    """The page alone says which cells it shows, and in which order."""
    small.write("docs/part.txt", CELL.format("last"))
    small.write("docs/index.md", page(PAGE.replace("LAST", "```{include} part.txt\n```")))

    built = small.build()

    assert built.status == 1
    assert any("a cell of a page stands in another file; write it on the page" in line for line in built.wrong)


@pytest.mark.parametrize("builder", ["latex", "epub", "text"])
def test_every_format_shows_nested_and_tagged_cells(small: Small, builder: str) -> None:
    """Without a warning, and with each output."""
    small.record("index", {name: f"{name} printed\n" for name in NAMES})

    built = small.build("-W", builder=builder)

    files = [path for path in built.folder.rglob("*") if path.suffix in {".tex", ".xhtml", ".txt"}]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert built.status == 0, built.said
    assert [name for name in NAMES if f"{name} printed" not in text] == []
