"""The parts of a line as Markdown: emphasis, code, links, notes, formulas, images."""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from printproof.ext.nodes import MarkdownWriter, ToMarkdown, add_markdown, nothing
from printproof.formats.markdown import Inline, Styled, code, image, link, words


def styled(mark: str) -> ToMarkdown:
    """Writes words that stand out: ``strong`` or ``em``."""
    return lambda writer, node: [Styled(mark, writer.inlines(node))]


def markdown_code(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A word of code, not the markup that Sphinx may have put into it; or what could not be read, as it was written."""
    return [code(node.astext())]


def markdown_small(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """Raised or lowered words, for which Markdown has HTML only."""
    tag = "sub" if isinstance(node, nodes.subscript) else "sup"
    return [f"<{tag}>{writer.line(node)}</{tag}>"]


def markdown_reference(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A link; a picture that is one stays a picture."""
    uri = f"#{node['refid']}" if "refid" in node else node.get("refuri", "")
    return [link(writer.line(node), writer.address(uri))] if uri else writer.inlines(node)


def markdown_download(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A link to a file that Sphinx has put beside the pages."""
    if "refuri" in node or "filename" not in node:
        return markdown_reference(writer, node)
    return [link(writer.line(node), writer.address(_from_page(writer, f"_downloads/{node['filename']}")))]


def markdown_note(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """The number of a note: notebooks know no notes of Markdown, so it is a link to the one on the page."""
    return [link(words(f"[{node.astext()}]"), writer.address(f"#{node['refid']}"))]


def markdown_formula(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A formula between dollars, as notebooks know it."""
    return [f"${' '.join(node.astext().split())}$"]


def markdown_image(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
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
    add_markdown(app, dict.fromkeys(PLAIN, MarkdownWriter.inlines))
    add_markdown(app, dict.fromkeys(STRONG, styled("strong")) | dict.fromkeys(EMPHASIS, styled("em")))
    add_markdown(app, {nodes.literal: markdown_code, nodes.problematic: markdown_code, nodes.math: markdown_formula})
    add_markdown(app, {nodes.subscript: markdown_small, nodes.superscript: markdown_small, nodes.image: markdown_image})
    add_markdown(app, {nodes.footnote_reference: markdown_note, nodes.citation_reference: markdown_note})
    add_markdown(app, dict.fromkeys((nodes.reference, addnodes.number_reference), markdown_reference))
    add_markdown(app, {addnodes.download_reference: markdown_download})
    add_markdown(app, dict.fromkeys(UNSEEN, nothing))
