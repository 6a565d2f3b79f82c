"""A language of a preview never waits for ever for its process, and leaves none behind when it is closed."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from printproof_base.project import Project, at
from printproof_site.preview import language as module
from printproof_site.preview.language import LanguagePreview

SOON_S = 20.0


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with one page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Title\n", encoding="utf-8")
    return at(tmp_path)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[BaseProcess]:
    """The processes that are started instead of Sphinx: none of them ever answers."""
    found: list[BaseProcess] = []

    def start() -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        # The process must hold its end, as the real one does.
        found.append(context.Process(target=exec, args=("import time; time.sleep(600)", {"held": theirs}), daemon=True))
        found[-1].start()
        theirs.close()
        return found[-1], ours

    monkeypatch.setattr(module, "_start", start)
    return found


def soon(seen: Callable[[], bool]) -> bool:
    """Whether something comes to be seen."""
    end = time.monotonic() + SOON_S
    while not seen() and time.monotonic() < end:
        time.sleep(0.02)
    return seen()


def closes(language: LanguagePreview) -> bool:
    """Whether a language can be closed, in a thread of its own as it may hang."""
    closing = threading.Thread(target=language.close, daemon=True)
    closing.start()
    closing.join(SOON_S)
    return not closing.is_alive()


def test_a_process_that_does_not_answer_is_replaced(
    project: Project, started: list[BaseProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so, and the next saved file begins anew."""
    monkeypatch.setattr(module, "LONGEST_S", 0.3)
    language = LanguagePreview(project, "ko", lambda: None)
    try:
        assert soon(lambda: "did not answer within 0.3 s" in "".join(map(str, language.state.last.failed)))
        assert soon(lambda: not started[0].is_alive())
        language.saved([project.page("index")])
        assert soon(lambda: len(started) == 2)
    finally:
        assert closes(language)


def test_a_language_is_closed_while_its_process_does_not_answer(project: Project, started: list[BaseProcess]) -> None:
    """The process is ended, not waited for."""
    language = LanguagePreview(project, "ko", lambda: None)
    assert soon(lambda: len(started) == 1)

    assert closes(language)
    assert not started[0].is_alive()


def test_a_language_is_closed_while_its_process_begins(
    project: Project, started: list[BaseProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that begins is the one that is ended, not the one before."""
    begins, may_begin, start = threading.Event(), threading.Event(), module._start

    def slow() -> tuple[BaseProcess, Connection]:
        begins.set()
        may_begin.wait(SOON_S)
        return start()

    monkeypatch.setattr(module, "_start", slow)
    language = LanguagePreview(project, "ko", lambda: None)
    begins.wait(SOON_S)
    threading.Timer(0.3, may_begin.set).start()

    assert closes(language)
    assert [process.is_alive() for process in started] in ([], [False])
