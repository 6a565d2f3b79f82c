"""Accepting rewrites promises, and nothing else, where what was printed can be promised."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from printproof.promises.accept import accept_scripts
from printproof_base.findings import Finding
from printproof_base.project import Project
from support.one_cell import project_of, reports_of

COUNTER = '''"""Kept: docstring, comments, odd  spaces."""
# SPDX-License-Identifier: Apache-2.0

# %% counter
import jax


class Counter:
    n = 0  # kept

    def count(self):
        self.n += 1
        return self.n


fast_count = jax.jit(Counter().count)
print([int(fast_count()) for _ in range(3)])

# Output:
# [1, 2, 3]

# %% say
print("# Output: looks like a heading")
print("TypeError: looks like an error")


# %% error
{}["key"]

# Output:
# KeyError: …


# %% path-in-error
raise OSError("No folder above", __file__)

# Output:
# OSError: [Errno No folder above] …
'''
ACCEPTED = COUNTER.replace(
    "# [1, 2, 3]\n", "# [1, 1, 1]\n#\n# Output with jit off:\n# [1, 2, 3]\n#\n# Traces: count 1\n"
).replace(
    '"TypeError: looks like an error")\n\n',
    '"TypeError: looks like an error")\n\n# Output:\n# # Output: looks like a heading\n'
    "# \\TypeError: looks like an error\n\n",
)  # fmt: skip
REFUSED = {
    "raises": ("# %% a\nprint(1)\nx = 1 / 0\n\n# Output: none\n", "3: cell 'a' raises 'ZeroDivisionError: "),
    "raises-in-a-mode": (
        "# %% a\nimport jax\n\nassert not jax.config.jax_disable_jit\n\n# Output:\n# 1\n",
        "4: cell 'a' raises 'AssertionError' with jit off unannounced; if it is meant, end the promise under",
    ),
    "unstable": (
        "# %% a\nprint(hash('word'))\n\n# %% b\nprint(hash('words'))\n",
        "1: cell 'a' prints something else when it runs",
    ),
    "path": ("# %% a\nprint(__file__)\n\n# Output: none\n", "4: cell 'a' prints something else when it runs again"),
    "stderr": ("# %% a\nimport sys\n\nsys.stderr.write('oh')\n\n# Output: none\n", "1: cell 'a' writes to stderr"),
    "escape": ("# %% a\nprint('\\x1b[1mbold')\n\n# Output: none\n", "1: cell 'a' prints the control character"),
    "ends": ("# %% a\nimport os\n\nos._exit(0)\n\n# Output: none\n", "1: cell 'a' ended the process"),
    "error-name": (
        "# %% a\nclass Stop(BaseException):\n    pass\n\n\nraise Stop\n\n# Output:\n# TypeError: …\n",
        "1: cell 'a' raises 'Stop'; only a name that ends in Error can be promised",
    ),
    "hidden": (
        "# %% a\nimport jax\n\nlog = []\nf = jax.jit(lambda x: log.append(1) or x)\nprint(f(1), f(2))\n",
        "1: cell 'a' leaves another log[1] with jit off than as written",
    ),
}


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, list[Finding], list[str]]:
    """A project after accepting all of its scripts, what was refused and what was reported."""
    good = {
        "plain": COUNTER,
        "windows": COUNTER.replace("\n", "\r\n"),
        "mark": "\ufeff" + COUNTER.removesuffix("\n"),
        "mixed": COUNTER.replace("# kept\n", "# kept\r\n"),
    }
    texts = good | {name: text for name, (text, _) in REFUSED.items()}
    project = project_of(tmp_path_factory.mktemp("accept"), texts.items())
    progress: list[str] = []
    findings = accept_scripts(project, [*good, *REFUSED], progress.append)
    return project, findings, progress


@pytest.mark.parametrize(
    ("docname", "form"),
    [
        ("plain", lambda text: text),
        ("windows", lambda text: text.replace("\n", "\r\n")),
        ("mark", lambda text: "\ufeff" + text.removesuffix("\n")),
        ("mixed", lambda text: text.replace("# kept\n", "# kept\r\n")),
    ],
)
def test_only_promises_are_rewritten(
    accepted: tuple[Project, list[Finding], list[str]], docname: str, form: Callable[[str], str]
) -> None:
    """Every other byte stays: comments, blanks, line ends, byte-order mark, a missing last line end."""
    assert accepted[0].script(docname).read_bytes().decode() == form(ACCEPTED)


def test_the_check_is_green_after_accepting(accepted: tuple[Project, list[Finding], list[str]]) -> None:
    """What accept writes and what check asks is one and the same."""
    project = accepted[0]
    found = reports_of(project)

    assert [report for report in found if re.match(r"examples/(plain|windows|mark|mixed)\.py", report)] == []


def test_accepting_again_changes_nothing(accepted: tuple[Project, list[Finding], list[str]]) -> None:
    """The second time says so and leaves the file alone."""
    project = accepted[0]
    before = project.script("plain").stat()
    progress: list[str] = []

    findings = accept_scripts(project, ["plain"], progress.append)

    assert (findings, progress) == ([], ["examples/plain.py: every promise says what is printed"])
    assert project.script("plain").stat() == before


def test_what_changed_is_shown_as_a_diff(accepted: tuple[Project, list[Finding], list[str]]) -> None:
    """Old and new lines of the script, under its name."""
    diff = [line.rstrip() for line in accepted[2][0].splitlines()]
    changed = [line for line in diff if line.startswith(("-", "+"))]

    assert diff[0].startswith("--- examples/plain.py")
    assert changed[2:5] == ["+# [1, 1, 1]", "+#", "+# Output with jit off:"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_promised_is_refused(accepted: tuple[Project, list[Finding], list[str]], name: str) -> None:
    """The report names the place; the script is as it was."""
    project, findings, _ = accepted
    text, sentence = REFUSED[name]
    own = [str(finding) for finding in findings if finding.place.docname == name]

    assert len(own) == 1, "\n".join(own)
    assert own[0].startswith(f"examples/{name}.py:{sentence}")
    assert project.script(name).read_bytes().decode() == text


def test_all_cells_that_print_something_else_are_named(accepted: tuple[Project, list[Finding], list[str]]) -> None:
    """The first is where to begin; who marks what varies wants to know of the others in the same round."""
    own = [finding for finding in accepted[1] if finding.place.docname == "unstable"]

    assert [finding.detail[-1] for finding in own] == ["  so do, or only follow: b"]


def test_nothing_but_scripts_is_left_behind(accepted: tuple[Project, list[Finding], list[str]]) -> None:
    """No file beside the scripts."""
    assert sorted(p.suffix for p in accepted[0].examples.iterdir() if p.suffix != ".py") == []


def test_a_killed_accept_leaves_a_whole_script(tmp_path: Path) -> None:
    """Killed at any moment, each script is the old one or the new one."""
    text = "# %% a\nprint(1)\n\n# Output:\n# 2\n"
    project = project_of(tmp_path, [(f"s{n}", text) for n in range(4)])
    command = [sys.executable, "-m", "printproof", "accept", "--all"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.readline()  # the first script was rewritten
        running.send_signal(signal.SIGKILL)

    texts = {project.script(f"s{n}").read_text(encoding="utf-8") for n in range(4)}

    assert texts <= {text, text.replace("# 2", "# 1")}


FAULTY = """# %% raises
table = [1, 2][5]

