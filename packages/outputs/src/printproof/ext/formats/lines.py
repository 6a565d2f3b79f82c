"""Which marks of Markdown stand for what a line of a page holds: emphasis, code, links, notes, formulas, images?"""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from printproof.ext.nodes import MarkdownWriter, ToMarkdown, add_markdown, nothing, take_pieces
from printproof.formats.markdown import Marked, Piece, code, image, link, words


def marked(mark: str) -> ToMarkdown:
    """Writes words that stand out: ``strong`` or ``em``."""
    return lambda writer, node: [Marked(mark, writer.pieces(node))]


def take_code(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """A word of code, not the markup that Sphinx may have put into it; or what could not be read, as it was written."""
    return [code(node.astext())]


def take_small(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """Raised or lowered words, for which Markdown has HTML only."""
    tag = "sub" if isinstance(node, nodes.subscript) else "sup"
    return [f"<{tag}>{writer.line(node)}</{tag}>"]


def take_reference(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """A link; a picture that is one stays a picture."""
    uri = f"#{node['refid']}" if "refid" in node else node.get("refuri", "")
    return [link(writer.line(node), writer.address(uri))] if uri else writer.pieces(node)


def take_download(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """A link to a file that Sphinx has put beside the pages."""
    if "refuri" in node or "filename" not in node:
        return take_reference(writer, node)
    return [link(writer.line(node), writer.address(_from_page(writer, f"_downloads/{node['filename']}")))]


def take_note(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """The number of a note: notebooks know no notes of Markdown, so it is a link to the one on the page."""
    return [link(words(f"[{node.astext()}]"), writer.address(f"#{node['refid']}"))]


def take_formula(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """A formula between dollars, as notebooks know it."""
    return [f"${' '.join(node.astext().split())}$"]


def take_image(writer: MarkdownWriter, node: nodes.Element) -> list[Piece]:
    """A picture that Sphinx has put beside the pages."""
    builder: Any = writer.builder
    file = builder.images.get(node["uri"])
    address = writer.address(_from_page(writer, f"{builder.imagedir}/{file}")) if file else node["uri"]
    return [image(node.get("alt", ""), address)]


def _from_page(writer: MarkdownWriter, path: str) -> str:
    """The way from a page to a file that Sphinx has put beside all pages."""
    return "../" * writer.docname.count("/") + path


PLAIN = (nodes.inline, nodes.target, nodes.abbreviation, nodes.acronym, nodes.generated, addnodes.desc_sig_element)
STRONG = (nodes.strong, addnodes.literal_strong)
EMPHASIS = (nodes.emphasis, nodes.title_reference, addnodes.literal_emphasis, addnodes.manpage)
UNSEEN = (nodes.Invisible, nodes.system_message, nodes.meta, nodes.colspec, nodes.decoration, addnodes.highlightlang)


def setup(app: Sphinx) -> None:
    """Say how the parts of a line are written."""
    add_markdown(app, dict.fromkeys(PLAIN, take_pieces))
    add_markdown(app, dict.fromkeys(STRONG, marked("strong")) | dict.fromkeys(EMPHASIS, marked("em")))
    add_markdown(app, {nodes.literal: take_code, nodes.problematic: take_code, nodes.math: take_formula})
    add_markdown(app, {nodes.subscript: take_small, nodes.superscript: take_small, nodes.image: take_image})
    add_markdown(
        app, {nodes.reference: take_reference, nodes.footnote_reference: take_note, nodes.citation_reference: take_note}
    )
    add_markdown(app, {addnodes.download_reference: take_download, addnodes.number_reference: take_reference})
    add_markdown(app, dict.fromkeys(UNSEEN, nothing))
