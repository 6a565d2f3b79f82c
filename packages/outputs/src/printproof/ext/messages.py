"""Words in code and figures are messages like sentences, formulas are none; what is not translated says so."""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import extract_messages

from printproof.ext.nodes import add_node, add_transform, nothing
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


def collect(env: BuildEnvironment, document: nodes.document) -> None:
    """Make a node of every message that an element says it has in ``messages``, with the place it comes from.

    Where all pages are ours, formulas, and what stands above a page for programs, are no messages.
    """
    if env.config.printproof_all_pages:
        matter = [part for part in document.children if isinstance(part, nodes.field_list)]
        fields = [field for part in matter for field in part.findall(nodes.TextElement)]
        for node in [*document.findall(nodes.math_block), *fields]:
            node["translatable"] = False
    for element in [e for e in document.findall(nodes.Element) if "messages" in e]:
        for message, source, line in element["messages"]:
            one = words(message=message)
            one.source, one.line = source, line
            element.append(one)


def hand_out(env: BuildEnvironment, document: nodes.document) -> None:
    """Give the translations back to the elements, as a mapping ``translations`` from message to translation."""
    for node in document.findall(words):
        if node.get("translation"):
            node.parent.setdefault("translations", {})[node["message"]] = node["translation"]


def mark_untranslated(env: BuildEnvironment, document: nodes.document) -> None:
    """Mark each sentence that is not in the language of the page with its own, for browsers and readers' voices.

    Sphinx leaves a page without a catalog in English.
    """
    source = env.config.printproof_source_language
    if env.config.language == source or not env.config.printproof_all_pages:
        return
    for node, _message in extract_messages(document):
        if isinstance(node, addnodes.toctree):  # Sphinx changes its words and keeps no record: is an original one left?
            shown = {node.get("caption"), *(title for title, _page in node["entries"])}
            node["translated"] = shown.isdisjoint(node.extract_original_messages())
        if not node.setdefault("translated", False) and not isinstance(node, addnodes.translatable):
            # Docutils makes an attribute lang of this class.
            node["classes"].append(f"language-{tag(source)}")


def setup(app: Sphinx) -> None:
    """Say what is a message, and hand out translations; the elements write them, so the nodes are left out."""
    add_node(app, words, "", plain=nothing)
    add_transform(app, Transform.COLLECT_MESSAGES, collect)
    add_transform(app, Transform.HAND_OUT_TRANSLATIONS, hand_out)
    add_transform(app, Transform.MARK_UNTRANSLATED, mark_untranslated)
