"""Rules for marks, spaces and particles, as the file of a language in ``languages/`` has them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from printproof_base.findings import Finding
from printproof_base.languages import language_data
from printproof_base.text import alternatives
from printproof_catalogs.sentences.glossary import GlossaryError
from printproof_catalogs.sentences.rules.pair import Pair, quoted, warning
from printproof_catalogs.sentences.sentence import CODE, TITLE

# A class of characters in a pattern, such as <han>; no name that the file does not define.
_CLASS = re.compile(r"(?<!\?P)<([a-z]+)>")


@dataclass(frozen=True)
class Typography:
    """The rules of a language.

    ``rules`` are patterns that must not be seen, each with its cure; ``particles`` are those that fit after each
    digit, as the digit is read, and ``numbers`` finds a number with its particle.
    """

    rules: tuple[tuple[re.Pattern[str], str], ...]
    particles: Mapping[str, frozenset[str]]
    numbers: re.Pattern[str]


@cache
def typography_of(language: str) -> Typography:
    """The rules of a language, from the sections ``typography`` and ``particles_after_digit`` of its file.

    Raises GlossaryError where they are not of the shape that the file of another language shows.
    """
    needs = language_data(language)
    try:
        rules = tuple(_rules(needs.get("typography", {"rules": []})))
        particles = {digit: frozenset(fit.split()) for digit, fit in needs.get("particles_after_digit", {}).items()}
        every = alternatives(frozenset().union(*particles.values()))
        # x1 is a name, and no number.
        return Typography(rules, particles, re.compile(rf"(?<![A-Za-z])(\d+)({every})(?=[\s.,])", re.ASCII))
    except (KeyError, TypeError, AttributeError, re.error) as problem:
        fact = f"a rule of typography cannot be used ({type(problem).__name__}: {problem})"
        cure = "a rule has a pattern and a cure; <name> in it is one of [typography.classes]"
        raise GlossaryError.at(f"languages/{language}.toml", fact, cure) from None


def _rules(section: Mapping[str, Any]) -> Iterator[tuple[re.Pattern[str], str]]:
    """Each rule of a section; a class may use those above it, and ``<code>`` is what stands for code."""
    classes = {"code": CODE}

    def filled(pattern: str) -> str:
        return _CLASS.sub(lambda found: classes[found[1]], pattern)

    for name, pattern in section.get("classes", {}).items():
        classes[name] = filled(pattern)
    for rule in section["rules"]:
        yield re.compile(filled(rule["pattern"])), f"{rule['cure']}"


def check_typography(pair: Pair) -> Iterator[Finding]:
    """Warn of marks, spaces and particles that the language writes differently."""
    words, own = pair.text.words, typography_of(pair.language)
    for pattern, cure in own.rules:
        if found := pattern.search(words):
            near = words[max(0, found.start() - 8) : found.end() + 8].replace(CODE, "`…`").replace(TITLE, "…")
            yield warning("typography", quoted(near) + ": " + cure)
    for found in own.numbers.finditer(words):
        if found[2] not in own.particles.get(found[1][-1], {found[2]}):
            yield warning("typography", f"{found[0]!r}: choose the particle by how the number is read")
