"""The kinds of diagrams, and what all of them offer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printproof_base.findings import suggestion
from printproof_diagrams import drawers, flow, tree
from printproof_diagrams.canvas import Canvas, Words
from printproof_diagrams.grammar import Label, Line, Prints, diagram_error, lines_of, parts_of
from printproof_diagrams.tree_drawing import draw_trees

Content = flow.Flow | tree.Trees | drawers.Drawers
"""What the lines of a diagram describe."""


@dataclass(frozen=True)
class _Kind:
    read: Callable[[Sequence[Line]], Content]
    draw: Callable[[Any, Words], Canvas]


KINDS: Mapping[str, _Kind] = {
    "flow": _Kind(flow.read, flow.draw_flow),
    "tree": _Kind(tree.read, draw_trees),
    "drawers": _Kind(drawers.read, drawers.draw_drawers),
}
"""What reads and draws each kind."""


@dataclass(frozen=True)
class Diagram:
    """A diagram that was read."""

    kind: str
    content: Content

    @property
    def labels(self) -> list[Label]:
        """All labels, in the order of drawing."""
        return list(parts_of(self.content, Label))

    @property
    def prints(self) -> list[Prints]:
        """What cells print, as the diagram says."""
        return list(parts_of(self.content, Prints))

    def messages(self) -> list[Label]:
        """The labels that are words, each text once."""
        # A catalog has a text once; its place is where the text stands first.
        words: dict[str, Label] = {}
        for label in self.labels:
            if not label.code:
                words.setdefault(label.text, label)
        return list(words.values())

    def draw(self, words: Words) -> Canvas:
        """The diagram in one language."""
        return KINDS[self.kind].draw(self.content, words)


def read(kind: str, texts: Sequence[str], first: int) -> Diagram:
    """The diagram of a kind whose lines begin in the line ``first`` of a page.

    Raises DiagramError, at its line or at 0 for the diagram as a whole, where it cannot be read.
    """
    if kind not in KINDS:
        raise diagram_error(0, f"no kind of diagram is called {kind!r}", suggestion(kind, list(KINDS), quote="'"))
    return Diagram(kind, KINDS[kind].read(lines_of(texts, first)))
