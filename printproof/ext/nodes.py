"""What do parts share that read and write nodes: the cells of a page, what stands around a node, how it is written?"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Formatter
from typing import Any, Protocol

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation

from printproof.base.text import columns, hold_lines
from printproof.catalogs.compile import find_translation
from printproof.formats.markdown import Piece, code, spell, words
from printproof.formats.taken_page import Code, Output
from printproof.pages.notebook import KEY
from printproof.pages.page_view import PageCell
from printproof.promises.reach import Calls
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof.theme.signs import AS_WANTED, NOT_WANTED

CELLS = "printproof_cells"
"""Where the temporary data of the page being read hold its cells by name."""

NESTED = "printproof_nested"
"""Where they hold those that stand in a tab, a card or a list, until one is shown there."""

PHONE = 26
"""Columns of code that the narrowest screen shows without scrolling."""

SHORT = 24
"""Characters of a word of code that stands on one line, wherever that line ends; a longer one may break."""

NAMES = {
    "flax": "Flax",
    "jax": "JAX",
    "jaxlib": "jaxlib",
    "matplotlib": "Matplotlib",
    "numpy": "NumPy",
    "optax": "Optax",
    "python": "Python",
    "scipy": "SciPy",
    "sympy": "SymPy",
}
"""Libraries as their projects write them in a sentence, where that is not how their packages are called."""

# Runs of blanks, which a browser would show as one, and a blank before a closing mark, which must begin no line.
_BLANKS = re.compile(r"  +| (?=[)}\]…])")

# Where long code breaks first: after a mark that opens or parts, so that no line begins with one. A dot parts names
# only behind a longer one: "jax." says nothing alone.
_BREAKS = re.compile(r"(?:(?<=[(,=/])|(?<=\w{4}\.))(?=[^\W\d])")

# A name that is long itself breaks behind its underscores as well, but for those at its ends.
_LONG_NAME = re.compile(rf"[\w.]{{{SHORT + 1},}}")
_UNDERSCORES = re.compile(r"(?<=\w{4}_)(?=[^\W\d_])")

# What a browser would part at its hyphens: an option, the name of a package.
_HYPHENATED = re.compile(rf"(?<![\w-])(?=[\w-]{{1,{SHORT}}}(?![\w-]))-*\w+(?:-+\w+)+")

ToHtml = Callable[[Any, Any], str]
"""A function of a translator and a node: HTML."""

MARKDOWN = "printproof_markdown"
"""The format by whose name Sphinx keeps what writes a class of nodes as Markdown; no other extension has it."""

PLAIN = "printproof_plain"
"""The format by whose name Sphinx keeps what makes nodes of docutils of a class of ours."""

DRAWING = "printproof_drawing"
"""Where an image that has no file yet holds its SVG, as it stands in HTML."""

Block = str | Code | Output
"""A part of a page that leaves the site: a block of Markdown, a cell, or in a cell one of its outputs."""


class MarkdownWriter(Protocol):
    """What a function asks that writes a node as Markdown: for the parts of the node, and for addresses."""

    config: Any
    builder: Any
    docname: str

    def blocks(self, node: nodes.Element) -> list[Block]:
        """The parts of a node that holds blocks."""
        ...

    def pieces(self, node: nodes.Element) -> list[Piece]:
        """The parts of a node that holds words; ``spell`` makes one line of them."""
        ...

    def line(self, node: nodes.Element) -> str:
        """The same as one line."""
        ...

    def address(self, uri: str) -> str:
        """What a page links to, from wherever its Markdown is read: absolute where the site has an address."""
        ...

    def picture(self, node: nodes.Element, alt: str, svg: str, kind: str) -> str:
        """A drawing of this page as a picture, in a file of its own."""
        ...


ToMarkdown = Callable[[Any, Any], Sequence[Block] | Sequence[Piece]]
"""A function of a ``MarkdownWriter`` and a node: the blocks that it is, or the pieces of a line."""

ToPlain = Callable[[BuildEnvironment, Any], Sequence[nodes.Node]]
"""A function of the environment and a node: the nodes of docutils that it is, which every writer knows."""

_ = get_translation("printproof")


def cells_in(document: nodes.document, env: BuildEnvironment) -> list[tuple[nodes.container, PageCell]]:
    """The cells of a page that is being read, each with the container that MyST-NB has made of it."""
    known: dict[str, PageCell] = env.temp_data.get(CELLS, {})  # type: ignore[assignment]
    containers = (node for node in document.findall(nodes.container) if KEY in node.get("cell_metadata", ()))
    return [(container, known[container["cell_metadata"][KEY]]) for container in containers]


def shown_cells(document: nodes.document) -> Iterator[nodes.Element]:
    """The cells of a page once each is an element, ``cell``, that bears its name as ``example``."""
    return (node for node in document.findall(nodes.Element) if node.tagname == "cell")


def parts_of(container: nodes.Element, element: str) -> Iterator[nodes.container]:
    """The parts of a kind that MyST-NB has made of a cell, such as ``cell_code_output``."""
    return (node for node in container.findall(nodes.container) if node.get("nb_element") == element)


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """The elements around a node, innermost first."""
    while node.parent is not None:
        node = node.parent
        yield node


def place_of_translation(env: BuildEnvironment, docname: str, text: str) -> str:
    """Where a translation of a page stands in the sources of its catalog; empty where it does not."""
    folders = [Path(folder) for folder in env.config.printproof_catalogs]
    return find_translation(folders, env.config.language, docname, text)


def held(*children: nodes.Node) -> nodes.Element:
    """Nodes as the parts of one, which does not take them from their place."""
    holder = nodes.Element()
    holder.children = list(children)
    return holder


def closing(tag: str) -> ToHtml:
    """What writes the end of an element."""
    return lambda translator, node: tag


def html_nothing(translator: nodes.NodeVisitor, node: nodes.Element) -> str:
    """Nothing, parts included."""
    return ""


def nothing(asking: object, node: nodes.Element) -> list[Any]:
    """Nothing: what the node says stands elsewhere, or is no word of the page."""
    return []


def take_children(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """The parts only."""
    return writer.blocks(node)


def plain_children(env: BuildEnvironment, node: nodes.Element) -> list[nodes.Node]:
    """The parts only."""
    return node.children


def add_node(
    app: Sphinx,
    node: type[nodes.Element],
    html: ToHtml,
    end: ToHtml | None = None,
    plain: ToPlain | None = plain_children,
    markdown: ToMarkdown | None = None,
) -> None:
    """Offer a class of nodes with what it is in HTML, in Markdown, and in every other format.

    In HTML its parts stand between ``html`` and ``end``; without ``end`` the former is the whole node. It may raise
    ``SkipNode`` where there is none. In Markdown it is what it is elsewhere, unless said otherwise. Without ``plain``
    the node is none of those that are written elsewhere.
    """
    app.add_node(node, html=_visitors(html, end))
    if plain:
        app.registry.add_translation_handlers(node, **{PLAIN: (plain, None)})  # type: ignore[arg-type]
    add_markdown(app, {node: markdown or _as_plain(plain or nothing)})


def _as_plain(plain: ToPlain) -> ToMarkdown:
    return lambda writer, node: writer.blocks(held(*plain(writer.builder.env, node)))


def _visitors(html: ToHtml, end: ToHtml | None) -> tuple[Callable[[Any, Any], None], Callable[[Any, Any], None]]:
    """What Sphinx asks for: functions that write, before the parts of a node and behind them."""

    def visit(translator: Any, node: nodes.Element) -> None:
        translator.body.append(html(translator, node))
        if end is None:
            raise nodes.SkipNode

    def depart(translator: Any, node: nodes.Element) -> None:
        if end is not None:
            translator.body.append(end(translator, node))

    return visit, depart


def add_markdown(app: Sphinx, writers: Mapping[type[Any], ToMarkdown]) -> None:
    """Say what writes classes of nodes, and those derived from them, as Markdown."""
    for node, markdown in writers.items():
        app.registry.add_translation_handlers(node, **{MARKDOWN: (markdown, None)})  # type: ignore[arg-type]


def add_markdown_of_others(app: Sphinx, writers: Mapping[str, ToMarkdown]) -> None:
    """The same for classes of an extension that a project may have, by their names."""
    handlers: Any = app.registry.translation_handlers
    handlers.setdefault(MARKDOWN, {}).update({name: (markdown, None) for name, markdown in writers.items()})


def mode_names() -> dict[str, str]:
    """Each mode by its name in the language of the page."""
    return {AS_WRITTEN: _("As written"), JIT_OFF: _("With jit off"), JIT_EVERYWHERE: _("With jit on every call")}


def named(versions: Mapping[str, str], comma: str = ", ") -> str:
    """Libraries with their versions, in words: ``Python 3.11.7, NumPy 2.4.6``."""
    ordered = sorted(versions.items(), key=lambda one: (one[0] != "python", one[0].casefold()))
    return comma.join(f"{NAMES.get(name, name)} {version}" for name, version in ordered)


def cell_id(name: str) -> str:
    """The id of a cell on its page, the same in every language."""
    return f"cell-{name}"


def as_wanted() -> str:
    """That something is as it was wanted, as HTML; the sign before these words is the style's."""
    return f'<span class="yes">{escape(_("as wanted"))}</span>'


