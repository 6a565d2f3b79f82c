"""The versions of jax on which promises are compared; a block that speaks of none of them is reported."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from printproof.runs.libraries import JAX, jax_here
from printproof.runs.record import Records
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import VALUE, Output, numbers_of
from printproof.scripts.script import Cell, Script
from printproof_base.findings import Finding
from printproof_base.project import Project

LOCKS = "locks"
"""The folder of locks, in the root of a project."""

# Other files may begin alike, such as requirements-jax-cuda.txt: they are none of ours.
LOCK = re.compile(r"requirements-jax-(\d+(?:\.\d+)+)\.txt")


def locks(project: Project) -> dict[str, Path]:
    """The lock of each version of jax that has one, ``locks/requirements-jax-VERSION.txt``; the oldest first."""
    found = {match[1]: path for path in (project.root / LOCKS).glob("*.txt") if (match := LOCK.fullmatch(path.name))}
    return dict(sorted(found.items(), key=lambda lock: numbers_of(lock[0])))


def is_reference(reference: str | None, versions: Mapping[str, str]) -> bool:
    """True where a run with these versions states promises exactly: with the reference of JAX, or without JAX."""
    return reference in (None, versions.get(JAX, reference))


def compared_versions(project: Project) -> list[str]:
    """The versions on which a run compares promises: those with a lock, the reference and the one installed here."""
    here = filter(None, (project.reference, jax_here()))
    return sorted({*locks(project), *here}, key=numbers_of)


def digest_of(script: Path) -> str:
    """By what a table of versions knows the text of a script. Raises OSError."""
    return sha256(script.read_bytes()).hexdigest()


def is_measured(project: Project, docname: str, found: Mapping[str, Any]) -> bool:
    """Whether an entry of a table of versions is about a script as it is now, and not about another text of it."""
    script = project.script(docname)
    return script.is_file() and digest_of(script) == found["digest"]


def check_versions(project: Project, script: Script, records: Records) -> Iterator[Finding]:
    """Each block of a script that no version of jax compares, at its heading. Rule: ``version``.

    Where the script ran without JAX it says nothing of versions: `check_script` says of each block that it is in vain.
    """
    if JAX not in records[AS_WRITTEN].versions:
        return
    known = compared_versions(project)
    names = ", ".join(known) or "none"
    there_are = f"the versions are {names}" if len(known) != 1 else f"the only version is {names}"
    for cell in script.cells:
        for block in cell.promise.outputs:
            if not _is_compared(cell, block, known):
                fact = f"says '{block.heading}', which no run compares: {there_are}"
                yield script.finding("version", cell, block.mode, fact, _cure(block), line=block.line)


def _is_compared(cell: Cell, block: Output, known: list[str]) -> bool:
    """True where a run on one of the versions takes this block, and not one with a nearer edge."""
    # Without any jax a promise is compared as on the reference.
    numbers: list[tuple[int, ...] | None] = [*map(numbers_of, known)] or [None]
    of = cell.promise.value if block.kind == VALUE else cell.promise.output
    return any(of(block.mode, version) is block for version in numbers)


def _cure(block: Output) -> str:
    word, version = block.edge
    if not word:
        return "let the other blocks leave it a version, or remove it"
    lock = f"{version}.txt" if word == "since" else f"VERSION.txt for one before {version}"
    return f"add locks/requirements-jax-{lock}, or remove the block"
