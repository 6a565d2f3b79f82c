"""Has git left a conflict in what a site is made of? Somebody still has to choose, and until then nothing is run."""

import re
from collections.abc import Iterator
from pathlib import Path

from printproof_base.findings import Finding, Place
from printproof_site.publishing.inputs import Inputs

TEXTS = {".md", ".rst", ".ipynb", ".py", ".po", ".csv", ".toml", ".json"}

CONFLICT = re.compile(rb"^<{7} .*\n(?:.*\n)*?={7}\r?\n(?:.*\n)*?>{7} ", re.MULTILINE)
"""All three marks, in order and at the beginning of a line: one of them alone may underline a heading."""


def conflicts(inputs: Inputs) -> Iterator[Finding]:
    """A finding for each conflict in a file of the project, at its first mark. Raises OSError."""
    for name in inputs.times:
        path = inputs.project.root / name
        text = path.read_bytes() if path.suffix in TEXTS and not Path(name).is_absolute() else b""
        for found in CONFLICT.finditer(text):
            place = Place(name, text.count(b"\n", 0, found.start()) + 1)
            cure = "choose one side and delete the marks; in an example of git, indent them"
            yield Finding(place, "error", "conflict", "a conflict mark of git", cure)
