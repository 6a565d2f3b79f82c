"""How is a node of ours written in each format?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Visit = Callable[[Any, Any], None]
"""A function of a translator and a node."""

OTHER_FORMATS = ("latex", "text", "man", "texinfo")
"""Formats besides HTML whose writers ask for each class of nodes; Sphinx warns of a node that one does not know."""


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
