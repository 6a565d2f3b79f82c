"""How a script fares on a jax: in each mode exact, close, different or with an error that no promise announces."""

from dataclasses import dataclass

from printproof.promises.check import check_script
from printproof.promises.purity import baseline_for_comparison
from printproof.runs.libraries import JAX
from printproof.runs.record import Records
from printproof.scripts.modes import AS_WRITTEN, MODES
from printproof.scripts.script import Script
from printproof_base.findings import Finding
from printproof_base.project import Project

EXACT, CLOSE, DIFFERS, RAISES = "exact", "close", "differs", "raises"


@dataclass(frozen=True)
class Result:
    """How a script fared: its result in each mode, and a finding for each thing that no promise declares.

    ``exact`` is the same text, ``close`` the same integers and text with floats to five digits, ``differs``
    anything else, ``raises`` a run that ended early or could not begin.
    """

    modes: dict[str, str]
    findings: tuple[Finding, ...] = ()


def result_of(project: Project, script: Script, records: Records) -> Result:
    """How a script fared by its records: told apart by the rules that are broken in each mode."""
    jax = records[AS_WRITTEN].versions.get(JAX, "")
    strict = check_script(script, records, jax, project.accept)
    # No jax has this version, so that every jax is compared by value.
    loose = check_script(script, records, "none", project.accept)
    modes = (mode for mode in MODES if mode in records)
    results = {mode: _result(mode, strict, loose, _same_text(script, records, mode)) for mode in modes}
    return Result(results, tuple(loose))


def _same_text(script: Script, records: Records, mode: str) -> bool:
    """True where each cell prints the text of the run as written, character by character, or has a promise of its own.

    Of an error only what is announced of it is shown, and only that is compared.
    """
    base, record = baseline_for_comparison(records) if mode != AS_WRITTEN else records[mode], records[mode]
    for one, other in zip(base.cells, record.cells, strict=False):
        promise = script.cell(one.name).promise
        shown = [(run.printed, run.value_lines) for run in (one, other)]
        if shown[0] != shown[1] and not any(block.mode == mode for block in promise.outputs):
            return False
    return True


def _result(mode: str, strict: list[Finding], loose: list[Finding], same_text: bool) -> str:
    rules = {finding.rule for finding in loose if finding.place.mode == mode}
    if rules:
        return RAISES if "raise" in rules else DIFFERS
    return CLOSE if not same_text or any(finding.place.mode == mode for finding in strict) else EXACT
