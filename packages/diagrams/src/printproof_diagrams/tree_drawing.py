"""Drawing trees: leaves side by side, each shape above the middle of what it holds."""

from collections.abc import Sequence
from dataclasses import replace

from printproof.style.signs import NOT_WANTED
from printproof_diagrams.canvas import WIDTH, Canvas, Sized, Words, lines, width
from printproof_diagrams.grammar import BARE, Label
from printproof_diagrams.tree import Node, Strike, Trees, Zip

CHANNEL, ROOMIEST, NARROWEST = 20, 26, 8
"""The space for a struck way at a side, and between leaves."""
DOWN, SLANTED = 26, 38
"""From row to row, by kind of edge."""


def draw_trees(trees: Trees, words: Words) -> Canvas:
    """All trees, what pairs them, and ways that are struck out."""
    return _Drawing(trees, words).draw()


class _Drawing:
    """Trees while they are drawn: sizes of shapes first, then where they stand, then lines, ways and shapes."""

    def __init__(self, trees: Trees, words: Words) -> None:
        self.trees, self.canvas = trees, Canvas(words)
        self.sizes = {**self._sizes(trees.trees), **self._sizes(trees.made)}
        self.xs: dict[Node, float] = {}
        self.ys: dict[Node, float] = {}
        self.left, self.right = self._sides()

    def _sizes(self, trees: Sequence[Node]) -> dict[Node, Sized]:
        """The shapes of trees that stand side by side; words are broken to fit their share of the width."""
        leaves = sum(len(tree.leaves) for tree in trees)
        nodes = [node for tree in trees for node in tree.all()]
        # A shape has the room of the leaves below it, less the gap to the next.
        rooms = [WIDTH * len(node.leaves) / leaves - NARROWEST for node in nodes]
        return {node: self.canvas.sized(node.shape, max(room, 70)) for node, room in zip(nodes, rooms, strict=True)}

    def _sides(self) -> tuple[float, float]:
        """The left and right edge of the trees: a struck way needs room at its side."""
        left = right = 0
        for strike in self.trees.strikes:
            row = [one for one in self.trees.nodes if one.depth == strike.end.depth]
            if strike.end is row[0]:
                left = CHANNEL
            else:
                right = CHANNEL
        return 1.0 + left, WIDTH - 1.0 - right

    def draw(self) -> Canvas:
        """Everything, in the order of painting."""
        self._across()
        foot = self._down(self.trees.trees, 0)
        if self.trees.zip:
            foot = self._zipped(self.trees.zip, foot)
        for node in self.trees.nodes:
            self._edges(node)
        for strike in self.trees.strikes:
            self._strike(strike)
        for node in self.trees.nodes:
            quiet = node.shape.kind == BARE and not node.shape.label.code
            self.canvas.place(*self._placed(node), "quiet" if quiet else "")
        self.canvas.height = round(foot) + 2
        return self.canvas

    def _placed(self, node: Node) -> tuple[Sized, float, float]:
        """A node with its place."""
        return self.sizes[node], self.xs[node], self.ys[node]

    def _wide(self, node: Node, gap: float) -> float:
        inner = sum(self._wide(child, gap) for child in node.children) + gap * max(len(node.children) - 1, 0)
        return max(self.sizes[node].width, inner)

    def _across(self) -> None:
        """Set all x: what is left over widens the gaps."""
        trees, room = self.trees.trees, self.right - self.left
        gaps = max(sum(len(tree.leaves) for tree in trees) - 1, 1)
        tight = sum(self._wide(tree, 0) for tree in trees)
        gap = max(NARROWEST, min((room - tight) / gaps, ROOMIEST))
        taken = sum(self._wide(tree, gap) for tree in trees)
        # A gap between trees is wider than one between leaves, where there is room.
        between = max(gap, min((room - taken) / max(len(trees), 1), 60))
        whole = taken + between * (len(trees) - 1)
        x = self.left + max((room - whole) / 2, 0)
        if whole > room + 1:
            self.canvas.tight.append((trees[0].shape.label.line, trees[0].shape.label.text))
        for tree in trees:
            wide = self._wide(tree, gap)
            self._set_x(tree, x, wide, gap)
            x += wide + between

    def _set_x(self, node: Node, x: float, wide: float, gap: float) -> None:
        """Set the x of a node in its room, and of all below it."""
        inner = [self._wide(child, gap) for child in node.children]
        at = x + (wide - sum(inner) - gap * (len(inner) - 1)) / 2
        for child, one in zip(node.children, inner, strict=True):
            self._set_x(child, at, one, gap)
            at += one + gap
        self.xs[node] = self._middle(node) if node.children else x + wide / 2

    def _middle(self, node: Node) -> float:
        """The middle of what a node holds."""
        return (self.xs[node.children[0]] + self.xs[node.children[-1]]) / 2

    def _down(self, trees: Sequence[Node], top: float, turned: bool = False) -> float:
        """Set all y, row by row from a height on; the height below them."""
        nodes = [one for tree in trees for one in tree.all()]
        depths = sorted({one.depth for one in nodes}, reverse=turned)
        for number, depth in enumerate(depths):
            row = [one for one in nodes if one.depth == depth]
            if number:
                edges = row if not turned else [one for one in nodes if one.depth == depth + 1]
                top += SLANTED if any(one.edge for one in edges) else DOWN
            high = max(self.sizes[one].height for one in row)
            for one in row:
                self.ys[one] = top + high / 2 + 1
            top += high
        return top + 1

    def _edges(self, node: Node) -> None:
        """Lines from a node to what it holds; arrows leave it together."""
        one, x, y = self._placed(node)
        for child in node.children:
            other, x1, y1 = self._placed(child)
            way = 1 if y1 > y else -1
            above = other.height / 2 + (3 if child.shape.kind == BARE else 0)
            start, end = y + way * one.height / 2, y1 - way * above
            if not child.flows:
                self.canvas.line("", (x, start), (x1, end))
                if child.edge:
                    self._edge_label(child.edge, (x, start), (x1, end))
            elif abs(x - x1) < 1.5:
                self.canvas.arrow("", (x, start), (x, end))
            else:
                # Above the middle, as the head of an arrow takes a part of what is below.
                turn = start + (end - start) * 0.4
                self.canvas.arrow("", (x, start), (x, turn), (x1, turn), (x1, end))

    def _edge_label(self, label: Label, start: tuple[float, float], end: tuple[float, float]) -> None:
        """The name of an edge, at its outer side."""
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        outside, lower = (6, 2) if end[1] > start[1] else (5, 13)
        x, anchor = (x + outside, "start") if end[0] > start[0] else (x - outside, "end")
        self.canvas.label(label, x, y + lower, "quiet", anchor)

    def _zipped(self, zipped: Zip, foot: float) -> float:
        """A function for each place, fed by the leaves there, and the tree that comes out, upside down."""
        places = list(zip(*(tree.leaves for tree in self.trees.trees), strict=True))
        box = self.canvas.sized(zipped.function, WIDTH / len(places) - NARROWEST)
        step = min(WIDTH / len(places), box.width + 54)
        xs = [WIDTH / 2 + (number - (len(places) - 1) / 2) * step for number in range(len(places))]
        top, made = foot + 44, self.trees.made[0]
        middle, bottom = top + box.height / 2 + 2, top + box.height + 4
        foot = self._down([made], bottom + 30, turned=True)
        # The tree that is made has its leaves above: they stand below the functions, all else between its own leaves.
        self.xs |= zip(made.leaves, xs, strict=True)
        for node in sorted(made.all(), key=lambda one: -one.depth):
            if node.children:
                self.xs[node] = self._middle(node)
        for pair, leaf, x in zip(places, made.leaves, xs, strict=True):
            for one, x0, y0 in map(self._placed, pair):
                self.canvas.line("quiet", (x0, y0 + one.height / 2), (x, top))
            self.canvas.place(replace(box, height=box.height + 4), x, middle)
            self.canvas.arrow("", (x, bottom), (x, self.ys[leaf] - self.sizes[leaf].height / 2))
        x, anchor = ((xs[0] + xs[1]) / 2, "middle") if len(xs) > 1 else (xs[0] + 10, "start")
        self.canvas.label(zipped.walker, x, bottom + 19, "quiet", anchor)
        return foot

    def _strike(self, strike: Strike) -> None:
        """A red way along a side, with a cross on it and its reason beside its beginning."""
        (one, x0, y0), (other, x1, y1) = self._placed(strike.start), self._placed(strike.end)
        way = -1 if x1 <= x0 else 1
        channel = self.left - CHANNEL + 7 if way < 0 else self.right + CHANNEL - 7
        near = 4 if other.shape.kind == BARE else 0
        start, end = (x0 + way * one.width / 2, y0), (x1 + way * (other.width / 2 + near), y1)
        self.canvas.line("wrong", start, (channel, y0), (channel, y1), end)
        cross = (y0 + y1) / 2
        for slope in (7, -7):
            self.canvas.line("wrong", (channel - 7, cross - slope), (channel + 7, cross + slope))
        # Beside the arrow that leaves the start; where that is too narrow, beside the shape at its end.
        text, most = f"{NOT_WANTED} {self.canvas.words.of(strike.words)}", abs(x0 - channel) - 19
        if width(text) > most:
            most -= max([0.0, *(self.sizes[child].width / 2 - 5 for child in strike.start.children)])
        anchor, x = ("start", channel + 10) if way < 0 else ("end", channel - 10)
        room = (x, x + most) if way < 0 else (x - most, x)
        top = y0 + one.height / 2 + 14
        self.canvas.write_lines(lines(text, most), x, top, "wrong", anchor, room, strike.words.line)
