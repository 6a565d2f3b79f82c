"""A page that keeps its code, as one that names the cells of a script: the form in which pages are read and shown."""

from collections.abc import Iterator, Sequence
from typing import Any

from printproof.pages.shown_cells import ALT, Shown, option_lines
from printproof.pages.shown_cells import OPTIONS as KNOWN
from printproof.scripts.kept_in_page import DISPLAY, RAISES, page_cells, running_cells, without_display
from printproof.scripts.myst_cells import MystCell
from printproof.scripts.notebook_cells import mapping
from printproof.scripts.script import MAGIC, Script

_FIGURES = {"figure", "image"}

OPTIONS = tuple(option for option in KNOWN if option not in {"example", "mystnb"})
"""What a page keeps of the options of a cell, in this order; those of MyST-NB for figures get these names."""


def handed_over(text: str, script: Script) -> tuple[str, list[Shown]]:
    """The page with each cell naming one of its script, and without expected outputs; and what it says of its cells.

    Each line stays in its place. A cell that does not run becomes plain code.
    """
    before = text.replace("\r\n", "\n").split("\n")
    lines, shown = list(before), list[Shown]()
    suffix = script.path.suffix
    names = {cell.start: name for name, cell in running_cells("\n".join(before), suffix)}
    for cell in page_cells("\n".join(before), suffix):
        if name := names.get(cell.start):
            shown.append(shown_cell(name, cell, before))
            _fill(lines, cell.start + 1, cell.end, _naming(cell, name, before))
        else:
            _fill(lines, cell.start, cell.end, list(_plain(cell, before)))
    for one in (cell for cell in script.cells if not cell.echoes):
        start, stop = one.promise_lines
        _fill(lines, start - 1, stop - 1, ())
    return "\n".join(lines), shown


def _naming(cell: MystCell, name: str, lines: Sequence[str]) -> list[str]:
    """What stands below the first line of a cell that names one of a script."""
    if not cell.fence:
        return ["", f"{cell.indent}   :example: {name}"]
    return [f"{cell.indent}:example: {name}", lines[cell.end - 1]]


def shown_cell(name: str, cell: MystCell, lines: Sequence[str]) -> Shown:
    """What the page says of a cell, in our words; options that other tools know are theirs."""
    kept = kept_options(cell)
    tags = kept.pop("tags", [])
    options = {option: "" if value is None else str(value) for option, value in kept.items()} | {"example": name}
    own = {option: value for option, value in mapping(cell.options.get("mystnb")).items() if option not in _FIGURES}
    return Shown(cell.start + 1, options, option_lines(lines, cell.start + 1), "", tuple(map(str, tags)), own)


def _plain(cell: MystCell, lines: Sequence[str]) -> Iterator[str]:
    """A block of code in place of a cell of a page that does not run."""
    if cell.fence:
        yield from plain_cell(cell, lines[cell.code_line : cell.end - 1], lines[cell.start].partition(cell.fence)[0])
    elif any(line.strip() for line in without_display(cell.code).split("\n")):
        yield from (f"{cell.indent}.. code-block:: {_lexer(cell.code)}", "", *lines[cell.code_line : cell.end])


def plain_cell(cell: MystCell, code: Sequence[str], before: str = "") -> Iterator[str]:
    """A block of code in place of a cell that does not run; nothing for one that only says how outputs are shown.

    ``before`` stands before its first line.
    """
    kept = [line for line in code if not DISPLAY.fullmatch(line)]
    if any(line.strip() for line in kept):
        marks = cell.fence.replace(":", "`")
        yield f"{before}{marks}{_lexer(cell.code)}"
        yield from kept
        yield f"{cell.indent}{marks}"


def _lexer(code: str) -> str:
    """What colours code: Python's own lexer stumbles over magics."""
    return "ipython3" if MAGIC.search(code) else "python"


def _fill(lines: list[str], start: int, stop: int, written: Sequence[str]) -> None:
    """Write into some lines, from the first one on; the others become empty."""
    lines[start:stop] = [*written, *[""] * (stop - start - len(written))]


def kept_options(cell: MystCell) -> dict[str, Any]:
    """The options that stay on the page; those of MyST-NB for figures under the names that they have here."""
    known = [name for name in cell.options if name != "tags" and (name in OPTIONS or ALT.fullmatch(name))]
    options = {name: cell.options[name] for name in known}
    # MyST-NB has these options in a mapping of its own; here they have names of their own.
    ours = mapping(cell.options.get("mystnb"))
    figure, image = mapping(ours.get("figure")), mapping(ours.get("image"))
    options |= {name: figure[name] for name in ("caption", "name") if figure.get(name)}
    options |= {"alt": image["alt"]} if image.get("alt") else {}
    tags = [tag for tag in cell.tags if tag != RAISES]
    return {**options, "tags": tags} if tags else options
