"""How long does the checker take? For a thousand sentences, twice as many, and messages that are made to be slow."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from printproof.catalogs.catalog import Message
from printproof.catalogs.check import check
from printproof.catalogs.header import expected_header
from printproof.catalogs.writer import catalog_text
from printproof.project import Project, at

LIMIT_S = 5.0
LANGUAGE = "ko"
ENGLISH = "The function that `jit` returns reuses the **program** of call {n}, see {{ref}}`cache <cache>`."
TRANSLATED = "`jit`이 반환한 함수는 호출 {n}의 **프로그램**을 재사용합니다({{ref}}`캐시 <cache>` 참고)."
SLOW = {
    "300,000 characters in one message": "상" * 300_000,
    "5,000 nested brackets in one message": "[" * 5_000,
    "300,000 brackets in one message": "[" * 300_000,
    "300,000 stars and letters": "*a" * 150_000,
}


def measure_checker(project: Project) -> bool:
    """Print how long the checker of catalogs takes; True where it is within the limit.

    Each slow text is tried as a translation and as the English text of its entry.
    """
    times = dict(measure(project.root / "glossary.csv"))
    for name, seconds in times.items():
        print(f"{name:<52}{seconds:>7.2f} s")
    print(f"the limit is {LIMIT_S} s each")
    return max(times.values()) <= LIMIT_S


def measure(glossary: Path) -> Iterator[tuple[str, float]]:
    """Each case with the seconds one check of its project takes."""
    for count in (1_000, 2_000):
        yield f"{count:,} sentences", _seconds([_sentence(n) for n in range(count)], glossary)
    for name, text in SLOW.items():
        yield f"{name}, translated", _seconds([Message(msgid="The state.", texts=[text])], glossary)
        yield f"{name}, both", _seconds([Message(msgid=text, texts=[text])], glossary)


def _sentence(number: int) -> Message:
    """One of many sentences, no two of them equal."""
    return Message(msgid=ENGLISH.format(n=number), texts=[TRANSLATED.format(n=number)], places=["docs/page.md"])


def _seconds(messages: list[Message], glossary: Path) -> float:
    """The seconds of one check of a project that has these messages."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        project = at(Path(folder))
        path = project.locales / LANGUAGE / "LC_MESSAGES" / "page.po"
        for place in (path, project.page("page")):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("x\n", encoding="utf-8")
        path.write_text(catalog_text(expected_header(LANGUAGE), messages), encoding="utf-8")
        start = time.perf_counter()
        check(project, glossary=glossary)
        return time.perf_counter() - start
