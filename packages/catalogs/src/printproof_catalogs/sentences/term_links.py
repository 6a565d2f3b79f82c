"""First uses of explained terms on a page, found paragraph by paragraph."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from printproof_base.languages import language_data
from printproof_catalogs.sentences.glossary import Glossary, Term
from printproof_catalogs.sentences.sentence import read_sentence


class Spot(NamedTuple):
    """A use of a term: in which of some texts, from where to where."""

    text: int
    start: int
    end: int
    term: Term


class FirstUses:
    """The terms with a definition that a page has not used yet."""

    def __init__(self, glossary: Glossary, language: str) -> None:
        self._glossary, self._language = glossary, language
        self._used: set[str] = set()

    def take(self, texts: Sequence[str], english: str | None) -> list[Spot]:
        """The first uses in the texts of a paragraph, in order; each term is given once for a page.

        ``english`` is the message that the texts translate, None where they are English themselves. A translated
        term is one of its allowed forms in a paragraph whose English uses the term.
        """
        return sorted(self._english(texts) if english is None else self._translated(texts, english))

    def _english(self, texts: Sequence[str]) -> Iterator[Spot]:
        for number, text in enumerate(texts):
            for term, start, end in self._glossary.explained(text):
                if term.term not in self._used:
                    self._used.add(term.term)
                    yield Spot(number, start, end, term)

    def _translated(self, texts: Sequence[str], english: str) -> Iterator[Spot]:
        used = {term.term: term for term, _, _ in self._glossary.explained(read_sentence(english).shown)}
        forms = {name: term.forms.get(self._language, ()) for name, term in used.items() if name not in self._used}
        taken: list[Spot] = []
        # The term with the longest form first: a shorter one may be part of it.
        for name in sorted(forms, key=lambda name: (-max(map(len, forms[name]), default=0), name)):
            found = (_find(texts, _pattern(form, self._language), taken) for form in forms[name])
            if spots := [spot for spot in found if spot]:
                self._used.add(name)
                taken.append(Spot(*min(spots), used[name]))
        yield from taken


def _find(texts: Sequence[str], form: re.Pattern[str], taken: Sequence[Spot]) -> tuple[int, int, int] | None:
    """The first place of a form that no longer one has taken."""
    for number, text in enumerate(texts):
        for match in form.finditer(text):
            start, end = match.span()
            if not any(s.text == number and s.start < end and start < s.end for s in taken):
                return number, start, end
    return None


@lru_cache(maxsize=1024)
def _pattern(form: str, language: str) -> re.Pattern[str]:
    """A form where it is a word: no part of a longer one, as far as the letters of the language show."""
    own = language_data(language).get("terms", {})
    letters = own.get("letters", "")
    first, last = (bool(letters and re.match(f"[{letters}]", form[end])) for end in (0, -1))
    # Latin words end where another character follows, in every language.
    before = "(?<![A-Za-z0-9_])" if form[0].isascii() else ""
    after = "(?![A-Za-z0-9_])" if form[-1].isascii() else ""
    if first and own.get("never_after_letter", False):
        before = f"(?<![{letters}])"
    if last and len(form) == 1:  # a single letter is part of most words that it stands in
        after = f"(?=[^{letters}]|$|{own.get('behind_one_letter', '(?!)')})"
    return re.compile(before + re.escape(form) + after, re.IGNORECASE)
