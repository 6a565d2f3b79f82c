"""Which tokens of a cell are not those of the cell that it is a variant of?"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby, takewhile

Line = Sequence[str]
"""The tokens of a line of code, without blanks and without words for readers."""

Label = tuple[str, int, str]
"""The name of a variant: its words, their line on the page, and its cell."""

Wrong = tuple[Label, str, str]
"""What is wrong with a label: it, the fact and the cure."""


def changed(lines: Sequence[Line], others: Sequence[Line]) -> dict[int, range]:
    """Which tokens of which lines (0 = first) stand in the place of other ones, or of none: one run in each line."""
    matcher = SequenceMatcher(a=[tuple(line) for line in others], b=[tuple(line) for line in lines], autojunk=False)
    pairs = {
        start + n: others[i + n] if i + n < j else ()
        for what, i, j, start, stop in matcher.get_opcodes()
        if what != "equal"
        for n in range(stop - start)
    }
    return {number: _run(lines[number], other) for number, other in pairs.items()}


def _run(line: Line, other: Line) -> range:
    """What is left of a line without the tokens that both begin and end with, up to the end of its brackets."""
    start = _alike(line, other)
    stop = len(line) - _alike(line[start:][::-1], other[start:][::-1])
    while stop < len(line) and _open(line[start:stop]):
        stop += 1
    return range(start, stop)


def _open(tokens: Line) -> bool:
    """Whether a bracket is opened and not closed."""
    return sum(map(tokens.count, "([{")) > sum(map(tokens.count, ")]}"))


def _alike(line: Line, other: Line) -> int:
    """With how many same tokens two lines begin."""
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(line, other, strict=False)))


def wrong_labels(labels: Sequence[Label]) -> list[Wrong]:
    """What is wrong with the labels of cells that stand one below the other: one is alone, or two are called alike."""
    if len(labels) == 1:
        fact = f"cell '{labels[0][2]}' is a variant of nothing: no other cell with ':variant:' stands beside it"
        return [(labels[0], fact, "write ':variant:' on the cell above it as well, with nothing between them")]
    found = []
    for words, alike in groupby(sorted(labels), key=lambda label: label[0]):
        first, *others = alike
        fact = f"the variants '{first[2]}' and '{{}}' are both called '{words}'"
        found += [(other, fact.format(other[2]), "say with ':variant:' in what they differ") for other in others]
    return found
