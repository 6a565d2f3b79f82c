"""A MyST page in passages of prose and code, and with other cells in their place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml  # type: ignore[import-untyped]

from printproof.scripts.myst_cells import PARSER, MystCell, cells_of, metadata_of, options_of

BREAK = "myst_block_break"


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
    for token in PARSER.parse(text):
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
