"""What does the wrong program of a lesson print, and what the right one? A sentence below the title says it first.

The front matter names a cell, and the run of that cell has both: what came, and what was wanted.
"""

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, shown_cells
from printproof.ext.settings import theme_of
from printproof.pages.compared_outputs import ComparedOutput
from printproof_base.languages import tag
from printproof_base.text import insert_joiners
from printproof_site import look
from printproof_site.theme.contents import warn

PRINTS = "prints"
"""What the front matter of a lesson says: the name of a cell that prints, without an error, what was not wanted."""

SENTENCE = "The wrong program prints {wrong}, the right one {right}."
"""What is said; signs stand before both values."""

SIGNS = {"{wrong}": "no", "{right}": "yes"}
"""The classes by which the style draws a sign before a value."""


class pair(nodes.General, nodes.Element):
    """What a cell printed and what was wanted, ``values`` in this order, each in one line."""


def pair_of(one: ComparedOutput) -> tuple[str, str]:
    """What a cell printed and what was wanted, each in one line."""
    rows = one.printed.rows
    wanted = [one.wrong.get(number, row) or "" for number, row in enumerate(rows)]
    return " ".join(" ".join(rows).split()), " ".join(" ".join([*wanted, *one.lacking]).split())


def html_pair(translator: Any, node: pair) -> str:
    """The sentence about both; a language that has no words for it yet shows them in English, and says so."""
    language = translator.config.language
    pieces: list[str] = re.split(r"(\{wrong\}|\{right\})", _(SENTENCE))
    values: dict[str, str] = dict(zip(SIGNS, node["values"], strict=True))
    whole = {number for number, piece in enumerate(pieces) if piece in values}
    texts = insert_joiners([values.get(piece, piece) for piece in pieces], whole, language)
    parts = [
        f'<code class="{SIGNS[piece]}" translate="no">{escape(text)}</code>' if piece in SIGNS else escape(text)
        for piece, text in zip(pieces, texts, strict=True)
    ]
    english = tag(language).partition("-")[0] != "en" and _(SENTENCE) == SENTENCE
    lang = ' lang="en"' if english else ""
    return f'<div class="hook"{lang}>{"".join(parts)}</div>\n'


def markdown_pair(writer: MarkdownWriter, node: pair) -> list[Block]:
    """Nothing: a document has no first screen, and its cell says all of it."""
    return []


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the sentence below the title of a page that names a cell; warn where nothing can be said of that cell."""
    name = str(app.env.metadata.get(docname, {}).get(PRINTS, ""))
    title = next(doctree.findall(nodes.title), None)
    if not name or title is None or theme_of(app.builder) != look.NAME:
        return
    cells = (cell for cell in shown_cells(doctree) if cell["example"] == name)
    shown = [one["compared"] for cell in cells for one in cell.findall(nodes.Element) if "compared" in one]
    wrong = next((one for one in shown if one.wrong), None)
    if wrong is None:
        fact = "prints what was wanted" if shown else "prints nothing on this page"
        warn(app, docname, PRINTS, f"cell '{name}' {fact}; name one whose output is marked as wrong")
        return
    title.parent.insert(title.parent.index(title) + 1, pair(values=pair_of(wrong)))


def setup(app: Sphinx) -> None:
    """Say it on each page that names a cell."""
    add_node(app, pair, html_pair, markdown=markdown_pair)
    app.connect("doctree-resolved", on_doctree_resolved)
