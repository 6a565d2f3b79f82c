"""Numbers and placeholders outside code are those of the source, each as often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printproof.sentences.rules.fault import Fault, error
from printproof.sentences.rules.pair import Pair, missing_and_added

_NUMBER = re.compile(r"(?:(?<![\w)\]\-−])[-−])?(?<![A-Za-z\d.])\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
_PLACEHOLDER = re.compile(r"\{[^{}\s]*\}|%\(\w+\)[a-z]|%[sdrf](?![a-z])")


def check_numbers(pair: Pair) -> Iterator[Fault]:
    """Compare digits and placeholders; a number written as a word is a word."""
    for rule, what, find in (
        ("number", "the number", _numbers),
        ("placeholder", "the placeholder", _placeholders),
    ):
        missing, added = missing_and_added(find(pair.source.shown), find(pair.text.shown))
        if missing and added:
            yield error(rule, f"{what} is {added[0]}, in English {missing[0]}; copy it unchanged")
        elif missing:
            yield error(rule, f"{what} {missing[0]} is in the English sentence but not here; copy it unchanged")
        elif added:
            yield error(rule, f"{what} {added[0]} is not in the English sentence; remove it")
    here, there = (sum(s.shown.count(c) for c in "{}") for s in (pair.source, pair.text))
    if here != there and not missing and not added:
        yield error("placeholder", f"{there} braces, in English {here}; write no attributes")


def _numbers(words: str) -> tuple[str, ...]:
    """Find numbers, each kind of minus written alike."""
    return tuple(found[0].replace("−", "-") for found in _NUMBER.finditer(words))


def _placeholders(words: str) -> tuple[str, ...]:
    return tuple(found[0] for found in _PLACEHOLDER.finditer(words))
