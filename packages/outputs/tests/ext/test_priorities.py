"""The order of a build stands in one table: Sphinx was told just the numbers in it."""

import json
from enum import IntEnum
from pathlib import Path

import pytest

from printproof.ext import priorities
from support.small import CONF, Small

PHASES = {
    "config-inited": priorities.ConfigInited,
    "builder-inited": priorities.BuilderInited,
    "source-read": priorities.SourceRead,
    "transform": priorities.Transform,
    "post-transform": priorities.PostTransform,
    "html-page-context": priorities.PageContext,
}
UNORDERED = 500
"""What Sphinx gives to a listener that names no number."""

TOLD = """
import json

def numbers(app):
    for phase, listeners in app.events.listeners.items():
        for listener in listeners:
            if str(listener.handler.__module__).startswith("printproof"):
                yield phase, int(listener.priority)
    for phase, found in ("transform", app.registry.transforms), ("post-transform", app.registry.post_transforms):
        for transform in found:
            if transform.__module__.startswith("printproof"):
                yield phase, int(transform.default_priority)

def setup(app):
    app.connect("build-finished", lambda app, error: print("NUMBERS", json.dumps(list(numbers(app)))))
"""


@pytest.mark.parametrize("phase", PHASES.values(), ids=lambda phase: phase.__name__)
def test_a_phase_is_written_in_the_order_in_which_it_happens(phase: type[IntEnum]) -> None:
    """Reading down the table is reading along the build."""
    assert list(phase) == sorted(phase)


def test_sphinx_was_told_just_the_numbers_of_the_table(tmp_path: Path) -> None:
    """Each priority is taken once, and nothing else of ours asks for an order."""
    parts = '\nextensions += ["printproof_site.theme", "printproof_site.preview.ext"]\n'
    small = Small(tmp_path, {"docs/conf.py": CONF + parts + TOLD, "docs/index.md": "# Title\n"})

    printed = next(line for line in small.build().said.splitlines() if line.startswith("NUMBERS"))

    told = [tuple(pair) for pair in json.loads(printed.partition(" ")[2])]
    table = [(phase, int(one)) for phase, members in PHASES.items() for one in members]
    assert sorted(pair for pair in told if pair[1] != UNORDERED) == sorted(table)


def test_what_another_version_has_read_is_read_anew(tmp_path: Path) -> None:
    """Pages that were kept hold nodes and facts as that version made them."""
    small = Small(tmp_path, {"docs/index.md": "# Title\n"})
    small.build()
    newer = 'from printproof.ext import priorities\n\npriorities.SIDE_BY_SIDE["env_version"] += 1\n'
    small.write("docs/conf.py", f"{newer}{CONF}")

    built = small.build()

    assert "1 added, 0 changed, 0 removed" in built.said
