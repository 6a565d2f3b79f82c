"""In which other words can a text be said, so that it is as long, as varied, and a text that no other copy has?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from zlib import crc32

# What is no prose of a page: blocks that scripts and readers of blocks take, and names that have to stay as they are.
KEPT = re.compile(
    r"(?ms)^(`{3,})\{(?:code-cell|diagram|outcomes|predict)\}.*?^\1$|^---\n.*?^---$"
    r"|^:[\w-]+:[^\n]*$|`+[^`]*`+|\{[\w-]+\}|\]\([^)]*\)|<[^>]*>|^\([\w-]+\)=$"
)
WORD = re.compile(r"(?<![\w`./&-])[a-z]{4,}(?![\w`./(=-])")
NUMBERS = frozenset({"three", "four", "five", "seven", "eight", "nine", "eleven", "once", "twice", "half", "third"})
"""Words that a translation is compared by."""
RARE = 2  # so often at most: a longer text has more of such words
GROUP = 16  # words of like frequency that trade places


@dataclass(frozen=True)
class Words:
    """The words of texts but for ``fixed`` ones, which every copy of the texts deals out anew."""

    texts: tuple[str, ...]
    fixed: frozenset[str]
    copies: int

    def varied(self, text: str, copy: int) -> str:
        """A text in the words of a copy."""
        return "".join(self._pieces(text, copy))

    def _pieces(self, text: str, copy: int) -> Iterator[str]:
        end = 0
        for kept in KEPT.finditer(text):
            yield WORD.sub(lambda found: self._dealt(found[0], copy), text[end : kept.start()])
            yield kept[0]
            end = kept.end()
        yield WORD.sub(lambda found: self._dealt(found[0], copy), text[end:])

    def _dealt(self, word: str, copy: int) -> str:
        """The word that stands for another one in a copy."""
        group, place = self._groups.get(word, ((word,), 0))
        return group[(place + crc32(f"{group[0]} {copy}".encode())) % len(group)]

    @cached_property
    def _groups(self) -> dict[str, tuple[tuple[str, ...], int]]:
        """By word, the words as frequent as it is, and its place among them."""
        counted = Counter(word for text in self.texts for word in WORD.findall(KEPT.sub(" ", text)))
        known = [(word, count) for word, count in counted.most_common() if word not in self.fixed | NUMBERS]
        often = [word for word, count in known if count > RARE]
        rare = tuple(sorted(word for word, count in known if count <= RARE))
        groups = [tuple(often[start : start + GROUP]) for start in range(0, len(often), GROUP)]
        every = [*groups, self._with_made(rare)]
        return {word: (group, place) for group in every for place, word in enumerate(group)}

    def _with_made(self, rare: tuple[str, ...]) -> tuple[str, ...]:
        """Rare words, and others made of two of them each: their number grows as the root of that of the texts."""
        ends = [
            rare[(7 * turn + place) % len(rare)][-3:]
            for turn in range(isqrt(self.copies))
            for place in range(len(rare))
        ]
        made = (rare[place % len(rare)][:4] + end for place, end in enumerate(ends))
        return tuple(dict.fromkeys([*rare, *made]))
