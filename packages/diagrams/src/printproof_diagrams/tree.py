"""Reading trees: each line is a shape, below the one that it is indented under.

    [`params`]
      w: ((`3.0`))
      b: ((`1.0`))
    zip `jax.tree.map`: [`p - 0.5 * g`]
    [`new params`]
      w: ((`2.0`))
      b: ((`1.5`))

    ((`key(42)`))
      -> [`split`]
        -> ((`x_key`))
    `key(42)` -x `split`: used a second time

``w:`` names what a tree holds, ``->`` is an arrow: something flows. ``zip`` pairs the leaves of all trees above it and
makes the tree below it, which is drawn upside down. ``-x`` strikes out a way that must not be gone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from printproof_base.findings import suggestion
from printproof_diagrams.grammar import FUNCTION, Label, Line, Shape, diagram_error, split


@dataclass(eq=False)
class Node:
    """A shape of a tree: the label of the edge to it, or whether it is an arrow, and what stands below it.

    Two of the same words are two, so that each has a place of its own.
    """

    edge: Label | None
    shape: Shape
    depth: int
    flows: bool = False
    children: list["Node"] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        """The node and all below it, in the order of lines."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def leaves(self) -> list["Node"]:
        """What holds nothing."""
        return [one for one in self.all() if not one.children]


@dataclass(frozen=True)
class Zip:
    """What pairs leaves: the function of each pair, and what walks the trees."""

    function: Shape
    walker: Label


@dataclass(frozen=True)
class Strike:
    """A way that must not be gone, and why."""

    start: Node
    end: Node
    words: Label


@dataclass
class Trees:
    """The trees of a diagram; ``made`` is what a zip makes of them."""

    trees: list[Node] = field(default_factory=list)
    made: list[Node] = field(default_factory=list)
    zip: Zip | None = None
    strikes: list[Strike] = field(default_factory=list)

    @property
    def nodes(self) -> list[Node]:
        """All nodes, in the order of lines."""
        return [one for tree in [*self.trees, *self.made] for one in tree.all()]


def read(found: Sequence[Line]) -> Trees:
    """The trees that lines describe."""
    trees = Trees()
    path: list[tuple[int, Node]] = []
    for line in found:
        if len(split(line.text, "-x")) > 1:
            trees.strikes.append(_strike(line, trees))
        # Not the word in front of a colon, as a tree may hold something called zip.
        elif line.text.partition(" ")[0] in {"zip", "zip:"}:
            line.once("zip", trees.zip)
            trees.zip, path = _zip(line, trees), []
        else:
            _hang(line, trees, path)
    if trees.zip and len(trees.made) != 1:
        at = trees.zip.function.label.line
        raise diagram_error(
            at, f"a zip makes one tree, and {len(trees.made)} stand below it", "write that tree below it"
        )
    if trees.zip:
        _same_leaves(trees)
    return trees


def _hang(line: Line, trees: Trees, path: list[tuple[int, Node]]) -> None:
    """Hang a shape under the line above it that is indented less."""
    # Any deeper indentation will do: authors indent by two blanks or by four.
    while path and path[-1][0] >= line.indent:
        path.pop()
    text, edge, flows = line.text, None, line.text.startswith("->")
    if flows:
        text = text[2:]
    elif len(parts := split(text, ":", 1)) > 1:
        edge, text = line.label(parts[0]), parts[1]
    node = Node(edge, line.shape(text), len(path), flows)
    if path:
        path[-1][1].children.append(node)
    elif flows or edge:
        raise line.error("an edge leads from nowhere", "indent this line under the shape that it begins at")
    else:
        (trees.made if trees.zip else trees.trees).append(node)
    path.append((line.indent, node))


def _zip(line: Line, trees: Trees) -> Zip:
    head, *rest = split(line.text, ":", 1)
    walker = head.removeprefix("zip").strip()
    if not rest or not walker:
        raise line.error("this zip is not whole", "write: zip `jax.tree.map`: [`p - g`]")
    if not trees.trees:
        raise line.error("a zip has no tree above it", "write the trees whose leaves it pairs first")
    function = line.shape(rest[0])
    if function.kind != FUNCTION:
        raise line.error(f"{rest[0]!r} is no function", "write it in square brackets: [`p - g`]")
    return Zip(function, line.label(walker))


def _same_leaves(trees: Trees) -> None:
    """Raises DiagramError where the trees of a zip do not have the same leaves."""
    first = [one.edge and one.edge.text for one in trees.trees[0].leaves]
    for tree in [*trees.trees[1:], *trees.made]:
        if [one.edge and one.edge.text for one in tree.leaves] != first:
            named = f"'{tree.shape.label.text}' and '{trees.trees[0].shape.label.text}'"
            cure = "give each tree the same leaves in the same order"
            raise diagram_error(tree.shape.label.line, f"{named} have other leaves, and a zip pairs them", cure)


def _strike(line: Line, trees: Trees) -> Strike:
    way, *rest = split(line.text, ":", 1)
    names = [line.label(part).text for part in split(way, "-x")]
    if not rest or len(names) != 2:
        raise line.error("this way is not whole", "write: `a` -x `b`: why it must not be gone")
    ends = [_named(name, trees, line) for name in names]
    # The way runs along a side of the trees, so that only the outermost shapes of a row can be its end.
    row = [one for one in trees.nodes if one.depth == ends[1].depth]
    if ends[1] not in (row[0], row[-1]):
        fact = f"the way to '{names[1]}' would cross other shapes"
        raise line.error(fact, "write it as the first or the last of its row")
    return Strike(ends[0], ends[1], line.label(rest[0]))


def _named(name: str, trees: Trees, line: Line) -> Node:
    found = [one for one in trees.nodes if one.shape.label.text == name]
    if len(found) != 1:
        known = list(dict.fromkeys(one.shape.label.text for one in trees.nodes))
        fact = f"{len(found)} shapes are called '{name}'" if found else f"no shape is called '{name}'"
        cure = "let the labels differ" if found else suggestion(name, known, quote="'")
        raise line.error(fact, cure)
    return found[0]
