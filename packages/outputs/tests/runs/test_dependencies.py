"""A record is out of date where a module of the project that its script imports has changed, however it gets there."""

from __future__ import annotations

from pathlib import Path

import pytest

from printproof.promises.suite import Checked
from printproof.runs.record import read_record
from printproof_base.project import Project
from support.one_cell import checked_of, digests_of, project_of, reports_of

READER = "# %% read\nfrom word import WORD\n\nprint(WORD)\n\n# Output:\n# one\n"
DATA = """# %% read
import linecache
import os
from pathlib import Path

path = Path(__file__).parent / "word.txt"
print(READ)

# Output:
# one
"""
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


READS = (
    "path.read_text()",
    "linecache.getline(str(path), 1).strip()",
    "os.read(os.open(path, os.O_RDONLY), 9).decode()",
)


@pytest.mark.parametrize("read", READS)
def test_a_script_runs_again_where_a_file_that_it_reads_has_changed(tmp_path: Path, read: str) -> None:
    """However Python opens it; it prints something else now, and is red."""
    project = project_of(tmp_path, [("data", DATA.replace("READ", read))])
    written(project, {"examples/word.txt": "one"})
    assert checked_of(project).findings == ()
    assert str(checked_of(project).ran) == "0 runs"
    written(project, {"examples/word.txt": "two"})

    assert [str(finding).split(" [")[0] for finding in checked_of(project).findings] == [
        "examples/data.py:10: cell 'read' printed 'two'; its promise says 'one'"
    ]


def test_a_script_runs_again_where_a_file_has_come_that_it_looked_for(tmp_path: Path) -> None:
    """That there is none is a fact that it printed."""
    looks = "try:\n    print(path.read_text())\nexcept OSError:\n    print('none')"
    text = DATA.replace("print(READ)", looks).replace("# one", "# none")
    project = project_of(tmp_path, [("data", text)])
    assert checked_of(project).findings == ()
    written(project, {"examples/word.txt": "one"})

    assert str(checked_of(project).ran) == "1 runs (1 scripts)"


def test_a_record_holds_the_files_of_the_project_that_were_read(tmp_path: Path) -> None:
    """By their paths below its root; not the script, hidden files, what Python compiled, or what the script made."""
    texts = {"data/a.txt": "", ".cache/b.txt": "", "__pycache__/c.txt": "", "unread.txt": ""}
    code = "Path(__file__).read_text()\n(root / 'own.txt').write_text('')\n(root / 'own.txt').read_text()\n"
    reads = f"for name in {[*texts][:3]}:\n    (root / name).read_text()\n"
    head = f"# %% a\nfrom pathlib import Path\n\nroot = Path({str(tmp_path)!r})\n"
    project = project_of(tmp_path, [("a", f"{head}{code}{reads}\n# Output: none\n")])
    written(project, texts)
    assert checked_of(project).findings == ()

    assert list(read_record(project.record("a", "as-written")).files) == ["data/a.txt"]


def test_a_promise_that_changes_runs_no_script_that_reads_itself(tmp_path: Path) -> None:
    """Its code is what its record depends on."""
    text = "# %% a\nfrom pathlib import Path\n\nprint(len(Path(__file__).read_text()) > 9)\n\n# Output:\n# True\n"
    project = project_of(tmp_path, [("a", text)])
    assert checked_of(project).findings == ()
    written(project, {"examples/a.py": text.replace("# True", "# False")})

    assert str(checked_of(project).ran) == "0 runs"


@pytest.mark.parametrize("name", ["colorsys", "a/colorsys", "a/b"])
def test_a_script_may_be_called_as_the_library_that_it_imports(tmp_path: Path, name: str) -> None:
    """As a page about a library is; nor does the script of such a page hide the library from those beside it."""
    text = "# %% a\nimport colorsys\n\nprint(colorsys.ONE_THIRD < 1)\n\n# Output:\n# True\n"

    assert reports_of(project_of(tmp_path, [("a/colorsys", text), (name, text)])) == []


def test_a_module_beside_a_script_goes_before_a_library(tmp_path: Path) -> None:
    """As in Python: it has no cell, so it is no script."""
    text = "# %% a\nimport colorsys\n\nprint(colorsys.NAME)\n\n# Output:\n# mine\n"
    project = project_of(tmp_path, [("a", text)])
    (tmp_path / "examples/colorsys.py").write_text('NAME = "mine"\n', "utf-8")

    assert [str(finding) for finding in checked_of(project).findings if finding.rule != "unstable"] == []
