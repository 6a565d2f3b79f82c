"""The drift meter counts code that changed, not code that was translated."""

import json
from pathlib import Path

import pytest

from bench.__main__ import RATIOS, main
from printproof.documents.code_cells import DocumentError, code_cells
from printproof.documents.drift import Drift, compare, measure

CELL = 'def f(x):\n    """Add one."""\n    # now\n    return g(x, "one")\n'

SAME = {
    "a translated comment": CELL.replace("# now", "# 지금"),
    "a translated docstring": CELL.replace("Add one.", "하나를 더한다."),
    "no comment at all": CELL.replace("    # now\n", ""),
    "other quotes": CELL.replace('"one"', "'one'"),
    "a trailing comma": CELL.replace('"one")', '"one",)'),
    "another layout": CELL.replace('g(x, "one")', 'g(\n        x,\n        "one",\n    )'),
}


@pytest.mark.parametrize("name", SAME)
def test_translation_and_layout_are_no_drift(name: str) -> None:
    """Code that does the same thing is the same code."""
    drift = measure([CELL], [SAME[name]])

    assert (drift.exact, drift.code, drift.logic) == (1, 0, 0)


def test_a_translated_string_is_drift_of_code_but_not_of_logic() -> None:
    """What is printed changes, what is computed does not."""
    assert measure([CELL], [CELL.replace("one", "하나")]) == Drift(1, 1, 1, 0) + Drift()


@pytest.mark.parametrize("change", [("g(", "h("), ("x):", "y):"), ("return ", "")])
def test_a_changed_token_is_drift(change: tuple[str, str]) -> None:
    """A renamed function is another program."""
    assert measure([CELL], [CELL.replace(*change)]).logic == 1


def test_cells_are_aligned_in_order() -> None:
    """A cell left out moves no other."""
    assert measure(["a = 1", "b = 2", "c = 3"], ["a = 1", "c = 3", "d = 4"]) == Drift(3, 1, 1, 1)


def test_magics_and_broken_code_are_compared_by_line() -> None:
    """Code that Python cannot read is still compared."""
    assert measure(["%time f() # now\nx = 1"], ["%time f()\nx = 1"]).code == 0
    assert measure(["if (:  # a"], ["if (:  # b"]).code == 0
    assert measure(["if (:"], ["if [:"]).code == 1


PAGE = """# Title

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
:example: jit
```
"""


def test_pages_notebooks_and_scripts_are_read(tmp_path: Path) -> None:
    """The same cells are found whatever form a document has."""
    (tmp_path / "a.md").write_text(PAGE, encoding="utf-8")
    cells = [{"cell_type": "code", "source": ["a = 1\n"]}, {"cell_type": "markdown", "source": "x"}]
    (tmp_path / "b.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    (tmp_path / "c.py").write_text("# %% one\na = 1\n# %% two\nb = 2\n", encoding="utf-8")

    assert [cell.strip() for cell in code_cells(tmp_path / "a.md")] == [
        "a = 1",
        "b = 2",
        "c = 3",
        ":example: jit",
    ]
    assert code_cells(tmp_path / "b.ipynb") == ["a = 1\n"]
    assert [cell.strip() for cell in code_cells(tmp_path / "c.py")] == ["a = 1", "b = 2"]


def test_a_table_of_all_documents_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """Documents meet by their path, also where one is a page and the other a notebook."""
    for side, code in (("en", "a = 1"), ("ko", "a = 2")):
        (tmp_path / side / "guide").mkdir(parents=True)
        (tmp_path / side / "guide" / "x.md").write_text(f"```python\n{code}\n```\n", encoding="utf-8")
        (tmp_path / side / "y.md").write_text("```python\nb = 1\n```\n", encoding="utf-8")
    (tmp_path / "en" / "z.md").write_text("```python\nb = 1\n```\n", encoding="utf-8")

    assert main(["drift", str(tmp_path / "en"), str(tmp_path / "ko")]) == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:5] == [
        ["guide/x", "1", "1", "1", "1"],
        ["y", "1", "0", "0", "0"],
        ["z", "not", "there"],
        ["all", "2", "1", "1", "1"],
    ]
    assert main(["drift", str(tmp_path / "en"), str(tmp_path / "en")]) == 0


def test_nothing_to_compare_is_no_zero(tmp_path: Path) -> None:
    """An empty folder has not drifted, it is the wrong folder."""
    with pytest.raises(DocumentError, match="no document with code is on both sides"):
        list(compare(tmp_path, tmp_path))


def test_a_broken_notebook_is_named(tmp_path: Path) -> None:
    """The message is one line with its path."""
    (tmp_path / "a.ipynb").write_text("{", encoding="utf-8")

    with pytest.raises(DocumentError, match=r"a\.ipynb: cannot be read as a document"):
        code_cells(tmp_path / "a.ipynb")


def test_two_languages_of_a_built_site_are_compared_by_their_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code of a cell is the first block of its element; a translated comment is no drift, a changed name is."""
    page = (
        '<div class="cell" data-cell="one"><pre># {}\n{}(x)</pre><div data-output="as-written"><pre>1</pre></div></div>'
    )
    for language, words in {"en": ("now", "f"), "ko": ("지금", "f"), "xx": ("now", "g")}.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "page.html").write_text(page.format(*words), encoding="utf-8")

    same = main(["drift", str(tmp_path / "en"), str(tmp_path / "ko")])
    moved = main(["drift", str(tmp_path / "en"), str(tmp_path / "xx")])

    assert (same, moved) == (0, 1)
    assert "page" in capsys.readouterr().out


def test_each_ratio_says_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    """One list names them all."""
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])

    told = capsys.readouterr().out
    assert [name for name in RATIOS if f"    {name} " not in told] == []


def test_what_cannot_be_measured_ends_with_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no ratio above its limit."""
    assert main(["drift", str(tmp_path), str(tmp_path)]) == 3
    assert "no document with code is on both sides" in capsys.readouterr().err
