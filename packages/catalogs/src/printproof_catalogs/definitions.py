"""The rules for definitions of terms: each in every language, in one sentence that is a sound translation."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from printproof_base.findings import Finding, Place
from printproof_base.project import STYLE
from printproof_catalogs.sentences.glossary import SOURCE, Glossary, Term
from printproof_catalogs.sentences.rules import Pair, check_pair, check_size
from printproof_catalogs.sentences.rules.pair import error, warning
from printproof_catalogs.sentences.sentence import read_sentence

LONGEST = 25
"""Words of a definition: it is read in passing."""


def check_definitions(
    glossary: Glossary, languages: Collection[str], shown: str, style: frozenset[str] = frozenset(STYLE)
) -> Iterator[Finding]:
    """The findings in the definitions of a glossary for some languages; ``shown`` is the path that they name."""
    for term in glossary.terms:
        for finding in _check_term(term, glossary, languages, style):
            yield replace(finding, place=Place(shown, term.line))
    explained = [term for term in glossary.terms if term.explained]
    for language in languages:
        without = [term for term in explained if language not in term.definitions]
        if without:
            fact = (
                f"{len(without)} of {len(explained)} terms have no definition in {language}, {without[0].term!r} first"
            )
            yield replace(warning("definition", fact, "readers see English"), place=Place(shown, without[0].line))


def _check_term(term: Term, glossary: Glossary, languages: Collection[str], style: frozenset[str]) -> Iterator[Finding]:
    english = term.definitions.get(SOURCE, "")
    if not english and term.definitions:
        fact = f"{term.term!r} has a definition in {next(iter(term.definitions))} and none in the language of the pages"
        yield error("definition", fact, "write that one first")
        return
    if english:
        yield from _check_english(term.term, english)
        if not glossary.leads_to(term):
            yield warning("definition", f"no page leads to what {term.term!r} means", "its word is that of another row")
    for language in languages:
        text = term.definitions.get(language, "")
        if text and not (oversized := list(check_size(english, text))):
            yield from check_pair(Pair(read_sentence(english), read_sentence(text), language, glossary, style=style))
        elif text:
            yield from oversized


def _check_english(term: str, text: str) -> Iterator[Finding]:
    """What makes a definition more than one short sentence, or none."""
    if not text.endswith(".") or ". " in text:
        yield error("definition", f"what {term!r} means is not one sentence", "end it with its only full stop")
    if (count := len(text.split())) > LONGEST:
        yield warning("definition", f"what {term!r} means has {count} words", f"use {LONGEST} at most")
