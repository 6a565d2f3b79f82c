"""`printproof drift` tells of any two trees which code drifted, where it stands on both sides, what was not read."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from printproof_base.cli import main

LONG = "".join(f"value_{n} = make({n})\n" for n in range(6))


@pytest.fixture
def trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree and its translation, entered: a drifted cell, a translated string, a renamed page, a broken notebook."""
    files = {
        "en/guide/x.md": "# One\n\n```python\na = 1\nprint('one')\n```\n",
        "ko/guide/x.rst": "하나\n\n\n.. code-block:: python\n\n   a = 2\n   print('one')\n",
        "en/y.md": "```python\nb = 1 # one\n```\n\n```bash\nls\n```\n",
        "ko/y.md": "```python\nb = 1 # 하나\n```\n\n```bash\nls\n```\n",
        "en/shell.md": "```bash\nls\n```\n",
        "ko/shell.md": "```bash\nls\n```\n",
        "en/strings.md": "```python\nprint('one')\n```\n",
        "ko/strings.md": "```python\nprint('하나')\n```\n",
        "en/before.md": f"```python\n{LONG}```\n",
        "ko/after.md": f"```python\n{LONG}```\n",
        "en/z.md": "```python\nc = 1\n```\n",
        "ko/broken.ipynb": "{",
        "en/.hidden/q.md": "```python\nq = 1\n```\n",
        "en/conf.py": "project = 'x'\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_drifted_piece_is_named_with_both_lines(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Above the table; a document that cannot be read is named and stops nothing."""
    assert main(["drift", "en", "ko"]) == 1

    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("ko/broken.ipynb:1: is no notebook: ")
    assert told[1:3] == [
        "ko/guide/x.rst:6: other code than en/guide/x.md:4",
        "ko/strings.md:2: other strings than en/strings.md:2",
    ]


def test_the_table_explains_its_columns(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Documents meet by their path, whatever their form, else by their code; one that is alone is listed."""
    main(["drift", "en", "ko"])

    told = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in told[3 : told.index("")]]
    assert rows == [
        ["document", "cells", "exact", "code", "logic", "missing"],
        ["before", "->", "after", "1", "0", "0", "0", "0"],
        ["guide/x", "1", "1", "1", "1", "0"],
        ["strings", "1", "1", "1", "0", "0"],
        ["y", "1", "1", "0", "0", "0"],
        ["z", "not", "in", "the", "target"],
        ["all", "4", "3", "2", "1", "0"],
        ["share", "of", "cells", "75.0%", "50.0%", "25.0%"],
    ]
    assert [line.split()[0] for line in told[told.index("") + 1 :]] == [*rows[0][1:], "not", "4"]
    assert told[-2:] == [
        "not compared: 2 pieces in other languages (2 bash)",
        "4 documents compared: 2 of 4 cells drifted, 0 are missing",
    ]


def test_the_difference_is_shown_where_it_is_asked_for(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Below its line."""
    main(["drift", "en/guide/x.md", "ko/guide/x.rst", "--diff"])

    assert capsys.readouterr().out.splitlines()[1:4] == ["    @@ -1,2 +1,2 @@", "    -a = 1", "    +a = 2"]


def test_other_strings_are_told_as_such(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Labels of figures are part of the code."""
    assert main(["drift", "en/strings.md", "ko/strings.md"]) == 1
    assert "other strings than en/strings.md" in capsys.readouterr().out


def test_versions_side_by_side_are_chosen_by_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with the document that names none; those of other languages are no part of either side."""
    for name, value in {"a": 1, "a.ko": 2, "a.zh-CN": 3, "b.v2": 4, "b.v2.ko": 4, "c": 5}.items():
        (tmp_path / f"{name}.md").write_text(f"```python\nx = {value}\n```\n", encoding="utf-8")
    (tmp_path / "c.fr.ipynb").write_text("{", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["drift", ".", ".", "--suffix", "ko"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "a.ko.md:2: other code than a.md:2"
    assert [line.split() for line in told[2:5]] == [
        ["a", "1", "1", "1", "1", "0"],
        ["b.v2", "1", "0", "0", "0", "0"],
        ["c", "not", "in", "the", "target"],
    ]


@pytest.mark.parametrize("suffix", ["csv", "json"])
def test_a_file_holds_the_table(suffix: str, trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each document with its numbers; JSON has all that --json prints."""
    main(["drift", "en", "ko", "--output", f"drift.{suffix}", "--json"])

    text, printed = (trees / f"drift.{suffix}").read_text(encoding="utf-8"), json.loads(capsys.readouterr().out)
    rows = json.loads(text)["rows"] if suffix == "json" else list(csv.DictReader(text.splitlines()))
    assert [row["document"] for row in rows] == ["before", "guide/x", "strings", "y", "z"]
    assert [{key: str(value) for key, value in row.items()} for row in printed["rows"]] == [
        {key: str(value) for key, value in row.items()} for row in rows
    ]


def test_programs_read_each_finding_with_its_difference(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same form as those of promises and catalogs."""
    main(["drift", "en", "ko", "--json"])

    told = json.loads(capsys.readouterr().out)
    found = {finding["path"]: finding for finding in told["findings"]}
    assert told["counts"] == {"cells": 4, "exact": 3, "code": 2, "logic": 1, "missing": 0}
    assert found["ko/strings.md"]["detail"] == ["    @@ -1 +1 @@", "    -print('one')", "    +print('하나')"]


def test_a_missing_piece_is_drift(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reader of the target does not get it."""
    (trees / "en/y.md").write_text("```python\nimport os\n```\n\n```python\nb = 1\n```\n", encoding="utf-8")

    assert main(["drift", "en/y.md", "ko/y.md"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "en/y.md:2: no such code in ko/y.md"


def test_the_folder_of_a_language_is_no_part_of_a_name(trees: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two checkouts, each with its language inside; and a translation that lies inside of its original."""
    for language in ("en", "ko"):
        (trees / f"repository-{language}" / language).mkdir(parents=True)
        (trees / f"repository-{language}" / language / "y.md").write_bytes((trees / language / "y.md").read_bytes())
    (trees / "ko").rename(trees / "en" / "ko")

    assert main(["drift", "repository-en", "repository-ko"]) == 0
    main(["drift", "en", "en/ko"])
    assert "ko/y" not in capsys.readouterr().out.replace("en/ko/y", "")


def test_two_languages_of_a_built_site_are_compared_by_their_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code of a cell is the first block of its element; a translated comment is no drift, a changed name is."""
    page = (
        '<div class="cell" id="cell-one"><pre># {}\n{}(x)</pre><div data-output="as-written"><pre>1</pre></div></div>'
    )
    for language, words in {"en": ("now", "f"), "ko": ("지금", "f"), "xx": ("now", "g")}.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "page.html").write_text(page.format(*words), encoding="utf-8")

    same = main(["drift", str(tmp_path / "en"), str(tmp_path / "ko")])
    moved = main(["drift", str(tmp_path / "en"), str(tmp_path / "xx")])

    assert (same, moved) == (0, 1)
    assert f"{tmp_path}/xx/page.html: other code than {tmp_path}/en/page.html" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["en", "empty"], "no document with code is on both sides; name two folders, or two files"),
        (["en", "absent"], "absent: no such file or folder"),
        (["en", "ko", "--output", "drift.xls"], "drift.xls: has no form; name a file that ends in .csv or .json"),
    ],
)
def test_nothing_to_compare_is_no_zero(
    names: list[str], why: str, trees: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty folder has not drifted, it is the wrong folder."""
    (trees / "empty").mkdir()

    assert main(["drift", *names]) == 2
    assert why in capsys.readouterr().err


def test_a_page_that_names_its_cells_has_the_code_of_its_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A translation that holds the code itself is compared with that; a name without a cell is no code."""
    files = {
        "examples/x.py": "# %% one\na = 1\n\n# Output: none\n\n# %% two\nb = 2\n\n# Output: none\n",
        "docs/x.md": "# X\n\n```{code-cell}\n:example: one\n```\n\n```{code-cell}\n:example: two\n:tags: [x]\n```\n",
        "old/x.md": "# X\n\n```{code-cell}\na = 1\n```\n\n```{code-cell}\n:tags: [x]\n\nb = 3\n```\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["drift", "docs", "old", "--diff"]) == 1
    told = capsys.readouterr().out
    assert "old/x.md:10: other code than docs/x.md:8" in told
    assert ("    -b = 2\n    +b = 3" in told, told.count("other code")) == (True, 1)
