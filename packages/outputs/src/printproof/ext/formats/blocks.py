"""The nodes of docutils and Sphinx as Markdown: headings, paragraphs, code, quotations, notes, and parts of a line."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import admonitionlabels

from printproof.ext.nodes import Block, MarkdownWriter, ToMarkdown, add_markdown, around, grouped, nothing
from printproof.formats import markdown
from printproof.formats.markdown import Inline, Styled, render_line, words

NO_LANGUAGE = {"none": "text", "default": "python", "ipython": "python", "ipython3": "python"}
"""What Sphinx calls code by a name that no reader of Markdown knows, and what they call it."""

# Good enough to tell whether HTML has words: what an attribute says with ">" in it counts as one.
_ELEMENT = re.compile(r"<[^>]*>")


def markdown_heading(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """The heading of a section; the title of anything else stands out."""
    level = sum(isinstance(one, nodes.section) for one in around(node))
    if isinstance(node.parent, nodes.section | nodes.document):
        return [markdown.heading(writer.line(node), max(level, 1))]
    return markdown_caption(writer, node)


def markdown_paragraph(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A paragraph as one line: readers of Markdown differ in what they make of a line end."""
    line = markdown.paragraph(writer.line(node))
    return [line] if line else []


def markdown_caption(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """What stands above or below a block and names it."""
    line = render_line([Styled("strong", writer.inlines(node))])
    return [markdown.paragraph(line)] if line.strip() else []


def markdown_source(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A block of code."""
    language = str(node.get("language", "pycon" if isinstance(node, nodes.doctest_block) else "text"))
    return [markdown.fenced(node.astext().rstrip("\n"), NO_LANGUAGE.get(language, language))]


def markdown_formula(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A formula that stands alone, with the number by which the text calls it."""
    number = f" \\tag{{{node['number']}}}" if node.get("number") else ""
    return [markdown.formula(node.astext().rstrip() + number)]


def markdown_raw(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """Markdown as it is. HTML is for pages: it stands beside its own Markdown, or holds no word of the page."""
    if "markdown" in node.get("format", "").split():
        return [node.astext().strip("\n")]
    if "html" not in node.get("format", "").split() or not _ELEMENT.sub("", node.astext()).strip():
        return []
    beside = node.next_node(nodes.raw, descend=False, siblings=True)
    if beside is None or beside.get("format") != "markdown":
        writer.warn(node, "this HTML has no form in Markdown; write it in Markdown, or beside it what stands for it")
        return [markdown.paragraph(words(_ELEMENT.sub(" ", node.astext())))]
    return []


def wrapped(blocks: Iterable[Block], wrap: Callable[[str], str]) -> list[Block]:
    """Blocks with their prose in a frame; a cell stands outside of any, as it does in a notebook."""
    found: list[Block] = []
    for prose, run in groupby(blocks, key=lambda block: isinstance(block, str)):
        if prose:
            found.append(wrap("\n\n".join(map(str, run))))
        else:
            found += run
    return found


def markdown_admonition(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A frame with its name: a quotation that begins with it, as notebooks know no other frame."""
    label = "" if isinstance(node[0], nodes.title) else admonitionlabels.get(node.tagname, "")  # HTML gave it a title
    named: list[Block] = [f"**{words(str(label))}**"] if label else []
    return wrapped([*named, *writer.blocks(node)], markdown.quoted)


def markdown_note(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A note below the text, with its number before it."""
    label, *rest = node.children
    blocks = writer.blocks(grouped(*rest))
    number = words(f"[{label.astext()}]")
    first = blocks[0] if blocks and isinstance(blocks[0], str) else ""
    return [f"{number} {first}".rstrip(), *blocks[1:]]


def markdown_lines(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """Lines that stay apart."""
    lines = (markdown.paragraph(writer.line(line)) for line in node.findall(nodes.line))
    return ["\\\n".join(filter(None, lines))]


def markdown_object(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """An object that is described: its signatures, and what is said of it."""
    found: list[Block] = []
    for child in node.children:
        if isinstance(child, addnodes.desc_signature):
            found.append(markdown.code(child.astext()))
        elif isinstance(child, nodes.Element):
            found += writer.blocks(child)
    return found


def styled(mark: str) -> ToMarkdown:
    """Writes words that stand out: ``strong`` or ``em``."""
    return lambda writer, node: [Styled(mark, writer.inlines(node))]


def markdown_code(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A word of code, not the markup that Sphinx may have put into it; or what could not be read, as it was written."""
    return [markdown.code(node.astext())]


def markdown_small(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """Raised or lowered words, for which Markdown has HTML only."""
    tag = "sub" if isinstance(node, nodes.subscript) else "sup"
    return [f"<{tag}>{writer.line(node)}</{tag}>"]


def markdown_reference(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A link; a picture that is one stays a picture."""
    uri = f"#{node['refid']}" if "refid" in node else node.get("refuri", "")
    return [markdown.link(writer.line(node), writer.address(uri))] if uri else writer.inlines(node)


def markdown_download(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A link to a file that Sphinx has put beside the pages."""
    if "refuri" in node or "filename" not in node:
        return markdown_reference(writer, node)
    return [markdown.link(writer.line(node), writer.address(_from_page(writer, f"_downloads/{node['filename']}")))]


def markdown_mark(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """The number of a note: notebooks know no notes of Markdown, so it is a link to the one on the page."""
    return [markdown.link(words(f"[{node.astext()}]"), writer.address(f"#{node['refid']}"))]


def markdown_math(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A formula between dollars, as notebooks know it."""
    return [f"${' '.join(node.astext().split())}$"]


def markdown_image(writer: MarkdownWriter, node: nodes.Element) -> list[Inline]:
    """A picture that Sphinx has put beside the pages."""
    builder: Any = writer.builder
    file = builder.images.get(node["uri"])
    address = writer.address(_from_page(writer, f"{builder.imagedir}/{file}")) if file else node["uri"]
    return [markdown.image(node.get("alt", ""), address)]


def _from_page(writer: MarkdownWriter, path: str) -> str:
    """The way from a page to a file that Sphinx has put beside all pages."""
    return "../" * writer.docname.count("/") + path


FRAMES = (
    *(nodes.document, nodes.section, nodes.container, nodes.compound, nodes.legend, nodes.figure, nodes.docinfo),
    *(addnodes.compact_paragraph, addnodes.glossary, addnodes.only, addnodes.start_of_file),
    *(addnodes.acks, addnodes.hlist, addnodes.hlistcol),
)
"""What holds blocks and says nothing itself."""

DESIGN: dict[str, ToMarkdown] = {
    **{"sd_tab_input": nothing, "sd_tab_label": markdown_caption},
    **{"dropdown_main": MarkdownWriter.blocks, "dropdown_title": markdown_caption},
    "PassthroughTextElement": markdown_paragraph,
}
"""The parts of tabs, cards and dropdowns of sphinx-design: nothing opens in Markdown, so all of it is written."""

NAMED = (nodes.caption, nodes.rubric, nodes.subtitle, addnodes.centered)
QUOTED = (nodes.block_quote, nodes.topic, nodes.sidebar)


PLAIN = (nodes.inline, nodes.target, nodes.abbreviation, nodes.acronym, nodes.generated, addnodes.desc_sig_element)
STRONG = (nodes.strong, addnodes.literal_strong)
EMPHASIS = (nodes.emphasis, nodes.title_reference, addnodes.literal_emphasis, addnodes.manpage)
UNSEEN = (nodes.Invisible, nodes.system_message, nodes.meta, nodes.colspec, nodes.decoration, addnodes.highlightlang)


def setup(app: Sphinx) -> None:
    """Say how they are written."""
    add_markdown(app, dict.fromkeys(FRAMES, MarkdownWriter.blocks) | dict.fromkeys(NAMED, markdown_caption))
    add_markdown(app, dict.fromkeys(QUOTED, lambda writer, node: wrapped(writer.blocks(node), markdown.quoted)))
    add_markdown(app, {nodes.attribution: lambda writer, node: [f"— {writer.line(node)}"]})
    add_markdown(app, {nodes.title: markdown_heading, nodes.paragraph: markdown_paragraph, nodes.raw: markdown_raw})
    add_markdown(app, {nodes.literal_block: markdown_source, nodes.doctest_block: markdown_source})
    add_markdown(app, {nodes.math_block: markdown_formula, nodes.line_block: markdown_lines})
    add_markdown(app, {nodes.transition: lambda writer, node: ["---"]})
    add_markdown(app, {nodes.Admonition: markdown_admonition, addnodes.versionmodified: MarkdownWriter.blocks})
    add_markdown(app, DESIGN)
    add_markdown(app, {nodes.footnote: markdown_note, nodes.citation: markdown_note, addnodes.desc: markdown_object})
    add_markdown(app, dict.fromkeys(PLAIN, MarkdownWriter.inlines))
    add_markdown(app, dict.fromkeys(STRONG, styled("strong")) | dict.fromkeys(EMPHASIS, styled("em")))
    add_markdown(app, {nodes.literal: markdown_code, nodes.problematic: markdown_code, nodes.math: markdown_math})
    add_markdown(app, {nodes.subscript: markdown_small, nodes.superscript: markdown_small, nodes.image: markdown_image})
    add_markdown(app, {nodes.footnote_reference: markdown_mark, nodes.citation_reference: markdown_mark})
    add_markdown(app, dict.fromkeys((nodes.reference, addnodes.number_reference), markdown_reference))
    add_markdown(app, {addnodes.download_reference: markdown_download})
    add_markdown(app, dict.fromkeys(UNSEEN, nothing))
