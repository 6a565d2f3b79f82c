"""How do transforms find the cells of a page, how is a node written in each format, and a table made?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from printproof.language import tag
from printproof.pages.notebook import KEY
from printproof.pages.page_view import PageCell

CELLS = "printproof_cells"
"""Where the temporary data of the page being read hold its cells by name."""

OTHER_FORMATS = ("latex", "text", "man", "texinfo")
"""Formats besides HTML whose writers ask for each class of nodes; Sphinx warns of a node that one does not know."""

Visit = Callable[[Any, Any], None]
"""A function of a translator and a node."""


def cells_in(document: nodes.document, env: BuildEnvironment) -> list[tuple[nodes.container, PageCell]]:
    """The cells of a page that is being read, each with the container that MyST-NB has made of it."""
    known: dict[str, PageCell] = env.temp_data.get(CELLS, {})  # type: ignore[assignment]
    containers = (node for node in document.findall(nodes.container) if KEY in node.get("cell_metadata", ()))
    return [(container, known[container["cell_metadata"][KEY]]) for container in containers]


def parts_of(container: nodes.Element, element: str) -> Iterator[nodes.container]:
    """The parts of a kind that MyST-NB has made of a cell, such as ``cell_code_output``."""
    return (node for node in container.findall(nodes.container) if node.get("nb_element") == element)


def write_children(translator: nodes.NodeVisitor, node: nodes.Node) -> None:
    """Write the children only."""


def leave_out(translator: nodes.NodeVisitor, node: nodes.Node) -> None:
    """Write nothing, children included."""
    raise nodes.SkipNode


def add_node(
    app: Sphinx,
    node: type[nodes.Element],
    html: Visit,
    depart_html: Visit | None = None,
    elsewhere: Visit = write_children,
) -> None:
    """Offer a class of nodes with what writes it in HTML, and what writes it in every other format.

    Without ``depart_html`` the visitor writes the whole node and raises ``SkipNode``.
    """
    others: dict[str, Any] = dict.fromkeys(OTHER_FORMATS, (elsewhere, write_children))
    app.add_node(node, html=(html, depart_html), **others)


def table(kind: str, head: Sequence[nodes.entry], rows: Iterable[nodes.row]) -> nodes.table:
    """A table with the class ``kind``; its columns are equally wide, as docutils wants to know a width."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in head), cols=len(head))
    group += nodes.thead("", nodes.row("", *head))
    group += nodes.tbody("", *rows)
    return nodes.table("", group, classes=[kind])


def entry(text: str, language: str = "") -> nodes.entry:
    """An entry of a table that no catalog holds; ``language`` is its own where that is not the page's."""
    classes = [f"language-{tag(language)}"] if language else []  # docutils makes an attribute lang of it
    return nodes.entry("", nodes.paragraph(text, text, translatable=False, classes=classes))
