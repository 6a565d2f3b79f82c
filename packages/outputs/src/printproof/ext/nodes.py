"""What parts share that read and write nodes: the cells of a page, what stands around a node, how one is written."""

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from printproof.ext.priorities import Transform
from printproof.ext.settings import build_of, published
from printproof.formats.exported_page import Code, Output, Picture
from printproof.formats.markdown import Inline, Styled, paragraph, render_line, words
from printproof.formats.pictures import link_of, standalone
from printproof.pages.page_view import PageCell
from printproof_base.text import columns

_ = get_translation("printproof")
"""Words of ours in the language of the page."""

CELLS = "printproof_cells"
"""Where the temporary data of the page being read hold its cells by name."""

WAITING = "printproof_waiting"
"""Where they hold what the page says of each cell, by its name, until the cell is shown: None from then on."""

PROOFS = "proofs"
"""Where the paragraph that ends with a mark holds first proofs, until translations have replaced its words."""

PHONE = 26
"""Columns of code that the narrowest screen shows without scrolling."""

logger = logging.getLogger(__name__)

ToHtml = str | Callable[[Any, Any], str]
"""HTML, or a function of a translator and a node that makes it."""

MARKDOWN = "printproof_markdown"
"""The format by whose name Sphinx keeps what writes a class of nodes as Markdown; no other extension has it."""

PLAIN = "printproof_plain"
"""The format by whose name Sphinx keeps what makes nodes of docutils of a class of ours."""

DRAWING = "printproof_drawing"
"""Where an image that has no file yet holds its SVG, as it stands in HTML."""

Words = TypeVar("Words", bound=nodes.TextElement)

Change = Callable[[BuildEnvironment, nodes.document], None]
"""A function that changes a page which was read."""

Block = str | Code | Output
"""A part of a page that leaves the site: a block of Markdown, a cell, or in a cell one of its outputs."""


ToMarkdown = Callable[[Any, Any], Sequence[Block] | Sequence[Inline]]
"""A function of a ``MarkdownWriter`` and a node: the blocks that it is, or the parts of a line."""

ToPlain = Callable[[BuildEnvironment, Any], Sequence[nodes.Node]]
"""A function of the environment and a node: the nodes of docutils that it is, which every writer knows."""


class MarkdownWriter:
    """Writes the nodes of one page; functions that parts registered for their nodes do the work.

    Builders of Markdown for Sphinx know no cell: they would give one text, escape for one reader of Markdown, and drop
    a node that they do not know with a warning at most. Here each class of nodes says what it is, beside its HTML.
    """

    def __init__(self, app: Sphinx, docname: str) -> None:
        self.docname, self.config, self.builder, self.env = docname, app.config, app.builder, app.env
        self.pictures: dict[str, Picture] = {}
        self._known: dict[str, tuple[ToMarkdown, Any]] = app.registry.translation_handlers.get(MARKDOWN, {})  # type: ignore[assignment]
        self._place = app.builder.get_target_uri(docname)

    def blocks(self, node: nodes.Element) -> list[Block]:
        """The parts of a node that holds blocks; words that stand between these are paragraphs."""
        found: list[Block] = []
        for inline, run in groupby(node.children, key=_is_inline):
            if inline:
                line = paragraph(render_line(inline for child in run for inline in self._inlines(child)))
                found += [line] if line else []
            else:
                found += [part for child in run for part in self._write(child)]
        return found

    def inlines(self, node: nodes.Element) -> list[Inline]:
        """The parts of a node that holds words."""
        return [inline for child in node.children for inline in self._inlines(child)]

    def line(self, node: nodes.Element) -> str:
        """The same as one line."""
        return render_line(self.inlines(node)).strip()

    def address(self, uri: str) -> str:
        """What a page links to, from wherever its Markdown is read: absolute where the site has an address."""
        if urlsplit(uri).scheme or urlsplit(uri).netloc:
            return uri
        if self.public:
            return urljoin(self.public, uri)
        return posixpath.basename(self._place) + uri if uri.startswith("#") else uri

    @property
    def public(self) -> str:
        """The public address of the page, empty where the site has none."""
        return published(self.config, self._place)

    def picture(self, node: nodes.Element, alt: str, svg: str, kind: str) -> str:
        """A drawing of this page as a picture, in a file that is called after its figure."""
        named = next((one["ids"][0] for one in (node, *around(node)) if one.get("ids")), kind)
        one = Picture(f"{posixpath.basename(self.docname)}.{named}.svg", alt, standalone(svg, kind))
        self.pictures[one.name] = one
        return link_of(one)

    def _inlines(self, node: nodes.Node) -> Sequence[Inline]:
        if isinstance(node, nodes.Text):
            return [words(node.astext())]
        return [part for part in self._write(node) if isinstance(part, str | Styled)]

    def _write(self, node: nodes.Node) -> Sequence[Any]:
        """What a node is; of one that nobody has a form for, its words and a warning."""
        for cls in type(node).__mro__:
            if cls.__name__ in self._known:
                return self._known[cls.__name__][0](self, node)
        cure = "write it otherwise, or offer one with: app.registry.add_translation_handlers"
        self.warn(node, f"<{node.__class__.__name__}> has no form in Markdown; {cure}")
        text = paragraph(words(node.astext()))
        return [text] if text else []

    def warn(self, node: nodes.Node, fact: str) -> None:
        """Warn at the line of a node, so that a build that takes warnings for errors ends red."""
        line = next((one.line for one in (node, *around(node)) if one.line), None)
        path = build_of(self.config).project.shown(self.env.doc2path(self.docname))
        place = f"{path}:{line}" if line else str(path)
        logger.warning("%s", fact, location=place, type="printproof", subtype="markdown")