# Output: none

# %% follows
print(table)

# %% bold
print("\\x1b[1mbold")

# %% warns
import warnings

warnings.warn("old", stacklevel=1)

# %% missing
import nowhere_at_all.inside

# %% shows
display(1)

# %% right
print("still runs")
"""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What accepting says of a script with faults of many kinds."""
    project = project_of(tmp_path_factory.mktemp("faulty"), [("page", FAULTY)])
    return [str(finding) for finding in accept_scripts(project, ["page"], lambda _: None)]


def test_all_faults_of_a_script_are_told_at_once(faulty: list[str]) -> None:
    """One round is enough: also what stands behind a cell that raises is reported, line by line."""
    assert [re.match(r"examples/page\.py:(\d+): cell '([\w-]+)'", fault).groups() for fault in faulty] == [
        ("2", "raises"),
        ("9", "bold"),
        ("12", "warns"),
        ("18", "missing"),
        ("21", "shows"),
    ]


def test_an_error_that_only_follows_is_told_with_its_cause(faulty: list[str]) -> None:
    """A name that a failed cell would have made is missing because of that cell, which is where to begin."""
    assert faulty[0].splitlines()[1:] == ["  with it fail, for want of a name: follows"]


@pytest.mark.parametrize(
    ("cell", "cure"),
    [
        ("missing", "pip install nowhere_at_all"),
        ("shows", "a script has no display(): print it, or let the cell end with it"),
    ],
)
def test_the_cure_fits_the_error(faulty: list[str], cell: str, cure: str) -> None:
    """Nobody means to announce that a package is missing, or a name that only notebooks have."""
    assert [cure in fault for fault in faulty if f"'{cell}'" in fault] == [True]
