"""The export of a page: its nodes as Markdown and its cells, in the language of the build.

Builders of Markdown for Sphinx know no cell: they would give one text, escape for one reader of Markdown, and drop a
node that they do not know with a warning at most. Here each class of nodes says what it is, beside its HTML.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from printproof.ext.nodes import MARKDOWN, Block, ToMarkdown, around
from printproof.ext.settings import build_of, published
from printproof.formats.exported_page import Code, ExportedPage, Output, Picture, Prose
from printproof.formats.markdown import Inline, Styled, paragraph, render_line, words
from printproof.formats.pictures import link_of, standalone
from printproof.formats.script import head_of
from printproof.pages.page_view import facts_of
from printproof_base.languages import tag

logger = logging.getLogger(__name__)

# A block of Markdown that begins with a heading; words that begin with "#" are escaped.
HEADING = re.compile("#{1,6} ")


class Writer:
    """Writes the nodes of one page; functions that parts registered for their nodes do the work."""

    def __init__(self, app: Sphinx, docname: str, document: nodes.document) -> None:
        self.app, self.docname, self.document = app, docname, document
        self.config, self.builder = app.config, app.builder
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
        path = build_of(self.config).project.shown(self.app.env.doc2path(self.docname))
        place = f"{path}:{line}" if line else str(path)
        logger.warning("%s", fact, location=place, type="printproof", subtype="markdown")


def _is_inline(node: nodes.Node) -> bool:
    """Whether a node is part of a line; a raw block and a comment are none, though docutils says so."""
    return isinstance(node, nodes.Text | nodes.Inline) and not isinstance(node, nodes.raw | nodes.Invisible)


def exported_page(app: Sphinx, docname: str, doctree: nodes.document) -> ExportedPage:
    """A page as its readers take it with them, from its resolved tree in the language of the build."""
    writer = Writer(app, docname, doctree)
    blocks = tuple(_joined(writer.blocks(doctree)))
    title = app.env.titles[docname].astext() if docname in app.env.titles else docname
    pictures = tuple(writer.pictures.values())
    checked, script = facts_of(app.env.metadata.get(docname, {})).checked, build_of(app.config).material(docname).script
    head = head_of(script) if checked and script else ""
    versions = checked.versions if checked else {}
    return ExportedPage(docname, tag(app.config.language), title, writer.public, blocks, pictures, head, versions)


def _joined(blocks: Iterable[Block]) -> Iterator[Prose | Code]:
    """Blocks between two cells as one; a heading begins another one."""
    run: list[str] = []
    for block in blocks:
        if isinstance(block, Output):
            continue  # it is said by its cell
        if run and (isinstance(block, Code) or HEADING.match(block)):
            yield Prose("\n\n".join(run))
            run = []
        if isinstance(block, Code):
            yield block
        else:
            run.append(block)
    if run:
        yield Prose("\n\n".join(run))
