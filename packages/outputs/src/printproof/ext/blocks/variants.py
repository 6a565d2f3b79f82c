"""Cells below each other that say what varies in them are tabs of one block; without tabs they stand as they are."""

from html import escape
from itertools import takewhile
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, add_transform
from printproof.ext.priorities import Transform
from printproof.ext.settings import place_on_page, report
from printproof.formats.markdown import Styled, render_line
from printproof.pages.variants import Label, wrong_labels


class variants(nodes.General, nodes.Element):
    """Cells that differ in a few tokens, each below its label; ``example`` is the first."""


class variant(nodes.General, nodes.TextElement):
    """What a cell is called among its variants; ``group`` is the first of them."""


def join_variants(env: BuildEnvironment, document: nodes.document) -> None:
    """Make one block of cells with labels where nothing stands between them; mark in each what the first has not.

    Labels from which no reader could choose are refused.
    """
    for first in list(document.findall(_is_label)):
        around: Any = first.parent
        if isinstance(around, variants):
            continue
        place = around.index(first)
        pairs = list(takewhile(_is_labelled, zip(around[place:][::2], around[place:][1::2], strict=False)))
        for (_words, line, name), fact, cure in wrong_labels([_label(one) for one, _cell in pairs] or [_label(first)]):
            report(env, place_on_page(env, line, name), fact, cure)
        if pairs:
            joined = variants(example=_label(first)[2])
            around[place : place + 2 * len(pairs)] = [joined]
            joined += [part for pair in pairs for part in pair]
            _mark(joined)


def _is_label(node: nodes.Node) -> bool:
    return isinstance(node, nodes.rubric) and "variant" in node


def _is_labelled(pair: tuple[Any, Any]) -> bool:
    """Whether a label stands before a cell, and not before the fold of a solution."""
    return _is_label(pair[0]) and pair[1].tagname == "cell"


def _label(node: Any) -> Label:
    return node.rawsource, node.line, node["variant"]


def _mark(joined: variants) -> None:
    """Name each label by its group, and tell the code of each cell but the first what it is compared with."""
    labels: list[Any] = joined.children[::2]
    first, *others = joined.children[1::2]
    for label in labels:
        said = {"group": joined["example"], "translatable": label["translatable"]}
        named = variant(label.rawsource, "", *label.children, **said)
        named.source, named.line = label.source, label.line
        label.replace_self(named)
    for cell in others:
        for block in list(cell.findall(nodes.literal_block))[:1]:
            block["highlight_args"] = {"instead": first["code"]}  # type: ignore[index]


def html_variants(translator: HTML5Translator, node: variants) -> str:
    """A group with a name."""
    return f'<div class="variants" role="group" aria-label="{escape(_("What if"))}">\n'


def html_variant(translator: HTML5Translator, node: variant) -> str:
    """A tab, the first of which is open; without a style it is a line above its cell."""
    checked = " checked" if node.parent[0] is node else ""
    return f'<label><input type="radio" name="variants-{escape(node["group"])}"{checked}> '


def plain_variant(env: BuildEnvironment, node: variant) -> list[nodes.Node]:
    """A heading that is no section."""
    return [nodes.rubric("", "", *node.children)]


def markdown_variant(writer: MarkdownWriter, node: variant) -> list[Block]:
    """Words that stand out above their cell."""
    return [render_line([Styled("strong", writer.inlines(node))])]


def setup(app: Sphinx) -> None:
    """Join variants."""
    add_node(app, variants, html_variants, "</div>\n")
    add_node(app, variant, html_variant, "</label>\n", plain=plain_variant, markdown=markdown_variant)
    add_transform(app, Transform.JOIN_VARIANTS, join_variants)
