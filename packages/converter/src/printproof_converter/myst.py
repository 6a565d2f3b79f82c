"""Where does a MyST page hold code cells, and what stands in them? Also inside of tabs, cards and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any

import yaml  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from printproof.pages.shown_cells import VERBATIM

_PARSER = MarkdownIt("commonmark").use(front_matter_plugin).use(colon_fence_plugin).use(myst_block_plugin)
_FENCES = {"fence", "colon_fence"}
_CELL = re.compile(r"\{code-cell\}")
_DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}")
_OPTION = re.compile(r":(?P<name>[\w-]+):(?P<value>.*)")
BREAK = "myst_block_break"


@dataclass(frozen=True)
class MystCell:
    """A code cell of a page, from the line of its fence up to the line ``end`` (0 = first, one after the last).

    ``indent`` stands before each of its lines and ``fence`` are its marks. ``code`` has no blank lines around it.
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

    @property
    def tags(self) -> list[str]:
        """Its tags, which MyST-NB knows as a list and as words."""
        tags = self.options.get("tags") or []
        return tags.replace(",", " ").split() if isinstance(tags, str) else [str(tag) for tag in tags]


def cells_of(text: str) -> list[MystCell]:
    """The code cells of a page, in the order of their lines."""
    return sorted(_Reader(text.split("\n")).cells(text, 0, nested=False), key=lambda cell: cell.start)


@dataclass(frozen=True)
class Passage:
    """A piece of a page that a cell of a notebook holds: ``prose``, ``code`` or ``raw``, with what is said of it."""

    kind: str
    text: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    cell: MystCell | None = None


def passages_of(text: str) -> Iterator[Passage]:
    """The pieces of a page in order: prose up to a cell or to a line ``+++``, and the cells between."""
    lines = text.split("\n")
    cells = {cell.start: cell for cell in cells_of(text) if not cell.nested}
    begun = 0
    metadata: Mapping[str, Any] = {}
    for token in _PARSER.parse(text):
        raw = token.type == "fence" and token.info.strip().startswith("{raw-cell}")
        if token.map is None or token.level or not (raw or token.type == BREAK or token.map[0] in cells):
            continue
        yield from _prose(lines[begun : token.map[0]], metadata)
        begun, metadata = token.map[1], {}
        if token.type == BREAK:
            metadata = metadata_of(token.content)
        elif raw:
            options, skipped = options_of(token.content)
            yield Passage("raw", "\n".join(token.content.split("\n")[skipped:]).rstrip("\n"), options)
        else:
            cell = cells[token.map[0]]
            yield Passage("code", cell.code, cell.options, cell)
    yield from _prose(lines[begun:], metadata)


def _prose(lines: Sequence[str], metadata: Mapping[str, Any]) -> Iterator[Passage]:
    if text := "\n".join(lines).strip("\n"):
        yield Passage("prose", text, metadata)


def with_cells(text: str, written: Mapping[int, Sequence[str]]) -> tuple[str, dict[int, int]]:
    """The page with other lines in the place of cells, each by the line of its fence, and where each cell stands then.

    A cell for which there are no lines goes, with the blank line below it; all other bytes stay.
    """
    lines, result, done = text.split("\n"), list[str](), 0
    stands: dict[int, int] = {}
    for cell in cells_of(text):
        result += lines[done : cell.start]
        stands[cell.start], done = len(result), cell.end
        new = written.get(cell.start, lines[cell.start : cell.end])
        result += new
        if not new and done < len(lines) and not lines[done].strip():
            done += 1
    return "\n".join([*result, *lines[done:]]), stands


def cell_lines(options: Mapping[str, Any], code: str, fence: str = "```", indent: str = "") -> list[str]:
    """A code cell as it stands in a page, its options first."""
    marks = fence_around(code, fence)
    lines = [f"{marks}{{code-cell}}", *option_lines(options), *(code.split("\n") if code else []), marks]
    return [(indent + line).rstrip() if not line else indent + line for line in lines]


def fence_around(code: str, fence: str = "```") -> str:
    """Marks of a fence, at least those given, that no line of the code ends."""
    longest = max((len(run) for run in re.findall(r"^\s*(`+|~+)", code, re.MULTILINE)), default=0)
    return fence[0] * max(len(fence), longest + 1)


def option_lines(options: Mapping[str, Any]) -> list[str]:
    """Options as lines ``:name: value``, which YAML reads as the same values."""
    return [f":{name}: {_scalar(value)}".rstrip() for name, value in options.items()]


def yaml_lines(metadata: Mapping[str, Any]) -> list[str]:
    """Metadata as lines of YAML; none for none."""
    dumped: str = yaml.safe_dump(dict(metadata), allow_unicode=True) if metadata else ""
    return dumped.splitlines()


def _scalar(value: object) -> str:
    if value is None or value == "":
        return "" if value is None else '""'
    dumped: str = yaml.safe_dump(value, default_flow_style=True, width=10**6, allow_unicode=True)
    dumped = dumped.removesuffix("\n").removesuffix("\n...")
    if "\n" not in dumped:
        return dumped
    # In double quotes alone YAML writes a line break as one of its words: what follows it would be another option.
    quoted: str = yaml.safe_dump(value, default_flow_style=True, default_style='"', width=10**6)
    return quoted.removesuffix("\n")


def front_matter(text: str) -> tuple[str, str]:
    """The lines of YAML at the head of a page, with the dashes around them, and the rest; the first may be empty."""
    found = re.match(r"---[^\S\n]*\n(?:.*?\n)??---[^\S\n]*(?:\n|\Z)", text, re.DOTALL)
    return (found[0], text[found.end() :]) if found else ("", text)


def yaml_of(head: str) -> list[str]:
    """The lines between the dashes of a front matter, also of one that ends without a line end; none for none."""
    return head.rstrip("\n").split("\n")[1:-1]


def metadata_of(head: str) -> dict[str, Any]:
    """What the lines of YAML at the head of a page say; nothing where they cannot be read."""
    try:
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
        tokens = _PARSER.parse(text)
        for number, token in enumerate(tokens):
            if token.type == "heading_open":
                self.section = tokens[number + 1].content
            elif token.map and token.type in _FENCES and _CELL.match(token.info.strip()):
                inside = nested or token.level > 0 or token.type == "colon_fence"
                yield self._cell(token, offset + token.map[0], offset + token.map[1], inside)
            elif token.map and token.type in _FENCES:
                directive = _DIRECTIVE.match(token.info.strip())
                if directive and directive["name"] not in VERBATIM:
                    yield from self.cells(token.content, offset + token.map[0] + 1, nested=True)

    def _cell(self, token: Token, start: int, end: int, nested: bool) -> MystCell:
        before = self.lines[start].partition(token.markup)[0]
        # The mark of a list stands before the first line alone, that of a quotation before each.
        indent = before if ">" in before or not before.strip() else " " * len(before)
        options, skipped = options_of(token.content)
        body = dropwhile(lambda line: not line.strip(), token.content.split("\n")[skipped:])
        return MystCell(start, end, indent, token.markup, options, "\n".join(body).rstrip(), self.section, nested)


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
