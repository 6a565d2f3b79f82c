"""A record is out of date where a module of the project that its script imports has changed, however it gets there."""

from __future__ import annotations

from pathlib import Path

import pytest

from printproof.promises.suite import Checked
from printproof_base.project import Project
from support.one_cell import checked_of, digests_of, project_of

READER = "# %% read\nfrom word import WORD\n\nprint(WORD)\n\n# Output:\n# one\n"
WRITER = "# %% write\nWORD = 'one'\n\n# Output: none\n"


def written(project: Project, files: dict[str, str]) -> None:
    """Write files below the root of a project."""
    for path, text in files.items():
        (project.root / path).parent.mkdir(parents=True, exist_ok=True)
        (project.root / path).write_text(text, encoding="utf-8")


def digest(project: Project, docname: str) -> str:
    """What a current record of a script as written depends on, in one word."""
    return digests_of(project, docname)["as-written"]


@pytest.mark.parametrize(
    ("statement", "files"),
    [
        ("import beside", ["examples/guide/beside.py"]),
        ("def f():\n    import beside", ["examples/guide/beside.py"]),
        ("from beside import *", ["examples/guide/beside.py"]),
        ("from lib.inner import x", ["examples/guide/lib/inner.py", "examples/guide/lib/__init__.py"]),
        ("from lib import inner", ["examples/guide/lib/inner.py"]),
        ("import lib.inner.deep", ["examples/guide/lib/inner/deep.py", "examples/guide/lib/inner/__init__.py"]),
        ("import common", ["common.py", "common/__init__.py"]),
    ],
)
def test_a_changed_module_makes_another_digest(tmp_path: Path, statement: str, files: list[str]) -> None:
    """Modules beside the script and in the project's root, packages with and without a file of their own."""
    project = project_of(tmp_path, [("guide/a", f"# %% a\n{statement}\n")])
    for path in files:
        written(project, {path: "x = 1\n"})
        before = digest(project, "guide/a")
        written(project, {path: "x = 2\n"})

        assert digest(project, "guide/a") != before, path


@pytest.mark.parametrize(
    "inside", ["import third", "from third import x", "from . import third", "from .third import x", "def f(: # broken"]
)
def test_what_a_module_imports_counts_as_well(tmp_path: Path, inside: str) -> None:
    """Through another module, absolutely or by dots, in circles; a module that cannot be read counts by its text."""
    project = project_of(tmp_path, [("a", "# %% a\nimport second\n")])
    written(project, {"examples/second.py": f"{inside}\n", "examples/third.py": "import second\nx = 1\n"})
    before = digest(project, "a")

    last = "third" if "third" in inside else "second"
    path = project.examples / f"{last}.py"
    path.write_text(path.read_text(encoding="utf-8") + "x = 2\n", encoding="utf-8")

    assert digest(project, "a") != before


def test_a_module_that_is_not_imported_does_not_count(tmp_path: Path) -> None:
    """Another script, or a module of the same name elsewhere, runs nothing."""
    project = project_of(tmp_path, [("guide/a", "# %% a\nimport beside\n"), ("b", "# %% b\nx = 1\n")])
    before = digest(project, "guide/a")

    written(project, {"examples/b.py": "# %% b\nx = 2\n", "examples/other/beside.py": "x = 3\n"})

    assert digest(project, "guide/a") == before


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Checked]:
    """Two scripts, of which one imports the other, checked again after the other has changed."""
    project = project_of(tmp_path_factory.mktemp("changed"), [("read", READER), ("word", WRITER)])
    assert checked_of(project).findings == ()
    project.script("word").write_text(WRITER.replace("'one'", "'two'"), encoding="utf-8")
    return project, checked_of(project)


def test_a_script_runs_again_where_a_script_that_it_imports_has_changed(changed: tuple[Project, Checked]) -> None:
    """It prints something else now, and is red."""
    found = [str(finding).split(" [")[0] for finding in changed[1].findings]

    assert found == ["examples/read.py:7: cell 'read' printed 'two'; its promise says 'one'"]


def test_a_script_that_is_imported_leaves_nothing_beside_it(changed: tuple[Project, Checked]) -> None:
    """No compiled module, which would also hide a change of the same second."""
    assert sorted(path.name for path in changed[0].examples.iterdir()) == ["read.py", "word.py"]
