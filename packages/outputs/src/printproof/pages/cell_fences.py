"""The cells of a page that names those of its script: where each stands, and what its head says."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from myst_parser.config.main import TopmatterReadError, read_topmatter

from printproof.pages.shown_cells import SETTINGS, Shown, option_lines
from printproof.scripts.myst_cells import PARSER, MystCell, cells_of
from printproof_base.findings import Finding, Place, ReportedError

# MyST-NB takes both spellings of its tag.
REMOVED = re.compile(r'"remove[-_]cell"')


class PageError(ReportedError):
    """A page that cannot be read."""


def _unreadable(page: Place, line: int, fact: str, cure: str) -> PageError:
    return PageError(Finding(replace(page, line=line), "error", "page", fact, cure))


def names_example(text: str) -> bool:
    """Whether a page names an example in any of its cells, so that it is one of ours."""
    return "example:" in text and any("example" in cell.options for cell in cells_of(text))


def shown_cells(text: str, page: Place) -> list[Shown]:
    """The cells of a page with what it says of them, also those that stand in a tab, a card or a list.

    Raises PageError where the options of a cell cannot be read.
    """
    lines = text.split("\n")
    return [_shown(cell, lines, page) for cell in cells_of(text)]


def _shown(cell: MystCell, lines: Sequence[str], page: Place) -> Shown:
    given, line = cell.options, cell.start + 1
    tags, own = given.get("tags") or [], given.get("mystnb") or {}
    mappings = {name for name, value in given.items() if isinstance(value, dict)} - {"mystnb"}
    unread = not given and any(one.strip(" >").startswith("---") for one in lines[line : line + 1])
    if unread or mappings or not isinstance(own, dict):
        cure = "write each option on a line of its own, as ':example: NAME'"
        raise _unreadable(page, line, "the head of this cell cannot be read", cure)
    if "load" in given:  # an option of MyST-NB, which would show the code of that file
        raise _unreadable(page, line, "a cell has no option 'load'", "its code stands in the script, remove the line")
    if not isinstance(tags, list) or len(set(map(str, tags))) < len(tags):
        raise _unreadable(page, line, "the tags of this cell are no list", "write each once, as ':tags: [hide-input]'")
    options = {name: "" if value is None else str(value) for name, value in given.items()}
    return Shown(line, options, option_lines(lines, line), cell.code, tuple(map(str, tags)), own)


def settings_of(text: str) -> dict[str, Any]:
    """What the front matter of a page says of all its cells; of MyST-NB's settings those alone that run nothing."""
    try:
        own = (read_topmatter(text) or {}).get("mystnb")
    except TopmatterReadError:
        return {}  # MyST says so when it reads the page
    return {name: value for name, value in own.items() if name in SETTINGS} if isinstance(own, dict) else {}


def without_removed(text: str) -> str:
    """The page without the prose that a tag removes: from ``+++ {"tags": ["remove-cell"]}`` to the next cell.

    In its place stand empty lines, so that all others keep their numbers.
    """
    if "+++" not in text:
        return text
    lines, cells = text.split("\n"), ("{code-cell}", "{raw-cell}")
    tokens = [token for token in PARSER.parse(text) if token.level == 0 and token.map]
    starts = [token for token in tokens if token.type == "myst_block_break" or token.info.startswith(cells)]
    places = [*(token.map[0] for token in starts if token.map), len(lines)]
    for token, (start, stop) in zip(starts, pairwise(places), strict=True):
        if token.type == "myst_block_break" and REMOVED.search(token.content):
            lines[start:stop] = [""] * (stop - start)
    return "\n".join(lines)
