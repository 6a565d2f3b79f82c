"""Small scripts, each changed in one place, run side by side from one warm parent, and what rejects each."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printproof.check import failed_report
from printproof.project import Project, at
from printproof.proof import prove
from printproof.record import RecordError, read_record
from printproof.run import Failure, jobs_of, modes_of, run_jobs
from printproof.script import Script, ScriptError, load_script
from printproof.second import prove_again

FOLDER = Path(__file__).with_name("mutants")
KNOWN = {"name", "old", "new", "edits", "rule", "at", "limit", "environ", "home", "beside"}


@dataclass(frozen=True)
class Mutant:
    """A base script with one wrong thing in it, the rule that must reject it, and the text of the line it must name."""

    base: str
    name: str
    text: str
    rule: str = ""
    at: str = ""
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
    """What one rule says against a script: the rule, the line it names, and the whole report."""

    rule: str
    line: int
    report: str


def mutants() -> Iterator[Mutant]:
    """All mutants of the data files, in order."""
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in data.get("mutant", []) if "script" in data else []:
            yield _mutant(path.stem, data["script"].removeprefix("\n"), entry)


def bases() -> Iterator[Mutant]:
    """The unchanged scripts of the data files."""
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if "script" in data:
            yield Mutant(path.stem, "unchanged", data["script"].removeprefix("\n"))


def _mutant(base: str, text: str, entry: dict[str, Any]) -> Mutant:
    assert entry.keys() <= KNOWN, f"{base}: {entry['name']}: unknown {entry.keys() - KNOWN}"
    edits = entry.get("edits", []) + ([[entry["old"], entry["new"]]] if "old" in entry else [])
    for old, new in edits:
        assert text.count(old) == 1, f"{base}: {entry['name']}: {old!r} stands {text.count(old)} times in the script"
        text = text.replace(old, new)
    rest = {key: entry[key] for key in KNOWN & entry.keys() - {"old", "new", "edits"}}
    return Mutant(base=base, text=text, **rest)


class Trial:
    """All given scripts in one project, run once in every mode, then once more elsewhere."""

    def __init__(self, folder: Path, scripts: list[Mutant]) -> None:
        self.project = at(folder, {})
        home = folder / "home"
        home.mkdir()
        self.environ = {**os.environ, "HOME": str(home), "SCRIPT_LIMIT_S": "60"}
        self.rejections: dict[str, list[Rejection]] = {}
        for mutant in scripts:
            path = self.project.script(mutant.docname)
            path.parent.mkdir(parents=True)
            path.write_bytes(mutant.text.encode())
            if mutant.beside:
                path.with_name("beside.py").write_text(mutant.beside, encoding="utf-8")
            if mutant.home:
                (home / mutant.home).touch()
            self.environ |= mutant.environ
        self._run(scripts)

    def _run(self, scripts: list[Mutant]) -> None:
        read: dict[str, Script] = {}
        jobs = []
        for mutant in scripts:
            try:
                read[mutant.docname] = _load(self.project, mutant.docname)
            except ScriptError as error:
                self._say(mutant.docname, "script", int(str(error).split(":")[1]), str(error))
                continue
            limit = {"SCRIPT_LIMIT_S": str(mutant.limit)} if mutant.limit else {}
            jobs += jobs_of(self.project, mutant.docname, {**self.environ, **limit})
        self._failed(read, run_jobs(jobs, self.environ))
        whole = [name for name, script in read.items() if self._proved(name, script)]
        lucky = [m.docname for m in scripts if m.docname in whole and m.rule in {"unstable", ""}]
        breaches, failures = prove_again(self.project, lucky, self.environ)
        self._failed(read, failures)
        for breach in breaches:
            self._say(_docname(breach.path), breach.rule, breach.line, str(breach))

    def _proved(self, docname: str, script: Script) -> bool:
        """Compare what a script printed with its promises; false where a run left no record."""
        try:
            records = {mode: read_record(self.project.record(docname, mode)) for mode in modes_of(script)}
        except RecordError:
            return False
        for breach in prove(script, records):
            self._say(docname, breach.rule, breach.line, str(breach))
        return True

    def _failed(self, read: Mapping[str, Script], failures: Any) -> None:
        failure: Failure
        for failure in failures:
            report = failed_report(read[failure.docname], failure)
            self._say(failure.docname, "ended", int(report.split(":")[1]), report)

    def _say(self, docname: str, rule: str, line: int, report: str) -> None:
        self.rejections.setdefault(docname, []).append(Rejection(rule, line, report))


def _load(project: Project, docname: str) -> Script:
    return load_script(project.script(docname), project.shown(project.script(docname)))


def _docname(path: str) -> str:
    return Path(path).relative_to("examples").with_suffix("").as_posix()
