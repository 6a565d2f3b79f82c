"""Each sentence of a preview says which message it is, so that the page can show its English and its place."""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.nodes import around
from printproof.ext.priorities import SIDE_BY_SIDE, Transform
from printproof_catalogs.catalog import checksum


class NameMessages(SphinxTransform):
    """Gives the element of each message a class that names it; titles and words in code name it on what holds them."""

    default_priority = Transform.NAME_MESSAGES

    def apply(self, **kwargs: Any) -> None:
        """Name each message by the checksum of its English."""
        for node, message in extract_messages(self.document):
            element = _element(node)
            if element is not None:
                element["classes"].append(f"message-{checksum(message)}")


def _element(node: nodes.Element) -> nodes.Element | None:
    """The element that a reader can point at."""
    if isinstance(node, nodes.title):
        return node.parent
    if not isinstance(node, addnodes.translatable):
        return None if isinstance(node, nodes.meta) else node
    return next((element for element in around(node) if isinstance(element, nodes.figure)), node.parent)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Name the messages; only a preview loads this."""
    app.add_transform(NameMessages)
    return SIDE_BY_SIDE
