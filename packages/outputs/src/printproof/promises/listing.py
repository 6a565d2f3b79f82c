"""The state of each script by its records alone: nothing is run."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from printproof.promises.reproducibility import check_rerun, rerun_of
from printproof.promises.suite import compared
from printproof.runs.schedule import current_records
from printproof.scripts.loading import scripts_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Script
from printproof_base.project import Project


@dataclass(frozen=True)
class ScriptState:
    """A script: how many ``cells`` it has, its ``state`` in words, and how many findings its records give, ``wrong``.

    ``cells`` is 0 where the script cannot be read.
    """

    docname: str
    cells: int
    state: str
    wrong: int = 0

    def row(self) -> Mapping[str, object]:
        """The same as a row of a table."""
        return vars(self)


def list_scripts(project: Project, docnames: Iterable[str]) -> Iterator[ScriptState]:
    """The state of each script, those that cannot be read last; it is that of a check that runs nothing."""
    scripts, unreadable = scripts_of(project, docnames)
    yield from (_state(project, script) for script in scripts)
    broken = {finding.place.docname: finding for finding in unreadable}
    yield from (ScriptState(docname, 0, f"cannot be read: {one.fact}", 1) for docname, one in broken.items())


def _state(project: Project, script: Script) -> ScriptState:
    cells, records = len(script.cells), current_records(project, script)
    if records is None:
        return ScriptState(script.docname, cells, "not run since it was changed")
    again = rerun_of(project, script)
    wrong = compared(project, script, records) or check_rerun(project, script, records[AS_WRITTEN], again)
    if wrong:
        return ScriptState(script.docname, cells, f"{len(wrong)} wrong", len(wrong))
    once = "" if again else ", not run a second time"
    return ScriptState(script.docname, cells, f"holds{once}")


def as_table(states: Iterable[ScriptState]) -> str:
    """A line for each script."""
    rows = [f"{one.docname:<32}{one.cells:>6}  {one.state}" for one in states]
    return "\n".join([f"{'page':<32}{'cells':>6}  state", *rows])
