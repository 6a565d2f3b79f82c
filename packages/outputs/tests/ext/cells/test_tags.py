"""The tags of MyST-NB do on our cells what its users know; every cell runs and is checked all the same."""

import json
import re
from pathlib import Path

import pytest

from support.small import CONF, Built, Small

TAGS = {
    "hide-input": "[hide-input]",
    "hide-output": "[hide-output]",
    "hide-both": "[hide-input, hide-output]",
    "hide-cell": "[hide-cell]",
    "remove-input": "[remove-input]",
    "remove-output": "[remove_output]",
    "remove-cell": "[remove-cell, of-the-project]",
    "scroll": "[scroll-output]",
}
"""Cells, each named by what its tags do, in the ways to write tags."""
LAST = "```{code-cell}\n---\nexample: raises\ntags:\n  - raises-exception\n  - hide-input\n---\n```\n"
SCRIPT = "".join(f'# %% {name}\nprint("{name} printed")\n\n# Output:\n# {name} printed\n\n' for name in TAGS)
RAISES = "# %% raises\n1 / 0\n\n# Output:\n# ZeroDivisionError: division by zero\n"
CELL = "```{{code-cell}}\n:example: {}\n:tags: {}\n```\n"
PAGE = "# Title\n\n" + "\n".join(CELL.format(*one) for one in TAGS.items()) + "\n" + LAST


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A page with a cell for each tag."""
    files = {"docs/index.md": PAGE, "examples/index.py": SCRIPT + RAISES}
    built = Small(tmp_path_factory.mktemp("tags"), files).build("-W")
    assert built.status == 0, built.said
    return built


def cell(built: Built, name: str) -> str:
    """The HTML of a cell."""
    found = re.search(
        rf'<div class="[^"]*" id="cell-{name}".*?(?=<div class="[^"]*" id="cell-|</main>)', html(built), re.S
    )
    return found[0] if found else ""


def html(built: Built) -> str:
    """The page."""
    return built.html("index")


FOLD = re.compile(r"<details class=\"admonition hide (?P<place>[\w-]+)\">(?P<inside>.*?)</details>", re.S)


@pytest.mark.parametrize(
    ("name", "folds"),
    [
        ("hide-input", {"above-input": (True, False)}),
        ("hide-output", {"below-input": (False, True)}),
        ("hide-both", {"above-input": (True, False), "below-input": (False, True)}),
        ("hide-cell", {"above-input": (True, True)}),
        ("scroll", {}),
    ],
)
def test_a_hidden_part_is_folded(built: Built, name: str, folds: dict[str, tuple[bool, bool]]) -> None:
    """Each fold with whether it holds the code, and whether it holds what was printed; nothing is lost outside."""
    shown = cell(built, name)

    found = {
        fold["place"]: ("highlight" in fold["inside"], "<pre data-output" in fold["inside"])
        for fold in FOLD.finditer(shown)
    }
    assert found == folds
    assert (shown.count('class="highlight"'), shown.count("<pre data-output")) == (1, 1)


@pytest.mark.parametrize(
    ("name", "parts"), [("remove-input", (0, 1)), ("remove-output", (1, 0)), ("remove-cell", (0, 0))]
)
def test_a_removed_part_is_not_on_the_page(built: Built, name: str, parts: tuple[int, int]) -> None:
    """The other one is."""
    shown = cell(built, name)

    assert (shown.count('class="highlight"'), shown.count("<pre data-output")) == parts


def test_a_tag_is_a_class_of_its_cell(built: Built) -> None:
    """Styles of MyST-NB and of the project know cells by these."""
    assert '<div class="tag_scroll-output cell' in cell(built, "scroll")


def test_a_fold_says_in_our_words_what_it_opens(built: Built) -> None:
    """Both ways, as the style of MyST-NB shows the one that is true."""
    words = re.findall(r'admonition-title">(.*?)</p>', cell(built, "hide-cell"))

    assert words == ["Show the code and its output", "Hide the code and its output"]


def test_a_page_of_markdown_leaves_out_what_is_removed(built: Built) -> None:
    """What is hidden is there: nothing folds code in Markdown."""
    text = (built.folder / "index.md").read_text(encoding="utf-8")

    assert {name: (f'print("{name} ' in text, f"\n{name} printed" in text) for name in TAGS} == {
        **dict.fromkeys(TAGS, (True, True)),
        "remove-input": (False, True),
        "remove-output": (True, False),
        "remove-cell": (False, False),
    }


def test_a_notebook_has_every_cell_with_its_tags(built: Built) -> None:
    """A later cell may need what a removed one has made; Jupyter folds what the page hides or removes."""
    cells = {one["id"]: one for one in json.loads((built.folder / "index.ipynb").read_text())["cells"]}

    assert cells["remove-cell"]["metadata"] == {
        "jupyter": {"outputs_hidden": True, "source_hidden": True},
        "tags": ["remove-cell", "of-the-project"],
    }
    assert cells["raises"]["metadata"] == {
        "jupyter": {"source_hidden": True},
        "tags": ["raises-exception", "hide-input"],
    }
    assert cells["remove-cell"]["outputs"][0]["text"] == ["remove-cell printed\n"]


def test_a_script_has_every_cell(built: Built) -> None:
    """And catches the error of one that raises."""
    text = (built.folder / "index.py").read_text(encoding="utf-8")

    assert [name for name in TAGS if f'print("{name} printed")' not in text] == []
    assert "except ZeroDivisionError" in text


def test_a_removed_cell_keeps_its_promise(tmp_path: Path) -> None:
    """Nobody sees it, and it is compared."""
    files = {"docs/index.md": PAGE, "examples/index.py": SCRIPT + RAISES}
    small = Small(tmp_path, files)
    small.record("index", {name: f"{name} printed\n" for name in TAGS} | {"remove-cell": "another\n"})

    built = small.build()

    assert (built.status, "cell 'remove-cell' printed 'another'" in built.said) == (1, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ":tags: [raises-exception]",
            "docs/index.md:5: cell 'one' is tagged 'raises-exception' and announces no error; remove the tag, or write",
        ),
        (
            "---\nexample: one\nmystnb:\n  image:\n    width: 10px\n---",
            "docs/index.md:6: 'mystnb' of a cell has no 'image'; there are code_prompt_show, ",
        ),
        (
            "---\nexample: one\nmystnb:\n  figure:\n    caption: A\n---",
            "docs/index.md:6: 'mystnb' of a cell has no 'figure'; write ':caption:' and ':name:' on the cell",
        ),
        (":tags: hide-cell", "docs/index.md:3: the tags of this cell are no list; write each once, as ':tags: [hide-"),
        (
            ":load: code.py",
            "docs/index.md:3: a cell has no option 'load'; its code stands in the script, remove the line",
        ),
        ("---\nexample: one\nmystnb: yes\n---", "docs/index.md:3: the head of this cell cannot be read"),
        (":caption: A: b", "docs/index.md:3: the head of this cell cannot be read"),
    ],
    ids=["raises-exception", "image", "figure", "no list", "load", "no mapping", "a mapping"],
)
def test_what_would_do_nothing_is_refused(tmp_path: Path, options: str, said: str) -> None:
    """At its line, with the cure."""
    head = options if options.startswith("---") else f":example: one\n{options}"
    files = {"docs/index.md": f"# Title\n\n```{{code-cell}}\n{head}\n```\n"}
    small = Small(tmp_path, {**files, "examples/index.py": "# %% one\nprint(1)\n\n# Output:\n# 1\n"})

    built = small.build()

    assert built.status == 1
    assert said in built.wrong[0]


def test_settings_of_myst_nb_hold_for_our_cells(tmp_path: Path) -> None:
    """Those of the project, of the head of a page and of a cell, the nearest first; none of them runs anything."""
    head = "---\nmystnb:\n  execution_mode: force\n  code_prompt_show: Of the page\n---\n"
    cells = [
        CELL.format("a", "[hide-input]"),
        "```{code-cell}\n---\nexample: b\nmystnb:\n  number_source_lines: true\n---\n```\n",
    ]
    script = "# %% a\nprint(1)\n\n# Output:\n# 1\n\n# %% b\nprint(2)\n\n# Output:\n# 2\n"
    conf = CONF + "nb_remove_code_outputs = True\n"
    small = Small(
        tmp_path,
        {
            "docs/conf.py": conf,
            "docs/index.md": f"{head}# Title\n\n{cells[0]}\n{cells[1]}",
            "examples/index.py": script,
        },
    )

    built = small.build("-W")

    assert built.status == 0, built.said
    assert ("Of the page" in html(built), 'class="linenos"' in html(built), "<pre data-output" in html(built)) == (
        True,
        True,
        False,
    )


def test_an_output_that_scrolls_is_a_stop_of_the_keyboard(built: Built) -> None:
    """In every theme: what scrolls is the output or what holds it, and the keys of a reader move either."""
    stop = '<div class="output" tabindex="0" role="group" aria-label="Outputs">'

    assert stop in cell(built, "scroll")
    assert html(built).count(stop) == 1
