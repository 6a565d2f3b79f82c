"""An exercise keeps its hint and its checked solution folded until a reader asks for them."""

import re
from pathlib import Path

import pytest

from support.small import CELL, Small

HINT = "```{hint}\nStart with the state.\n```\n"
SOLVED = CELL.format("solved").replace("solved\n", "solved\n:solution:\n")
PAGE = f"(try)=\n# Try it\n\nPrint one.\n\n{HINT}\n{SOLVED}"
SCRIPT = "# %% solved\nprint(1)\n\n# Output:\n# 1\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with an exercise."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})


def test_a_solution_is_folded_with_its_code_and_its_output(small: Small) -> None:
    """It is a cell like any other, below a word that opens it."""
    built = small.build("-W")

    html = built.html("index")
    cell = '<div class="cell docutils container" id="cell-solved">'
    assert f'<details class="solution"><summary>One solution</summary>\n{cell}' in html
    assert re.search(r'<pre data-output="as-written">1\n</pre>.*</details>', html, re.S)
    assert built.page("index").code == {"solved": "print(1)\n"}


def test_the_promise_of_a_solution_is_compared(small: Small) -> None:
    """A solution that prints something else is refused as every cell is."""
    small.record("index", {"solved": "2\n"})

    built = small.build()

    assert built.status == 1
    assert "cell 'solved' printed" in built.said


def test_a_hint_of_an_exercise_is_folded(small: Small) -> None:
    """Its words stay words of the page."""
    html = small.build("-W").html("index")

    assert '<details class="clue"><summary>Hint</summary>\n<p>Start with the state.</p>\n</details>' in html


def test_a_hint_elsewhere_stays_open(small: Small) -> None:
    """Only what a solution belongs to is an exercise."""
    small.write("docs/index.md", f"# Title\n\n{HINT}\n## Try it\n\n{SOLVED}")

    html = small.build("-W").html("index")

    assert "admonition hint" in html
    assert "clue" not in html


def test_the_section_of_an_exercise_says_so_and_keeps_its_place(small: Small) -> None:
    """A theme can set it apart; its id is that of its label."""
    assert '<section class="exercise" id="try">' in small.build("-W").html("index")


def test_an_exercise_speaks_the_language_of_the_page(small: Small) -> None:
    """The words of the fold, and those of the hint."""
    small.translate("index", {"Start with the state.": "상태부터 정하세요.", "Try it": "해 보기", "Print one.": "1"})
    small.translate("printproof", {"One solution": "풀이 예시", "Hint": "힌트"})

    html = small.build(language="ko").html("index")

    assert "<summary>풀이 예시</summary>" in html
    assert "<summary>힌트</summary>\n<p>상태부터 정하세요.</p>" in html


def test_where_nothing_folds_a_solution_has_its_name(small: Small) -> None:
    """A text has no details; the hint is a hint as everywhere."""
    built = small.build("-W", builder="text")

    text = (built.folder / "index.txt").read_text()
    assert "Hint:\n\n  Start with the state.\n" in text
    assert "One solution\n\nNot verified in this build\n\n   print(1)\n" in text
