"""A promise as a comment of reStructuredText: ``.. Output:``, and below it, indented, what is printed."""

import re
from collections.abc import Iterator, Sequence

from printproof.scripts.promise import refused
from printproof_base.comments import is_heading
from printproof_base.findings import Place

MARK, INDENT = ".. ", "   "
"""What stands before the first line of a comment, and before all others."""

CURE = "indent it by three blanks below its '.. Output:'"

# An empty line ends a comment where nothing follows it.
_EMPTY = re.compile(r"\\+")


def promised(lines: Sequence[str], start: int, indent: str, place: Place) -> Iterator[tuple[int, str]]:
    """The lines of a promise that begins in a line (0 = first), each with its text; none where there is no promise.

    Raises ScriptError where one is not indented as far as it has to be.
    """
    if not lines[start].startswith(indent + MARK) or not is_heading(lines[start][len(indent + MARK) :].strip()):
        return
    yield start, lines[start][len(indent + MARK) :].strip()
    waiting: list[int] = []
    for number in range(start + 1, len(lines)):
        line = lines[number].rstrip()
        if line and not line.startswith(indent + " "):
            return
        if not line:
            waiting.append(number)
            continue
        if not line.startswith(indent + INDENT):
            raise refused(place, number + 1, "this line of an expected output begins too far left", CURE)
        yield from ((empty, "") for empty in waiting)
        waiting = []
        text = line[len(indent + INDENT) :]
        yield number, text[1:] if _EMPTY.fullmatch(text) else text


def commented(lines: Sequence[str], indent: str) -> list[str]:
    """The lines of a promise as such a comment."""
    texts = [f"\\{text}" if _EMPTY.fullmatch(text) else text for text in lines]
    texts[-1] = texts[-1] or "\\"
    return [f"{indent}{INDENT if number else MARK}{text}".rstrip() for number, text in enumerate(texts)]
