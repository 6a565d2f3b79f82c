"""Reading and drawing a cache: what it looks at chooses a drawer; one is chosen, some are not there.

call: `calc(3)`
ignored not at the values: {`3`}
looks the cache looks at: (`shape ()`) | (`int32`)
chosen `() int32`: reused
kept `() float32`
missing `(3,) int32`: not there: trace, compile, keep
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from printproof_diagrams.canvas import LEADING, SHEET, WIDTH, Canvas, Sized, Words, lines, width
from printproof_diagrams.grammar import Label, Line, Shape, split

CHOSEN, KEPT, MISSING = "chosen", "kept", "missing"
KNOWN = ("call", "ignored", "looks", CHOSEN, KEPT, MISSING)
SPACE, HIGH, INSET = 8, 34, 18


@dataclass(frozen=True)
class Row:
    """Shapes side by side, with words above them."""

    words: Label
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Drawer:
    """A drawer: what is in it, and the words on it."""

    kind: str
    label: Label
    words: Label | None = None


@dataclass
class Drawers:
    """A cache: the call, what is looked at and what is not, and the drawers."""

    call: Label | None = None
    ignored: Row | None = None
    looks: Row | None = None
    drawers: list[Drawer] = field(default_factory=list)

    @property
    def given(self) -> list[Label]:
        """The labels of the call and of its values."""
        values = [one.label for one in self.ignored.shapes] if self.ignored else []
        return [*([self.call] if self.call else []), *values]


def read(found: Sequence[Line]) -> Drawers:
    """The cache that lines describe."""
    cache = Drawers()
    for line in found:
        word, name, text = line.statement(KNOWN, short=(CHOSEN, KEPT, MISSING))
        if word == "call":
            line.once(word, cache.call)
            cache.call = line.label(text)
        elif word in {"looks", "ignored"}:
            line.once(word, getattr(cache, word))
            setattr(cache, word, Row(line.label(name), tuple(map(line.shape, split(text, "|")))))
        else:
            cache.drawers.append(Drawer(word, line.label(name), line.label(text) if text else None))
    if not cache.drawers:
        raise found[0].error("this cache has no drawer", "write one: chosen `() int32`: reused")
    return cache


def draw_drawers(cache: Drawers, words: Words) -> Canvas:
    """A cache in one language."""
    canvas, y, taken = Canvas(words), 0.0, 1.0
    if cache.call:
        canvas.label(cache.call, 1, 18, "", "start")
        y, taken = 30, canvas.width_of(cache.call)
    if cache.ignored:
        y = _aside(canvas, cache.ignored, taken)
    if cache.looks:
        y = _looks(canvas, cache.looks, y)
    for drawer in cache.drawers:
        y = _drawer(canvas, drawer, y)
    canvas.height = round(y - SPACE) + 1
    return canvas


def _aside(canvas: Canvas, row: Row, taken: float) -> float:
    """What is not looked at, dashed, at the right behind its words; below the call where it has taken the room."""
    caption, found = canvas.words.of(row.words), [canvas.sized(one) for one in row.shapes]
    needed = sum(one.width + SPACE for one in found)
    # Beside the call where both have room, else on a line of its own.
    y = 15 if taken + 24 + width(caption) + needed < WIDTH else 45
    left = WIDTH - 1 - needed + SPACE
    _side_by_side(canvas, row, found, (left, y), "quiet away")
    canvas.write(caption, left - SPACE, y + 5, "quiet", "end", line=row.words.line)
    return y + 18


def _looks(canvas: Canvas, row: Row, y: float) -> float:
    """What is looked at: shapes over the whole width, and from them one arrow; the height of its head."""
    caption = lines(canvas.words.of(row.words), WIDTH)
    canvas.write_lines(caption, 1, y + 13, "quiet", "start", SHEET, row.words.line)
    y += len(caption) * LEADING
    found = [canvas.sized(one) for one in row.shapes]
    more = max(0, (WIDTH - 2 + SPACE - sum(one.width + SPACE for one in found)) / len(found))
    found = [replace(one, width=int(one.width + more)) for one in found]
    middles = _side_by_side(canvas, row, found, (1, y + 20))
    foot = y + 20 + found[0].height / 2
    for x in middles:
        canvas.line("", (x, foot), (x, foot + 10))
    canvas.line("", (min(*middles, WIDTH / 2), foot + 10), (max(*middles, WIDTH / 2), foot + 10))
    canvas.arrow("", (WIDTH / 2, foot + 10), (WIDTH / 2, foot + 28))
    return foot + 30


def _side_by_side(
    canvas: Canvas, row: Row, found: Sequence[Sized], start: tuple[float, float], kind: str = ""
) -> list[float]:
    """Shapes from a place on to the right; the middle of each."""
    x, middles = start[0], []
    for one in found:
        middles.append(x + one.width / 2)
        canvas.place(one, middles[-1], start[1], kind)
        x += one.width + SPACE
    if start[0] < 0 or x - SPACE > WIDTH:
        canvas.tight.append((row.words.line, " | ".join(one.shape.label.text for one in found)))
    return middles


def _drawer(canvas: Canvas, drawer: Drawer, y: float) -> float:
    """A drawer; its words stand at its right end, or below its label where there is no room."""
    left = 1 if drawer.kind == CHOSEN else INSET
    wide = WIDTH - 2 * left
    style = "strong compiled" if drawer.kind == CHOSEN else "quiet"
    note = canvas.words.of(drawer.words) if drawer.words else ""
    # The chosen drawer sticks out to the left; the labels of all drawers begin at one place.
    start = 34 + INSET - left if drawer.kind == CHOSEN else 34
    beside = canvas.width_of(drawer.label) + width(note, style) + start + 24 <= wide
    below = [] if beside else lines(note, wide - start - 12, style)
    high = HIGH + len(below) * LEADING
    box = {CHOSEN: "compiled thick", KEPT: "", MISSING: "compiled away"}[drawer.kind]
    canvas.box(box, left, y, wide, high)
    if drawer.kind != MISSING:
        canvas.dot("compiled filled" if drawer.kind == CHOSEN else "compiled", left + start - 16, y + HIGH / 2)
    room = (0, left + wide - 8)
    canvas.label(drawer.label, left + start, y + HIGH / 2 + 4.5, "", "start", room)
    line = drawer.words.line if drawer.words else 0
    if note and beside:
        canvas.write(note, left + wide - 12, y + HIGH / 2 + 5, style, "end", room, line)
    canvas.write_lines(below, left + start, y + HIGH / 2 + 22, style, "start", room, line)
    return y + high + SPACE
