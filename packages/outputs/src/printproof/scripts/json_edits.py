"""Changes of a text of JSON: a value set or taken away, in the layout of the text; every other byte stays."""

import json
from collections.abc import Iterable
from typing import Any

from printproof.scripts.json_places import Placed

Edit = tuple[int, int, str]
"""What stands from one place up to another, and the text that comes there instead."""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with some changes, of which no two touch each other."""
    # From the end, so that the places of those before stay right.
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


class Layout:
    """How a text is written: what stands before its lines, how lines end, whether all is ASCII."""

    def __init__(self, text: str, unit: str) -> None:
        self.text, self.unit = text, unit
        self.end = "\r\n" if "\r\n" in text else "\n"
        # Jupyter writes letters as they are, other tools only ASCII: a new value is written as the others are.
        self.ascii = text.isascii() and "\\u" in text

    def indent(self, place: int) -> str:
        """The blanks before the line in which a place is."""
        line = self.text[self.text.rfind("\n", 0, place) + 1 : place]
        return line[: len(line) - len(line.lstrip())]

    def written(self, value: Any, indent: str) -> str:
        """A value, in a line that begins with these blanks."""
        lines = json.dumps(value, ensure_ascii=self.ascii, indent=self.unit).split("\n")
        return (self.end + indent).join(lines)

    def set(self, whole: Placed, name: str, value: Any) -> Edit:
        """An object with another value of that name, which may be a new one."""
        if old := whole.inside.get(name):
            return old.start, old.end, self.written(value, self.indent(old.key))
        inner = self.indent(whole.start) + self.unit
        member = f"{self.end}{inner}{json.dumps(name)}: {self.written(value, inner)}"
        if not whole.inside:
            return whole.start + 1, whole.end - 1, f"{member}{self.end}{self.indent(whole.start)}"
        last = max(one.end for one in whole)
        return last, last, f",{member}"

    def without(self, whole: Placed, name: str) -> Edit:
        """An object without what has that name in it."""
        members, old = list(whole), whole[name]
        number = members.index(old)
        if len(members) == 1:
            return whole.start + 1, whole.end - 1, ""
        if number == 0:
            return old.key, members[1].key, ""
        return members[number - 1].end, old.end, ""
