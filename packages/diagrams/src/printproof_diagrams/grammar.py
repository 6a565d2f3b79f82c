"""Lines of a diagram and what they are made of: labels, shapes by their brackets, results, words before a colon.

``[`f`]`` is a function, ``(`3`)`` a value, ``((`n`))`` state, ``{`n`}`` state that is hidden or not there; a label
without brackets has no shape. A label in backquotes is code, the same in every language; others are words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeVar

from printproof_base.findings import Finding, Place, ReportedError, suggestion
from printproof_base.text import is_unseen

MOST_LINES, MOST_CHARACTERS, LONGEST = 40, 400, 80
"""What one diagram can show at 360 units: its lines, and the characters of a line and of a label."""

FUNCTION, VALUE, STATE, HIDDEN, BARE = "function", "value", "state", "hidden", "bare"
# Two brackets stand before one: the first that a text begins with is taken.
_BRACKETS = (("((", "))", STATE), ("(", ")", VALUE), ("[", "]", FUNCTION), ("{", "}", HIDDEN))
# Code has no backquote in it, so no run of them has to be counted as in Markdown.
_CODE = re.compile(r"`[^`]*`")
_WANTED = re.compile(r"(?P<label>`[^`]+`)(?:\s+(?P<yes>as wanted)|\s+wanted\s+(?P<wanted>`[^`]+`))?")


_Part = TypeVar("_Part", "Label", "Prints", "Shape")


class DiagramError(ReportedError):
    """A diagram that cannot be read: the line of it, and what helps."""


def finding(line: int, fact: str, cure: str) -> Finding:
    """What is wrong with a diagram, at a line of its page; who knows the page adds its name."""
    return Finding(Place("", line), "error", "diagram", fact, cure)


def diagram_error(line: int, fact: str, cure: str) -> DiagramError:
    """Why a diagram cannot be read, at a line of its page."""
    return DiagramError(finding(line, fact, cure))


@dataclass(frozen=True)
class Label:
    """A text of a diagram: code, or words that have a translation, and the line it stands in."""

    text: str
    code: bool
    line: int

    def classes(self, kind: str = "") -> str:
        """The classes of its text: those of a kind, and that of code."""
        return f"{kind} code".strip() if self.code else kind


@dataclass(frozen=True)
class Shape:
    """A label in its shape; ``inside`` is what a box holds: the state that a function hides, a value in memory."""

    kind: str
    label: Label
    inside: "Shape | None" = None


@dataclass(frozen=True)
class Result:
    """A printed value; ``wanted`` is the one that it should have been, ``judged`` says that there is a verdict."""

    label: Label
    judged: bool = False
    wanted: str = ""


@dataclass(frozen=True)
class Prints:
    """Results in the order in which a cell prints them; without a ``cell`` they are those of the first one named."""

    line: int
    cell: str
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Line:
    """A line of a diagram with its number in the page, without the blanks around it.

    It reads its parts, so that what cannot be read is reported with its number.
    """

    number: int
    text: str
    indent: int = 0

    def error(self, fact: str, cure: str) -> DiagramError:
        """Why this line cannot be read."""
        return diagram_error(self.number, fact, cure)

    def once(self, word: str, given: object) -> None:
        """Raises DiagramError where this line says again what an earlier one has said."""
        if given:
            raise self.error(f"'{word}' stands here a second time", "write it once")

    def statement(self, known: Sequence[str], short: Sequence[str] = ()) -> tuple[str, str, str]:
        """The word that it begins with, what stands between that and the colon, and what follows the colon.

        A line that begins with a ``short`` word may end before the colon.
        """
        head, *rest = split(self.text, ":", 1)
        word, _, name = head.partition(" ")
        if word not in known:
            raise self.error(f"a line cannot begin with {word!r}", suggestion(word, known, quote="'"))
        if not rest and word not in short:
            raise self.error(f"'{word}' says nothing", f"write a colon after it: '{head}: …'")
        return word, name.strip(), "".join(rest)

    def label(self, text: str) -> Label:
        """A label: code where all of it stands in backquotes, else words."""
        text = text.strip()
        code = _CODE.fullmatch(text) is not None
        bare = text[1:-1].strip() if code else " ".join(text.split())
        if not bare:
            raise self.error("a label is empty", "write words, or `code`")
        if "`" in bare:
            raise self.error(f"the label {text!r} mixes words and code", "write two labels, or one `code`")
        if len(bare) > LONGEST:
            raise self.error(f"a label has {len(bare)} characters", f"write {LONGEST} at most; the caption has room")
        if any(map(is_unseen, bare)):
            raise self.error(f"the label {bare!r} has a character that nobody sees", "remove it")
        return Label(bare, code, self.number)

    def shape(self, text: str) -> Shape:
        """A label in its brackets; a box may hold another shape: ``[`counter` {`n`}]``, ``[one array ((`3`))]``."""
        text = text.strip()
        for begin, end, kind in _BRACKETS:
            if text.startswith(begin):
                if not text.endswith(end) or len(text) < len(begin + end):
                    raise self.error(f"{text!r} is not closed", f"end it with '{end}'")
                inner = text[len(begin) : -len(end)].strip()
                held = re.search(r"(?<=.)[{(]", _without_code(inner)) if kind == FUNCTION else None
                # Without a name in front, the bracket is part of a label.
                if held:
                    at = held.start()
                    return Shape(kind, self.label(inner[:at]), self.shape(inner[at:]))
                return Shape(kind, self.label(inner))
        return Shape(BARE, self.label(text))

    def prints(self, cell: str, text: str) -> Prints:
        """Results between bars: ```1```, ```1` as wanted``, ```1` wanted `2```."""
        found = []
        for part in split(text, "|"):
            match = _WANTED.fullmatch(part)
            if not match:
                raise self.error(f"{part!r} is no result", "write `1`, `1` as wanted, or `1` wanted `2`")
            wanted = match["wanted"] or ""
            found.append(Result(self.label(match["label"]), bool(match["yes"] or wanted), wanted.strip("`")))
        return Prints(self.number, cell, tuple(found))


def lines_of(texts: Sequence[str], first: int) -> list[Line]:
    """The lines of a diagram that say something, from the line ``first`` of the page on."""
    numbered = [(n, text) for n, text in enumerate(texts, first) if text.strip()]
    found = [Line(n, text.strip(), len(text) - len(text.lstrip())) for n, text in numbered]
    if not found:
        raise diagram_error(0, "this diagram is empty", "write its lines under the options, before a blank line")
    if len(found) > MOST_LINES:
        fact = f"this diagram has {len(found)} lines, and {MOST_LINES} are what a reader can take in"
        raise found[MOST_LINES].error(fact, "draw two diagrams, each with one point")
    for line in found:
        if len(line.text) > MOST_CHARACTERS:
            fact = f"this line has {len(line.text)} characters, and no reader could take them in"
            raise line.error(fact, f"write {MOST_CHARACTERS} at most, in shorter labels")
        # Every separator is looked for outside of code, which one backquote alone would leave open.
        if line.text.count("`") % 2:
            raise line.error("a backquote has no partner", "close the code with a second one: `code`")
    return found


def split(text: str, separator: str, most: int = 0) -> list[str]:
    """The parts of a text between separators that stand in no code; ``most`` separators at most."""
    parts: list[str] = []
    rest = text
    while not most or len(parts) < most:
        at = _without_code(rest).find(separator)
        if at < 0:
            break
        parts.append(rest[:at].strip())
        rest = rest[at + len(separator) :]
    return [*parts, rest.strip()]


def _without_code(text: str) -> str:
    """A text of the same length, so that places stay, with backquotes in the place of code."""
    return _CODE.sub(lambda code: "`" * len(code[0]), text)


def parts_of(content: object, kind: type[_Part]) -> Iterator[_Part]:
    """The labels, shapes or results of what was read, in the order of its fields; a printed result is no label."""
    if isinstance(content, kind):
        yield content
    elif isinstance(content, list | tuple):
        for one in content:
            yield from parts_of(one, kind)
    elif is_dataclass(content) and not isinstance(content, Prints):
        for field in fields(content):
            yield from parts_of(getattr(content, field.name), kind)
