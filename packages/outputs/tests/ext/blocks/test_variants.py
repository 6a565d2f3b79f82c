"""Cells that say what varies in them are tabs of one block; each is a cell like any other in every format."""

import re
from pathlib import Path

import pytest

from support.shown import Shown, build_all, shown_by
from support.small import Small

SCRIPT = (
    "# %% int\nprint(2 * 3)\n\n# Output:\n# 6\n\n"
    "# %% float\nprint(2 * 3.0)\n\n# Output:\n# 6.0\n\n"
    "# %% text\nprint(2 * '3')\n\n# Output:\n# 33\n"
)
LABELS = {"int": "3", "float": "3.0", "text": "a word"}


def cell(name: str, label: str | None = None) -> str:
    """A cell of the page with its label."""
    return f"```{{code-cell}}\n:example: {name}\n:variant: {label or LABELS[name]}\n```\n"


QUESTION = "```{predict} int\nWhat?\n\n- `6`: Right.\n- `33`: No.\n```\n"
PAGE = "# Title\n\n" + "\n".join(map(cell, LABELS))
APART = PAGE.replace(cell("float"), f"Words.\n\n{cell('float')}")
PLAIN = "# Title\n\n" + re.sub(":variant: .*\n", "", "\n".join(map(cell, LABELS)))

three = pytest.mark.shows(PAGE, SCRIPT)


@pytest.fixture(scope="module")
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Shown]:
    """What the tests of this module look at."""
    return build_all(request, Small(tmp_path_factory.mktemp("pages")))


@pytest.fixture
def shown(request: pytest.FixtureRequest, pages: dict[tuple[str, ...], Shown]) -> Shown:
    """The page of a test."""
    return shown_by(request, pages)


def order(html: str) -> list[str]:
    """Groups, tabs and cells as they follow each other."""
    tab = r'<label>(<input type="radio" name="var.*?)</label>'
    found = re.findall(rf'<div class="(variants)"|{tab}|<div class="(cell) ', html, re.S)
    return [re.sub(r"<[^>]*>|\s", "", next(filter(None, parts))) for parts in found]


@three
def test_cells_below_each_other_are_one_group_of_tabs(shown: Shown) -> None:
    """Each tab stands before its cell, so that without a style a page reads in order."""
    assert shown.wrong == []
    assert order(shown.html) == ["variants", "3", "cell", "3.0", "cell", "aword", "cell"]
    assert 'class="variants" role="group" aria-label="What if"' in shown.html


@three
def test_one_tab_is_open_of_a_group_with_a_name_of_its_own(shown: Shown) -> None:
    """A question about the same cell has its answers under another name."""
    assert re.findall(r"<label>(<input[^>]*>)", shown.html) == [
        '<input type="radio" name="variants-int" checked>',
        '<input type="radio" name="variants-int">',
        '<input type="radio" name="variants-int">',
    ]


@three
def test_each_variant_has_its_code_and_its_output(shown: Shown) -> None:
    """They are cells, compared like all others."""
    page = shown.built.page(shown.docname)

    assert page.outputs == {
        (name, "as-written"): said for name, said in zip(LABELS, ("6\n", "6.0\n", "33\n"), strict=True)
    }


@pytest.mark.shows(PAGE.replace(cell("float"), QUESTION + cell("float")), SCRIPT)
def test_a_question_about_a_variant_parts_nothing(shown: Shown) -> None:
    """It moves into its cell."""
    assert shown.wrong == []
    assert order(shown.html)[:3] == ["variants", "3", "cell"]
    assert order(shown.html)[-4:] == ["3.0", "cell", "aword", "cell"]


@pytest.mark.shows(APART, SCRIPT)
def test_a_label_alone_is_an_error(shown: Shown) -> None:
    """Words between two cells part them; one line says where and what helps."""
    (wrong,) = shown.wrong

    assert wrong.endswith(
        "ERROR: docs/index.md:5: cell 'int' is a variant of nothing: no other cell with ':variant:' stands beside it; "
        "write ':variant:' on the cell above it as well, with nothing between them"
    )


@pytest.mark.shows(PAGE.replace(":variant: 3\n", ":variant: 3\n:solution:\n"), SCRIPT)
def test_a_solution_is_no_variant(shown: Shown) -> None:
    """It is folded alone; no traceback is shown."""
    (wrong,) = shown.wrong

    assert "docs/index.md:5: cell 'int' is a variant of nothing" in wrong


@pytest.mark.shows(PAGE.replace("a word", '"3"'), SCRIPT)
def test_two_labels_alike_are_an_error(shown: Shown) -> None:
    """A reader could not tell them apart."""
    (wrong,) = shown.wrong

    assert "docs/index.md:15: the variants 'int' and 'text' are both called '3'; say with" in wrong


def test_words_of_a_label_are_translated_and_code_is_not_asked_for(tmp_path: Path) -> None:
    """A catalog holds the words; a label of code is the same in every language."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})
    small.translate("index", {"Title": "제목", "a word": "단어"})

    korean = small.build(language="ko")

    assert order(korean.html("index"))[1::2] == ["3", "3.0", "단어"]
    assert "lang=" not in korean.html("index").partition("variants")[2]


def test_a_download_has_every_variant_as_a_cell_below_its_label(tmp_path: Path) -> None:
    """Nothing can be chosen there."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})

    text = (small.build().folder / "index.md").read_text(encoding="utf-8")

    lines = [line for line in text.splitlines() if line.startswith(("**", "print"))]
    assert lines == ["**`3`**", "print(2 * 3)", "**`3.0`**", "print(2 * 3.0)", "**a word**", "print(2 * '3')"]


def test_other_formats_have_one_below_the_other(tmp_path: Path) -> None:
    """A writer of text knows no tabs."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})

    text = (small.build(builder="text").folder / "index.txt").read_text(encoding="utf-8")

    assert [line.strip() for line in text.splitlines() if "word" in line or "print" in line] == [
        "print(2 * 3)",
        "print(2 * 3.0)",
        "-[ a word ]-",
        "print(2 * '3')",
    ]
