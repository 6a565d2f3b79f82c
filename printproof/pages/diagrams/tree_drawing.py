"""Where do the shapes of trees stand? Leaves side by side, each shape above the middle of what it holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from printproof.pages.diagrams.canvas import LEADING, WIDTH, Canvas, Sized, Words, lines, sized, width
from printproof.pages.diagrams.grammar import BARE, Label
from printproof.pages.diagrams.tree import Node, Strike, Trees, Zip
from printproof.theme.signs import NOT_WANTED

CHANNEL, ROOMIEST, NARROWEST = 20, 26, 8
"""The space for a struck way at a side, and between leaves."""
DOWN, SLANTED = 26, 38
"""From row to row, by kind of edge."""


@dataclass
class _Placed:
    """Where nodes stand, by identity."""

    sizes: dict[int, Sized] = field(default_factory=dict)
    xs: dict[int, float] = field(default_factory=dict)
    ys: dict[int, float] = field(default_factory=dict)

    def of(self, node: Node) -> tuple[Sized, float, float]:
        """A node with its place."""
        return self.sizes[id(node)], self.xs[id(node)], self.ys[id(node)]


def draw_trees(trees: Trees, words: Words) -> Canvas:
    """All trees, what pairs them, and ways that are struck out."""
    canvas, placed = Canvas(), _Placed()
    for group in (trees.trees, trees.made):
        leaves = sum(len(tree.leaves) for tree in group)
        for node in (one for tree in group for one in tree.all()):
            room = WIDTH * len(node.leaves) / leaves - NARROWEST
            placed.sizes[id(node)] = sized(node.shape, words, max(room, 70))
    side = _side(trees, placed)
    _across(canvas, trees.trees, placed, side)
    foot = _down(trees.trees, placed, 0)
    if trees.zip:
        foot = _zipped(canvas, trees, trees.zip, placed, words, foot)
    for tree in [*trees.trees, *trees.made]:
        for node in tree.all():
            _edges(canvas, node, placed, words)
    for strike in trees.strikes:
        _strike(canvas, strike, placed, side, words)
    for node in trees.nodes:
        one, x, y = placed.of(node)
        canvas.place(one, x, y, "quiet" if node.shape.kind == BARE and not node.shape.label.code else "")
    canvas.height = round(foot) + 2
    return canvas


def _side(trees: Trees, placed: _Placed) -> tuple[float, float]:
    """The left and right edge of the trees: a struck way needs room at its side."""
    left = right = 0
    for strike in trees.strikes:
        row = [one for one in trees.nodes if one.depth == strike.end.depth]
        if strike.end is row[0]:
            left = CHANNEL
        else:
            right = CHANNEL
    return 1.0 + left, WIDTH - 1.0 - right


def _wide(node: Node, placed: _Placed, gap: float) -> float:
    inner = sum(_wide(child, placed, gap) for child in node.children) + gap * max(len(node.children) - 1, 0)
    return max(placed.sizes[id(node)].width, inner)


def _across(canvas: Canvas, trees: Sequence[Node], placed: _Placed, side: tuple[float, float]) -> None:
    """Set all x: what is left over widens the gaps."""
    left, right = side
    gaps = max(sum(len(tree.leaves) for tree in trees) - 1, 1)
    tight = sum(_wide(tree, placed, 0) for tree in trees)
    gap = max(NARROWEST, min((right - left - tight) / gaps, ROOMIEST))
    # A gap between trees is wider than one between leaves, where there is room.
    between = max(gap, min((right - left - sum(_wide(tree, placed, gap) for tree in trees)) / max(len(trees), 1), 60))
    whole = sum(_wide(tree, placed, gap) for tree in trees) + between * (len(trees) - 1)
    x = left + max((right - left - whole) / 2, 0)
    if whole > right - left + 1:
        canvas.tight.append((trees[0].shape.label.line, trees[0].shape.label.text))
    for tree in trees:
        wide = _wide(tree, placed, gap)
        _set_x(tree, placed, x, wide, gap)
        x += wide + between


def _set_x(node: Node, placed: _Placed, x: float, wide: float, gap: float) -> None:
    """Set the x of a node in its room, and of all below it."""
    inner = [_wide(child, placed, gap) for child in node.children]
    at = x + (wide - sum(inner) - gap * (len(inner) - 1)) / 2 if inner else x
    for child, one in zip(node.children, inner, strict=True):
        _set_x(child, placed, at, one, gap)
        at += one + gap
    ends = [placed.xs[id(child)] for child in (node.children[:1] + node.children[-1:])]
    placed.xs[id(node)] = sum(ends) / 2 if ends else x + wide / 2


def _down(trees: Sequence[Node], placed: _Placed, top: float, turned: bool = False) -> float:
    """Set all y, row by row from a height on; the height below them."""
    nodes = [one for tree in trees for one in tree.all()]
    depths = sorted({one.depth for one in nodes}, reverse=turned)
    for number, depth in enumerate(depths):
        row = [one for one in nodes if one.depth == depth]
        if number:
            edges = row if not turned else [one for one in nodes if one.depth == depth + 1]
            top += SLANTED if any(one.edge for one in edges) else DOWN
        high = max(placed.sizes[id(one)].height for one in row)
        for one in row:
            placed.ys[id(one)] = top + high / 2 + 1
        top += high
    return top + 1


def _edges(canvas: Canvas, node: Node, placed: _Placed, words: Words) -> None:
    """Lines from a node to what it holds; arrows leave it together."""
    one, x, y = placed.of(node)
    for child in node.children:
        other, x1, y1 = placed.of(child)
        way = 1 if y1 > y else -1
        above = other.height / 2 + (3 if child.shape.kind == BARE else 0)
        start, end = y + way * one.height / 2, y1 - way * above
        if not child.flows:
            canvas.line("", (x, start), (x1, end))
            if child.edge:
                _edge_label(canvas, child.edge, (x, start), (x1, end), words)
        elif abs(x - x1) < 1.5:
            canvas.arrow("", (x, start), (x, end))
        else:
            turn = start + (end - start) * 0.4
            canvas.arrow("", (x, start), (x, turn), (x1, turn), (x1, end))


def _edge_label(
    canvas: Canvas, label: Label, start: tuple[float, float], end: tuple[float, float], words: Words
) -> None:
    """The name of an edge, at its outer side."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    right = end[0] > start[0]
    kind = "quiet code" if label.code else "quiet"
    outside, lower = (6, 2) if end[1] > start[1] else (5, 13)
    x, anchor = (x + outside, "start") if right else (x - outside, "end")
    canvas.write(words.of(label), x, y + lower, kind, anchor, line=label.line)


