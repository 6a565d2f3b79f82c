"""A sentence that is not translated, or out of date, is English, and says so to browsers and readers' voices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages

from printproof.ext.stages import Transform
from printproof.language import tag

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class MarkUntranslated(SphinxTransform):
    """Marks what Sphinx left as it was; a page without a catalog it leaves without a word."""

    default_priority = Transform.MARK_UNTRANSLATED

    def apply(self, **kwargs: Any) -> None:
        """Say the language of each sentence that is not in that of the page."""
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
    """Say whether no original word is left of a table of contents: Sphinx changes its words and keeps no record."""
    shown = {contents.get("caption"), *(title for title, _page in contents["entries"])}
    return shown.isdisjoint(contents.extract_original_messages())


class LeaveFormulas(SphinxTransform):
    """Keeps formulas out of catalogs: they are the same in every language."""

    default_priority = Transform.LEAVE_FORMULAS

    def apply(self, **kwargs: Any) -> None:
        """Say of each formula on lines of its own that nobody translates it."""
        for node in self.document.findall(nodes.math_block):
            node["translatable"] = False


def setup(app: Sphinx) -> ExtensionMetadata:
    """Mark what is not translated; ``printproof_source_language`` is the language pages are written in."""
    app.setup_extension("printproof.ext.theme.languages")  # it has that value
    app.add_transform(MarkUntranslated)
    app.add_transform(LeaveFormulas)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
