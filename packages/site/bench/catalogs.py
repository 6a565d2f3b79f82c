"""How long does the checker take? For a thousand sentences, twice as many, and for messages made to be slow."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from packages.site.bench.measuring import Row, all_met

from printproof_base.project import Project, at
from printproof_catalogs.catalog import Message
from printproof_catalogs.check import check
from printproof_catalogs.layout import catalogs_of
from printproof_catalogs.writer import catalog_text, expected_header

LIMIT_S = 5.0
SLOW = {
    "300,000 characters in one message": "上" * 300_000,
    "5,000 nested brackets in one message": "[" * 5_000,
    "300,000 brackets in one message": "[" * 300_000,
    "300,000 stars and letters": "*a" * 150_000,
}


def measure_checker(project: Project) -> bool:
    """Print how long the checker of catalogs takes; True where it is within the limit.

    Each slow text is tried as a translation and as the English text of its entry.
    """
    return all_met(Row(name, seconds, LIMIT_S, " s") for name, seconds in measure(project))


def measure(project: Project) -> Iterator[tuple[str, float]]:
    """Each case with the seconds one check takes, in the first language of a project that has catalogs."""
    language, glossary = project.translated()[0], project.glossary
    for count in (1_000, 2_000):
        yield f"{count:,} sentences", _seconds(_sentences(project, language, count), language, glossary)
    for name, text in SLOW.items():
        for which, msgid in (("translated", "The state."), ("both", text)):
            yield f"{name}, {which}", _seconds([Message(msgid=msgid, texts=[text])], language, glossary)


def _sentences(project: Project, language: str, count: int) -> list[Message]:
    """So many messages of a project in turn, each with a number behind it, as no two of them may be equal."""
    known = [m for place in catalogs_of(project, [language]) for m in place.read().messages if m.current]
    turns = enumerate(islice(cycle(known), count))
    return [replace(m, msgid=f"{m.msgid} {n}", texts=[f"{m.text} {n}"], plural=None) for n, m in turns]


def _seconds(messages: list[Message], language: str, glossary: Path) -> float:
    """The seconds that one check of a project takes that has these messages."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        project = at(Path(folder))
        path = project.locales / language / "LC_MESSAGES" / "page.po"
        for place in (path, project.page("page")):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("x\n", encoding="utf-8")
        path.write_text(catalog_text(expected_header(language), messages), encoding="utf-8")
        if glossary.is_file():
            shutil.copy(glossary, project.glossary)
        start = time.perf_counter()
        check(project)
        return time.perf_counter() - start
