"""The house is in order: imports point one way, and each file stays what it is for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from printproof.runs.imports import imports_of
from printproof.runs.libraries import versions_of
from printproof.scripts.loading import script_of
from printproof_base.project import at

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "examples").rglob("*.py"))
NAMES = {
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md", "conf.py", "conftest.py",
    "docs", "examples", "locales", "locks", "packages", "pyproject.toml", "tests",
}  # fmt: skip
STRAY = re.compile(
    r"(?<![\w.:/])/(?:root(?!files>)|work|home/\w|Users/\w|tmp/\w|opt/\w)[\w/.-]*"
    r"|--(?:extra-)?index[-]url|pypi\.org/simple|files\.pythonhosted|registry\.npmjs"
)


def tracked() -> list[str]:
    """The files of the repository; all files where this is no clone."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True, check=False)
    found = listed.stdout.splitlines() or [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.*")]
    return [name for name in found if (ROOT / name).is_file()]


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, those for types included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def name(path: Path) -> str:
    """The name of a test's case."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_imports_nothing_of_ours(path: Path) -> None:
    """A reader runs it with JAX alone."""
    assert [module for module in imported(path) if module.startswith("printproof")] == []


def test_each_rule_of_the_cheat_sheet_leads_to_a_lesson() -> None:
    """It claims nothing that no section shows."""
    labels = {
        label
        for path in (ROOT / "docs").rglob("*.md")
        if path.stem != "cheat-sheet"
        for label in re.findall(r"^\(([\w-]+)\)=$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    sheet = (ROOT / "docs/reference/cheat-sheet.md").read_text(encoding="utf-8")
    rules = re.findall(r"^- (.+)$", sheet, re.MULTILINE)

    assert len(rules) > 40
    assert [rule for rule in rules if not labels.intersection(re.findall(r"\]\(#([\w-]+)\)", rule))] == []


def test_the_settings_are_values() -> None:
    """conf.py fits on one page and holds no function and no change of the import path."""
    text = (ROOT / "conf.py").read_text(encoding="utf-8")
    defined = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda)
    ]

    assert (len(text.splitlines()) <= 60, defined, "sys.path" in text) == (True, [], False)


def test_the_settings_name_our_extensions_only() -> None:
    """conf.py imports nothing of ours: Sphinx does, by name."""
    assert [module for module in imported(ROOT / "conf.py") if module.startswith("printproof")] == []


def test_a_recipe_has_at_most_three_lines() -> None:
    """A longer recipe is a program and belongs into the package."""
    rules = re.findall(r"(?:^\t.*\n?)+", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)

    assert max(len(rule.splitlines()) for rule in rules) <= 3


def test_every_command_is_explained() -> None:
    """`make` lists each target that a person may name."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))

    assert set(re.findall(r"^\.PHONY: (\S+)  # \S", text, re.MULTILINE)) == targets


def test_the_top_level_holds_what_the_layout_names() -> None:
    """A new name beside these is a decision, taken here."""
    found = {name.split("/")[0] for name in tracked() if not name.startswith(".")}

    assert found - NAMES == set()


def test_no_file_names_a_machine_or_a_registry() -> None:
    """What works here works in any clone."""
    own = name(Path(__file__))
    texts = {path: (ROOT / path).read_bytes().decode("utf-8", errors="ignore") for path in tracked() if path != own}

    assert [f"{path}: {found[0]}" for path, text in texts.items() if (found := STRAY.search(text))] == []


def test_a_record_depends_on_every_library_that_a_script_imports() -> None:
    """Another version of it may print something else, and so may a script that finds it at last."""
    project, known = at(ROOT), packages_distributions()
    for docname in project.docnames():
        libraries = {name.split(".")[0] for name in imported(project.script(docname))} - sys.stdlib_module_names

        versions = versions_of(imports_of(project, script_of(project, docname), {}).names)

        # haiku is imported, and dm-haiku is what has a version
        assert [name for name in libraries if versions.keys().isdisjoint(known[name])] == [], docname


def test_every_package_of_the_lock_has_hashes() -> None:
    """What is installed is what was locked."""
    for lock in ROOT.glob("locks/requirements*.txt"):
        text = lock.read_text(encoding="utf-8")
        blocks = re.split(r"\n(?=\S)", text)
        assert [block for block in blocks if "==" in block and "--hash=sha256:" not in block] == []


def test_the_locks_agree() -> None:
    """The site is tested with the very versions that it is built with."""
    pins = [
        set(re.findall(r"^(\S+==[^ \\]+)", (ROOT / "locks" / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("requirements.txt", "requirements-dev.txt")
    ]

    assert pins[0] - pins[1] == set()


def test_actions_are_pinned_by_hash() -> None:
    """A tag of an action can be moved; a commit cannot."""
    uses = [
        line.strip()
        for path in sorted((ROOT / ".github/workflows").glob("*.yml"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]

    assert uses
    assert [line for line in uses if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v[\d.]+$", line)] == []


def test_no_script_has_the_name_of_a_module_that_jax_imports() -> None:
    """Run alone, a script finds its neighbours first: one called numbers ends the import of JAX in each of them."""
    code = "import jax, matplotlib.pyplot, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert {path.stem for path in (ROOT / "examples").rglob("*.py")} & set(done.stdout.split()) == set()
