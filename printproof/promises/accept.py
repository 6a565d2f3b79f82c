"""What would the promises be if they said what was printed? Promise blocks rewritten, nothing else."""

import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from printproof.base.files import write_whole
from printproof.findings import Finding
from printproof.project import Project
from printproof.promises.baselines import write_baselines
from printproof.promises.check import PromiseError, check_script, how_to_announce
from printproof.promises.compare import same_lines
from printproof.promises.purity import against, others, same_print
from printproof.promises.reproducibility import check_rerun
from printproof.promises.state import rewritten
from printproof.runs.libraries import JAX
from printproof.runs.record import CellRun, Record
from printproof.runs.schedule import Records, bring_up_to_date
from printproof.scripts.blocks import RAISED
from printproof.scripts.modes import AS_WRITTEN, PHRASES
from printproof.scripts.promise import VALUE, Output, Promise, State, unprintable
from printproof.scripts.rewrite import rewrite
from printproof.scripts.script import Cell, Script, read_script, scripts_of


def accept_scripts(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str] = os.environ,
    progress: Callable[[str], None] = print,
) -> list[Finding]:
    """Rewrite the promises of scripts in place; ``progress`` gets what changed, the findings say what was refused.

    A script is refused, and left as it is, where a run fails, a cell raises unannounced, a rerun in other surroundings
    does not print the same, or something stays wrong that no promise can say, such as a warning or hidden state.
    Accepting twice changes nothing the second time. Raises RunError where the time limit is none.
    """
    scripts, findings = scripts_of(project, docnames)
    ran = bring_up_to_date(project, scripts, environ)
    findings += ran.failures
    texts: dict[str, str] = {}
    for script in (script for script in scripts if script.docname in ran.records):
        text, wrong = _text(project, script, ran.records[script.docname])
        texts |= {} if wrong else {script.docname: text}
        findings += wrong
    whole = [script for script in scripts if script.docname in texts]
    rerun = check_rerun(project, whole, ran.records, environ)
    refused = {finding.place.docname for finding in rerun}
    for script in (script for script in whole if script.docname not in refused):
        _write(project, script, texts[script.docname], ran.records[script.docname][AS_WRITTEN], progress)
    return [*findings, *rerun]


def accepted(script: Script, records: Mapping[str, Record]) -> str:
    """The text of the script with promises that hold for these records, all other bytes as they were.

    An error that a promise announces by its first words stays as it is where it still holds. Raises PromiseError
    where a cell raises and does not announce it, or prints what a comment cannot hold.
    """
    return rewrite(script, {cell.name: _promise(script, cell, records) for cell in script.cells})


def _text(project: Project, script: Script, records: Records) -> tuple[str, list[Finding]]:
    """The script with promises that hold, and what would be wrong with it all the same."""
    try:
        text = accepted(script, records)
    except PromiseError as error:
        return "", list(error.findings)
    rewritten = read_script(text, script.path, script.docname)
    found = check_script(rewritten, records, project.reference, project.accept)
    # The lines of a text that is not written would mislead.
    places = [replace(finding.place, line=script.cell(finding.place.cell).line) for finding in found]
    return text, [replace(finding, place=place) for finding, place in zip(found, places, strict=True)]


def _write(project: Project, script: Script, text: str, written: Record, progress: Callable[[str], None]) -> None:
    """Write what changed, figures first: interrupted in between, the promise is still the old one and red."""
    drawn = list(write_baselines(project, script.docname, written))
    for line in drawn:
        progress(line)
    if text != script.text:
        write_whole(project.script(script.docname), text)
        before, after, path = script.text.splitlines(), text.splitlines(), str(script.path)
        progress("\n".join(difflib.unified_diff(before, after, path, path, "before", "after", lineterm="")))
    elif not drawn:
        progress(f"{script.path}: every promise says what is printed")


def _promise(script: Script, cell: Cell, records: Mapping[str, Record]) -> Promise:
    written = records[AS_WRITTEN].cell(cell.name)
    if written is None:
        return cell.promise
    _refuse(script, cell, written, AS_WRITTEN)
    outputs = list(_outputs(cell, AS_WRITTEN, written, None))
    base = against(records).cell(cell.name)
    for mode in others(records):
        run = records[mode].cell(cell.name)
        if base is not None and run is not None and not same_print(base, run):
            _refuse(script, cell, run, mode)
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
    printed = Output(mode, None, 0, run.printed, _raised(cell, mode, run))
    value = Output(mode, None, 0, run.value_lines, kind=VALUE)
    for block, needed in ((printed, prints), (value, valued)):
        if cell.promise.varies(block.kind):
            yield from (one for one in cell.promise.outputs if one.kind == block.kind and mode == one.mode)
        elif needed:
            yield block


def _raised(cell: Cell, mode: str, run: CellRun) -> str | None:
    raised = run.error.last_line if run.error else None
    promised = cell.promise.output(mode)
    if raised and promised and promised.announces(raised):
        raised = promised.raised
    return raised[: raised.index(" at 0x…")] + " …" if raised and " at 0x…" in raised else raised


def _state(announced: State, cell: Cell, records: Mapping[str, Record]) -> State:
    """What a cell announces to leave behind, with the values that it leaves now."""
    record = records.get(announced.mode)
    return rewritten(announced, record.state_after(cell.name)) if record and record.cell(cell.name) else announced


def _refuse(script: Script, cell: Cell, run: CellRun, mode: str) -> None:
    """Raises PromiseError where a promise could not say what a cell did."""
    odd = next(filter(None, map(unprintable, (*run.printed, *run.value_lines))), None)
    line, fact, cure = cell.line, "", ""
    if odd is not None:
        fact, cure = f"prints the control character {odd!r}, which a comment cannot hold", "print text without it"
    elif run.error and not cell.promise.raises:
        cure = f"{how_to_announce(run.error, mode)} and accept again"
        line = script.raised_at(run.error.cell, run.error.line)
        fact = f"raises {run.error.last_line!r}{PHRASES[mode]} unannounced"
    elif run.error and not RAISED.match(run.error.last_line):
        fact, cure = f"raises {run.error.type!r}", "only a name that ends in Error can be promised"
    if fact:
        raise PromiseError(script.finding("output", cell, mode, fact, cure, line=line))