def _is_inline(node: nodes.Node) -> bool:
    """Whether a node is part of a line; a raw block and a comment are none, though docutils says so."""
    return isinstance(node, nodes.Text | nodes.Inline) and not isinstance(node, nodes.raw | nodes.Invisible)


def cells_in(document: nodes.document) -> list[tuple[nodes.container, PageCell]]:
    """The cells of a page that is being read, each with the container that stands for it until SHOW_CELLS."""
    return [(node, node["page_cell"]) for node in document.findall(nodes.container) if "page_cell" in node]


def shown_cells(document: nodes.document) -> Iterator[nodes.Element]:
    """The cells of a page once each is an element, ``cell``, that bears its name as ``example``."""
    return (node for node in document.findall(nodes.Element) if node.tagname == "cell")


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """The elements around a node, innermost first."""
    while node.parent is not None:
        node = node.parent
        yield node


def grouped(*children: nodes.Node) -> nodes.Element:
    """Nodes as the parts of one, which does not take them from their place."""
    holder = nodes.Element()
    holder.children = list(children)  # to add them would make the holder their parent
    return holder


def details(kind: str, words: str) -> str:
    """The beginning of a fold with a class, which opens without a script."""
    return f'<details class="{kind}"><summary>{escape(words)}</summary>\n'


def nothing(asking: object, node: nodes.Element) -> list[Any]:
    """Nothing: what the node says stands elsewhere, or is no word of the page."""
    return []


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
    app.add_node(node, html=(_visitor(html), _visitor(end)) if end else (_visitor(html, skip=True), None))
    # Sphinx keeps handlers of any format by the name of the class; those of ours stand there, too, so that another
    # extension can offer its own with nothing but Sphinx's API.
    if plain:
        app.registry.add_translation_handlers(node, **{PLAIN: (plain, None)})  # type: ignore[arg-type]
    as_plain = plain or nothing
    add_markdown(app, {node: markdown or (lambda writer, one: writer.blocks(grouped(*as_plain(writer.env, one))))})


def add_transform(app: Sphinx, priority: Transform, change: Change) -> None:
    """Let a function change each page that was read, at its place in the order of all."""

    def apply(self: SphinxTransform, **kwargs: Any) -> None:
        change(self.env, self.document)

    known = {"__module__": change.__module__, "default_priority": priority, "apply": apply}
    app.add_transform(type(change.__name__, (SphinxTransform,), known))


def _visitor(html: ToHtml, skip: bool = False) -> Callable[[Any, Any], None]:
    """What Sphinx asks for: a function that writes before the parts of a node, behind them, or in their place."""

    def visit(translator: Any, node: nodes.Element) -> None:
        translator.body.append(html if isinstance(html, str) else html(translator, node))
        if skip:
            raise nodes.SkipNode

    return visit


def add_markdown(app: Sphinx, writers: Mapping[Any, ToMarkdown]) -> None:
    """Say what writes classes of nodes, and those derived from them, as Markdown.

    Those of an extension that a project may lack are called by their names.
    """
    handlers: Any = app.registry.translation_handlers
    for node, markdown in writers.items():
        handlers.setdefault(MARKDOWN, {})[getattr(node, "__name__", node)] = (markdown, None)


def cell_id(name: str) -> str:
    """The id of a cell on its page, the same in every language."""
    return f"cell-{name}"


def tab_stop(label: str) -> str:
    """The attributes of an element that scrolls, a stop of the Tab key; ``label`` is what a voice calls it."""
    return f' tabindex="0" role="group" aria-label="{escape(label)}"'


def tab_stop_where_wide(text: str, label: str) -> str:
    """The same for code, or nothing where a phone shows it whole."""
    return tab_stop(label) if any(columns(line) > PHONE for line in text.splitlines()) else ""


def worded(directive: SphinxDirective, node: Words, words: str, line: int) -> Words:
    """The node with words that are read as those of the page are, and are a message of it at this line."""
    node.extend(directive.state.inline_text(words, line)[0])
    node.rawsource, node.source, node.line = words, directive.get_source_info()[0], line
    return node


def drawing(svg: str, alt: str) -> nodes.image:
    """A drawing as an image that has no file yet."""
    return nodes.image(alt=alt, **{DRAWING: svg})


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
