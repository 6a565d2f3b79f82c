"""The code cells of a MyST page: where each stands, and what stands in it; also inside tabs, cards and lists."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

VERBATIM = frozenset(
    {"code", "code-block", "sourcecode", "highlight", "parsed-literal", "literalinclude", "prompt"}
    | {"raw", "raw-cell", "math", "eval-rst", "mermaid"}
    | {"doctest", "testcode", "testoutput", "testsetup", "testcleanup"}
)
"""Directives whose content is shown as it is, or is no markup: what looks like a cell there is an example of one."""

PARSER = MarkdownIt("commonmark").use(front_matter_plugin).use(colon_fence_plugin).use(myst_block_plugin)
_FENCES = {"fence", "colon_fence"}
_CELL = re.compile(r"\{code-cell\}")
_DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}")
# MyST reads options as YAML between dashes as well, which options_of does before.
_OPTION = re.compile(r":(?P<name>[\w-]+):(?P<value>.*)")


@dataclass(frozen=True)
class MystCell:
    """A code cell of a page, from the line of its fence up to the line ``end`` (0 = first, one after the last).

    ``indent`` stands before each of its lines and ``fence`` are its marks. ``code`` begins in the line ``code_line``
    and has no blank lines around it.
    ``section`` is the heading above; ``nested`` says that the cell stands inside of something else, or between colons,
    where MyST-NB itself runs none.
    """

    start: int
    end: int
    indent: str
    fence: str
    options: Mapping[str, Any]
    code: str
    section: str = ""
    nested: bool = False
    code_line: int = 0

    @property
    def tags(self) -> list[str]:
        """Its tags, which MyST-NB knows as a list and as words."""
        tags = self.options.get("tags") or []
        return tags.replace(",", " ").split() if isinstance(tags, str) else [str(tag) for tag in tags]


def cells_of(text: str) -> list[MystCell]:
    """The code cells of a page, in the order of their lines."""
    return sorted(_Reader(text.split("\n")).cells(text, 0, nested=False), key=lambda cell: cell.start)


def fences_of(text: str) -> Iterator[tuple[int, str, str]]:
    """The fenced blocks of a page: the line (0 = first), what stands in it, and the words behind its marks."""
    reader = _Reader(text.split("\n"))
    yield from ((start, token.content, token.info) for token, start, _end, _nested in reader.fences(text, 0))


def metadata_of(head: str) -> dict[str, Any]:
    """What the lines of YAML at the head of a page say; nothing where they cannot be read."""
    try:
        # Without the dashes: a second line of them would begin another document of YAML.
        read = yaml.safe_load(head.strip().strip("-"))
    except (yaml.YAMLError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


class _Reader:
    """Walks through the blocks of a page and those inside its directives."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.section = ""

    def cells(self, text: str, offset: int, nested: bool) -> Iterator[MystCell]:
        """The cells of a text that begins at the line ``offset`` of the page, those inside its directives included."""
        for token, start, end, inside in self.fences(text, offset, nested):
            if _CELL.match(token.info.strip()):
                yield self._cell(token, start, end, inside or token.level > 0 or token.type == "colon_fence")

    def fences(self, text: str, offset: int, nested: bool = False) -> Iterator[tuple[Token, int, int, bool]]:
        """Each fenced block with its lines, and whether it stands inside of another one; headings are noted."""
        tokens = PARSER.parse(text)
        for number, token in enumerate(tokens):
            if token.type == "heading_open":
                self.section = tokens[number + 1].content
            elif token.map and token.type in _FENCES:
                yield token, offset + token.map[0], offset + token.map[1], nested
                directive = _DIRECTIVE.match(token.info.strip())
                if directive and directive["name"] not in {*VERBATIM, "code-cell"}:
                    yield from self.fences(token.content, offset + token.map[0] + 1, nested=True)

    def _cell(self, token: Token, start: int, end: int, nested: bool) -> MystCell:
        before = self.lines[start].partition(token.markup)[0]
        # The mark of a list stands before the first line alone, that of a quotation before each.
        indent = before if ">" in before or not before.strip() else " " * len(before)
        options, skipped = options_of(token.content)
        lines = token.content.split("\n")
        first = next((number for number, line in enumerate(lines[skipped:], skipped) if line.strip()), skipped)
        code = "\n".join(lines[first:]).rstrip()
        return MystCell(start, end, indent, token.markup, options, code, self.section, nested, start + 1 + first)


def options_of(content: str) -> tuple[dict[str, Any], int]:
    """The options at the head of a cell, and how many of its lines they take."""
    lines = content.split("\n")
    if lines[0].startswith("---"):
        end = next((n for n, line in enumerate(lines[1:], 1) if line.startswith("---")), 0)
        return metadata_of("\n".join(lines[1:end])), end + 1
    first = next((n for n, line in enumerate(lines) if line.strip()), 0)
    found: dict[str, Any] = {}
    for number, line in enumerate(lines[first:], first):
        option = _OPTION.fullmatch(line.strip())
        if option is None:
            return found, number if found else 0
        found[option["name"]] = _value(option["value"].strip())
    return found, len(lines)


def _value(text: str) -> Any:
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):  # MyST-NB takes it as it stands
        return text
