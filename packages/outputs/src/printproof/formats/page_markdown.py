"""A page as one file of Markdown: its prose, its code and its outputs, in the order of the page."""

import posixpath
from collections.abc import Iterator

from printproof.formats.exported_page import Code, ExportedPage, Kind, Picture
from printproof.formats.markdown import fenced
from printproof.formats.pictures import link_of


def markdown_of(page: ExportedPage) -> str:
    """The page as Markdown; pictures lie beside it, in files of their own."""
    return "\n\n".join(part for block in page.blocks for part in _parts(page, block)) + "\n"


def pictures_of(page: ExportedPage) -> list[Picture]:
    """All pictures that a file of Markdown names: those of the prose, and what its cells drew."""
    shown = [cell for cell in page.cells if "outputs" not in cell.removed]
    return [*page.pictures, *(picture for cell in shown for picture in _figures(page, cell))]


def _parts(page: ExportedPage, cell: str | Code) -> Iterator[str]:
    """Prose as it is; of a cell its code, what it printed, and what it drew, as far as the page shows them."""
    if isinstance(cell, str):
        yield cell
        return
    if "code" not in cell.removed:
        yield fenced(cell.code, "python")
    if "outputs" in cell.removed:
        return
    yield from (fenced(output.text, "text") for output in cell.outputs if output.kind != Kind.FIGURE)
    yield from map(link_of, _figures(page, cell))


def _figures(page: ExportedPage, cell: Code) -> list[Picture]:
    drawn = [output for output in cell.outputs if output.kind == Kind.FIGURE]
    name = f"{posixpath.basename(page.docname)}.figure-{cell.name}"
    return [Picture(f"{name}{n or ''}.svg", output.text, output.svg) for n, output in enumerate(drawn)]