def _zipped(canvas: Canvas, trees: Trees, zipped: Zip, placed: _Placed, words: Words, foot: float) -> float:
    """A function for each place, fed by the leaves there, and the tree that comes out, upside down."""
    places = [list(pair) for pair in zip(*(tree.leaves for tree in trees.trees), strict=True)]
    box = sized(zipped.function, words, WIDTH / len(places) - NARROWEST)
    step = min(WIDTH / len(places), box.width + 54)
    xs = [WIDTH / 2 + (number - (len(places) - 1) / 2) * step for number in range(len(places))]
    top, made = foot + 44, trees.made[0]
    middle, bottom = top + box.height / 2 + 2, top + box.height + 4
    foot = _down([made], placed, bottom + 30, turned=True)
    for leaf, x in zip(made.leaves, xs, strict=True):
        placed.xs[id(leaf)] = x
    for node in sorted(made.all(), key=lambda one: -one.depth):
        if node.children:
            ends = [placed.xs[id(child)] for child in (node.children[0], node.children[-1])]
            placed.xs[id(node)] = sum(ends) / 2
    for pair, leaf, x in zip(places, made.leaves, xs, strict=True):
        for one, x0, y0 in map(placed.of, pair):
            canvas.line("quiet", (x0, y0 + one.height / 2), (x, top))
        canvas.place(Sized(zipped.function, box.lines, box.width, box.height + 4), x, middle)
        canvas.arrow("", (x, bottom), (x, placed.ys[id(leaf)] - placed.sizes[id(leaf)].height / 2))
    kind = "quiet code" if zipped.walker.code else "quiet"
    between = len(places) > 1
    where = ((xs[0] + xs[1]) / 2, "middle") if between else (xs[0] + 10, "start")
    canvas.write(words.of(zipped.walker), where[0], bottom + 19, kind, where[1], line=zipped.walker.line)
    return foot


def _strike(canvas: Canvas, strike: Strike, placed: _Placed, side: tuple[float, float], words: Words) -> None:
    """A red way along a side, with a cross on it and its reason beside its beginning."""
    (one, x0, y0), (other, x1, y1) = placed.of(strike.start), placed.of(strike.end)
    way = -1 if x1 <= x0 else 1
    channel = side[0] - CHANNEL + 7 if way < 0 else side[1] + CHANNEL - 7
    near = 4 if other.shape.kind == BARE else 0
    start, end = (x0 + way * one.width / 2, y0), (x1 + way * (other.width / 2 + near), y1)
    canvas.line("wrong", start, (channel, y0), (channel, y1), end)
    cross = (y0 + y1) / 2
    for slope in (7, -7):
        canvas.line("wrong", (channel - 7, cross - slope), (channel + 7, cross + slope))
    # Beside the arrow that leaves the start; where that is too narrow, beside the shape at its end.
    text, most = f"{NOT_WANTED} {words.of(strike.words)}", abs(x0 - channel) - 19
    if width(text) > most:
        most -= max([0.0, *(placed.sizes[id(child)].width / 2 - 5 for child in strike.start.children)])
    anchor, x = ("start", channel + 10) if way < 0 else ("end", channel - 10)
    room = (x, x + most) if way < 0 else (x - most, x)
    for number, line in enumerate(lines(text, most)):
        y = y0 + one.height / 2 + 14 + number * LEADING
        canvas.write(line, x, y, "wrong", anchor, room, strike.words.line)
