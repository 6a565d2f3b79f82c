"""The ways in which a script is run to be explained, each in a process of its own, and what each of them did."""

import os
import platform
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from printproof.explain.reading import Source, as_cells, line_of, read
from printproof.runs.libraries import JAX
from printproof.runs.perturbed_environment import perturbed_variables
from printproof.runs.record import CellRun, Job, Outcome, Record, read_record
from printproof.runs.schedule import jobs_of, run_jobs, versions_with
from printproof.scripts.loading import load_script
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF
from printproof.scripts.script import Script
from printproof_base.project import Project

WRITTEN, OFF, AGAIN, WATCHED, WIDE = "written", "jit_off", "again", "watched", "wide"
"""As it is; without jit; a second time, as somebody else on another day; with nothing left pending or shared, while
JAX says why it traces; and with numbers of 64 bits."""

OLDER = "AVX"
"""Instructions without the fused multiply-add that those of the other ways have."""

MARK = "BUFFER CHANGED "
"""What begins a line on stderr of the watched way that says, as JSON, which memory was changed where."""

BEFORE = {
    WATCHED: f"""exec("import sys; from printproof.explain.watching import watch; "
     "watch(sys._getframe(1).f_code.co_filename, {MARK!r})", {{}})\n""",
    WIDE: """exec('import jax; jax.config.update("jax_enable_x64", True)', {})\n""",
}
"""What is run before the script."""


@dataclass(frozen=True)
class Ways:
    """What a script did in each way up to its first error, and how those ended that left no record.

    ``source`` is the script as it was named, ``scripts`` what was made of it for each way.
    """

    source: Source
    scripts: Mapping[str, Script]
    records: Mapping[str, Record]
    ended: Mapping[str, Outcome] = field(default_factory=dict)

    def cell(self, way: str, cell: CellRun) -> CellRun | None:
        """What a cell did in another way, None where that was not seen."""
        return self.records[way].cell(cell.name) if way in self.records else None


def shown(cell: CellRun) -> tuple[str, ...]:
    """What an author sees of a cell: what it prints and, of a notebook, the value in which it ends."""
    return cell.printed + cell.value_lines


def run_ways(
    paths: Sequence[Path], arguments: list[str], limit_s: float, progress: Callable[[str], None]
) -> Iterator[Ways]:
    """Run scripts in every way, one without JAX in two. Raises RunError where one cannot be read."""
    with tempfile.TemporaryDirectory(prefix="explain-") as place:
        folder = Path(place)
        sources = list(map(read, paths))
        made = [_made(folder / str(number), source, arguments) for number, source in enumerate(sources)]
        jobs = [replace(job, limit_s=limit_s) for one in made for _, job in one.values()]
        # Two times, as the second run has an environment of its own.
        failed = [*run_jobs([job for job in jobs if not job.moved], os.environ, progress)]
        failed += run_jobs([job for job in jobs if job.moved], _elsewhere(folder), progress)
        found = {outcome.docname: outcome for outcome in failed}
        for source, one in zip(sources, made, strict=True):
            ended = {name: found[job.docname] for name, (_, job) in one.items() if job.docname in found}
            left = [(name, script, job.record) for name, (script, job) in one.items() if name not in ended]
            records = {name: _until_error(read_record(Path(path)), script, source) for name, script, path in left}
            yield Ways(source, {name: script for name, (script, _) in one.items()}, records, ended)


def _elsewhere(folder: Path) -> dict[str, str]:
    """The environment of the second time: another person's, on an older processor, which rounds sums otherwise."""
    environ = perturbed_variables(os.environ, folder)
    if platform.machine().lower() in {"x86_64", "amd64"}:
        environ["XLA_FLAGS"] = f"{environ.get('XLA_FLAGS', '')} --xla_cpu_max_isa={OLDER}".strip()
    return environ


def _made(folder: Path, source: Source, arguments: list[str]) -> dict[str, tuple[Script, Job]]:
    """A script of our own for each way, in a folder of its own, with its job."""
    # Only to find what the script imports: its folder is the root, and nothing is kept there.
    project = Project(source.path.resolve().parent, folder, folder, folder, folder)
    written = _script(folder, source, arguments, WRITTEN)
    names = (WRITTEN, OFF, AGAIN, WATCHED, WIDE) if JAX in versions_with(project, written) else (WRITTEN, AGAIN)
    scripts = {name: _script(folder, source, arguments, name) for name in names}
    found = {}
    for name, script in scripts.items():
        job, docname = jobs_of(project, script)[0], f"{folder.name}/{name}"
        mode = JIT_OFF if name == OFF else AS_WRITTEN
        # Without the root: nobody asks again whether the record is current.
        found[name] = script, replace(job, docname=docname, mode=mode, moved=name == AGAIN, root="")
    return found


def _script(folder: Path, source: Source, arguments: list[str], name: str) -> Script:
    file = folder / f"{name}.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(as_cells(source, arguments, BEFORE.get(name, "")), encoding="utf-8")
    return load_script(file, file, name)


def _until_error(record: Record, script: Script, source: Source) -> Record:
    """A script ends with its first error, and a run goes on; what was put before the script is left out.

    What it prints of its own file is what it would print if it were run by itself.
    """

    def named(found: re.Match[str]) -> str:
        if not found["line"]:
            return str(source.path)
        cell, line = script.in_cell(int(found["line"]))
        return str(source.place(line_of(cell) + line - 1))

    own = re.compile(rf"{re.escape(str(script.path))}(?::(?P<line>\d+))?")
    ends = (n for n, cell in enumerate(record.cells, 1) if cell.error and not source.goes_on(line_of(cell.name)))
    cells = record.cells[: next(ends, None)]
    shown = (replace(cell, stdout=own.sub(named, cell.stdout)) for cell in cells if line_of(cell.name))
    return replace(record, mode=AS_WRITTEN, cells=tuple(shown))
