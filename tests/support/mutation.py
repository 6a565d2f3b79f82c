"""Small scripts, each changed in one place, run side by side from one warm parent, and what rejects each."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from printproof.pages.cell_fences import shown_cells
from printproof.pages.shown_cells import check_shown
from printproof.promises.check import check_script
from printproof.promises.reproducibility import check_rerun, rerun_of, run_again
from printproof.runs.record import Job, Outcome, Record, RunError, read_record, write_record
from printproof.runs.schedule import announced, jobs_of, run_jobs, unfinished_run
from printproof.scripts.loading import script_of, scripts_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Script
from printproof_base.findings import Place
from printproof_base.project import at

FOLDER = Path(__file__).with_name("mutants")
EDITS = {"old", "new", "edits", "script_edits"}
KNOWN = EDITS | {"name", "rule", "at", "says", "limit", "environ", "home", "beside"}


@dataclass(frozen=True)
class Mutant:
    """A base script, or the page that shows it, with one wrong thing in it.

    ``rule`` must reject it, at a line with the text ``at``, in a report that holds ``says``.
    """

    base: str
    name: str
    text: str
    page: str = ""
    rule: str = ""
    at: str = ""
    says: str = ""
    limit: float | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    home: str = ""
    beside: str = ""

    @property
    def docname(self) -> str:
        """Where its script lies, below examples/."""
        return f"{self.base}/{self.name}/script"


@dataclass(frozen=True)
class Rejection:
    """What one rule holds against a script: the rule, the line it names, and the whole report."""

    rule: str
    line: int
    report: str


def mutants() -> Iterator[Mutant]:
    """All mutants of the data files, in order."""
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in data["mutant"]:
            yield _mutant(path.stem, data, entry)


def bases() -> Iterator[Mutant]:
    """The unchanged scripts of the data files."""
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        yield Mutant(path.stem, "unchanged", _plain(data, "script"), _plain(data, "page"))


def _plain(data: dict[str, Any], key: str) -> str:
    return str(data.get(key, "")).removeprefix("\n")


def _mutant(base: str, data: dict[str, Any], entry: dict[str, Any]) -> Mutant:
    assert entry.keys() <= KNOWN, f"{base}: {entry['name']}: unknown {entry.keys() - KNOWN}"
    edits = entry.get("edits", []) + ([[entry["old"], entry["new"]]] if "old" in entry else [])
    script, page = _plain(data, "script"), _plain(data, "page")
    texts = [script, _edited(page, edits)] if page else [_edited(script, edits), ""]
    rest = {key: entry[key] for key in KNOWN & entry.keys() - EDITS}
    return Mutant(base=base, text=_edited(texts[0], entry.get("script_edits", [])), page=texts[1], **rest)


def _edited(text: str, edits: list[list[str]]) -> str:
    """The text with each old piece, which stands in it once, replaced by the new one."""
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {text!r}"
        text = text.replace(old, new)
    return text


def run_once(jobs: Iterable[Job]) -> Iterator[Outcome]:
    """Run jobs, those with one digest once: of scripts that differ in their promises alone, each gets the record."""
    alike: dict[tuple[str, float], list[Job]] = {}
    for job in jobs:
        alike.setdefault((job.digest, job.limit_s), []).append(job)
    found = {(one.docname, one.mode): one for one in run_jobs([first for first, *_ in alike.values()], os.environ)}
    for first, *others in alike.values():
        outcome = found.get((first.docname, first.mode))
        yield from (replace(outcome, docname=job.docname) for job in (first, *others) if outcome)
        for job in () if outcome else others:
            write_record(Path(job.record), replace(read_record(Path(first.record)), docname=job.docname))


class Trial:
    """All given scripts in one project, run in every mode, then once more in a perturbed environment."""

    def __init__(self, folder: Path, scripts: list[Mutant]) -> None:
        self.project = at(folder, {})
        home = folder / "home"
        home.mkdir()
        environ = {"HOME": str(home), "SCRIPT_LIMIT_S": "60"}
        self.rejections: dict[str, list[Rejection]] = {}
        for mutant in scripts:
            path = self.project.script(mutant.docname)
            path.parent.mkdir(parents=True)
            path.write_bytes(mutant.text.encode())
            if mutant.beside:
                path.with_name("beside.py").write_text(mutant.beside, encoding="utf-8")
            if mutant.home:
                (home / mutant.home).touch()
            environ |= mutant.environ
        with patch.dict(os.environ, environ):
            self._run([mutant for mutant in scripts if not mutant.page])
        for mutant in scripts:
            if mutant.page:
                self._show(mutant)

    def _show(self, mutant: Mutant) -> None:
        """Read a page and compare what it shows with its script."""
        page = Place(f"docs/{mutant.docname}.md", docname=mutant.docname)
        shown = shown_cells(mutant.page, page)
        for finding in check_shown(page, shown, script_of(self.project, mutant.docname)):
            self._reject(mutant.docname, finding.rule, finding.place.line, str(finding))

    def _run(self, mutants: list[Mutant]) -> None:
        found, wrong = scripts_of(self.project, [mutant.docname for mutant in mutants])
        scripts = {script.docname: script for script in found}
        limits = {mutant.docname: mutant.limit for mutant in mutants if mutant.limit}
        jobs = [job for script in found for job in jobs_of(self.project, script)]
        jobs = [replace(job, limit_s=limits.get(job.docname, job.limit_s)) for job in jobs]
        wrong += [unfinished_run(scripts[outcome.docname], outcome) for outcome in run_once(jobs)]
        modes = Counter(job.docname for job in jobs)
        records = {script.docname: self._records(script, jobs) for script in found}
        whole = [script for script in found if len(records[script.docname]) == modes[script.docname]]
        wrong += [finding for script in whole for finding in check_script(script, records[script.docname])]
        stable = {mutant.docname for mutant in mutants if mutant.rule in {"unstable", "key-reuse", ""}}
        again = [script for script in whole if script.docname in stable]
        wrong += run_again(self.project, again)
        for script in again:
            second = rerun_of(self.project, script)
            wrong += check_rerun(self.project, script, records[script.docname][AS_WRITTEN], second)
        for finding in wrong:
            self._reject(finding.place.docname, finding.rule, finding.place.line, str(finding))

    def _records(self, script: Script, jobs: list[Job]) -> dict[str, Record]:
        """The records of a script by mode; those of runs that did not end are missing."""
        found = {}
        for job in (job for job in jobs if job.docname == script.docname):
            with suppress(RunError):
                found[job.mode] = announced(read_record(Path(job.record)), script)
        return found

    def _reject(self, docname: str, rule: str, line: int, report: str) -> None:
        self.rejections.setdefault(docname, []).append(Rejection(rule, line, report))
