"""English is easy to follow, and so is a lesson: short sentences, short cells, the time that it says it takes."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from printproof.scripts.loading import load_script
from printproof.scripts.script import Cell
from printproof_catalogs.catalog import read_catalog
from printproof_catalogs.sentences.sentence import CODE, TITLE, read_sentence
from support.built import ROOT

MOST_WORDS = 30  # of a sentence with its reason, where a word of code is one word
MOST_LINES = 15  # of a cell in a lesson, empty ones not counted

WORDS_A_MINUTE = 100  # with the outputs between them
LINES_A_MINUTE = 45
TRIED = 4  # minutes that a reader needs for a prediction and the exercise

# A sentence ends at its mark, and what begins the next one is no small letter; "e.g. this" and "jax.jit" end nothing.
END = re.compile(r"(?<=[.?!:])[\"”)]?\s+(?=[^\sa-z])")
WORD = re.compile(rf"[\w{CODE}{TITLE}](?:[\w{CODE}{TITLE}’'.,/-]*[\w{CODE}{TITLE}])?")

LESSONS = sorted((ROOT / "docs" / "guide").glob("*.md"))
CATALOG = min((ROOT / "locales").iterdir()) / "LC_MESSAGES"
CATALOGS = sorted(CATALOG.rglob("*.po"))
"""Those of one language: the English in them is current, which a test of catalogs holds."""


def cells_of(lesson: Path) -> Sequence[Cell]:
    """The cells that a lesson shows."""
    return load_script(ROOT / "examples" / lesson.relative_to(ROOT / "docs").with_suffix(".py")).cells


def lines(cell: Cell) -> int:
    """How many lines of a cell are not empty."""
    return len([line for line in cell.code.splitlines() if line.strip()])


def read_lines(lesson: Path) -> int:
    """How many lines of code a reader of a lesson reads: of a variant those that the cell above it does not have."""
    shown = lesson.read_text(encoding="utf-8")
    variants = set(re.findall(r"^:example: (\S+)\n(?::[a-z]+: .+\n)*?:variant:", shown, re.MULTILINE))
    cells = cells_of(lesson)
    above = [set(), *(set(cell.code.splitlines()) for cell in cells)]
    changed = (len(set(cell.code.splitlines()) - known) for cell, known in zip(cells, above, strict=False))
    return sum(new if cell.name in variants else lines(cell) for cell, new in zip(cells, changed, strict=True))


def read_words(lesson: Path) -> int:
    """How many words a reader of a lesson reads: not the labels of code, nor what stands in the place of a picture."""
    unseen = set(re.findall(r"^:alt: (.+)$", lesson.read_text(encoding="utf-8"), re.MULTILINE))
    messages = read_catalog(CATALOG / lesson.relative_to(ROOT / "docs").with_suffix(".po")).messages
    prose = [one.msgid for one in messages if not all(place.startswith("examples/") for place in one.places)]
    return sum(len(WORD.findall(read_sentence(text).words)) for text in prose if text not in unseen)


def long_sentences(text: str) -> list[str]:
    """The sentences of a message that have too many words."""
    return [sentence for sentence in END.split(read_sentence(text).shown) if len(WORD.findall(sentence)) > MOST_WORDS]


def test_an_english_sentence_has_at_most_30_words() -> None:
    """On every page, and among the words of the package."""
    messages = [(path.stem, message.msgid) for path in CATALOGS for message in read_catalog(path).messages]

    assert [(name, found) for name, text in messages for found in long_sentences(text)] == []


@pytest.mark.parametrize("words", ["one two " * 15 + "three", "see `a.b` and {doc}`x` " + "or so " * 13 + "or"])
def test_one_word_more_than_30_is_found(words: str) -> None:
    """A word of code and a title count as one word each."""
    assert len(long_sentences(f"Short one. {words.strip().capitalize()}.")) == 1


def test_words_in_the_place_of_a_picture_take_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sees the picture does not read them, and who hears them does not look at it; its caption is read."""
    page, catalog = tmp_path / "docs" / "guide" / "page.md", tmp_path / "guide" / "page.po"
    page.parent.mkdir(parents=True)
    catalog.parent.mkdir()
    page.write_text("```{diagram} flow\n:alt: An arrow leads from a to b.\n\n`a` -> `b`\n\nA caption\n```\n")
    texts = ["An arrow leads from a to b.", "A caption"]
    messages = [f'#: docs/guide/page.md:1\nmsgid "{text}"\nmsgstr ""\n' for text in texts]
    catalog.write_text("\n".join(['msgid ""\nmsgstr "Language: ko\\n"\n', *messages]))
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    monkeypatch.setitem(globals(), "CATALOG", tmp_path)

    assert read_words(page) == 2


def test_a_cell_of_a_lesson_has_at_most_15_lines() -> None:
    """A learner sees a cell whole on a phone."""
    cells = [(lesson.stem, cell) for lesson in LESSONS for cell in cells_of(lesson)]

    assert [(name, cell.name) for name, cell in cells if lines(cell) > MOST_LINES] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_says_how_long_it_takes(lesson: Path) -> None:
    """From 10 to 20 minutes: its words and its lines of code, and what a reader tries, give or take one."""
    minutes = round(TRIED + read_words(lesson) / WORDS_A_MINUTE + read_lines(lesson) / LINES_A_MINUTE)
    said = re.search(r"^minutes: (\d+)$", lesson.read_text(encoding="utf-8"), re.MULTILINE)

    assert said is not None
    assert 10 <= minutes <= 20
    assert abs(int(said[1]) - minutes) <= 1, f"{lesson.name}: minutes: {minutes}"