def wanted(value: str) -> str:
    """That something else was wanted, as HTML; the sign before these words is the style's."""
    return f'<span class="no">{escape(_("wanted {value}").format(value=value))}</span>'


def by_calls(calls: Calls, none: str, every: str, some: str) -> str:
    """The sentence that is true of these calls: none was jitted, every one of ``{all}``, or ``{jitted}`` of them."""
    sentence = none if not calls.jitted else every if not calls.left else some
    return sentence.format(jitted=calls.jitted, all=calls.jitted + calls.left)


def code_text(text: str) -> str:
    """The text of a word of code as HTML, each of its blanks seen, and with places to break where it is long."""
    if len(text) <= SHORT:
        return _BLANKS.sub(_kept, escape(text))
    names = (_LONG_NAME.sub(lambda name: _UNDERSCORES.sub("<wbr>", name[0]), escape(p)) for p in _BREAKS.split(text))
    parts = (_HYPHENATED.sub(r"<span>\g<0></span>", part) for part in names)
    return "<wbr>".join(_BLANKS.sub(_kept, part) for part in parts)


def _kept(run: re.Match[str]) -> str:
    """Blanks that stay: all but the last of a run, where a line may break."""
    return "&#160;" * (len(run[0]) - 1) + " " if run[0] != " " else "&#160;"


