"""How soon is a saved sentence on its page? The preview beside sphinx-autobuild, by turns, in copies of the project."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from packages.site.bench.measuring import Row, all_met, copied

from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project, ProjectError
from printproof_catalogs.catalog import Message, read_catalog
from printproof_catalogs.layout import OWN_DOMAIN
from printproof_catalogs.writer import catalog_text

LIMIT = 0.2
PREVIEW = ("site", "serve")
LONGEST_S = 120.0  # the first build of a preview, on a slow machine
QUIET_S = 4.0  # before a sentence is saved: both previews have ended what they did
MARKUP = re.compile(r"[`*\[{$<&\\]")  # a sentence with any of these reads otherwise in HTML


@dataclass
class Edited:
    """A sentence of a catalog that is saved again and again, and the page where it comes to be seen."""

    catalog: Path
    msgid: str
    page: Path

    def save(self, mark: str) -> None:
        """Save the sentence with a mark at its end."""
        catalog = read_catalog(self.catalog)
        for message in catalog.messages:
            if message.msgid == self.msgid:
                message.texts = [re.sub(r" ?\(bench \d+\)$", "", message.text) + f" ({mark})"]
        text = catalog_text(catalog.header, [*catalog.messages, *catalog.obsolete], catalog.head.comments)
        self.catalog.write_text(text, encoding="utf-8")

    def seconds(self, mark: str, build: Callable[[], None] = lambda: None) -> float:
        """How long it takes from the saved sentence to the page; ``build`` is called where nothing watches.

        Raises TimeoutError where it never comes.
        """
        self.save(mark)
        begun = time.perf_counter()
        build()
        self.wait(lambda: self.page.is_file() and f"({mark})" in self.page.read_text("utf-8", "replace"))
        return time.perf_counter() - begun

    def wait(self, seen: Callable[[], bool]) -> None:
        """Wait until something is seen of the page. Raises TimeoutError where it never is."""
        end = time.perf_counter() + LONGEST_S
        while not seen():
            if time.perf_counter() > end:
                raise TimeoutError(f"{self.page}: nothing new within {LONGEST_S:.0f} s")
            time.sleep(0.005)


def measure_preview(project: Project, rounds: int) -> bool:
    """Print the time from a saved sentence to its page, beside sphinx-autobuild; True where it is within the limit.

    Raises ProjectError where nothing is translated.
    """
    language, docname, message = sentence_of(project)
    other = "sphinx-autobuild" if find_spec("sphinx_autobuild") else "python -m sphinx"
    print(f"{language} {docname}: {message.msgid[:60]!r}, saved {rounds} times, beside {other}")
    middle = statistics.median(ratios_of(project, language, docname, message, rounds))
    return all_met([Row(f"a saved sentence in the preview, of {other}", middle, LIMIT)])


def ratios_of(project: Project, language: str, docname: str, message: Message, rounds: int) -> Iterator[float]:
    """The time of our preview in that of the other, round by round; the first builds are not measured."""
    with copied(project) as one, copied(project) as two, preview(one, language), autobuild(two, language) as build:
        ours = _edited(one, language, docname, message, one.build / "serve" / language / "html")
        theirs = _edited(two, language, docname, message, two.build / "plain")
        build()
        for edited in (ours, theirs):
            edited.wait(edited.page.is_file)
        for turn in range(1, rounds + 1):
            time.sleep(QUIET_S)
            fast = ours.seconds(f"bench {turn}")
            time.sleep(QUIET_S)
            slow = theirs.seconds(f"bench {turn}", build)
            print(f"[{turn}/{rounds}] {fast:.3f} s and {slow:.3f} s: {fast / slow:.2f}", flush=True)
            yield fast / slow


def sentence_of(project: Project) -> tuple[str, str, Message]:
    """The longest plain sentence of the largest translated page. Raises ProjectError where nothing is translated."""
    paths = [path for path in project.locales.glob("*/LC_MESSAGES/**/*.po") if path.stem != OWN_DOMAIN]
    for path in sorted(paths, key=lambda path: path.stat().st_size, reverse=True):
        prose = [m for m in read_catalog(path).messages if m.current and not MARKUP.search(m.msgid + m.text)]
        prose = [m for m in prose if any(place.endswith(".md") for place in m.places)]
        if prose:
            language = path.relative_to(project.locales).parts[0]
            docname = path.relative_to(project.locales / language / "LC_MESSAGES").with_suffix("").as_posix()
            return language, docname, max(prose, key=lambda message: len(message.msgid))
    raise ProjectError.at(
        project.shown(project.locales), "no translated sentence to save", "start a language: make new"
    )


def _edited(project: Project, language: str, docname: str, message: Message, html: Path) -> Edited:
    catalog = project.locales / language / "LC_MESSAGES" / f"{docname}.po"
    return Edited(catalog, message.msgid, html / f"{docname}.html")


@contextmanager
def preview(project: Project, language: str) -> Iterator[None]:
    """Our preview of a language."""
    with _running(project, [*own_module("printproof"), *PREVIEW, language, "--port", "0"]):
        yield


@contextmanager
def autobuild(project: Project, language: str) -> Iterator[Callable[[], None]]:
    """The preview of sphinx-autobuild; where it is not installed, what builds by hand as it does each time."""
    where = ["-c", str(project.root), "-d", str(project.build / "doctrees"), str(project.docs)]
    plain = ["-q", "-D", f"language={language}", *where, str(project.build / "plain")]
    if find_spec("sphinx_autobuild"):
        command = [sys.executable, "-m", "sphinx_autobuild", "--port", "0", "--watch", str(project.locales)]
        with _running(project, [*command, *plain]):
            yield lambda: None
    else:
        command = [sys.executable, "-m", "sphinx", "-b", "html", *plain]
        quiet = subprocess.DEVNULL

        def build() -> None:
            subprocess.run(command, cwd=project.root, env=own_environment(), stderr=quiet, check=False)

        yield build


@contextmanager
def _running(project: Project, command: list[str]) -> Iterator[None]:
    """A process that is ended with what it began."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=project.root, env=own_environment(), stdout=quiet, stderr=quiet) as process:
        try:
            yield
        finally:
            process.terminate()
