"""A script runs in the modes that mean something for it; a promise that speaks of any other is told of at its line."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from printproof.promises.accept import accept_scripts
from printproof.promises.suite import check_scripts
from printproof.runs.schedule import current_records
from printproof.scripts.loading import script_of
from printproof_base.cli import main
from printproof_base.project import Project
from support.built import ROOT
from support.one_cell import project_of, reports_of

NUMPY = f"numpy {version('numpy')}"
PLAIN = "# %% a\nimport numpy as np\n\nprint(np.arange(3).sum())\n\n# Output:\n# 3\n"
JITTED = """# %% a
import jax

print(jax.jit(lambda x: x + 1)(1))

# Output:
# 2
#
# Output with jit off:
# 2
#
# Traces: <lambda> 1
"""
IN_VAIN = {
    "Output with jit off:": "# Output with jit off:\n# 4",
    "Value with jit everywhere:": "# Value with jit everywhere:\n# 4",
    "State with jit off:": "# State with jit off:\n# x = 1",
    "Output before jax 0.5:": "# Output before jax 0.5:\n# 4",
    "Traces:": "# Traces: f 1",
    "Key reuse:": "# Key reuse: KeyReuseError: …",
    "Reduced:": "# Reduced: N = 1",
}


def in_vain(heading: str) -> str:
    """A script without JAX whose promise has one more heading, in line 10."""
    return f"{PLAIN.replace('# %% a', '# %% a' + chr(10) + 'N = 3')}#\n{IN_VAIN[heading]}\n"


SCRIPTS = {
    "plain": PLAIN,
    "digit": PLAIN.replace("# 3", "# 4"),
    "standard": "# %% a\nprint(len('abc'))\n\n# Output:\n# 4\n",
    "nearly": "# %% a\nprint(0.249606)\n\n# Output:\n# 0.249607\n",
    "missing": "# %% a\nimport lmfit\n\n# Output: none\n",
    "optional": "# %% a\ntry:\n    import lmfit\nexcept ImportError:\n    print('none')\n\n# Output:\n# none\n",
    "blocked": "# %% a\nimport sys\n\nsys.modules['jax'] = sys.modules['numpy'] = None\n\n# Output: none\n",
    "replaced": "# %% a\nimport sys\nfrom types import ModuleType\n\nfor name in ('jax', 'numpy'):\n"
    "    sys.modules[name] = ModuleType(name)\n\n# Output: none\n",
    **{f"vain-{n}": in_vain(heading) for n, heading in enumerate(IN_VAIN)},
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project in which no script imports JAX."""
    return project_of(tmp_path_factory.mktemp("plain"), SCRIPTS.items(), {"reference": "0.0.1"})


@pytest.fixture(scope="module")
def reports(project: Project) -> dict[str, list[str]]:
    """What is said of each script, all of them checked at once."""
    found: dict[str, list[str]] = {name: [] for name in SCRIPTS}
    for report in reports_of(project):
        place = re.match(r"examples/([\w-]+)\.py:\d+: ", report)
        assert place, f"no clickable place: {report}"
        found[place[1]].append(report)
    return found


def test_a_script_without_jax_runs_once(project: Project, reports: dict[str, list[str]]) -> None:
    """As written, and its record says with what."""
    records = current_records(project, script_of(project, "plain"))

    assert reports["plain"] == []
    assert records
    assert {mode: dict(record.versions) for mode, record in records.items()} == {
        "as-written": {"python": platform.python_version(), "numpy": version("numpy")}
    }


@pytest.mark.parametrize(("name", "with_what"), [("digit", NUMPY), ("standard", f"python {platform.python_version()}")])
def test_a_report_names_the_libraries_of_the_script(reports: dict[str, list[str]], name: str, with_what: str) -> None:
    """Without JAX it does not speak of it."""
    assert reports[name][0].splitlines()[0].endswith(f"its promise says '4' [as written, {with_what}]")


def test_without_jax_outputs_are_compared_exactly(reports: dict[str, list[str]]) -> None:
    """Whatever the reference is: it is a version of JAX."""
    assert "printed '0.249606'; its promise says '0.249607'" in reports["nearly"][0]


@pytest.mark.parametrize("heading", IN_VAIN)
def test_a_heading_of_no_run_is_told_of_at_its_line(reports: dict[str, list[str]], heading: str) -> None:
    """Else a reader would take it for something that was compared."""
    name = f"vain-{list(IN_VAIN).index(heading)}"

    assert reports[name] == [
        f"examples/{name}.py:10: cell 'a' says '{heading}' of no run: the script runs without JAX; "
        "install and import JAX, or remove it"
    ]


