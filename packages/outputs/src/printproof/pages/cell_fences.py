"""The cells of a page in its text: where each stands and what its head says, found and read as MyST does it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig, TopmatterReadError, read_topmatter
from myst_parser.parsers.directives import DirectiveParsingResult, parse_directive_text
from myst_parser.parsers.mdit import create_md_parser

from printproof.pages.shown_cells import SETTINGS, Shown, option_lines
from printproof.scripts.myst_cells import VERBATIM
from printproof_base.findings import Finding, Place, ReportedError

# As MyST reads the name of a directive, be it of a domain (`py:function`) or not.
DIRECTIVE = re.compile(r"\{([\w:.+-]+)\}")

# The head of a cell that names an example, in both ways to write options.
EXAMPLE = re.compile(r"(?:[ \t]*:[^\n]*\n)*[ \t]*:example:|---\n(?:(?!---)[^\n]*\n)*?example:")

# MyST-NB takes both spellings of its tag.
REMOVED = re.compile(r'"remove[-_]cell"')


class PageError(ReportedError):
    """A page that cannot be read."""


def _unreadable(page: Place, line: int, fact: str, cure: str) -> PageError:
    return PageError(Finding(replace(page, line=line), "error", "page", fact, cure))


class _Cell:
    """What MyST asks of a directive whose options are read as YAML."""

    option_spec: ClassVar[Any] = {"options": True}
    required_arguments, optional_arguments, has_content = 0, 1, True


def read_head(content: str) -> DirectiveParsingResult:
    """The options and the body of a cell, from what stands between its marks."""
    # MyST would refuse each option that the class does not know by name.
    return parse_directive_text(_Cell, "", content, validate_options=False)  # type: ignore[arg-type]


def named(head: DirectiveParsingResult) -> str:
    """The example that the head of a cell names, empty where it names none."""
    return str(head.options.get("example", "")).strip()


def _parser(settings: MdParserConfig) -> MarkdownIt:
    """A parser of blocks alone: no cell stands within a line, and lines take most of the time."""
    blocks = replace(settings, disable_syntax=[*settings.disable_syntax, "inline"])
    return create_md_parser(blocks, RendererHTML)


def cell_fences(text: str, settings: MdParserConfig, above: int = 0) -> Iterator[tuple[int, str]]:
    """Each cell of a page, or of its part below so many lines: the line of its fence (1 = first), and what it holds.

    Cells in a tab, a card or a list are told in the order of the page like all others; nothing is refused. What shows
    its text as it is has none.
    """
    for token in _parser(settings).parse(f"{text}\n"):
        directive = DIRECTIVE.match(token.info)
        if token.map is None or token.type not in {"fence", "colon_fence"} or directive is None:
            continue
        if directive[1] == "code-cell":
            yield above + token.map[0] + 1, token.content
        elif directive[1] not in VERBATIM:
            yield from cell_fences(token.content, settings, above + token.map[0] + 1)


def names_example(text: str, settings: MdParserConfig) -> bool:
    """Whether a page names an example in any of its cells, so that it is one of ours."""
    if "{code-cell}" not in text or "example:" not in text:
        return False
    return any(EXAMPLE.match(content) for _line, content in cell_fences(text, settings))


def shown_cells(text: str, settings: MdParserConfig, page: Place) -> list[Shown]:
    """The cells of a page with what it says of them, also those that stand in a tab, a card or a list.

    Raises PageError where the options of a cell cannot be read.
    """
    lines = text.splitlines()
    return [_shown(line, read_head(content), lines, page) for line, content in cell_fences(text, settings)]


def _shown(line: int, head: DirectiveParsingResult, lines: Sequence[str], page: Place) -> Shown:
    given = head.options
    tags, own = given.get("tags") or [], given.get("mystnb") or {}
    if head.warnings or not isinstance(own, dict):
        cure = "write each option on a line of its own, as ':example: NAME'"
        raise _unreadable(page, line, "the head of this cell cannot be read", cure)
    if "load" in given:  # an option of MyST-NB, which would show the code of that file
        raise _unreadable(page, line, "a cell has no option 'load'", "its code stands in the script, remove the line")
    if not isinstance(tags, list) or len(set(map(str, tags))) < len(tags):
        raise _unreadable(page, line, "the tags of this cell are no list", "write each once, as ':tags: [hide-input]'")
    options = {name: "" if value is None else str(value) for name, value in given.items()}
    return Shown(line, options, option_lines(lines, line), "\n".join(head.body), tuple(map(str, tags)), own)


def settings_of(text: str) -> dict[str, Any]:
    """What the front matter of a page says of all its cells; of MyST-NB's settings those alone that run nothing."""
    try:
        own = (read_topmatter(text) or {}).get("mystnb")
    except TopmatterReadError:
        return {}  # MyST says so when it reads the page
    return {name: value for name, value in own.items() if name in SETTINGS} if isinstance(own, dict) else {}


def without_removed(text: str, settings: MdParserConfig) -> str:
    """The page without the prose that a tag removes: from ``+++ {"tags": ["remove-cell"]}`` to the next cell.

    In its place stand empty lines, so that all others keep their numbers.
    """
    if "+++" not in text:
        return text
    lines, cells = text.split("\n"), ("{code-cell}", "{raw-cell}")
    tokens = [token for token in _parser(settings).parse(f"{text}\n") if token.level == 0 and token.map]
    starts = [token for token in tokens if token.type == "myst_block_break" or token.info.startswith(cells)]
    places = [*(token.map[0] for token in starts if token.map), len(lines)]
    for token, (start, stop) in zip(starts, pairwise(places), strict=True):
        if token.type == "myst_block_break" and REMOVED.search(token.content):
            lines[start:stop] = [""] * (stop - start)
    return "\n".join(lines)