def word_of_code(text: str) -> str:
    """A word of code as HTML, for a place where no writer makes one of a node."""
    long = ' class="long"' if len(text) > SHORT else ""
    return f"<code{long}>{code_text(text)}</code>"


def with_codes(sentence: str, language: str, codes: Mapping[str, str]) -> str:
    """A sentence of ours as HTML, with words of code in its places and no line that ends before a particle."""
    parts = list(_parts(sentence, codes))
    whole = {number for number, (_text, is_code) in enumerate(parts) if is_code}
    held = enumerate(hold_lines([text for text, _is_code in parts], whole, language))
    return "".join(word_of_code(text) if number in whole else escape(text) for number, text in held)


def _parts(sentence: str, codes: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """The texts of a sentence of ours in their order, each with whether it is a word of code in one of its places."""
    for said, name, _spec, _conversion in Formatter().parse(sentence):
        yield said, False
        if name:
            yield codes[name], True


def spelled_with_codes(sentence: str, codes: Mapping[str, str]) -> str:
    """The same in Markdown."""
    return spell([code(text) if is_code else words(text) for text, is_code in _parts(sentence, codes)])


def spelled_verdict(instead: str | None) -> str:
    """That something is as it was wanted, or what else was, in Markdown with its sign."""
    if instead is None:
        return f"{AS_WANTED} {words(_('as wanted'))}"
    return f"{NOT_WANTED} {words(_('wanted {value}').format(value=instead))}"


def stop(label: str) -> str:
    """The attributes of an element that scrolls, a stop of the Tab key; ``label`` is what a voice calls it."""
    return f' tabindex="0" role="group" aria-label="{escape(label)}"'


def stop_where_wide(text: str, label: str) -> str:
    """The same for code, or nothing where a phone shows it whole."""
    return stop(label) if any(columns(line) > PHONE for line in text.splitlines()) else ""


def drawing(svg: str, alt: str) -> nodes.image:
    """A drawing as an image that has no file yet."""
    return nodes.image(alt=alt, **{DRAWING: svg})


def sentence(text: str, codes: Mapping[str, str] | None = None) -> nodes.paragraph:
    """A sentence of ours as a paragraph, with words of code in its places; no catalog of a page holds it."""
    written = nodes.paragraph(translatable=False)
    written += nodes_of(text, codes or {})
    return written


def nodes_of(text: str, codes: Mapping[str, str]) -> list[nodes.Node]:
    """The words of a sentence of ours, with words of code in its places."""
    return [nodes.literal(part, part) if is_code else nodes.Text(part) for part, is_code in _parts(text, codes)]


Row = Sequence[Sequence[nodes.Node]]
"""The entries of a row, each as its words and words of code."""


def plain_table(heads: Row, rows: Sequence[Row]) -> nodes.table:
    """A table, each column as wide as its longest entry."""
    columns = zip(heads, *rows, strict=True)
    # What a writer of text puts around a word of code needs room, too.
    widths = [max(sum(len(part.astext()) + 2 for part in entry) for entry in column) for column in columns]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width + 2) for width in widths), cols=len(heads))
    group += [nodes.thead("", _row(heads)), nodes.tbody("", *map(_row, rows))]
    return nodes.table("", group)


def _row(entries: Row) -> nodes.row:
    paragraphs = (nodes.paragraph("", "", *entry, translatable=False) for entry in entries)
    return nodes.row("", *(nodes.entry("", one) for one in paragraphs))
