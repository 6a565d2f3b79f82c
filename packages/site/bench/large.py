"""What does a page cost in a book of many pages? Beside one of this project as it is, from records of runs."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from gzip import compress
from pathlib import Path

from packages.site.bench.grown import grow
from packages.site.bench.measuring import copied, spent
from packages.site.bench.parts import change_sentence

from printproof_base.findings import ReportedError
from printproof_base.languages import segment
from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project
from printproof_site.search.parts import FIRST, FOLDER

ALL, SENTENCE, NOTHING = "all pages", "one sentence", "nothing"
SHOWN = 8
"""Results that a search shows at first, each of which may have its heading in a part of its own."""


class NotRunError(ReportedError):
    """A project without records of its runs, which copies of its scripts take along."""


@dataclass(frozen=True)
class Row:
    """A line of the table: what is asked, what was measured, what is allowed."""

    name: str
    measured: float
    limit: float
    unit: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is within the limit."""
        return self.measured <= self.limit

    def __str__(self) -> str:
        """The line as it is printed."""
        mark = "" if self.holds else "  above the limit"
        return f"{self.name:<56}{self.measured:>10.2f}{self.unit:<4} limit {self.limit:g}{self.unit}{mark}"


@dataclass(frozen=True)
class Book:
    """What a book costs: processor time of builds by what had changed, the most memory, a first answer of its search.

    ``memory_mb`` is that of the largest process, which builds one language; ``answer_kb`` is compressed.
    """

    pages: int
    seconds: dict[str, float]
    memory_mb: float
    answer_kb: float

    def per_page(self) -> float:
        """The processor time of a page where all are built."""
        return self.seconds[ALL] / self.pages


def measure_large(project: Project, pages: int, languages: int) -> bool:
    """Print what a book of so many pages costs; True where all is within the limits.

    Its scripts are those of the project, whose records are taken along: nothing is run. So "all pages" is what a site
    costs from clean without its runs, and the shares are larger than those of one from clean. Only lessons are copied,
    which cost more than other pages: the row of a page is above 1 also where its cost does not grow.
    Raises NotRunError where the project has no records.
    """
    small = book(project, 0, languages)
    large = book(project, pages, languages)
    rows = list(rows_of(small, large))
    print(*rows, sep="\n")
    return all(row.holds for row in rows)


def rows_of(small: Book, large: Book) -> Iterator[Row]:
    """The table."""
    beside = f"{large.pages:,} pages beside {small.pages}"
    yield Row(f"a page, {beside}", large.per_page() / small.per_page(), 1.1)
    yield Row(f"memory of a language, {large.pages:,} pages", large.memory_mb, 500, " MB")
    yield Row(f"first answer of the search, {large.pages:,} pages", large.answer_kb, 40, " KB")
    yield Row("nothing changed, of all pages anew", large.seconds[NOTHING] / large.seconds[ALL], 0.02)
    for name in (SENTENCE, NOTHING):
        yield Row(f"{name}, a page, {beside}", _share(large, small, name), 1.1)


def _share(large: Book, small: Book, name: str) -> float:
    return large.seconds[name] / large.pages / (small.seconds[name] / small.pages)


def book(project: Project, pages: int, languages: int) -> Book:
    """What a copy of a project costs that has so many pages. Raises NotRunError, and CalledProcessError."""
    with copied(project) as copy:
        runs = project.build / "runs"
        if not runs.is_dir():
            raise NotRunError.at(project.shown(runs), "no script has run", "run them: make site")
        shutil.copytree(runs, copy.build / "runs")
        grow(copy, pages, languages - 1)
        count, seconds = len(copy.pages()) * languages, {}
        for name, prepare in ((ALL, _leave), (SENTENCE, _change), (NOTHING, _leave)):
            prepare(copy)
            seconds[name] = _costs(copy)
            print(f"{count:,} pages, {name}: {seconds[name]:.2f} s of the processor", flush=True)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        return Book(count, seconds, memory, answer_kb(copy.build / "site" / segment(copy.source)))


def _leave(project: Project) -> None:
    """Change nothing."""


def _change(project: Project) -> None:
    """A sentence more: in the first catalog, or where nothing is translated at the end of a page."""
    if project.translated():
        change_sentence(project)
        return
    page = project.page(project.pages()[0])
    page.write_text(page.read_text(encoding="utf-8").rstrip() + "\n\nOne more.\n", encoding="utf-8")


def _costs(project: Project) -> float:
    before = spent()
    command = [*own_module("printproof"), "site", "build"]
    subprocess.run(command, cwd=project.root, env=own_environment(), check=True)
    return spent() - before


def answer_kb(folder: Path, word: str = "jit") -> float:
    """What a first answer of a search takes: the engine, the first part, that of a word, and the headings it shows."""
    index = (folder / FOLDER / f"{FIRST}.js").read_text(encoding="utf-8")
    starts = re.findall(r'"([^"]*)"', index.rpartition('"starts":[')[2])
    number = max(place for place, start in enumerate(starts) if start <= word[:2])
    parts = [folder / "_static/search.js", *(folder / FOLDER / f"{name}.js" for name in (FIRST, f"words-{number}"))]
    heads = sorted(map(weight_kb, (folder / FOLDER).glob("heads-*.js")), reverse=True)
    return sum(map(weight_kb, parts)) + sum(heads[:SHOWN])


def weight_kb(path: Path) -> float:
    """The size of a file as hosts send it."""
    return len(compress(path.read_bytes(), 9)) / 1024
