"""How far has the code of a document moved away from another's? Its pieces aligned, each difference with both lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher, unified_diff

from printproof_converter.blocks import Block
from printproof_converter.forms import Forms, forms_of

ALIKE = 0.3  # pieces with fewer tokens in common are no version of each other
LARGEST = 10_000  # pairs of pieces that are tried; in two documents that have nothing in common, there are more
SHOWN = 20  # lines of a difference


@dataclass(frozen=True)
class Drift:
    """Pieces of code of a target document, and how many are not those of its source at each level of comparison.

    ``exact``, ``code`` and ``logic`` are the levels of `Forms`; ``missing`` counts pieces that only the source has.
    """

    cells: int = 0
    exact: int = 0
    code: int = 0
    logic: int = 0
    missing: int = 0

    def __add__(self, other: Drift) -> Drift:
        return Drift(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True)
class Pair:
    """A piece of code on both sides; None where one side has no such piece."""

    source: Block | None
    target: Block | None

    @property
    def level(self) -> str:
        """The coarsest level at which both differ: ``logic``, ``code``, ``exact``, ``missing``, or empty."""
        if self.target is None:
            return "missing"
        if self.source is None:
            return "logic"
        one, other = forms_of(self.source.text), forms_of(self.target.text)
        differ = (name for name in ("logic", "code", "exact") if getattr(one, name) != getattr(other, name))
        return next(differ, "")

    @property
    def difference(self) -> tuple[str, ...]:
        """What differs, as a short unified diff."""
        one, other = (block.text.strip("\n").splitlines() if block else [] for block in (self.source, self.target))
        lines = [f"    {line}" for line in list(unified_diff(one, other, lineterm="", n=1))[2:]]
        return tuple(lines if len(lines) <= SHOWN else [*lines[:SHOWN], f"    … and {len(lines) - SHOWN} lines more"])


def measure(pairs: Sequence[Pair]) -> Drift:
    """How many pieces differ at each level."""
    levels = Counter(pair.level for pair in pairs)
    logic, missing = levels["logic"], levels["missing"]
    code = logic + levels["code"]
    return Drift(len(pairs) - missing, code + levels["exact"], code, logic, missing)


def align(source: Sequence[Block], target: Sequence[Block]) -> list[Pair]:
    """The pieces of both sides in their order, each with the one that it is a version of."""
    here, there = [forms_of(block.text) for block in source], [forms_of(block.text) for block in target]
    matcher = SequenceMatcher(a=[form.code for form in here], b=[form.code for form in there], autojunk=False)
    pairs: list[Pair] = []
    for kind, i, j, k, m in matcher.get_opcodes():
        matched = zip(range(j - i), range(m - k), strict=False)
        together = list(matched) if kind == "equal" else _alike(here[i:j], there[k:m])
        pairs += _pairs(source[i:j], target[k:m], together)
    return pairs


def _pairs(source: Sequence[Block], target: Sequence[Block], together: Sequence[tuple[int, int]]) -> Iterator[Pair]:
    """All pieces of two runs in their order, those that belong together as one pair."""
    here = there = 0
    for one, other in [*together, (len(source), len(target))]:
        yield from (Pair(block, None) for block in source[here:one])
        yield from (Pair(None, block) for block in target[there:other])
        if one < len(source):
            yield Pair(source[one], target[other])
        here, there = one + 1, other + 1


def _alike(here: Sequence[Forms], there: Sequence[Forms]) -> list[tuple[int, int]]:
    """Which pieces of two runs are versions of each other: those that have most in common, in order."""
    if len(here) * len(there) > LARGEST:
        return list(zip(range(len(here)), range(len(there)), strict=False))
    best: dict[tuple[int, int], tuple[float, tuple[tuple[int, int], ...]]] = {}
    for i in range(len(here) + 1):
        for k in range(len(there) + 1):
            known = [best[i - 1, k]] if i else []
            known += [best[i, k - 1]] if k else []
            if i and k and (common := _in_common(here[i - 1], there[k - 1])) >= ALIKE:
                sum_before, before = best[i - 1, k - 1]
                known.append((sum_before + common, (*before, (i - 1, k - 1))))
            best[i, k] = max(known, default=(0.0, ()), key=lambda one: one[0])
    return list(best[len(here), len(there)][1])


def _in_common(one: Forms, other: Forms) -> float:
    """The share of the tokens of two pieces that both have, from 0 to 1."""
    both = sum((Counter(one.code) & Counter(other.code)).values())
    return 2 * both / (len(one.code) + len(other.code) or 1)
