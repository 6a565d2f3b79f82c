"""Documents are imported and exported by two verbs, which end with what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from printproof_base.cli import main


def test_a_project_without_a_script_begins_with_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pages and conf.py are enough; what was imported leaves again as a notebook."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/conf.py").write_text('extensions = ["printproof.ext"]\n', encoding="utf-8")
    (tmp_path / "docs/one.md").write_text("```{code-cell}\n1 + 1\n```\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    statuses = main(["import", "docs/one.md"]), main(["import", "docs/one.md"]), main(["export", "one"])

    told = capsys.readouterr()
    assert (statuses, told.out.splitlines()[2:]) == (
        (0, 2, 0),
        ["imported: 1; places that wait for you: 0", "_build/exported/one.ipynb"],
    )
    assert told.err == (
        "docs/one.md: is imported already: examples/one.py exists; change that, or remove it to begin anew\n"
    )
