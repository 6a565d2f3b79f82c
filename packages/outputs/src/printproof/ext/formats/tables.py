"""Lists and tables as Markdown, in the plainest form, as notebooks know no other."""

from collections.abc import Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from printproof.ext.nodes import Block, MarkdownWriter, add_markdown, grouped
from printproof.formats.exported_page import Code
from printproof.formats.markdown import Inline, Styled, code, item, paragraph, render_line, table

BULLETS = "-*"
"""Two lists that follow each other would be one, were their marks the same."""


def markdown_bullets(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A list."""
    mark = BULLETS[_lists_before(node) % 2]
    return _items(writer, node, [mark] * len(node))


def markdown_numbers(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A list that counts, with numbers whatever it counted with."""
    start, mark = int(node.get("start", 1)), ".)"[_lists_before(node) % 2]
    return _items(writer, node, [f"{start + number}{mark}" for number in range(len(node))])


def _lists_before(node: nodes.Element) -> int:
    """How many lists of its kind stand right before one."""
    siblings: Sequence[Any] = node.parent.children if node.parent is not None else []
    place, count = siblings.index(node) if node in siblings else 0, 0
    while place - count > 0 and isinstance(siblings[place - count - 1], type(node)):
        count += 1
    return count


def _items(writer: MarkdownWriter, node: nodes.Element, marks: Sequence[str]) -> list[Block]:
    """The items of a list; a cell in one stands between two lists, and what follows it in the item is a paragraph."""
    found: list[Block] = []
    run: list[str] = []
    gap = "\n" if all(map(_is_short, node.children)) else "\n\n"
    for mark, child in zip(marks, node.children, strict=True):
        blocks = writer.blocks(child) if isinstance(child, nodes.Element) else []
        end = next((n for n, block in enumerate(blocks) if not isinstance(block, str)), len(blocks))
        run.append(item(mark, gap.join(map(str, blocks[:end]))))
        if blocks[end:]:
            found += [gap.join(run), *blocks[end:]]
            run = []
    return [*found, gap.join(run)] if run else found


def _is_short(child: nodes.Node) -> bool:
    """Whether an item is a paragraph, maybe with lists below it that need no empty line before them."""
    lists = nodes.bullet_list | nodes.enumerated_list
    others = [part for part in child.children if not isinstance(part, lists)]
    return len(others) <= 1 and all(part.get("start", 1) == 1 for part in child.children if isinstance(part, lists))


def markdown_term(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A term: it stands out, unless a word of it does."""
    inlines: list[Inline] = writer.inlines(node)
    plain = any(True for _ in node.findall(nodes.strong))
    return [paragraph(render_line(inlines if plain else [Styled("strong", inlines)]))]


def markdown_table(writer: MarkdownWriter, node: nodes.Element) -> list[Block]:
    """A table below its title; one without a head has an empty one, as no table of Markdown lacks it."""
    titles = writer.blocks(grouped(*(part for part in node.children if isinstance(part, nodes.title))))
    heads = [_row(writer, row) for head in node.findall(nodes.thead) for row in head.children]
    rows = [_row(writer, row) for body in node.findall(nodes.tbody) for row in body.children]
    if not heads:
        heads = [[""] * max(map(len, rows), default=1)]
    return [*titles, table(heads[0], [*heads[1:], *rows], _right(node))]


def _right(node: nodes.Element) -> list[bool]:
    """The columns of numbers, which end at one edge."""
    first = next(iter(node.findall(nodes.tbody)), None)
    row = first.children[0] if first is not None and first.children else nodes.row()
    return ["text-right" in entry.get("classes", ()) for entry in row.children if isinstance(entry, nodes.Element)]


def _row(writer: MarkdownWriter, row: Any) -> list[str]:
    """The entries of a row; one that is wider than a column is followed by empty ones."""
    found: list[str] = []
    for entry in row.children:
        found += ["\n".join(_entry_lines(writer, entry)), *[""] * entry.get("morecols", 0)]
    return found


def _entry_lines(writer: MarkdownWriter, entry: nodes.Element) -> Iterator[str]:
    """The lines of an entry, in which no block can stand: items and lines of code are lines."""
    for child in entry.children:
        if isinstance(child, nodes.literal_block):
            yield from (code(line) for line in child.astext().splitlines() if line.strip())
        elif isinstance(child, nodes.bullet_list | nodes.enumerated_list):
            for one in child.children:
                if isinstance(one, nodes.Element):
                    yield from (f"• {line}" for line in _entry_lines(writer, one))
        else:
            for block in writer.blocks(grouped(child)):
                yield code(block.code) if isinstance(block, Code) else str(block).replace("\n", " ")


DEFINING = (nodes.definition_list, nodes.field_list, nodes.option_list)
NAMES = (nodes.term, nodes.field_name, nodes.classifier)
ITEMS = (
    *(nodes.definition, nodes.field_body, nodes.description, nodes.list_item),
    *(nodes.definition_list_item, nodes.field, nodes.option_list_item, nodes.entry),
)


def setup(app: Sphinx) -> None:
    """Say how lists and tables are written."""
    add_markdown(app, {nodes.bullet_list: markdown_bullets, nodes.enumerated_list: markdown_numbers})
    # Markdown has no list of terms with what they mean, so they are items of a plain one.
    add_markdown(app, dict.fromkeys(DEFINING, lambda writer, node: _items(writer, node, ["-"] * len(node))))
    add_markdown(app, dict.fromkeys(NAMES, markdown_term) | dict.fromkeys(ITEMS, MarkdownWriter.blocks))
    add_markdown(app, {nodes.option_group: lambda writer, node: [code(node.astext())]})
    add_markdown(app, {nodes.table: markdown_table})
