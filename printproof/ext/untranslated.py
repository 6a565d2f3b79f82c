"""A sentence that is not translated, or out of date, is English, and says so to browsers and readers' voices."""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.stages import SIDE_BY_SIDE, Transform
from printproof.language import tag


class MarkUntranslated(SphinxTransform):
    """Marks what Sphinx left as it was; a page without a catalog it leaves without a word."""

    default_priority = Transform.MARK_UNTRANSLATED

    def apply(self, **kwargs: Any) -> None:
        """Mark each sentence that is not in the language of the page with its own."""
        source = self.config.printproof_source_language
        if self.config.language == source:
            return
        for node, _message in extract_messages(self.document):
            if isinstance(node, addnodes.toctree):
                node["translated"] = _is_translated(node)
            if not node.setdefault("translated", False) and not isinstance(node, addnodes.translatable):
                # Docutils makes an attribute lang of this class.
                node["classes"].append(f"language-{tag(source)}")


def _is_translated(contents: addnodes.toctree) -> bool:
    """Whether no original word is left of a table of contents: Sphinx changes its words and keeps no record."""
    shown = {contents.get("caption"), *(title for title, _page in contents["entries"])}
    return shown.isdisjoint(contents.extract_original_messages())


class LeaveFormulas(SphinxTransform):
    """Keeps formulas out of catalogs: they are the same in every language."""

    default_priority = Transform.LEAVE_FORMULAS

    def apply(self, **kwargs: Any) -> None:
        """Mark each formula on lines of its own as one that nobody translates."""
        for node in self.document.findall(nodes.math_block):
            node["translatable"] = False


def setup(app: Sphinx) -> ExtensionMetadata:
    """Mark what is not translated."""
    app.add_transform(MarkUntranslated)
    app.add_transform(LeaveFormulas)
    return SIDE_BY_SIDE
