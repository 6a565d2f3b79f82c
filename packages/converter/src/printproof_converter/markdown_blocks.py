"""Which pieces of code does a Markdown page show? Its fences, also those inside directives."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

from printproof.scripts.myst_cells import options_of
from printproof_converter.blocks import Block, language_of, typed
from printproof_converter.rst_blocks import rst_blocks

# Directives of code, with their language; without one it is that of the page.
_CODE = re.compile(r"\{(?:code-cell|code|code-block|sourcecode|jupyter-execute|testcode|doctest|ipython)\}\s*(\S*)")
_DIRECTIVE = re.compile(r"\{[\w:-]+\}")
# Attributes of Pandoc, {.python .input}, and cells of Quarto, {python}.
_ATTRIBUTES = re.compile(r"\{[^}]*?\.?([A-Za-z]\w*)[^}]*\}")
# The first word alone: behind it stand options of other tools.
_NAME = re.compile(r"[^\s,{]+")


def markdown_blocks(text: str, above: int = 0) -> Iterator[Block]:
    """The code of the fences of a text, in order; ``above`` is how many lines of the file stand above the text."""
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "fence":
            yield from _blocks_of(token.content, token.info.strip(), above + (token.map or [0])[0] + 2)


def _blocks_of(content: str, info: str, line: int) -> Iterator[Block]:
    """The code of a fence, whose content begins in a line of the file."""
    if code := _CODE.match(info):
        yield _directive(content, line, code[1])
    elif info.startswith(("{eval-rst}", "eval_rst")):
        yield from rst_blocks(content, line - 1)
    elif _DIRECTIVE.match(info) and not info.startswith("{python}"):
        yield from markdown_blocks(content, line - 1)
    elif named := _ATTRIBUTES.match(info) or _NAME.match(info):
        yield Block(typed(content), line, language_of(named[named.lastindex or 0]))


def _directive(content: str, line: int, name: str) -> Block:
    """The code of a directive, or its options where it has no code."""
    language = language_of(name) if name else ""
    _, skipped = options_of(content)
    lines = content.split("\n")
    start = next((n for n in range(skipped, len(lines)) if lines[n].strip()), 0)
    return Block(typed("\n".join(lines[start:])), line + start, language)
