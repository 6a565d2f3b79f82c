"""Pieces of code that a book shows as the tabs of one place, such as d2l's, are one piece."""

import re
from collections.abc import Iterable, Iterator

from printproof_converter.blocks import Block

# The first line of a tab of Dive into Deep Learning: `#@tab pytorch` since 2020, `%%tab pytorch` since 2022.
_TAB = re.compile(r"\s*(?P<mark>#@|%%)tab (?P<names>.+)")


def joined(blocks: Iterable[tuple[Block, bool]]) -> Iterator[Block]:
    """The pieces in their order, those of one place as one; each comes with whether it directly follows another.

    A name that comes again begins another place. Before a `#@tab`, the first tab of a place has no mark.
    """
    group: list[Block] = []
    names: set[str] = set()
    for block, follows in blocks:
        tab = _TAB.match(block.text)
        if not (group and follows and tab and _belongs(tab, names)):
            yield from _one(group)
            group, names = [], set()
        group.append(block)
        names.add(tab["names"].strip() if tab else "")
    yield from _one(group)


def _belongs(tab: re.Match[str], names: set[str]) -> bool:
    """Whether a tab is a further one of a place that has these."""
    return tab["names"].strip() not in names and ("" not in names or tab["mark"] == "#@")


def _one(group: list[Block]) -> Iterator[Block]:
    if group:
        yield Block("\n".join(block.text for block in group), group[0].line, group[0].language)
