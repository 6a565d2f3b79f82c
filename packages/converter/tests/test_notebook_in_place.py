"""A notebook that keeps its code is imported where it stands, and leaves as it is."""

import json
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.project import at
from printproof_catalogs.move import move_page
from support.notebooks import code, printed, prose, valued, written

CELLS = (prose("# Mean"), code("mean = sum([2, 4, 9]) / 3\nprint(mean)", [printed("4.0")]), code("object()"))


@pytest.fixture
def entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one such notebook, which the process has entered."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/conf.py").write_text("", encoding="utf-8")
    (tmp_path / "docs/index.md").write_text("# Index\n\n```{toctree}\ntour\n```\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.printproof]\ncode_in_pages = ["tour*"]\n', encoding="utf-8")
    (tmp_path / "docs/tour.ipynb").write_text(written(*CELLS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_importing_stores_outputs_and_tells_which_were_others(
    entered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No other file is made; a value with an address varies by itself, and the next check holds."""
    assert main(["import", "docs/tour.ipynb"]) == 0
    told = capsys.readouterr().out
    assert '-      "4.0\\n"\n+      "5.0\\n"' in told
    assert "docs/tour.ipynb: 2 of 2 cells have their expected output below them" in told
    cells = json.loads((entered / "docs/tour.ipynb").read_text(encoding="utf-8"))["cells"]

    assert cells[1]["outputs"] == [printed("5.0")]
    assert cells[2]["outputs"][0]["data"]["text/plain"][0].startswith("<object at 0x")
    assert [cell["metadata"] for cell in cells] == [{}, {}, {}]
    assert sorted(path.name for path in (entered / "docs").iterdir()) == ["conf.py", "index.md", "tour.ipynb"]
    assert main(["check", "--again"]) == 0
    assert main(["accept", "tour"]) == 0
    assert json.loads((entered / "docs/tour.ipynb").read_text(encoding="utf-8"))["cells"] == cells


def test_exported_it_is_the_same_notebook_or_a_page(entered: Path) -> None:
    """A notebook to the byte; a page in MyST has its code and no output."""
    main(["import", "docs/tour.ipynb"])
    assert main(["export", "tour", "--output", "out.ipynb"]) == 0
    assert main(["export", "tour", "--output", "out.md"]) == 0

    assert (entered / "out.ipynb").read_bytes() == (entered / "docs/tour.ipynb").read_bytes()
    text = (entered / "out.md").read_text(encoding="utf-8")
    assert "```{code-cell}\nmean = sum([2, 4, 9]) / 3\nprint(mean)\n```" in text
    assert "5.0" not in text


def test_moved_it_keeps_its_kind_and_is_named_anew(entered: Path) -> None:
    """The notebook has a new name, and the page that lists it says so."""
    assert move_page(at(entered), "tour", "tour-2") == [
        "docs/tour.ipynb -> docs/tour-2.ipynb",
        "docs/index.md: names tour-2",
    ]
    assert "\ntour-2\n" in (entered / "docs/index.md").read_text(encoding="utf-8")


def test_what_cannot_be_read_ends_in_one_line(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing is written."""
    (entered / "docs/tour.ipynb").write_text('{"cell_type": "code"', encoding="utf-8")
    assert main(["import", "docs/tour.ipynb"]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("docs/tour.ipynb:1: is no notebook: it cannot be read as JSON")


def test_valued_cells_keep_their_number(entered: Path) -> None:
    """The count of the cell is that of its value, as Jupyter writes it."""
    (entered / "docs/tour.ipynb").write_text(written(code("1 + 1")), encoding="utf-8")
    main(["import", "docs/tour.ipynb"])
    [cell] = json.loads((entered / "docs/tour.ipynb").read_text(encoding="utf-8"))["cells"]
    assert cell["outputs"] == [valued("2")]
