"""The blocks of a page as Markdown: headings, paragraphs, code, quotations, admonitions, notes."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import admonitionlabels

from printproof.ext.nodes import (
    Block,
    MarkdownWriter,
    ToMarkdown,
    add_markdown,
    add_markdown_of_others,
    around,
    grouped,
    nothing,
)
from printproof.formats.markdown import Styled, code, fenced, formula, heading, paragraph, quoted, render_line, words

NO_LANGUAGE = {"none": "text", "default": "python", "ipython": "python", "ipython3": "python"}
"""What Sphinx calls code by a name that no reader of Markdown knows, and what they call it."""

# Good enough to tell whether HTML has words: what an attribute says with ">" in it counts as one.
_ELEMENT = re.compile(r"<[^>]*>")


def markdown_heading(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """The heading of a section; the title of anything else stands out."""
    level = sum(isinstance(one, nodes.section) for one in around(node))
    if isinstance(node.parent, nodes.section | nodes.document):
        return [heading(writer.line(node), max(level, 1))]
    return markdown_caption(writer, node)


def markdown_paragraph(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A paragraph as one line: readers of Markdown differ in what they make of a line end."""
    line = paragraph(writer.line(node))
    return [line] if line else []


def markdown_caption(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """What stands above or below a block and names it."""
    line = render_line([Styled("strong", writer.inlines(node))])
    return [paragraph(line)] if line.strip() else []


def markdown_source(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A block of code."""
    language = str(node.get("language", "pycon" if isinstance(node, nodes.doctest_block) else "text"))
    return [fenced(node.astext().rstrip("\n"), NO_LANGUAGE.get(language, language))]


def markdown_formula(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A formula that stands alone, with the number by which the text calls it."""
    number = f" \\tag{{{node['number']}}}" if node.get("number") else ""
    return [formula(node.astext().rstrip() + number)]


def markdown_raw(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """Markdown as it is. HTML is for pages: it stands beside its own Markdown, or holds no word of the page."""
    if "markdown" in node.get("format", "").split():
        return [node.astext().strip("\n")]
    if "html" not in node.get("format", "").split() or not _ELEMENT.sub("", node.astext()).strip():
        return []
    beside = node.next_node(nodes.raw, descend=False, siblings=True)
    if beside is None or beside.get("format") != "markdown":
        writer.warn(node, "this HTML has no form in Markdown; write it in Markdown, or beside it what stands for it")
        return [paragraph(words(_ELEMENT.sub(" ", node.astext())))]
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
    return wrapped([*named, *writer.blocks(node)], quoted)


def markdown_note(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A note below the text, with its number before it."""
    label, *rest = node.children
    blocks = writer.blocks(grouped(*rest))
    number = words(f"[{label.astext()}]")
    first = blocks[0] if blocks and isinstance(blocks[0], str) else ""
    return [f"{number} {first}".rstrip(), *blocks[1:]]


def markdown_lines(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """Lines that stay apart."""
    lines = (paragraph(writer.line(line)) for line in node.findall(nodes.line))
    return ["\\\n".join(filter(None, lines))]


def markdown_object(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """An object that is described: its signatures, and what is said of it."""
    found: list[Block] = []
    for child in node.children:
        if isinstance(child, addnodes.desc_signature):
            found.append(code(child.astext()))
        elif isinstance(child, nodes.Element):
            found += writer.blocks(child)
    return found


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


def setup(app: Sphinx) -> None:
    """Say how blocks are written."""
    add_markdown(app, dict.fromkeys(FRAMES, MarkdownWriter.blocks) | dict.fromkeys(NAMED, markdown_caption))
    add_markdown(app, dict.fromkeys(QUOTED, lambda writer, node: wrapped(writer.blocks(node), quoted)))
    add_markdown(app, {nodes.attribution: lambda writer, node: [f"— {writer.line(node)}"]})
    add_markdown(app, {nodes.title: markdown_heading, nodes.paragraph: markdown_paragraph, nodes.raw: markdown_raw})
    add_markdown(app, {nodes.literal_block: markdown_source, nodes.doctest_block: markdown_source})
    add_markdown(app, {nodes.math_block: markdown_formula, nodes.line_block: markdown_lines})
    add_markdown(app, {nodes.transition: lambda writer, node: ["---"]})
    add_markdown(app, {nodes.Admonition: markdown_admonition, addnodes.versionmodified: MarkdownWriter.blocks})
    add_markdown_of_others(app, DESIGN)
    add_markdown(app, {nodes.footnote: markdown_note, nodes.citation: markdown_note, addnodes.desc: markdown_object})
