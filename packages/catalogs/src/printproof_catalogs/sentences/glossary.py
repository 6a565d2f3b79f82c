"""The glossary: words of each language for a term, what the term means, and words that every language keeps."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from printproof_base.findings import ReportedError
from printproof_base.tables import Row, read_table
from printproof_base.text import alternatives

DEFINITION = "definition"
"""The column that says what a term means; with a blank and a language behind it, in that language."""
SOURCE = ""
"""The language of the pages, among those of definitions."""


class GlossaryError(ReportedError):
    """A glossary, or the rules of a language, that cannot be read."""


@dataclass(frozen=True)
class Term:
    """One row: a term, its allowed forms per language, the best one first, and a note for translators.

    ``also`` are other words of the source that mean the term, ``definitions`` the sentences that say what it means, by
    language, that of the source by the empty name. ``line`` is the line of the file on which the row ends.
    """

    term: str
    forms: dict[str, tuple[str, ...]]
    keep: bool = False
    note: str = ""
    also: tuple[str, ...] = ()
    definitions: dict[str, str] = field(default_factory=dict)
    line: int = field(default=0, compare=False)

    @property
    def label(self) -> bool:
        """Whether the term is one only where it stands alone, as its note says with the word label."""
        return bool(re.search(r"\blabel\b", self.note))

    @property
    def word(self) -> str:
        """The term as it stands in a sentence, without the brackets that tell two senses apart."""
        return re.sub(r"\s*\([^()]*\)$", "", self.term).strip('"')  # "trace (noun)" stands as "trace"

    @property
    def listed(self) -> bool:
        """Whether readers look it up: no label of the theme, and no name that every language keeps."""
        return not self.label and any(form != self.term for forms in self.forms.values() for form in forms)

    @property
    def explained(self) -> bool:
        """Whether the glossary says what it means; only then do pages lead to it."""
        return SOURCE in self.definitions

    def name(self, language: str) -> str:
        """What a language calls it; the term itself where the language has no word for it, or is the source."""
        return next(iter(self.forms.get(language, ())), self.word)

    def meaning(self, language: str) -> str:
        """What it means, said in a language, or in that of the source where the language has no words for it."""
        return self.definitions.get(language) or self.definitions[SOURCE]

    @property
    def anchor(self) -> str:
        """The id of its place in the published glossary, the same in every language."""
        return "term-" + re.sub(r"[\W_]+", "-", self.term.lower()).strip("-")


@dataclass(frozen=True, eq=False)
class Glossary:
    """All terms, in the order of the file."""

    terms: tuple[Term, ...] = field(default=())

    # Both are asked for each sentence, of the one or two glossaries that a process reads: those may live as long.
    @lru_cache(maxsize=64)  # noqa: B019
    def keep(self, language: str) -> frozenset[str]:
        """The Latin words, in lower case, that a translation into a language may hold."""
        latin = re.compile(r"[A-Za-z][A-Za-z’'-]*")  # a Latin word in a form, such as JIT in "JIT 编译"
        kept = {term.word.lower() for term in self.terms if term.keep}
        forms = (form for term in self.terms for form in term.forms.get(language, ()))
        return frozenset(kept | {word.lower() for form in forms for word in latin.findall(form)})

    @lru_cache(maxsize=64)  # noqa: B019
    def forms(self, language: str) -> dict[str, tuple[str, ...]]:
        """The allowed forms of each term, by the term in lower case; senses of a word are joined."""
        found: dict[str, tuple[str, ...]] = {}
        for term in self.terms:
            if allowed := term.forms.get(language):
                key = term.word.lower()
                found[key] = (*found.get(key, ()), *allowed)
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _either(term.word for term in self.terms)

    @cached_property
    def _explained(self) -> tuple[re.Pattern[str], dict[str, Term]]:
        """How words that may lead to a definition look, and to which one; a word of two senses leads to none."""
        named = [(word.lower(), term) for term in self.terms for word in (term.word, *term.also)]
        senses = Counter(word for word, _ in named)
        return _either(senses), {word: term for word, term in named if term.explained and senses[word] == 1}

    def leads_to(self, term: Term) -> bool:
        """Whether some word leads to a term; none does where another row has the same words."""
        return term in self._explained[1].values()

    def explained(self, words: str) -> list[tuple[Term, int, int]]:
        """Each use in English words of a term that has a definition, and where it begins and ends."""
        pattern, terms = self._explained
        found = pattern.finditer(words) if terms else ()
        return [(terms[m[1].lower()], m.start(), m.end()) for m in found if m[1].lower() in terms]

    def spots(self, words: str) -> list[tuple[str, int, int]]:
        """Each use in English words: the term in lower case, and where it begins and ends."""
        return [(m[1].lower(), m.start(), m.end()) for m in self._pattern.finditer(words)] if self.terms else []

    @cached_property
    def _labels(self) -> frozenset[str]:
        return frozenset(term.word.lower() for term in self.terms if term.label)

    def uses(self, words: str) -> list[str]:
        """The terms that English words use, in lower case; of two that begin alike the longer."""
        alone = words.strip().lower()
        return [word for word, _, _ in self.spots(words) if word == alone or word not in self._labels]


def _either(words: Iterable[str]) -> re.Pattern[str]:
    """Any of some words where it stands as a word."""
    # Plurals count; a hyphen makes another word: "re-trace" is no use of "trace".
    return re.compile(rf"(?<![\w-])({alternatives(words)})(?:e?s)?(?![\w-])", re.IGNORECASE)


def read_glossary(path: Path, shown: object = None) -> Glossary:
    """The terms of a table: ``term``, one column per language, ``keep``, ``note``; forms are parted by ``|``.

    So are the words of ``also``. ``definition`` says in one sentence what a term means, ``definition ko`` in Korean.
    A row without forms says that its phrase is no use of a shorter term in it: "in place of" is not "in
    place". A missing file is an empty glossary; ``shown`` is the path that findings name, if another.
    Raises GlossaryError where the file is not UTF-8, or its heading or a row is not as said.
    """
    return Glossary(tuple(map(_term, read_table(path, "term", GlossaryError, shown))))


def _term(found: Row) -> Term:
    """One row as a term."""
    row = found.cells
    definitions = {name: cell.strip() for name, cell in row.items() if name.partition(" ")[0] == DEFINITION}
    languages = {name: cell for name, cell in row.items() if name not in {*definitions, "term", "keep", "note", "also"}}
    return Term(
        row["term"],
        {name: _parted(cell) for name, cell in languages.items()},
        row.get("keep", "") == "yes",
        row.get("note", ""),
        _parted(row.get("also", "")),
        {name.removeprefix(DEFINITION).strip(): cell for name, cell in definitions.items() if cell},
        found.line,
    )


def _parted(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())
