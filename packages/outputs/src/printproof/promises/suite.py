"""The check of a project: what must be run is run, then every record is compared with its promises."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from printproof.promises.baselines import check_figures
from printproof.promises.check import check_script
from printproof.promises.reproducibility import RERUN, check_rerun, rerun_of, run_again
from printproof.promises.versions import check_versions
from printproof.runs.record import Records
from printproof.runs.schedule import Ran, bring_up_to_date, changed, current_records, no_progress
from printproof.scripts.loading import scripts_of
from printproof.scripts.modes import AS_WRITTEN, REDUCED
from printproof.scripts.script import Script
from printproof_base.findings import Finding
from printproof_base.project import Project


@dataclass(frozen=True)
class Checked:
    """What was run, and a finding for each promise that does not hold; none means that all hold.

    ``cells`` names the cells that ran, by docname and mode, ``rerun`` the scripts whose second run was compared. A
    promise is what one cell says of one mode in which it ran: ``pytest --promises`` has a test for each, beside those
    of its reruns.
    """

    ran: Ran
    findings: tuple[Finding, ...]
    cells: Mapping[str, Mapping[str, tuple[str, ...]]]
    rerun: tuple[str, ...] = ()

    def about(self, docname: str, mode: str, cell: str) -> list[Finding]:
        """What is wrong with a cell in a mode; a script that is wrong as a whole is wrong in each.

        The run with reduced constants has no promises of its own: its findings are those of the run as written.
        """
        places = ((finding, finding.place) for finding in self.findings if finding.place.docname == docname)
        # A finding without a mode is about the script as a whole.
        modes = {"", mode, REDUCED if mode == AS_WRITTEN else mode}
        return [finding for finding, place in places if place.cell in {"", cell} and place.mode in modes]

    @property
    def numbers(self) -> dict[str, int]:
        """How many promises were compared and hold, in how many scripts and modes, by new runs and earlier records."""
        runs = self.ran.runs
        promises = {
            (docname, mode, cell)
            for docname, by_mode in self.cells.items()
            for mode, cells in by_mode.items()
            for cell in cells
            if mode != REDUCED
        }
        places = [finding.place for finding in self.findings]
        modes = [len(by_mode.keys() - {REDUCED}) for by_mode in self.cells.values()] or [0]
        return {
            "promises": len(promises),
            "holding": sum(not self.about(*promise) for promise in promises),
            "scripts": len(self.cells),
            "fewest_modes": min(modes),
            "most_modes": max(modes),
            "runs": len(runs),
            "records": sum(map(len, self.cells.values())) - sum(docname in self.cells for docname, _ in runs),
            "not_run_twice": len(self.cells.keys() - set(self.rerun) - {place.docname for place in places}),
            "failing_again": len({(one.docname, one.cell) for one in places if one.mode == RERUN}),
        }

    def __str__(self) -> str:
        """The numbers in one line, whole in itself."""
        number = self.numbers
        runs = f"({_of(number['runs'], 'run')}, {number['records']} from records)"
        if not number["promises"]:
            return f"no promise was compared {runs}"
        amount = _of(number["promises"], "promise")
        amount = amount if number["holding"] == number["promises"] else f"{number['holding']} of {amount}"
        verb = "holds" if amount == "1 promise" else "hold"
        modes = _of(number["most_modes"], "mode")
        modes = modes if number["fewest_modes"] == number["most_modes"] else f"{number['fewest_modes']} to {modes}"
        once = number["not_run_twice"]
        times = f"; {_of(once, 'script')} {'was' if once == 1 else 'were'} not run a second time" if once else ""
        again = number["failing_again"]
        times += f"; {_of(again, 'cell')} {'fails' if again == 1 else 'fail'} when run a second time" if again else ""
        return f"{amount} in {_of(number['scripts'], 'script')} {verb} in {modes} {runs}{times}"


def _of(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def compared(project: Project, script: Script, records: Records) -> list[Finding]:
    """What is wrong with a script by its records, but for its rerun: versions, promises, figures."""
    return [
        *check_versions(project, script, records),
        *check_script(script, records, project.reference, project.accept),
        *check_figures(project, script, records),
    ]


def check_scripts(
    project: Project,
    docnames: Iterable[str],
    progress: Callable[[str], None] = no_progress,
    again: bool = False,
) -> Checked:
    """Run the scripts that have no current record and compare every record with its promises.

    With ``again`` each script whose promises hold also runs a second time, in a perturbed environment; without it, what
    an earlier second run found is found again while its record is current. A script that cannot be read is reported
    like a promise that does not hold; the others are checked all the same. Raises RunError where the time limit is
    none.
    """
    scripts, unreadable = scripts_of(project, docnames)
    ran = bring_up_to_date(project, scripts, progress)
    return _checked(project, scripts, [*unreadable, *ran.failures], ran, progress, again)


def checked_so_far(project: Project) -> Checked:
    """What a check of all scripts finds by the records that are current now: nothing is run, and no other counts."""
    scripts, unreadable = scripts_of(project, project.docnames())
    known = [script for script in scripts if current_records(project, script)]
    return _checked(project, known, unreadable, Ran((), (), tuple(script.docname for script in known)))


def _checked(
    project: Project,
    scripts: Sequence[Script],
    before: Sequence[Finding],
    ran: Ran,
    progress: Callable[[str], None] = no_progress,
    again: bool = False,
) -> Checked:
    """Each record of these scripts, compared; ``before`` is what was found without them."""
    findings, cells, rerun = [*before], {}, []
    for script in (script for script in scripts if script.docname in ran.current):
        if records := current_records(project, script):
            cells[script.docname] = {mode: tuple(cell.name for cell in one.cells) for mode, one in records.items()}
            findings += compared(project, script, records)
        else:
            findings.append(changed(script))
    broken = {finding.place.docname for finding in findings}
    whole = [script for script in scripts if script.docname not in broken]
    findings += run_again(project, whole, progress) if again else []
    for script in whole:
        if (records := current_records(project, script)) and (second := rerun_of(project, script)):
            findings += check_rerun(project, script, records[AS_WRITTEN], second)
            rerun.append(script.docname)
    return Checked(ran, tuple(findings), cells, tuple(rerun))
