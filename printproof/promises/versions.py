"""On which versions of jax are promises compared? Each has a lock."""

import re
from pathlib import Path

from printproof.project import Project

# Other files may begin alike, such as requirements-jax-cuda.txt: they are none of ours.
LOCK = re.compile(r"requirements-jax-(\d+(?:\.\d+)+)\.txt")


def locks(project: Project) -> dict[str, Path]:
    """The lock of each version of jax that has one, ``requirements-jax-VERSION.txt`` in the root; the oldest first."""
    found = {match[1]: path for path in project.root.glob("*.txt") if (match := LOCK.fullmatch(path.name))}
    return dict(sorted(found.items(), key=lambda lock: numbers_of(lock[0])))


def numbers_of(version: str) -> tuple[int, ...]:
    """A version as it is compared with those in headings."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())
