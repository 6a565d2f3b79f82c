"""What a pull request changes for readers is told in the summary of its run, in the words of a comment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from packages.tools.preview import main

SCRIPT = "# %% a\nprint(1)\n\n# Output:\n# 1\n\n# %% b\nprint(2)\n\n# Output:\n# 2\n"
CATALOG = 'msgid ""\nmsgstr ""\n'
FILES = {
    "docs/index.md": "# Home\n",
    "docs/guide/one.md": "# One\n",
    "docs/guide/two.md": "# Two\n",
    "examples/guide/one.py": SCRIPT,
    "locales/ko/LC_MESSAGES/guide/two.po": CATALOG,
    "locales/de/LC_MESSAGES/guide/two.po": CATALOG,
}


def git(root: Path, *words: str) -> None:
    """Let git do something in a folder."""
    named = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", str(root), *named, *words], check=True, capture_output=True)


def commit(root: Path, files: dict[str, str]) -> None:
    """Write files, and commit all that there is."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "change")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with three pages in three languages."""
    git(tmp_path, "init", "-q")
    commit(tmp_path, FILES)
    return tmp_path


def told(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The text for what the last commit changed."""
    assert main(["HEAD^1", "site-preview"], root) == 0
    return capsys.readouterr().out


def test_a_catalog_changes_a_page_of_its_language_alone(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And a figure that of its cell in all; the name of the artifact stands above, and no output has changed."""
    commit(root, {"locales/ko/LC_MESSAGES/guide/two.po": f"{CATALOG}\n", "examples/guide/one.plot.svg": "<svg/>"})

    text = told(root, capsys)

    assert "artifact `site-preview` of this run" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert rows == ["| English | `guide/one` |", "| Deutsch | `guide/one` |", "| 한국어 | `guide/one`, `guide/two` |"]
    assert text.endswith("### Outputs that changed\n\nNone.\n")


def test_an_expected_output_that_changed_is_shown_with_its_cell(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a difference; a cell that prints the same is left out, and so are its code and its comments."""
    commit(root, {"examples/guide/one.py": SCRIPT.replace("# 2\n", "# 3\n").replace("print(1)", "print(0 + 1)")})

    text = told(root, capsys)

    assert "| English | `guide/one` |" in text
    assert "`examples/guide/one.py`, cell `b`:\n\n```diff\n@@ -1,2 +1,2 @@\n Output:\n-2\n+3\n```\n" in text
    assert "cell `a`" not in text


def test_a_new_and_a_removed_script_show_all_their_outputs(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that is gone is told so."""
    (root / "docs/guide/one.md").unlink()
    (root / "examples/guide/one.py").unlink()
    commit(
        root, {"docs/guide/new.md": "# New\n", "examples/guide/new.py": "# %% a\nprint('````')\n\n# Output:\n# ````\n"}
    )

    text = told(root, capsys)

    assert "`guide/new`, `guide/one` (no page of its own)" in text
    assert "`examples/guide/new.py`, cell `a`:\n\n`````diff\n@@ -0,0 +1,2 @@\n+Output:\n+````\n`````\n" in text
    assert "`examples/guide/one.py`, cell `b`:\n\n```diff\n@@ -1,2 +0,0 @@\n-Output:\n-2\n```\n" in text


def test_what_every_page_may_be_made_of_is_named(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And no name of a file can write anything else into the text."""
    commit(root, {"conf.py": "", "docs/`<b>`.csv": "", "README.md": ""})

    assert "Any page may be made of these as well: `conf.py`, `docs/?<b>?.csv`\n" in told(root, capsys)


def test_a_commit_that_is_not_known_is_one_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As in a clone that is too shallow."""
    assert main(["nowhere", "site"], root) == 1

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("git: fatal: ")
    assert "nowhere" in line
