"""Which pieces of code does a page of reStructuredText show? Its directives of code, and its sessions of Python."""

import re
from collections.abc import Iterator
from textwrap import dedent

from printproof.scripts.rst_cells import block_end
from printproof_converter.blocks import Block, language_of, typed

# Of Sphinx, docutils, IPython, jupyter-sphinx and matplotlib; doctests need none, see below.
_DIRECTIVE = re.compile(
    r"(?P<indent>\s*)\.\. (?P<name>code-block|code|sourcecode|code-cell|ipython|jupyter-execute|testcode|doctest|plot)"
    r"::\s*(?P<language>\S*)"
)
_HIGHLIGHT = re.compile(r"\s*\.\. highlight::\s*(\S+)")
_OPTION = re.compile(r"\s+:[\w-]+:")
_NAMES_LANGUAGE = {"code-block", "code", "sourcecode", "code-cell"}


def rst_blocks(text: str, above: int = 0) -> Iterator[Block]:
    """The code of a text, in order; ``above`` is how many lines of the file stand above the text.

    A literal block counts where it is a session: nothing says what language another one is.
    """
    lines = text.split("\n")
    usual, number = "python", 0
    while number < len(lines):
        line = lines[number]
        if highlight := _HIGHLIGHT.match(line):
            usual = highlight[1]
        if found := _DIRECTIVE.match(line):
            end = block_end(lines, number, len(found["indent"]))
            start = next((n for n in range(number + 1, end) if not _OPTION.match(lines[n])), end)
            start = next((n for n in range(start, end) if lines[n].strip()), end)
            name = (found["language"] or usual) if found["name"] in _NAMES_LANGUAGE else "python"
            yield Block(typed(dedent("\n".join(lines[start:end]))), above + start + 1, language_of(name))
            number = end
        elif line.lstrip().startswith(">>>"):
            end = next((n for n in range(number, len(lines)) if not lines[n].strip()), len(lines))
            yield Block(typed(dedent("\n".join(lines[number:end]))), above + number + 1)
            number = end
        else:
            number += 1
