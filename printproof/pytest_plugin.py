"""``pytest --promises``: one test for each cell of each script in each mode, and one for its second run elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printproof.project import Project, ProjectError, find_project
from printproof.promises.suite import Checked, Report, check_scripts
from printproof.runs.schedule import current_records
from printproof.scripts.promise import AS_WRITTEN, MODES
from printproof.scripts.script import ScriptError, load_script

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr

PROJECT = pytest.StashKey[Project]()
CHECKED = pytest.StashKey[Checked]()
ELSEWHERE = "elsewhere"


class PromiseBroken(AssertionError):
    """What a cell printed is not what its script promises."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the option."""
    group = parser.getgroup("printproof")
    group.addoption("--promises", action="store_true", help="check what the scripts in examples/ promise to print")


def pytest_configure(config: pytest.Config) -> None:
    """Look for scripts where the project keeps them, also where no argument names that folder."""
    if not config.getoption("promises"):
        return
    try:
        project = find_project(config.rootpath)
    except ProjectError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[PROJECT] = project
    named = [Path(config.invocation_params.dir, argument.split("::")[0]).resolve() for argument in config.args]
    if not any(path.is_relative_to(project.examples) or project.examples.is_relative_to(path) for path in named):
        config.args.append(str(project.examples))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the scripts of the project for what they are."""
    project = parent.config.stash.get(PROJECT, None)
    if project is None or file_path.suffix != ".py" or not file_path.is_relative_to(project.examples):
        return None
    return ScriptFile.from_parent(parent, path=file_path)


class ScriptFile(pytest.File):
    """The cells of one script, in each mode."""

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each mode and cell, named by docname, mode and cell."""
        project = self.config.stash[PROJECT]
        docname = self.path.relative_to(project.examples).with_suffix("").as_posix()
        try:
            script = load_script(self.path, project.shown(self.path))
        except ScriptError as error:
            raise self.CollectError(str(error)) from None
        for mode in (*MODES, ELSEWHERE):
            for cell in script.cells:
                name = f"{docname}[{mode}-{cell.name}]"
                yield PromiseItem.from_parent(self, name=name, promise=(docname, mode, cell.name))


class PromiseItem(pytest.Item):
    """One cell in one mode."""

    def __init__(self, promise: tuple[str, str, str], **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.promise = promise

    def runtest(self) -> None:
        """Fail with every report on this cell in this mode."""
        docname, mode, cell = self.promise
        checked = self._checked()
        found = [r for r in checked.reports if r.docname == docname and r.cell == cell and _mode_of(r) == mode]
        if found:
            raise PromiseBroken("\n".join(map(str, found)))
        if not self._ran(checked):
            pytest.skip("not reached: another promise of this script does not hold")

    def _checked(self) -> Checked:
        """What all collected scripts have to say; they are run together when the first test asks."""
        stash = self.session.stash
        if CHECKED not in stash:
            docnames = {item.promise[0]: None for item in self.session.items if isinstance(item, PromiseItem)}
            stash[CHECKED] = check_scripts(self.config.stash[PROJECT], docnames, again=True)
        return stash[CHECKED]

    def _ran(self, checked: Checked) -> bool:
        """True where a record of this cell in this mode was compared."""
        docname, mode, cell = self.promise
        records = current_records(self.config.stash[PROJECT], docname)
        if records is None or (mode == ELSEWHERE and docname not in checked.twice):
            return False
        return records[mode if mode in MODES else AS_WRITTEN].cell(cell) is not None

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: object = None) -> str | TerminalRepr:
        """The report alone: a traceback into the checker helps nobody."""
        if isinstance(excinfo.value, PromiseBroken):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place of a test is its script."""
        return self.path, 0, self.name


def _mode_of(report: Report) -> str:
    if report.rule == "unstable":
        return ELSEWHERE
    return report.mode if report.mode in MODES else AS_WRITTEN
