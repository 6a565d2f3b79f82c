"""The marks of a diagram and how wide a text is, on a sheet 360 units wide that grows downwards."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from printproof.style.signs import AS_WANTED, NOT_WANTED
from printproof_base.text import columns, wrap
from printproof_diagrams.grammar import BARE, FUNCTION, HIDDEN, STATE, VALUE, Label, Result, Shape

WIDTH = 360
WORDS, CODE, LARGE = 14, 13, 20
"""Sizes of type: words, code, a result."""
LEADING = 17
"""From one line of a label to the next."""

Room = tuple[float, float]
"""Between which x a text may stand."""
SHEET: Room = (0, WIDTH)

# Parts of an em, as wide as the widest of the fonts of the theme has them.
NARROW = 0.34
_EM = {
    **dict.fromkeys("iljtfI.,:;'|!()[] /`", NARROW),
    **dict.fromkeys("mwMW%@", 0.88),
    **dict.fromkeys(f"ABCDEFGHJKLNOPQRSTUVXYZ{AS_WANTED}{NOT_WANTED}→−", 0.72),
}
# Any other letter, what bold type adds, and a column of the font of code, which are all alike.
_LETTER, _BOLD, _COLUMN = 0.57, 1.07, 0.605
_CLASSES = {FUNCTION: "", VALUE: "", STATE: "state", HIDDEN: "state away"}
_PADDING = {FUNCTION: 18, VALUE: 18, STATE: 18, HIDDEN: 18, BARE: 0}


@dataclass(frozen=True)
class Words:
    """The words of one language: ``translations`` of labels, the two verdicts on a result, and what is no result."""

    translations: Mapping[str, str] = field(default_factory=dict)
    as_wanted: str = "as wanted"
    wanted: str = "wanted {value}"
    error: str = "error"

    def of(self, label: Label) -> str:
        """A label as readers of the language see it."""
        return label.text if label.code else self.translations.get(label.text, label.text)

    def verdict(self, result: Result) -> tuple[str, str]:
        """The words on a result and their class; both empty where there is no verdict."""
        if not result.judged:
            return "", ""
        if result.wanted:
            return f"{NOT_WANTED} {self.wanted.replace('{value}', result.wanted)}", "wrong"
        return f"{AS_WANTED} {self.as_wanted}", "wanted"


@dataclass(frozen=True)
class Mark:
    """One mark: its class, and as an element of SVG its name and attributes; ``part`` is what of a diagram it is in."""

    name: str
    kind: str
    given: Mapping[str, int | str]
    part: int = 0


@dataclass(frozen=True)
class Text:
    """One line of text: where its foot stands, its estimated width, and between which x it may stand."""

    x: int
    y: int
    text: str
    kind: str
    anchor: str
    width: float
    room: Room
    part: int = 0

    @property
    def left(self) -> float:
        """Where it begins, by estimate."""
        return self.x - self.width * {"start": 0, "middle": 0.5, "end": 1}[self.anchor]


@dataclass(frozen=True)
class Sized:
    """A shape with its label in lines, and the room that it takes."""

    shape: Shape
    lines: tuple[str, ...]
    width: int
    height: int


@dataclass
class Canvas:
    """The marks of a diagram in one language, in the order of painting; ``tight`` are labels without room, by line.

    ``parts`` can be told apart in the drawing, each by what it says of itself, and stand around an upright line of
    their own; the part 0 is all that is in none.
    """

    words: Words
    marks: list[Mark] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    tight: list[tuple[int, str]] = field(default_factory=list)
    height: int = 0
    parts: list[tuple[str, int]] = field(default_factory=list)
    part: int = 0

    def begin(self, about: str, x: float) -> None:
        """What comes from here on is a part of its own around ``x``, painted over all that is in none."""
        self.parts.append((about, round(x)))
        self.part = len(self.parts)

    def box(self, kind: str, x: float, y: float, width: float, height: float, round_: float = 4) -> None:
        """A box with its left upper corner; a line of 1.5 stays on the sheet."""
        # Whole numbers, here and below: a diagram is part of each page that shows it, and has to be small.
        given = {"x": round(x), "y": round(y), "width": round(width), "height": round(height), "rx": round(round_)}
        self.marks.append(Mark("rect", kind, given, self.part))

    def dot(self, kind: str, x: float, y: float) -> None:
        """A dot around its centre."""
        self.marks.append(Mark("circle", kind, {"cx": round(x), "cy": round(y), "r": 6}, self.part))

    def octagon(self, x: float, y: float) -> None:
        """An error, around its centre."""
        given = {"d": f"M{round(x) - 4} {round(y) - 9}h8l5 5v8l-5 5h-8l-5-5v-8z"}
        self.marks.append(Mark("path", "wrong filled", given, self.part))

    def line(self, kind: str, *points: tuple[float, float]) -> None:
        """A line from point to point."""
        (x, y), *rest = [(round(a), round(b)) for a, b in points]
        path = f"M{x} {y}"
        for a, b in rest:
            # V and H name one number and L two; most lines of a diagram are upright or level.
            path += f"V{b}" if a == x else f"H{a}" if b == y else f"L{a} {b}"
            x, y = a, b
        self.marks.append(Mark("path", kind, {"d": path}, self.part))

    def arrow(self, kind: str, *points: tuple[float, float]) -> None:
        """A line with a head at its end: something flows."""
        (x0, y0), (x, y) = points[-2:]
        head = "l-4-8h8z" if y > y0 else "l-8-4v8z" if x > x0 else "l8-4v8z"
        if len(points) > 2:  # what is inside of a bend would be filled as the head is
            self.line(kind, *points)
            self.marks.append(Mark("path", f"{kind} filled".strip(), {"d": f"M{round(x)} {round(y)}{head}"}, self.part))
        else:
            self.line(f"{kind} filled".strip(), *points)
            self.marks[-1] = replace(self.marks[-1], given={"d": f"{self.marks[-1].given['d']}m0 0{head}"})

    def write(
        self, text: str, x: float, y: float, kind: str = "", anchor: str = "middle", room: Room = SHEET, line: int = 0
    ) -> None:
        """A line of text; ``kind`` says its class, and one that leaves its room is noted."""
        found = Text(round(x), round(y), text, kind, anchor, width(text, kind), room, self.part)
        self.texts.append(found)
        # Places are rounded, so that a text may seem to stand outside by less than one.
        if found.left < room[0] - 1 or found.left + found.width > room[1] + 1:
            self.tight.append((line, text))

    def write_lines(
        self, texts: Sequence[str], x: float, y: float, kind: str, anchor: str, room: Room, line: int
    ) -> None:
        """Lines of text below each other, the first at a height."""
        for number, text in enumerate(texts):
            self.write(text, x, y + number * LEADING, kind, anchor, room, line)

    def label(self, label: Label, x: float, y: float, kind: str, anchor: str, room: Room = SHEET) -> None:
        """A label in one line, code as code."""
        self.write(self.words.of(label), x, y, label.classes(kind), anchor, room, label.line)

    def width_of(self, label: Label, kind: str = "") -> float:
        """How wide a label is in one line, by estimate."""
        return width(self.words.of(label), label.classes(kind))

    def sized(self, shape: Shape, room: float = WIDTH) -> Sized:
        """A shape as large as its label needs it; words are broken where they are wider than the room."""
        kind, padding = shape.label.classes(), _PADDING[shape.kind]
        found = lines(self.words.of(shape.label), room - padding, kind)
        wide = max(width(line, kind) for line in found) + padding
        high = len(found) * LEADING + (9 if shape.kind != BARE else 0)
        return Sized(shape, tuple(found), round(max(wide, 30 if padding else 0)), high)

    def place(self, sized: Sized, x: float, y: float, kind: str = "") -> None:
        """A shape around its centre, with its label; ``kind`` is a class in the place of its own."""
        shape, half = sized.shape, sized.width / 2
        if shape.kind != BARE:
            # A function has corners, values and state are round, as they have round brackets in the source.
            corner = 4 if shape.kind == FUNCTION else min(sized.height / 2, 14)
            self.box(kind or _CLASSES[shape.kind], x - half, y - sized.height / 2, sized.width, sized.height, corner)
            kind = "state" if shape.kind == HIDDEN else kind.removesuffix(" away")
        room = (max(x - half, 0), min(x + half, WIDTH))
        top = y - (len(sized.lines) - 1) * LEADING / 2 + 4.5
        self.write_lines(sized.lines, x, top, shape.label.classes(kind), "middle", room, shape.label.line)

    def results(self, found: Sequence[Result], places: Sequence[tuple[float, float]]) -> None:
        """Results, large, around their places; a wrong one is underlined with dots. Verdicts stand below them."""
        for result, (x, y) in zip(found, places, strict=True):
            label, (verdict, kind) = result.label, self.words.verdict(result)
            if label.text:
                self.write(label.text, x, y, "result wrong" if kind == "wrong" else "result", line=label.line)
            # Not by colour alone, which some readers do not see.
            if kind == "wrong" and label.text:
                half = width(label.text, "result") / 2
                self.line("wrong dots", (x - half - 1, y + 6), (x + half + 1, y + 6))
            if verdict:
                self.write(verdict, x, y + 26, f"{kind} note", line=label.line)


def width(text: str, kind: str = "") -> float:
    """How wide a text of a class is, by estimate: a Hangul or Han character is 1 em."""
    classes = kind.split()
    if "result" in classes:
        return columns(text) * _COLUMN * LARGE
    if "code" in classes:
        return columns(text) * _COLUMN * CODE
    wide = [1 if unicodedata.east_asian_width(c) in "WF" else _EM.get(c, _LETTER) for c in text]
    return sum(wide) * WORDS * (_BOLD if "strong" in classes else 1)


def lines(text: str, room: float, kind: str = "") -> list[str]:
    """The lines of a text that fit into a room, as few as can be; one long word stays whole."""
    broken = [text]
    # No line of more columns fits, however narrow its letters are.
    fitting = max(int(room // (WORDS * NARROW)) + 1, 2)
    for most in range(min(columns(text), fitting), 1, -1):
        if all(width(line, kind) <= room for line in broken):
            break
        broken = wrap(text, most) if "code" not in kind.split() else broken
    return broken
