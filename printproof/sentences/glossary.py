"""Which words a language uses for a term, and which words every language keeps."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path


class GlossaryError(ValueError):
    """A glossary that cannot be read: file, line, what is wrong and what is expected."""


@dataclass(frozen=True)
class Term:
    """One row: a term, its allowed forms per language, the best one first, and a note for translators."""

    term: str
    forms: dict[str, tuple[str, ...]]
    keep: bool = False
    note: str = ""

    @property
    def label(self) -> bool:
        """Whether the term is one only where it stands alone, as its note says with the word label."""
        return bool(re.search(r"\blabel\b", self.note))

    @property
    def word(self) -> str:
        """The term as it stands in a sentence, without the remark that tells two senses apart."""
        return re.sub(r"\s*\([^()]*\)$", "", self.term).strip('"')

    @property
    def listed(self) -> bool:
        """Whether readers look it up: no label of the theme, and no name that every language keeps."""
        return not self.label and any(form != self.term for forms in self.forms.values() for form in forms)

    @property
    def anchor(self) -> str:
        """The id of its row in the published glossary, the same in every language."""
        return "term-" + re.sub(r"[^a-z0-9]+", "-", self.term.lower()).strip("-")


@dataclass(frozen=True, eq=False)
class Glossary:
    """All terms, in the order of the file."""

    terms: tuple[Term, ...] = field(default=())

    def keep(self, language: str) -> frozenset[str]:
        """Give, in lower case, the Latin words that a translation into a language may hold."""
        return _kept(self, language)

    def forms(self, language: str) -> dict[str, tuple[str, ...]]:
        """Give the allowed forms of each term, by the term in lower case; senses of a word are joined."""
        return _forms(self, language)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = sorted({term.word for term in self.terms}, key=lambda word: (-len(word), word))
        either = "|".join(re.escape(word) for word in words)
        return re.compile(rf"(?<![\w-])({either})(?:e?s)?(?![\w-])", re.IGNORECASE)

    def spots(self, words: str) -> list[tuple[str, int, int]]:
        """Give each use in English words: the term in lower case, and where it begins and ends."""
        return [(m[1].lower(), m.start(), m.end()) for m in self._pattern.finditer(words)] if self.terms else []

    @cached_property
    def _labels(self) -> frozenset[str]:
        return frozenset(term.word.lower() for term in self.terms if term.label)

    def uses(self, words: str) -> list[str]:
        """Give the terms that English words use, longest first choice, in lower case."""
        if not self.terms:
            return []
        found = [match[1].lower() for match in self._pattern.finditer(words)]
        alone = words.strip().lower()
        return [word for word in found if word == alone or word not in self._labels]


@lru_cache(maxsize=64)
def _forms(glossary: Glossary, language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for term in glossary.terms:
        if allowed := term.forms.get(language):
            key = term.word.lower()
            found[key] = (*found.get(key, ()), *allowed)
    return found


@lru_cache(maxsize=64)
def _kept(glossary: Glossary, language: str) -> frozenset[str]:
    terms = glossary.terms
    latin = re.compile(r"[A-Za-z][A-Za-z’'-]*")
    kept = {term.word.lower() for term in terms if term.keep}
    forms = (form for term in terms for form in term.forms.get(language, ()))
    return frozenset(kept | {word.lower() for form in forms for word in latin.findall(form)})


def read_glossary(path: Path) -> Glossary:
    """Read a glossary: ``term``, one column per language, ``keep``, ``note``; forms are parted by ``|``.

    A row without forms says that its phrase is no use of a shorter term in it: "in place of" is not "in
    place". A missing file is an empty glossary. Raises GlossaryError where a row or the heading is not as said.
    """
    if not path.is_file():
        return Glossary()
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, strict=True)
        if not rows.fieldnames or rows.fieldnames[0] != "term":
            raise GlossaryError(f"{path}:1: the heading does not begin with 'term'; see its first line in git")
        try:
            return Glossary(tuple(_term(row, path, rows.line_num) for row in rows))
        except csv.Error as error:
            raise GlossaryError(f"{path}:{rows.line_num}: not a table: {error}; quote cells with commas") from None


def _term(row: dict[str, str], path: Path, line: int) -> Term:
    """Make one row a term."""
    if None in row or None in row.values() or not row["term"].strip():
        raise GlossaryError(f"{path}:{line}: not as many cells as the heading; quote cells with commas")
    languages = {name: cell for name, cell in row.items() if name not in {"term", "keep", "note"}}
    forms = {name: tuple(f.strip() for f in cell.split("|") if f.strip()) for name, cell in languages.items()}
    return Term(row["term"], forms, row.get("keep", "") == "yes", row.get("note", ""))