def test_a_module_that_is_missing_is_to_be_installed(reports: dict[str, list[str]]) -> None:
    """At the line that imports it; one that is optional is the affair of its script."""
    assert reports["optional"] == []
    assert reports["missing"] == [
        "examples/missing.py:2: cell 'a' raises \"ModuleNotFoundError: No module named 'lmfit'\" and does not say so "
        f"[as written, python {platform.python_version()}]; pip install lmfit, or put it on PYTHONPATH where it is "
        "your own; if it is meant, end the promise with '# ModuleNotFoundError: …', then: "
        "printproof accept missing"
    ]


@pytest.mark.parametrize("name", ["blocked", "replaced"])
def test_what_a_script_puts_in_the_place_of_a_library_is_its_own_affair(
    reports: dict[str, list[str]], name: str
) -> None:
    """Tests of optional imports do so; the runner asks such a module for nothing."""
    assert reports[name] == []


def test_a_module_beside_the_script_is_told_of_where_it_is_imported(tmp_path: Path) -> None:
    """In a perturbed environment it is not there; nothing is to be installed or seeded."""
    text = "# %% a\nimport beside\n\nprint(beside.X)\n\n# Output:\n# 1\n"
    project = project_of(tmp_path, [("a", text), ("beside", "# %% x\nX = 1\n\n# Output: none\n")])

    found = [str(finding) for finding in check_scripts(project, ["a"], again=True).findings]

    assert found == [
        "examples/a.py:2: cell 'a' raises \"ModuleNotFoundError: No module named 'beside'\" where nothing lies beside "
        "the script; a reader has the script alone: move that code into a cell, install it, or put its folder on "
        "PYTHONPATH"
    ]


def test_accepting_removes_nothing_that_no_run_could_say(tmp_path: Path) -> None:
    """It refuses the script instead: JAX may only be missing here."""
    project = project_of(
        tmp_path, [("a", in_vain("Traces:").replace("# 3", "# 2")), ("b", in_vain("Output with jit off:"))]
    )
    before = project.script("a").read_bytes(), project.script("b").read_bytes()

    found = accept_scripts(project, ["a", "b"], progress=lambda _: None)

    assert [(finding.place.docname, finding.place.line, finding.rule) for finding in found] == [
        ("a", 1, "mode"),
        ("b", 1, "mode"),
    ]
    assert (project.script("a").read_bytes(), project.script("b").read_bytes()) == before


def test_a_mode_that_the_project_leaves_out_is_offered(tmp_path: Path) -> None:
    """A promise of it is compared by no run."""
    project = project_of(tmp_path, [("a", JITTED)], {"modes": ["as-written", "jit-everywhere"]})  # type: ignore[dict-item]

    assert reports_of(project) == [
        "examples/a.py:9: cell 'a' says 'Output with jit off:' of no run: the script runs as written and with jit "
        "everywhere alone; add 'jit-off' to modes in pyproject.toml, or remove it"
    ]


def test_a_matrix_of_a_project_without_jax_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would compare nothing, on each version of JAX."""
    project_of(tmp_path, [("a", PLAIN)])
    monkeypatch.chdir(tmp_path)

    assert main(["matrix"]) == 2
    assert capsys.readouterr().err == (
        "examples: no script imports JAX, and the table is one of versions of JAX; "
        "compare their outputs with: printproof check\n"
    )


@pytest.fixture(scope="module")
def without_jax(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which whoever imports JAX fails."""
    folder = tmp_path_factory.mktemp("no-jax")
    for name in ("jax", "jaxlib"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise SystemExit('JAX was imported')\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


@pytest.mark.parametrize(
    "command",
    [
        ["printproof", "accept", "--all"],
        ["printproof", "check"],
        ["pytest", "-q", "-p", "no:cacheprovider", "-p", "printproof.pytest_plugin", "--promises"],
    ],
    ids=["accept", "check", "pytest"],
)
def test_nothing_imports_jax_for_a_script_that_does_not(
    tmp_path: Path, without_jax: dict[str, str], command: list[str]
) -> None:
    """NumPy arrays in the state, calls of functions, figures and all: JAX need not be there."""
    code = "import numpy as np\n\n\ndef twice(x):\n    return 2 * x\n\n\nx = np.arange(4.0)\nprint(twice(x))"
    project_of(tmp_path, [("a", f"# %% a\n{code}\n\n# Output:\n# [0. 2. 4. 6.]\n"), ("b", SCRIPTS["optional"])])

    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, env=without_jax, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
