"""Small scripts, each changed in one place, run side by side from one warm parent, and what rejects each."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from myst_parser.config.main import MdParserConfig

from printproof.pages.notebook import read_notebook, shown_cells
from printproof.pages.shown_cells import check_shown
from printproof.project import Project, at
from printproof.promises.check import prove
from printproof.promises.reproducibility import prove_again
from printproof.promises.suite import failed_report
from printproof.runs.record import RecordError, read_record
from printproof.runs.schedule import Failure, jobs_of, modes_of, run_jobs
from printproof.scripts.script import Script, ScriptError, load_script

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
    """What one rule says against a script: the rule, the line it names, and the whole report."""

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
        self._run([mutant for mutant in scripts if not mutant.page])
        for mutant in scripts:
            if mutant.page:
                self._show(mutant)

    def _show(self, mutant: Mutant) -> None:
        """Read a page and compare what it shows with its script."""
        page = Path("docs", f"{mutant.docname}.md")
        shown = [cell for _, cell in shown_cells(read_notebook(mutant.page, MdParserConfig()), mutant.page)]
        for report in check_shown(page, shown, _load(self.project, mutant.docname)):
            self._say(mutant.docname, "page", int(report.split(":")[1]), report)

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
