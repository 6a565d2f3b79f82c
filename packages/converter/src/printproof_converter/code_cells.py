"""Which pieces of Python does a document show, and where? MyST, Markdown, RST, a notebook, a script, a built page."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from printproof.html.page import read_tree, rendered
from printproof.scripts.loading import script_of
from printproof.scripts.myst_cells import options_of
from printproof.scripts.notebook_cells import cells_of, other_language, read_json
from printproof.scripts.promise import ScriptError
from printproof_base.findings import Place, ReportedError
from printproof_base.project import find_project
from printproof_converter.blocks import Block, language_of
from printproof_converter.markdown_blocks import markdown_blocks
from printproof_converter.rst_blocks import rst_blocks

MARKDOWN = {".md", ".markdown", ".qmd"}
KINDS = {*MARKDOWN, ".html", ".ipynb", ".py", ".rst"}
"""Suffixes of documents that are read."""

# Headings of cells in scripts: "# %%" of editors, and the row of hashes of sphinx-gallery.
_CELL = re.compile(r"^(?:# ?%%.*|#{20,})$", re.MULTILINE)


class DocumentError(ReportedError):
    """Documents that cannot be read or compared."""


@dataclass(frozen=True)
class Document:
    """The code of a document: pieces of Python in their order, and the languages of the pieces that are none."""

    path: Path
    cells: tuple[Block, ...]
    others: tuple[str, ...] = ()


def read_document(path: Path) -> Document:
    """The pieces of Python of a document, without empty ones.

    Of a MyST cell that only names its code (``:example: jit``) it is the code of that cell in the script of the page;
    where there is no such script, its options. Of a session it is the input. Raises DocumentError where the document
    cannot be read.
    """
    try:
        blocks = [block for block in _with_named_code(path, _blocks(path)) if block.text.strip()]
    except ScriptError as error:
        raise DocumentError(*error.findings) from None
    except (OSError, ValueError, RecursionError) as error:
        raise DocumentError.at(path, f"cannot be read as a document: {error}") from None
    others = tuple(block.language for block in blocks if block.language)
    return Document(path, tuple(block for block in blocks if not block.language), others)


def is_script_of_cells(path: Path) -> bool:
    """True where a script has headings of cells, so that it is a document; others are programs, such as conf.py."""
    return bool(_CELL.search(path.read_text(encoding="utf-8", errors="replace")))


def _blocks(path: Path) -> Iterator[Block]:
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".ipynb":
        return _notebook(text, path)
    if path.suffix == ".html":
        return (Block(code, 0) for code in rendered(read_tree(path)).code.values())
    if path.suffix == ".py":
        return _script(text)
    return rst_blocks(text) if path.suffix == ".rst" else markdown_blocks(text)


def _with_named_code(path: Path, blocks: Iterable[Block]) -> Iterator[Block]:
    """The pieces of a document, those that name a cell of its script with the code of that cell."""
    cells: Mapping[str, str] | None = None
    for block in blocks:
        name = (
            options_of(block.text)[0].get("example") if path.suffix in MARKDOWN and "example:" in block.text else None
        )
        if name:
            cells = _script_cells(path) if cells is None else cells
        yield replace(block, text=cells.get(str(name), block.text)) if name and cells else block


def _script_cells(page: Path) -> Mapping[str, str]:
    """The code of a page's script by the names of its cells; none where the page is of no project, or has no script."""
    try:
        project = find_project(page.parent)
        docname = page.resolve().relative_to(project.docs.resolve()).with_suffix("").as_posix()
        return {cell.name: cell.code for cell in script_of(project, docname).cells}
    except (ReportedError, ValueError):
        return {}


def _notebook(text: str, path: Path) -> Iterator[Block]:
    """The cells of code, and the code that its cells of Markdown show.

    Their lines are those of the file where it is written as Jupyter writes it. Raises ScriptError where it is none.
    """
    notebook = read_json(text, Place(str(path)))
    language = language_of(other_language(notebook.metadata))  # such as python3, which drift takes for Python, too
    for cell in cells_of(notebook):
        source = "\n".join(text for _, text in cell.lines)
        line = cell.lines[0][0] + 1 if cell.lines and cell.laid_out else 0
        if cell.kind == "code":
            yield Block(source, line, language)
        elif cell.kind == "markdown":
            yield from (block if line else replace(block, line=0) for block in markdown_blocks(source, line - 1))


def _script(text: str) -> Iterator[Block]:
    """The cells of a script; those of comments alone, and a docstring at its head, are prose."""
    ends = [0, *(found.end() for found in _CELL.finditer(text))]
    for start, code in zip(ends, _CELL.split(text), strict=True):
        if not _is_prose(code):
            blank = len(code) - len(code.lstrip("\n"))
            yield Block(code[blank:], text.count("\n", 0, start + blank) + 1)


def _is_prose(code: str) -> bool:
    try:
        body = ast.parse(code).body
    # A magic, code of another Python, or what is nested deeper than the parser goes.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)
