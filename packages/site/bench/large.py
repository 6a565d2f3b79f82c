"""What does a page cost in a book of many pages? Beside one of this project as it is, from records of runs."""

from __future__ import annotations

import json
import resource
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from gzip import compress
from pathlib import Path

from packages.site.bench.grown import grow
from packages.site.bench.measuring import Row, all_met, build_site, copied
from packages.site.bench.parts import change_sentence

from printproof_base.findings import ReportedError
from printproof_base.languages import segment
from printproof_base.project import Project
from printproof_site.search.parts import FIRST, FOLDER

ALL, SENTENCE, NOTHING = "all pages", "one sentence", "nothing"
SHOWN, MOST_PARTS = 8, 16
"""Results that a search shows at first, each of which may have its heading in a part of its own, and the parts that it
loads for the names that begin as a word does."""
ASKED = ("jit", "re", "co", "th")
"""A word, and beginnings that very many words have."""


class NotRunError(ReportedError):
    """A project without records of its runs, which copies of its scripts take along."""


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

    def between(self, other: Book) -> Book:
        """The same book measured twice: the middle of what its builds took."""
        return replace(self, seconds={name: (one + other.seconds[name]) / 2 for name, one in self.seconds.items()})

    def per_added(self, smaller: Book) -> float:
        """The processor time of a page that a smaller book lacks."""
        return (self.seconds[ALL] - smaller.seconds[ALL]) / (self.pages - smaller.pages)


def measure_large(project: Project, pages: int, languages: int) -> bool:
    """Print what a book of so many pages costs; True where all is within the limits.

    Its scripts are those of the project, whose records are taken along: nothing is run. So "all pages" is what a site
    costs from clean without its runs, and the shares are larger than those of one from clean. Only lessons are copied,
    which cost more than other pages: whether a page costs more in a larger book is said by the pages that are added.
    The smaller books are measured before and after, as on a busy machine the same work takes more of the processor.
    Raises NotRunError where the project has no records.
    """
    own = len(project.pages())
    one, two, large, *after = (book(project, count, languages) for count in (own, 2 * own, pages, own, 2 * own))
    small, twice = map(Book.between, (one, two), after)
    return all_met(rows_of(small, twice, large))


def rows_of(small: Book, twice: Book, large: Book) -> Iterator[Row]:
    """The table."""
    beside = f"{large.pages:,} pages beside {small.pages}"
    lesson = twice.per_added(small)
    reason = f"each that is added is a lesson, which costs {lesson / small.per_page():.2f} of a page of {small.pages}"
    yield Row(f"a page, {beside}", large.per_page() / small.per_page(), 1.1, reason=reason)
    added = f"an added page, up to {large.pages:,} beside up to {twice.pages}"
    yield Row(added, large.per_added(small) / lesson, 1.1)
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
            seconds[name] = build_site(copy)
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


def answer_kb(folder: Path) -> float:
    """What the heaviest first answer takes: the engine, the first part, those of a word, and the headings it shows."""
    index = (folder / FOLDER / f"{FIRST}.js").read_text(encoding="utf-8")
    starts = json.loads(index.partition(",")[2].removesuffix(")"))["words"]
    heads = sorted(map(weight_kb, (folder / FOLDER).glob("heads-*.js")), reverse=True)
    engine = sum(map(weight_kb, (folder / "_static/search.js", folder / FOLDER / f"{FIRST}.js")))
    words = (sum(weight_kb(folder / FOLDER / f"words-{n}.js") for n in _parts(starts, word)) for word in ASKED)
    return engine + max(words) + sum(heads[:SHOWN])


def _parts(starts: Sequence[str], word: str) -> range:
    """The numbers of the parts that the engine loads for a word."""
    first = max(number for number, start in enumerate(starts) if start <= word)
    last = max([first, *(number for number, start in enumerate(starts) if start.startswith(word))])
    return range(first, last + 1)[:MOST_PARTS]


def weight_kb(path: Path) -> float:
    """The size of a file as hosts send it."""
    return len(compress(path.read_bytes(), 9)) / 1024
