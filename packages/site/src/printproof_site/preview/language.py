"""How does one language of a preview stay up to date? A process builds it; one thread asks it, one thing at a time."""

import multiprocessing
import shutil
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import Empty, SimpleQueue

from printproof_base.project import Project
from printproof_catalogs.layout import OWN_DOMAIN
from printproof_site.preview.worker import BuildPage, BuildRest, Built, Request, Start, failure, serve

QUIET_S = 1.5  # after a saved catalog, before the rest of the site follows: a translator saves again meanwhile
LONGEST_S = 300.0  # a whole site of a thousand pages is built in less; what takes longer hangs

PROCESSES: SpawnContext | ForkServerContext = multiprocessing.get_context("spawn")
"""How the process of a language is started: a fork of one with threads may hang."""

SETTINGS = (".py", ".toml", ".csv", ".txt")
"""Files of the root that a build reads as it begins: settings, the glossary, the words of the search, the locks."""


@dataclass
class State:
    """What a page of a preview shows of its builds.

    ``built`` counts them, ``written`` is the build that wrote each page, ``whole`` the last one that wrote all pages;
    ``last`` is what came of the last one.
    """

    built: int = 0
    last: Built = field(default_factory=Built)
    written: dict[str, int] = field(default_factory=dict)
    whole: int = 0

    def page(self, docname: str) -> int:
        """The build that wrote a page last."""
        return max(self.whole, self.written.get(docname, 0))


class LanguagePreview:
    """One language: its folder, its state, and what was saved since; ``on_built`` is called after each build."""

    def __init__(self, project: Project, language: str, on_built: Callable[[], None]) -> None:
        self.project, self.language = project, language
        self.folder = project.build / "serve" / language
        self.state = State()
        self._on_built = on_built
        self._saved: SimpleQueue[list[Path]] = SimpleQueue()
        # The thread alone starts a process and waits for it; the lock lets `close` end the one that there is.
        self._lock = threading.Lock()
        self._closed = False
        self._process: tuple[BaseProcess, Connection] | None = None
        shutil.rmtree(self.folder, ignore_errors=True)
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    @property
    def html(self) -> Path:
        """The folder of the built pages."""
        return self.folder / "html"

    def saved(self, paths: Iterable[Path]) -> None:
        """Take note of saved files."""
        self._saved.put(list(paths))

    def close(self) -> None:
        """End the process of this language, also while it begins or builds."""
        with self._lock:
            self._closed = True
            if self._process:
                self._process[0].terminate()
        self._saved.put([])  # wakes the thread
        self._thread.join()
        self._end()

    def _follow(self) -> None:
        """Build, then follow what is saved, until the preview is closed."""
        self._begin()
        waiting = False
        while not self._closed:
            try:
                waiting = self._build(self._saved.get(timeout=QUIET_S if waiting else None))
            except Empty:
                self._record(self._ask(BuildRest()))
                waiting = False

    def _begin(self) -> None:
        """Begin anew: a process keeps translations and settings for its life. What was built stays until it is."""
        self._end()
        with self._lock:
            if self._closed:
                return
            self._process = _start()
        self._record(self._ask(Start(self.project, self.folder, self.language)))

    def _end(self) -> None:
        with self._lock:
            former, self._process = self._process, None
        if former:
            process, connection = former
            process.terminate()
            process.join()
            connection.close()

    def _build(self, paths: list[Path]) -> bool:
        """Build what saved files have changed; True where the rest of the site should follow."""
        requests = [self._request(path) for path in paths]
        if requests and (self.state.last.broken or None in requests):
            self._begin()
        elif any(isinstance(request, BuildRest) for request in requests):
            self._record(self._ask(BuildRest()))
        elif pages := [request for request in requests if isinstance(request, BuildPage)]:
            answers = [self._ask(page) for page in pages]
            built = next((one for one in answers if one.failed), answers[-1])
            self._record(built, [page.docname for page in pages])
            if not any(one.others for one in answers):
                return not built.failed
            self._record(self._ask(BuildRest(whole=True)))
        return False

    def _request(self, path: Path) -> BuildPage | BuildRest | None:
        """What brings the pages up to date with a saved file; None where it takes a new process."""
        catalogs = self.project.locales / self.language / "LC_MESSAGES"
        if path.suffix == ".po" and path.is_relative_to(catalogs) and path.is_file():
            docname = path.relative_to(catalogs).with_suffix("").as_posix()
            # The words of the theme are loaded as Sphinx begins, and kept for the life of its process.
            if docname == OWN_DOMAIN:
                return None
            return BuildPage(docname) if self.project.page(docname).is_file() else BuildRest()
        if path == self.project.conf or (path.parent == self.project.root and path.suffix in SETTINGS):
            return None
        ours = (self.project.docs, self.project.examples, self.project.locales)
        return BuildRest() if any(path.is_relative_to(folder) for folder in ours) else None

    def _ask(self, request: Request) -> Built:
        """What came of a request; where the process ends or does not answer, the next build begins anew."""
        if self._process is None:
            return Built(broken=True)
        process, connection = self._process
        fact = "ended"
        try:
            connection.send(request)
            if connection.poll(LONGEST_S):
                built: Built = connection.recv()
                return built
            fact = f"did not answer within {LONGEST_S:g} s"
            process.kill()
        except (EOFError, OSError):  # the other end of the connection is closed
            pass
        cure = "it begins again when something is saved"
        return Built((failure(f"the process that builds this language {fact}", cure),), broken=True)

    def _record(self, built: Built, docnames: Iterable[str] = ()) -> None:
        """Remember what came of a build, of some pages or of all, and let those know who look at them."""
        state = self.state
        state.built += 1
        state.last = built
        if not built.failed:
            state.written.update(dict.fromkeys(docnames, state.built))
            state.whole = state.whole if docnames else state.built
        self._on_built()


def _start() -> tuple[BaseProcess, Connection]:
    ours, theirs = PROCESSES.Pipe()
    process = PROCESSES.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    theirs.close()  # the process alone holds its end, so that we notice when it ends
    return process, ours
