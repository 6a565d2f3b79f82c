"""The rerun listens to JAX's key checker: it says which cell used a key twice, and changes nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from printproof.promises.reproducibility import RERUN
from printproof.promises.suite import check_scripts
from printproof.runs.record import Record, read_record
from printproof_base.project import Project
from support.one_cell import project_of

SCRIPT = """
# %% twice
import jax

key = jax.random.key(0)
print(jax.random.bits(key) == jax.random.bits(key))

# Output:
# True
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% inside
@jax.jit
def draw(key):
    return jax.random.bits(key) == jax.random.bits(key)


print(draw(jax.random.key(1)))

# Output:
# True
#
# Traces: draw 1
#
# Key reuse: KeyReuseError: In random_bits, argument 0 is already consumed.

# %% leak
kept = []


@jax.jit
def keep(x):
    kept.append(x)
    return x


keep(1.0)
print(kept[0] + 1)

# Output:
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# 2.0
#
# State:
# kept[0] = Tracer
#
# Traces: keep 1

# %% by-hand
with jax.debug_key_reuse(True):
    mine = jax.random.key(2)
    jax.random.bits(mine)
    jax.random.bits(mine)

# Output:
# KeyReuseError: Previously-consumed key passed to …

# %% error
jax.numpy.ones(2) + jax.numpy.ones(3)

# Output:
# TypeError: add got incompatible shapes for broadcasting: …

# %% fresh
one, two = jax.random.split(jax.random.key(3))
print(jax.random.bits(one) == jax.random.bits(two))

# Output:
# False
""".lstrip()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project whose script was checked, the rerun included."""
    project = project_of(tmp_path_factory.mktemp("keys"), [("a", SCRIPT)])
    assert [str(finding) for finding in check_scripts(project, ["a"], again=True).findings] == []
    return project


@pytest.fixture(scope="module")
def rerun(project: Project) -> Record:
    """What the script did while the checker listened."""
    return read_record(project.record("a", RERUN))


def test_a_reused_key_is_found_in_its_cell_and_nowhere_else(rerun: Record) -> None:
    """On values and inside of a traced function; a key that was split is another one."""
    assert [cell.name for cell in rerun.cells if cell.reused_key] == ["twice", "inside"]


def test_a_reused_key_ends_no_cell(rerun: Record) -> None:
    """What comes after it runs as without the checker."""
    found = {cell.name: cell.printed for cell in rerun.cells}

    assert found["twice"] == ("True",)


def test_errors_are_those_of_jax_with_the_checker_off(rerun: Record) -> None:
    """With it on, a leaked tracer would be a TypeError; where the script switches it on itself, it raises."""
    errors = {cell.name: cell.error.type for cell in rerun.cells if cell.error}

    assert errors == {"leak": "UnexpectedTracerError", "by-hand": "KeyReuseError", "error": "TypeError"}


def test_promises_are_made_without_the_checker(project: Project) -> None:
    """As readers have JAX: no record of a mode knows of keys."""
    record = read_record(project.record("a", "as-written"))

    assert [cell.reused_key for cell in record.cells] == [""] * len(record.cells)
    assert record.cells[0].error is None


def test_an_unannounced_key_is_told_with_its_cure(tmp_path: Path) -> None:
    """At the cell, in one line; the summary counts it, as its promises hold in each mode and yet the check is red."""
    announced = "#\n# Key reuse: KeyReuseError: Previously-consumed key passed to …\n"
    text = SCRIPT.split("# %% inside", maxsplit=1)[0].replace(announced, "")
    project = project_of(tmp_path, [("a", text)])

    checked = check_scripts(project, ["a"], again=True)
    found = [str(finding) for finding in checked.findings]

    assert str(checked).endswith(" (3 runs, 0 from records); 1 cell fails when run a second time")
    assert len(found) == 1
    assert found[0].startswith("examples/a.py:1: cell 'twice' uses a PRNG key twice: ")
    assert found[0].endswith("; split the key, or announce it: '# Key reuse: KeyReuseError: …'")


def test_no_tracing_works_in_the_rerun(tmp_path: Path) -> None:
    """The checker would make it refuse calls that have a program: in such a script nothing listens."""
    script = """# %% known
import jax

double = jax.jit(lambda x: 2 * x)
double(1)
with jax.no_tracing():
    print(double(2))

# Output:
# 4
#
# Traces: <lambda> 1
"""
    project = project_of(tmp_path, [("a", script)])

    assert [str(finding) for finding in check_scripts(project, ["a"], again=True).findings] == []
