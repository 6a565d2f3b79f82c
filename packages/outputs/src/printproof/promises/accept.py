"""Accepting: promises are rewritten to say what is printed now, and nothing else in the script changes."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printproof.promises.baselines import reduced, write_baselines
from printproof.promises.check import check_script
from printproof.promises.compare import same_lines
from printproof.promises.faults import announcing, failed_cells, faults_of, with_examples
from printproof.promises.purity import baseline_for_comparison, other_modes, same_print
from printproof.promises.reproducibility import check_rerun, rerun_of, run_again
from printproof.promises.state import text_at
from printproof.runs.libraries import JAX
from printproof.runs.record import CellRun, Records, read_record
from printproof.runs.schedule import announced, bring_up_to_date, jobs_of, no_progress
from printproof.scripts.loading import read_source, scripts_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import VALUE, Output, Promise, State
from printproof.scripts.rewrite import rewrite
from printproof.scripts.script import Cell, Script, Shown
from printproof_base.files import write_whole
from printproof_base.findings import Finding
from printproof_base.project import Project

COMPARED = frozenset({"output", "value", "raise", "mode", "traces", "state", "unstable"})
"""Rules of what a promise says; of a cell that failed they would only say again that it failed."""


@dataclass(frozen=True)
class Acceptance:
    """A script as its records would have it: its text with promises that hold, and what no promise can say.

    Cells that are at fault keep the promises they have. ``records`` are whole, also behind an unannounced error.
    """

    script: Script
    text: str
    faults: tuple[Finding, ...]
    records: Records


def accept_scripts(
    project: Project,
    docnames: Iterable[str],
    progress: Callable[[str], None] = print,
    dry_run: bool = False,
) -> list[Finding]:
    """Rewrite the promises of scripts in place; ``progress`` gets what changed, the findings say what was refused.

    In a dry run nothing is written but records, and ``progress`` gets what would change.

    A script is refused, and left as it is, where a run fails, a cell raises unannounced, the rerun does not print the
    same, or something stays wrong that no promise can say, such as a warning or hidden state; all that is wrong with it
    is found at once. Accepting twice changes nothing the second time. Raises RunError where the time limit is none.
    """
    scripts, findings = scripts_of(project, docnames)
    accepted_ones, failures = acceptances(project, scripts)
    findings += failures
    for one in accepted_ones:
        findings += one.faults
        if not one.faults:
            write_accepted(project, one, progress, dry_run)
    return findings


def acceptances(project: Project, scripts: Sequence[Script]) -> tuple[list[Acceptance], list[Finding]]:
    """What accepting would write into scripts and what it would refuse, and the findings of runs that left no record.

    Nothing is written but records. Raises RunError where the time limit is none.
    """
    ran = bring_up_to_date(project, scripts)
    # Read again, with the cells behind an unannounced error: they ran all the same.
    current = [script for script in scripts if script.docname in ran.current]
    whole = {
        script.docname: {job.mode: read_record(Path(job.record)) for job in jobs_of(project, script)}
        for script in current
    }
    scripts = [with_examples(script, whole[script.docname][AS_WRITTEN]) for script in current]
    complete = [announcing(script, whole[script.docname]) for script in scripts]
    records = {one.docname: {m: announced(r, one) for m, r in whole[one.docname].items()} for one in complete}
    rerun = run_again(project, complete)
    for one in complete:
        rerun += check_rerun(project, one, records[one.docname][AS_WRITTEN], rerun_of(project, one))
    return [_acceptance(project, one, records[one.docname], rerun) for one in scripts], list(ran.failures)


def _acceptance(project: Project, script: Script, records: Records, rerun: Iterable[Finding]) -> Acceptance:
    """What accepting does to a script, and all that would still be wrong with it then, in the order of its lines."""
    failed = failed_cells(script, records)
    text = accepted(script, records)
    sound = announcing(read_source(text, script.path, script.docname), records)
    checked = check_script(sound, records, project.reference, project.accept)
    # The lines of a text that is not written would mislead.
    placed = [replace(one, place=replace(one.place, line=script.cell(one.place.cell).line)) for one in checked]
    # What a cell that failed prints is compared with no promise; that it warns or leaves a thread is still to be said.
    own = [*placed, *(one for one in rerun if one.place.docname == script.docname)]
    others = [one for one in own if one.place.cell not in failed or one.rule not in COMPARED]
    faults = sorted([*faults_of(script, records), *others], key=lambda one: one.place.line)
    return Acceptance(script, text, tuple(faults), records)


def accepted(script: Script, records: Records) -> str:
    """The text of the script with promises that hold for these records, all other bytes as they were.

    An error that a promise announces by its first words stays as it is where it still holds. Cells that are at fault
    keep the promises they have.
    """
    failed = failed_cells(script, records)
    promises = {c.name: c.promise if c.name in failed else _promise(c, records) for c in script.cells}
    runs = (run for run in records[AS_WRITTEN].cells if run.name not in failed)
    return rewrite(script, promises, {run.name: Shown(run.rich, tuple(map(reduced, run.figures))) for run in runs})


def write_accepted(
    project: Project, one: Acceptance, progress: Callable[[str], None] = no_progress, dry_run: bool = False
) -> None:
    """Write what changed, figures first: interrupted in between, the promise is still the old one and red."""
    script, text = one.script, one.text
    drawn = list(write_baselines(project, script.docname, one.records[AS_WRITTEN], dry_run))
    for line in drawn:
        progress(line)
    if text != script.source:
        if not dry_run:
            write_whole(project.script(script.docname), text)
        before, after, path = script.source.splitlines(), text.splitlines(), str(script.path)
        progress("\n".join(difflib.unified_diff(before, after, path, path, "before", "after", lineterm="")))
    elif not drawn:
        progress(f"{script.path}: every promise says what is printed")


def _promise(cell: Cell, records: Records) -> Promise:
    """What a cell would have to promise for these records to keep it."""
    written = records[AS_WRITTEN].cell(cell.name)
    if written is None:
        return cell.promise
    outputs = list(_outputs(cell, AS_WRITTEN, written, None))
    base = baseline_for_comparison(records).cell(cell.name)
    for mode in other_modes(records):
        run = records[mode].cell(cell.name)
        if base is not None and run is not None and not same_print(base, run):
            outputs += _outputs(cell, mode, run, base)
    # What no run of this script can say stays: the check of the promise tells of it where it is in vain.
    kept = [output for output in cell.promise.outputs if output.of_other_versions or output.mode not in records]
    states = tuple(_state(announced, cell, records) for announced in cell.promise.states)
    traces = written.traces if JAX in records[AS_WRITTEN].versions else cell.promise.traces
    return replace(cell.promise, outputs=(*outputs, *kept), traces=traces, states=states)


def _outputs(cell: Cell, mode: str, run: CellRun, base: CellRun | None) -> Iterator[Output]:
    """What a cell printed and the value it ended in; in another mode than as written only what differs from ``base``.

    The example of what varies stays as it is.
    """
    if base is None:
        prints, valued = bool(run.printed or run.error or run.value is None), run.value is not None
    else:
        prints = not same_print(replace(run, value=None), replace(base, value=None))
        valued = not same_lines(run.value_lines, base.value_lines)
    promised = cell.promise.output(mode)
    lines = promised.printed if promised and promised.says(run.printed) else run.printed
    printed = Output(mode, 0, lines, _raised(cell, mode, run))
    value = Output(mode, 0, run.value_lines, kind=VALUE)
    for block, needed in ((printed, prints), (value, valued)):
        if cell.promise.varies(block.kind):
            yield from (one for one in cell.promise.outputs if one.kind == block.kind and mode == one.mode)
        elif needed:
            yield block


def _raised(cell: Cell, mode: str, run: CellRun) -> str:
    raised = run.error.last_line if run.error else ""
    promised = cell.promise.output(mode)
    if raised and promised and promised.announces(raised):
        raised = promised.raised
    # An address in memory is another one in each run, so that the promise ends before it.
    until_address, address, _ = raised.partition(" at 0x…")
    return f"{until_address} …" if address else raised


def _state(announced: State, cell: Cell, records: Records) -> State:
    """What a cell announces to leave behind, with the values that it leaves now."""
    record = records.get(announced.mode)
    if record is None or record.cell(cell.name) is None:
        return announced
    state = record.state_after(cell.name)
    return replace(announced, values={path: text_at(state, path) for path in announced.values})
