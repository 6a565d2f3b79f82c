"""Words in code and figures are messages like sentences, formulas are none; what is not translated says so."""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages

from printproof.ext.nodes import add_node, nothing, written
from printproof.ext.priorities import Transform
from printproof_base.languages import tag


class words(nodes.Invisible, nodes.Element, addnodes.translatable):
    """One message that stands elsewhere than in the prose; several in one node would be skipped by Sphinx."""

    def preserve_original_messages(self) -> None:
        """Nothing to do: ``message`` is never overwritten."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Keep the translation beside the message."""
        self["translation"] = translated_message
        self["translated"] = True  # Sphinx counts by it how much of a page is translated

    def extract_original_messages(self) -> list[str]:
        """The one message."""
        return [self["message"]]


class CollectMessages(SphinxTransform):
    """Makes a node of every message that an element says it has in ``messages``.

    Where all pages are ours, formulas, and what stands above a page for programs, are no messages.
    """

    default_priority = Transform.COLLECT_MESSAGES

    def apply(self, **kwargs: Any) -> None:
        """Hang each message beside its element, with the place it comes from."""
        if self.config.printproof_all_pages:
            self._leave_out()
        for element in [e for e in self.document.findall(nodes.Element) if "messages" in e]:
            for message, source, line in element["messages"]:
                node = words(message=message)
                node.source, node.line = source, line
                element.append(node)

    def _leave_out(self) -> None:
        """Mark what is no message on pages of ours, and one for Sphinx."""
        for formula in self.document.findall(nodes.math_block):
            formula["translatable"] = False  # it is the same in every language
        for matter in [part for part in self.document.children if isinstance(part, nodes.field_list)]:
            for field in matter.findall(nodes.TextElement):
                field["translatable"] = False  # front matter is for programs


class HandOutTranslations(SphinxTransform):
    """Gives the translations back to the elements, as a mapping ``translations`` from message to translation."""

    default_priority = Transform.HAND_OUT_TRANSLATIONS

    def apply(self, **kwargs: Any) -> None:
        """Hand out what was translated."""
        for node in self.document.findall(words):
            if node.get("translation"):
                node.parent.setdefault("translations", {})[node["message"]] = node["translation"]


class MarkUntranslated(SphinxTransform):
    """Marks what Sphinx left in English, for browsers and readers' voices; Sphinx leaves a page without a catalog."""

    default_priority = Transform.MARK_UNTRANSLATED

    def apply(self, **kwargs: Any) -> None:
        """Mark each sentence that is not in the language of the page with its own."""
        source = self.config.printproof_source_language
        if self.config.language == source or not self.config.printproof_all_pages:
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


def setup(app: Sphinx) -> None:
    """Say what is a message, and hand out translations; the elements write them, so the nodes are left out."""
    add_node(app, words, written(""), plain=nothing)
    app.add_transform(CollectMessages)
    app.add_transform(HandOutTranslations)
    app.add_transform(MarkUntranslated)
