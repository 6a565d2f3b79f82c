"""How does one language of a preview stay up to date? A process keeps it; a thread asks it, one thing at a time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from printproof.catalogs.layout import OWN_WORDS
from printproof.project import Project

QUIET_S = 1.5  # after a saved catalog, before the rest of the site follows
ENDED = {
    "failed": "the process that builds this language ended; it begins again when something is saved",
    **{"said": "", "others": False, "broken": True},
}


@dataclass
class State:
    """What a page of a preview shows of its builds: ``built`` counts them, ``written`` says when each page was."""

    built: int = 0
    failed: str = ""
    said: str = ""
    written: dict[str, int] = field(default_factory=dict)
    whole: int = 0

    def page(self, docname: str) -> int:
        """The build that wrote a page last."""
        return max(self.whole, self.written.get(docname, 0))


class Edition:
    """One language: its folder, its state, and what was saved since."""

    def __init__(self, project: Project, language: str, news: Callable[[], None]) -> None:
        self.project, self.language = project, language
        self.folder = project.build / "serve" / language
        self.state = State()
        self._news = news
        self._saved: SimpleQueue[list[Path] | None] = SimpleQueue()
        self._process: subprocess.Popen[str] | None = None
        self._broken = False
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
        """End the process of this language."""
        self._saved.put(None)
        if self._process:
            self._process.terminate()
        self._thread.join()
        self._end()

    def _follow(self) -> None:
        """Build, then follow what is saved, until there is nobody to build for."""
        self._begin()
        waiting = False
        while True:
            try:
                paths = self._saved.get(timeout=QUIET_S if waiting else None)
            except Empty:
                self._tell(self._ask({}), ())
                waiting = False
                continue
            if paths is None:
                return
            waiting = self._build(paths)

    def _begin(self) -> None:
        """Begin anew: a process keeps translations and settings for its life. What was built stays until it is."""
        self._end()
        self._process = _start()
        site = {"root": str(self.project.root), "docs": str(self.project.docs)}
        self._tell(self._ask({"site": {**site, "folder": str(self.folder), "language": self.language}}), ())

    def _end(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.stdin.close()  # type: ignore[union-attr]
            self._process.stdout.close()  # type: ignore[union-attr]
            self._process.wait()
            self._process = None

    def _build(self, paths: list[Path]) -> bool:
        """Build what saved files have changed, and say whether the rest of the site should follow."""
        docnames = [self._docname(path) for path in paths]
        if self._broken or None in docnames:
            self._begin()
            return False
        if "" in docnames:
            self._tell(self._ask({}), ())
            return False
        pages = [docname for docname in docnames if docname]
        told = [self._ask({"page": docname}) for docname in pages]
        failed = next((one for one in told if one["failed"]), told[-1])
        self._tell(failed, pages)
        if any(one["others"] for one in told):
            self._tell(self._ask({"whole": True}), ())
            return False
        return not failed["failed"]

    def _docname(self, path: Path) -> str | None:
        """The page whose catalog a file is; empty for another file, None for one that needs a new process."""
        catalogs = self.project.locales / self.language / "LC_MESSAGES"
        if path.suffix == ".po" and path.is_relative_to(catalogs) and path.is_file():
            docname = path.relative_to(catalogs).with_suffix("").as_posix()
            return None if docname == OWN_WORDS else docname if self.project.page(docname).is_file() else ""
        ours = (self.project.docs, self.project.examples, self.project.locales)
        return "" if any(path.is_relative_to(folder) for folder in ours) else None

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        assert process is not None, "it was begun"
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        found: dict[str, Any] = json.loads(line) if line else {**ENDED}
        self._broken = found["broken"]
        return found

    def _tell(self, told: dict[str, Any], pages: Iterable[str]) -> None:
        """Remember what a build said, and let those know who look at its pages."""
        state = self.state
        state.built += 1
        state.failed, state.said = told["failed"], told["said"]
        if not state.failed:
            state.written.update(dict.fromkeys(pages, state.built))
            state.whole = state.whole if pages else state.built
        self._news()


def _start() -> subprocess.Popen[str]:
    """A process that keeps one language; it knows this package, also where it is not installed."""
    env = dict(os.environ)
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), env.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "printproof.preview.resident"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env, encoding="utf-8")
