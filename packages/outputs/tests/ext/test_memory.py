"""A build holds no more of a large book than of a small one."""

from pathlib import Path
from weakref import ref

import pytest

from printproof.ext import settings
from printproof.ext.settings import Build
from printproof.promises import suite
from printproof.runs.record import Record
from printproof.scripts.modes import AS_WRITTEN
from support.small import CELL, CONF, Small

SCRIPT = "# %% first\nprint(1)\n\n# Output:\n# 1\n"
COUNT = """

def setup(app):
    app.connect("env-updated", lambda app, env: print("kept", len(env._write_doc_doctree_cache)))
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Three pages, each with a script that was run."""
    files = {"docs/conf.py": CONF + COUNT}
    for name in ("index", "second", "third"):
        files |= {f"docs/{name}.md": f"---\norphan: true\n---\n# {name}\n\n{CELL.format('first')}"}
        files |= {f"examples/{name}.py": SCRIPT}
    small = Small(tmp_path, files)
    for name in ("index", "second", "third"):
        small.record(name, {"first": "1\n"})
    return small


def test_records_are_held_of_one_page_at_a_time(small: Small) -> None:
    """What is kept of the others says with what they were run, not what they printed."""
    build = Build(small.project)
    first = ref(build.material("index"))
    build.material("second")

    records = build.outline("index").records or {}
    assert (first(), {record.cells for record in records.values()}) == (None, {()})


def test_a_check_holds_records_of_one_script_at_a_time(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever compares a script with its records, or its runs with each other, finds none of another script."""
    held: list[ref[Record]] = []
    alive: list[int] = []

    def looked_at(record: Record) -> None:
        held.append(ref(record))
        alive.append(sum(one() is not None for one in held))

    compare, again = suite.compared, suite.check_rerun
    monkeypatch.setattr(suite, "compared", lambda *given: looked_at(given[2][AS_WRITTEN]) or compare(*given))
    monkeypatch.setattr(suite, "check_rerun", lambda *given: looked_at(given[2]) or again(*given))
    checked = suite.check_scripts(small.project, ["index", "second", "third"], again=True)

    assert (checked.findings, alive) == ((), [1] * 6)


def test_records_of_a_page_are_read_once(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for its script later asks for what is kept."""
    build, reads, read = Build(small.project), [], settings.material_of
    monkeypatch.setattr(settings, "material_of", lambda *given: reads.append(given[1]) or read(*given))
    for name in ("index", "second", "third"):
        build.material(name)
        build.outline("index")
    build.outline("second")

    assert reads == ["index", "second", "third"]


def test_trees_are_held_of_one_page_at_a_time(small: Small) -> None:
    """When all three are read, that of the last one is there."""
    assert "kept 1" in small.build().said
