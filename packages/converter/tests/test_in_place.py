"""A page that keeps its code is imported where it stands, and leaves as it came."""

import json
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.project import at
from printproof_catalogs.move import move_page

PAGE = """\
# Mean

```{code-cell} ipython3
:tags: [hide-output]
mean = sum([2, 4, 9]) / 3
print(mean)
```

```{code-cell} ipython3
object()
```
"""


@pytest.fixture
def entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one such page, which the process has entered."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/conf.py").write_text("", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.printproof]\ncode_in_pages = ["tour*"]\n', encoding="utf-8")
    (tmp_path / "docs/tour.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_importing_writes_outputs_and_makes_no_other_file(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A value with an address is an example; the next check holds."""
    assert main(["import", "docs/tour.md"]) == 0
    assert "docs/tour.md: 2 of 2 cells have their expected output below them" in capsys.readouterr().out
    text = (entered / "docs/tour.md").read_text(encoding="utf-8")

    assert "\n% Output:\n% 5.0\n" in text
    assert "\n% Value varies: it holds an address in memory\n% <object object at 0x" in text
    assert sorted(path.name for path in (entered / "docs").iterdir()) == ["conf.py", "tour.md"]
    assert main(["check", "--again"]) == 0


def test_a_cell_at_fault_is_told_and_the_others_are_written(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An error that nobody announced is none of the page's outputs."""
    page = entered / "docs/tour.md"
    page.write_text(PAGE + "\n```{code-cell}\n1 / 0\n```\n", encoding="utf-8")

    assert main(["import", "docs/tour.md"]) == 1
    told = capsys.readouterr()
    assert "2 of 3 cells" in told.out
    lines = page.read_text(encoding="utf-8").split("\n")
    assert f"docs/tour.md:{lines.index('1 / 0') + 1}: cell '3' raises 'ZeroDivisionError" in told.err
    assert "% 5.0" in lines


def test_exported_again_it_is_the_page_that_came(entered: Path) -> None:
    """To the byte, as nothing but comments was written."""
    main(["import", "docs/tour.md"])
    assert main(["export", "tour", "--output", "out.md"]) == 0
    assert (entered / "out.md").read_text(encoding="utf-8") == PAGE


def test_as_a_notebook_it_has_its_outputs(entered: Path) -> None:
    """Each cell with its tags and what it printed; the comments are no prose of it."""
    main(["import", "docs/tour.md"])
    assert main(["export", "tour", "--output", "out.ipynb"]) == 0
    cells = json.loads((entered / "out.ipynb").read_text(encoding="utf-8"))["cells"]

    assert [cell["cell_type"] for cell in cells] == ["markdown", "code", "code"]
    assert cells[1]["outputs"][0]["text"] == ["5.0\n"]
    assert cells[1]["metadata"]["tags"] == ["hide-output"]


def test_moved_it_is_still_one_file(entered: Path) -> None:
    """The page alone has a new name."""
    main(["import", "docs/tour.md"])
    moved = move_page(at(entered), "tour", "tour-2")
    assert moved == ["docs/tour.md -> docs/tour-2.md"]


def test_a_dry_run_writes_nothing(entered: Path) -> None:
    """Nor does an import that is not to run anything."""
    assert main(["import", "docs/tour.md", "--dry-run"]) == 0
    assert main(["import", "docs/tour.md", "--no-run"]) == 0
    assert (entered / "docs/tour.md").read_text(encoding="utf-8") == PAGE


RST = "Mean\n====\n\n.. code-cell::\n\n   print(1)\n"


def test_a_page_in_restructuredtext_stays_one(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is imported where it stands, moved with its kind, and leaves as it came."""
    (entered / "docs/tour.md").unlink()
    (entered / "docs/tour.rst").write_text(RST, encoding="utf-8")

    assert main(["import", "docs/tour.rst"]) == 0
    assert (entered / "docs/tour.rst").read_text(encoding="utf-8") == f"{RST}\n.. Output:\n   1\n"
    assert main(["export", "tour", "--output", "out.md"]) == 2
    assert "out.md: a page in reStructuredText stays one; name a file that ends in .rst" in capsys.readouterr().err
    assert main(["export", "tour", "--output", "out.rst"]) == 0
    assert (entered / "out.rst").read_text(encoding="utf-8") == RST
    assert move_page(at(entered), "tour", "tour-2") == ["docs/tour.rst -> docs/tour-2.rst"]
