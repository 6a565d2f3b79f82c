"""What the newest JAX prints otherwise is an issue that somebody can work on, made of a record and of tests."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest
from packages.tools import newest
from packages.tools.newest import CLAIMS, INSTALL, OUTPUTS, ROOT, issue, main
from packages.tools.workflows import steps

from printproof_base.cli import main as printproof
from support.small import Small

SCRIPT = "# %% a\nprint(1)\n\n# Output:\n# 1\n\n# %% b\nprint(2)\n\n# Output:\n# 2\n"
JUNIT = """<testsuites><testsuite><testcase classname="tests.claims.test_guide_x" name="test_a"/>
<testcase classname="tests.claims.test_guide_x" name="test_b[1]"><failure message="assert 1 == 2&#10;more"/></testcase>
</testsuite></testsuites>"""
HOLDING = (
    '<testsuites><testsuite><testcase classname="tests.claims.test_guide_x" name="test_a"/></testsuite></testsuites>'
)


@pytest.fixture
def outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """What `check --json` prints of a page whose record has another line in the second cell."""
    small = Small(tmp_path / "project", {"docs/index.md": "# Home\n", "examples/guide/x.py": SCRIPT})
    small.record("guide/x", {"a": "1\n", "b": "3\n"})
    monkeypatch.chdir(small.root)
    assert printproof(["check", "--json"]) == 1
    (tmp_path / "outputs.json").write_text(capsys.readouterr().out, encoding="utf-8")
    return tmp_path / "outputs.json"


def write(path: Path, text: str) -> Path:
    """A file with a text."""
    path.write_text(text, encoding="utf-8")
    return path


def test_a_record_and_a_test_that_fail_are_an_issue(
    outputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Title, place, fact, both outputs, cure, and what to type; the file has what is printed."""
    claims, text = write(tmp_path / "claims.xml", JUNIT), tmp_path / "issue.md"

    assert main([str(outputs), str(claims), str(text)]) == 1

    title, *body = text.read_text(encoding="utf-8").splitlines()
    jax = version("jax")
    assert title == f"JAX {jax}: outputs of 1 page do not hold, sentences of 1 test do not hold"
    shown = "\n".join(body)
    assert f"- `examples/guide/x.py:11`: cell 'b' printed '3'; its promise says '2' [as written, jax {jax}]" in shown
    assert "\n  expected:\n\n      2\n\n  printed:\n\n      3\n" in shown
    assert "\n\n  To do: accept it with: printproof accept guide/x\n" in shown
    assert "- `tests/claims/test_guide_x.py::test_b[1]`: assert 1 == 2\n" in shown
    assert f"    {INSTALL.format(jax=f'jax=={jax}')}\n    {OUTPUTS} guide/x\n" in shown
    assert shown.endswith(f"    {CLAIMS} tests/claims/test_guide_x.py")
    assert capsys.readouterr().out == text.read_text(encoding="utf-8")


def test_where_all_holds_there_is_no_issue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so, and no file is written."""
    outputs, claims = write(tmp_path / "o.json", '{"findings": []}'), write(tmp_path / "c.xml", HOLDING)

    assert main([str(outputs), str(claims), str(tmp_path / "issue.md")]) == 0

    assert "each page prints what it says" in capsys.readouterr().out
    assert not (tmp_path / "issue.md").exists()


@pytest.mark.parametrize(
    ("outputs", "claims", "again"),
    [("", HOLDING, OUTPUTS), ('{"findings": []}', "<testsuites/>", f"{CLAIMS} tests/claims")],
)
def test_what_was_not_run_is_not_called_whole(tmp_path: Path, outputs: str, claims: str, again: str) -> None:
    """A check that was killed, or tests of which none was found: what to type is all of them."""
    paths = [write(tmp_path / "o.json", outputs), write(tmp_path / "c.xml", claims), tmp_path / "issue.md"]

    assert main([*map(str, paths)]) == 1

    title, *body = paths[2].read_text(encoding="utf-8").splitlines()
    assert "were not run to the end" in title
    assert ("They were not run to the end." in body, f"    {again}" in body) == (True, True)


def test_many_pages_are_counted_and_few_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who works on it begins with the first ones."""
    monkeypatch.setattr(newest, "FEW", 2)
    found = [
        {"docname": name, "path": name, "line": 1, "fact": "f", "cure": "", "promised": [], "printed": []}
        for name in ("a", "a", "b", "c", "d")
    ]

    text = issue("0.13.0", found, {})

    assert text.startswith("JAX 0.13.0: outputs of 4 pages do not hold\n")
    assert [line for line in text.splitlines() if line.startswith("- ")] == [
        "- `a:1`: f",
        "- `b:1`: f",
        "- … and 2 more",
    ]


def test_what_an_issue_says_to_type_is_what_the_workflow_ran() -> None:
    """Else it might not be reproduced."""
    typed = " ".join(step.get("run", "") for step in steps(ROOT, "newest", "newest"))

    assert INSTALL.format(jax="jax") in typed
    assert f"{OUTPUTS} --json" in typed
    assert f"{CLAIMS} tests/claims" in typed
