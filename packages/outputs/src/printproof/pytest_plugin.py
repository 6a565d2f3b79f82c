"""``pytest --promises``: a test for each cell of each script in each mode and in the rerun."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from printproof.promises.reproducibility import RERUN
from printproof.promises.suite import Checked, check_scripts
from printproof.runs.schedule import modes_of
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import ScriptError
from printproof_base.project import SCRIPTS, Project, ProjectError, find_project

PROJECT = pytest.StashKey[Project]()
CHECKED = pytest.StashKey[Checked]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the option."""
    group = parser.getgroup("printproof")
    group.addoption("--promises", action="store_true", help="check what scripts, and pages with code, promise to print")


def pytest_configure(config: pytest.Config) -> None:
    """Look for scripts where the project keeps them, also where no argument names that folder."""
    if not config.getoption("promises"):
        return
    try:
        project = find_project(config.rootpath)
    except ProjectError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[PROJECT] = project
    # Where the project itself asks for promises, in its settings, a run of some other tests is of these alone.
    asked = "--promises" in config.invocation_params.args
    if config.args_source is pytest.Config.ArgsSource.ARGS and not asked:
        return
    named = [Path(config.invocation_params.dir, argument.split("::")[0]).resolve() for argument in config.args]
    folders = (project.examples, *((project.docs,) if project.code_in_pages else ()))
    if not any(path.is_relative_to(folder) or folder.is_relative_to(path) for path in named for folder in folders):
        # Each by its name: other files of that folder may look like tests of pytest, and are none of ours.
        config.args += map(str, map(project.script, project.docnames()))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, list[Any], list[Any]]:
    """Take a script of the project for what it is, and for nothing else: pytest would import one that is named."""
    others = yield
    project = parent.config.stash.get(PROJECT, None)
    if project is None or file_path.suffix not in SCRIPTS:
        return others
    docname = project.docname(str(file_path))
    ours = project.script(docname) == file_path and project.has_cells(docname)
    return [ScriptFile.from_parent(parent, path=file_path)] if ours else others


class ScriptFile(pytest.File):
    """The cells of one script, in each mode."""

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each mode and cell, named by docname, mode and cell; one alone for a script that is unreadable."""
        project = self.config.stash[PROJECT]
        docname = project.docname(str(self.path))
        try:
            script = script_of(project, docname)
        except ScriptError as error:
            # No error of the collection, which would end the run before any other script was checked.
            line = error.findings[0].place.line or 1
            yield PromiseItem.from_parent(self, name=docname, promise=(docname, "", ""), line=line)
            return
        for mode in (*modes_of(project, script), RERUN):
            for cell in script.cells:
                name = f"{docname}[{mode}-{cell.name}]"
                yield PromiseItem.from_parent(self, name=name, promise=(docname, mode, cell.name), line=cell.line)


class PromiseItem(pytest.Item):
    """One cell in one mode, at its heading; no cell in no mode for a script that cannot be read."""

    def __init__(self, promise: tuple[str, str, str], line: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.promise = promise
        self.line = line

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place of a test is its line of the script; pytest counts lines from 0."""
        return self.path, self.line - 1, self.name

    def runtest(self) -> None:
        """Fail with every report on this cell in this mode, and where it did not run for no reason that is known."""
        docname, _, cell = self.promise
        checked = self._checked()
        if own := checked.about(*self.promise):
            # Without a traceback: one into the checker helps nobody.
            pytest.fail("\n".join(map(str, own)), pytrace=False)
        if not self._ran(checked):
            if all(finding.place.docname != docname for finding in checked.findings):
                pytest.fail(f"{self.path}: cell '{cell}' was not run", pytrace=False)
            pytest.skip("not reached: another promise of this script does not hold")

    def _checked(self) -> Checked:
        """What is wrong with all collected scripts; they are run together when the first test asks."""
        stash = self.session.stash
        if CHECKED not in stash:
            docnames = {item.promise[0]: None for item in self.session.items if isinstance(item, PromiseItem)}
            stash[CHECKED] = check_scripts(self.config.stash[PROJECT], docnames, again=True)
        return stash[CHECKED]

    def _ran(self, checked: Checked) -> bool:
        """True where a record of this cell in this mode was compared."""
        docname, mode, cell = self.promise
        if mode == RERUN and docname not in checked.rerun:
            return False
        return cell in checked.cells.get(docname, {}).get(AS_WRITTEN if mode == RERUN else mode, ())
