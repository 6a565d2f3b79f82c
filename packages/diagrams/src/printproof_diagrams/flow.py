"""Reading and drawing a flow: chains of shapes from left to right, each between arrows.

    title: State in, state out
    ((`n = 0`)) -> [`count`] -> ((`n = 1`))
    prints counter-v2: `1`
    ---
    `count()` -> [`counter` {`n = ?`}]
    `count()` -> [`counter` {`n = ?`}]
    prints counter: `1` | `2`

Results of one chain stand below its functions, those of several at their ends. A box that holds something, such as
hidden state or an array in memory, and stands in chains below each other is one box.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from printproof_diagrams.canvas import LEADING, WIDTH, Canvas, Sized, Words, lines
from printproof_diagrams.grammar import BARE, FUNCTION, HIDDEN, STATE, Label, Line, Prints, Shape, diagram_error, split

KNOWN = ("title", "prints", "note")
ROW, HIGH, LOW, HIDING, NARROWEST, WIDEST = 44, 44, 32, 66, 16, 56
"""From chain to chain; a function alone, below another, with state in it; the shortest and the longest arrow."""


@dataclass
class Part:
    """One or more chains with a title above, results, and a note below."""

    title: Label | None = None
    chains: list[tuple[Shape, ...]] = field(default_factory=list)
    printed: Prints | None = None
    note: Label | None = None

    @property
    def functions(self) -> int:
        """How many functions stand in the first chain."""
        return sum(one.kind == FUNCTION for one in self.chains[0])


@dataclass
class Flow:
    """The parts of a diagram, one below the other, parted by a rule."""

    parts: list[Part]


def read(found: Sequence[Line]) -> Flow:
    """The flow that lines describe."""
    parts = [Part()]
    for line in found:
        if set(line.text) == {"-"}:
            parts.append(Part())
        elif len(split(line.text, "->")) > 1:
            parts[-1].chains.append(tuple(map(line.shape, split(line.text, "->"))))
        else:
            _read_words(line, parts[-1])
    for part in parts:
        _check(part, found[0])
    return Flow(parts)


def _read_words(line: Line, part: Part) -> None:
    word, name, text = line.statement(KNOWN)
    if word == "prints":
        line.once(word, part.printed)
        part.printed = line.prints(name, text)
    elif word == "title":
        line.once(word, part.title)
        part.title = line.label(text)
    else:
        line.once(word, part.note)
        part.note = line.label(text)


def _check(part: Part, first: Line) -> None:
    if not part.chains:
        raise first.error("a part of this flow has no chain", "write one with arrows: `a` -> [`f`] -> `b`")
    if len({len(chain) for chain in part.chains}) > 1:
        line = part.chains[-1][0].label.line
        raise diagram_error(line, "chains below each other are not equally long", "part them with ---")
    if part.printed:
        alone = len(part.chains) == 1
        count = part.functions if alone else len(part.chains)
        if len(part.printed.results) != count:
            fact = f"'prints' has {len(part.printed.results)} results, and there are {count} places"
            cure = f"write one for each {'function of its chain' if alone else 'chain'}, between bars: |"
            raise diagram_error(part.printed.line, fact, cure)


def draw_flow(flow: Flow, words: Words) -> Canvas:
    """A flow in one language."""
    canvas, y = Canvas(words), 0.0
    for number, part in enumerate(flow.parts):
        if number:
            canvas.line("rule", (0, y + 16), (WIDTH, y + 16))
            y += 32
        y = _draw_part(canvas, part, y)
    canvas.height = round(y)
    return canvas


def _draw_part(canvas: Canvas, part: Part, y: float) -> float:
    """Draw a part from a height on; the height below it."""
    if part.title:
        canvas.write(canvas.words.of(part.title), 0, y + 16, "strong", "start", line=part.title.line)
        y += 32
    boxes = list(_rows(canvas, part))
    # Results of several chains stand at their ends, where an arrow leads to each.
    aside = bool(part.printed) and len(part.chains) > 1
    xs, ends = _places(boxes, WIDTH - 36 if aside else WIDTH)
    high = _high(boxes)
    middles = [y + high / 2 + (row - (len(boxes) - 1) / 2) * ROW for row in range(len(boxes))]
    for row, middle in zip(boxes, middles, strict=True):
        if ends[-1] > WIDTH + 1:
            canvas.tight.append((row[0].shape.label.line, " → ".join(one.shape.label.text for one in row)))
        _arrows(canvas, row, xs, middle)
        if aside:
            canvas.arrow("", (ends[-1] + 2, middle), (WIDTH - 26, middle))
    _shapes(canvas, boxes, xs, middles, y)
    y += high
    if part.printed and aside:
        canvas.results(part.printed.results, [(WIDTH - 12, middle + 7) for middle in middles])
    elif part.printed:
        y = _below(canvas, part.printed, boxes[0], xs, y)
    return _note(canvas, part.note, y) if part.note else y


def _high(rows: Sequence[Sequence[Sized]]) -> float:
    """The height of all chains of a part."""
    if len(rows) > 1:
        return ROW * len(rows) + 16
    return HIDING if any(one.shape.inside for one in rows[0]) else HIGH


def _note(canvas: Canvas, note: Label, y: float) -> float:
    """Words below a part; the height below them."""
    for text in lines(canvas.words.of(note), WIDTH):
        y += LEADING + 3
        canvas.write(text, 0, y, "quiet", "start", line=note.line)
    return y + 6


def _rows(canvas: Canvas, part: Part) -> Iterator[list[Sized]]:
    """The shapes of each chain; all of one place are as wide as the widest of them, words are broken to fit."""
    # No shape takes more than its share of the width, so that words are broken before shapes are crowded out.
    most = WIDTH / len(part.chains[0]) - NARROWEST
    high = HIGH if len(part.chains) == 1 else LOW
    rows = [[_sized(canvas, one, most, high) for one in chain] for chain in part.chains]
    # Shapes of one place stand below each other, and a function of several chains may be one box.
    wide = [max(one.width for one in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield [replace(one, width=most) for one, most in zip(row, wide, strict=True)]


def _sized(canvas: Canvas, shape: Shape, most: float, high: int) -> Sized:
    found = canvas.sized(shape, most)
    if shape.inside:
        return replace(found, width=max(found.width, canvas.sized(shape.inside).width) + 28)
    return replace(found, height=max(high, found.height)) if shape.kind == FUNCTION else found


def _places(rows: Sequence[Sequence[Sized]], room: float) -> tuple[list[float], list[float]]:
    """The middle and the right end of each place; arrows share what is left over."""
    wide = [one.width for one in rows[0]]
    arrows = len(wide) - 1 + (room < WIDTH)
    gap = max(NARROWEST, min((room - 2 - sum(wide)) / arrows, WIDEST)) if arrows else 0
    xs, left = [], 1.0
    for one in wide:
        xs.append(left + one / 2)
        left += one + gap
    return xs, [x + one / 2 for x, one in zip(xs, wide, strict=True)]


def _arrows(canvas: Canvas, row: Sequence[Sized], xs: Sequence[float], y: float) -> None:
    """Arrows of one chain; one that carries state has its colour."""
    # An arrow may touch a shape; it keeps away from bare words, which have no line around them.
    for (one, x0), (other, x1) in pairwise(zip(row, xs, strict=True)):
        kind = "state" if {one.shape.kind, other.shape.kind} & {STATE, HIDDEN} else ""
        start, end = (4 if shape.kind == BARE else 1 for shape in (one.shape, other.shape))
        canvas.arrow(kind, (x0 + one.width / 2 + start, y), (x1 - other.width / 2 - end, y))


def _shapes(
    canvas: Canvas, rows: Sequence[Sequence[Sized]], xs: Sequence[float], middles: Sequence[float], top: float
) -> None:
    """The shapes of all chains; a box that holds something is one through all of them."""
    high = _high(rows)
    for place, x in enumerate(xs):
        held = rows[0][place].shape.inside
        if held and all(row[place].shape.inside for row in rows):
            one = rows[0][place]
            canvas.box("", x - one.width / 2, top, one.width, high)
            first = Sized(Shape(BARE, one.shape.label), one.lines, one.width, LEADING)
            canvas.place(first, x, top + high / 4 + 2)
            canvas.place(canvas.sized(held), x, top + high * 2 / 3)
            continue
        for row, middle in zip(rows, middles, strict=True):
            canvas.place(row[place], x, middle)


def _below(canvas: Canvas, printed: Prints, row: Sequence[Sized], xs: Sequence[float], y: float) -> float:
    """Results below the functions of a chain; the height below them."""
    under = [x for one, x in zip(row, xs, strict=True) if one.shape.kind == FUNCTION]
    for x in under:
        canvas.arrow("", (x, y + 1), (x, y + 22))
    canvas.results(printed.results, [(x, y + 42) for x in under])
    return y + 48 + (24 if any(one.judged for one in printed.results) else 0)
