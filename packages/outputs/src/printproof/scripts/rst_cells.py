"""The code cells of a page in reStructuredText: where each stands, and what stands in it."""

import re
from collections.abc import Iterator, Sequence

from printproof.scripts.myst_cells import VERBATIM, MystCell, options_of

# Docutils takes two dots and a blank, a name, two colons; an argument stands behind a blank.
DIRECTIVE = re.compile(r"(?P<indent> *)\.\. (?P<name>[\w:.+-]+)::(?:\s+(?P<argument>\S.*))?\s*")

# Below these stands text that is shown as it is, or is no part of the page: a literal block, a comment.
_LITERAL = re.compile(r"(?P<indent> *)(?!\.\. )\S?.*::\s*")
_COMMENT = re.compile(r"(?P<indent> *)\.\.(?: (?!_|\[|\||[\w:.+-]+::).*)?\s*")


def rst_cells(text: str) -> Iterator[MystCell]:
    """The code cells of a page, in the order of their lines; also inside lists and other directives."""
    lines, number = text.split("\n"), 0
    while number < len(lines):
        line = lines[number]
        directive = DIRECTIVE.fullmatch(line)
        if directive and directive["name"] == "code-cell":
            cell = _cell(lines, number, directive["indent"])
            yield cell
            number = cell.end
        elif indent := _verbatim(line, directive):
            number = block_end(lines, number, len(indent["indent"]))
        else:
            number += 1


def _verbatim(line: str, directive: re.Match[str] | None) -> re.Match[str] | None:
    """The line, where it begins what holds no cell."""
    if directive:
        return directive if directive["name"] in VERBATIM else None
    return _COMMENT.fullmatch(line) or _LITERAL.fullmatch(line)


def block_end(lines: Sequence[str], start: int, indent: int) -> int:
    """The line behind what stands indented below a line, without the empty lines at its end."""
    end = start + 1
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        end = number + 1 if line.strip() else end
    return end


def _cell(lines: Sequence[str], start: int, indent: str) -> MystCell:
    end = block_end(lines, start, len(indent))
    body = lines[start + 1 : end]
    inner = min((len(line) - len(line.lstrip()) for line in body if line.strip()), default=len(indent) + 3)
    content = [line[inner:] for line in body]
    options, skipped = options_of("\n".join(content))
    first = next((n for n, line in enumerate(content[skipped:], skipped) if line.strip()), skipped)
    code = "\n".join(content[first:]).rstrip()
    return MystCell(start, end, indent, "", options, code, code_line=start + 1 + first)
