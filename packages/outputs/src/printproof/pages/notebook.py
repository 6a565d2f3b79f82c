"""How does MyST-NB get a page? As a notebook that holds the code of its cells; outputs are ours to show."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import nbformat
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from myst_nb.core.read import MystMetadataParsingError, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.directives import DirectiveParsingResult, parse_directive_text
from myst_parser.parsers.mdit import create_md_parser
from nbformat import NotebookNode

from printproof.pages.page_view import PageCell
from printproof.pages.shown_cells import SETTINGS, VERBATIM, Shown, option_lines
from printproof_base.findings import Finding, Place, ReportedError

v4: Any = nbformat.v4  # its functions carry no types

KEY = "printproof"
"""Where the metadata of a cell hold its name. MyST-NB writes them as JSON, so what is known of it stands elsewhere."""


DIRECTIVE = re.compile(r"\{([\w:.+-]+)\}")

EXAMPLE = re.compile(r"(?:[ \t]*:[^\n]*\n)*[ \t]*:example:|---\n(?:(?!---)[^\n]*\n)*?example:")
"""The head of a cell that names an example, in both ways to write options."""


class PageError(ReportedError):
    """A page that cannot be read."""


def read_notebook(text: str, settings: MdParserConfig, page: Place) -> NotebookNode:
    """Read a page, which ``page`` is the place of; the lines that MyST-NB reports for it are true.

    Raises PageError where the options of a cell cannot be read.
    """
    notebook: NotebookNode = v4.new_notebook()
    if not text.strip():
        return notebook  # MyST-NB's reader fails on a page without a line
    try:
        notebook = read_myst_markdown_notebook(text, config=settings, add_source_map=True)
    except MystMetadataParsingError as error:
        line = re.search(r"at line (\d+)", str(error))  # MyST-NB has the line in its message alone
        raise _unreadable(page, int(line[1]) if line else 1) from None
    except TypeError:  # MyST-NB looks into settings that are not there
        raise _unreadable(page, 1, "the page begins with settings that are empty", "remove both lines '---'") from None
    except nbformat.ValidationError:
        raise _unreadable(page, 1, "the head of a cell holds what no notebook takes") from None
    notebook.metadata["source_map"] = _true_lines(notebook, text.splitlines())
    notebook.metadata["language_info"] = {"name": "python"}  # else MyST-NB warns that it cannot colour the code
    return notebook


def _unreadable(
    page: Place,
    line: int,
    fact: str = "the head of this cell cannot be read",
    cure: str = "write each option on a line of its own, as ':example: NAME'",
) -> PageError:
    return PageError(Finding(replace(page, line=line), "error", "page", fact, cure))


@dataclass(frozen=True)
class CellFence:
    """A cell as it stands in a page: from the line of its fence to the last one (1 = first), between two ``marks``.

    ``content`` are the lines between. ``nested`` says that it stands in something else, such as a tab or a list, or
    between colons.
    """

    line: int
    last_line: int
    marks: str
    content: str
    nested: bool

    @cached_property
    def head(self) -> DirectiveParsingResult:
        """Its options, its body, and what cannot be read of them, as MyST reads a directive."""
        return read_head(self.content)

    @property
    def name(self) -> str:
        """The example that it names, empty where it names none."""
        return named(self.head)


class _Cell:
    """What MyST asks of a directive whose options are read as YAML."""

    option_spec: ClassVar[Any] = {"options": True}
    required_arguments, optional_arguments, has_content = 0, 1, True


def read_head(content: str) -> DirectiveParsingResult:
    """The options and the body of a cell, from what stands between its marks."""
    # MyST would refuse each option that the class does not know by name.
    return parse_directive_text(_Cell, "", content, validate_options=False)  # type: ignore[arg-type]


def named(head: DirectiveParsingResult) -> str:
    """The example that the head of a cell names, empty where it names none."""
    return str(head.options.get("example", "")).strip()


def cell_fences(text: str, settings: MdParserConfig) -> Iterator[CellFence]:
    """Each cell of a page in the order of the page, also those in a tab, a card or a list; nothing is refused."""
    # A reader of blocks, as MyST-NB has it for cells.
    blocks = replace(settings, disable_syntax=[*settings.disable_syntax, "inline"])
    yield from _fences(text, create_md_parser(blocks, RendererHTML))


def _fences(text: str, parser: MarkdownIt, above: int = 0, nested: bool = False) -> Iterator[CellFence]:
    """The cells of a part of a page below so many lines; what shows its text as it is holds none."""
    for token in parser.parse(f"{text}\n"):
        directive = DIRECTIVE.match(token.info)
        if token.map is None or token.type not in {"fence", "colon_fence"} or directive is None:
            continue
        first, end = token.map
        if directive[1] == "code-cell":
            inside = nested or token.level > 0 or token.type == "colon_fence"
            yield CellFence(above + first + 1, above + end, token.markup, token.content, inside)
        elif directive[1] not in VERBATIM:
            yield from _fences(token.content, parser, above + first + 1, nested=True)


def asks(text: str, settings: MdParserConfig) -> bool:
    """Whether a page names an example in any of its cells, so that it is one of ours."""
    if "{code-cell}" not in text or "example:" not in text:
        return False
    return any(EXAMPLE.match(fence.content) for fence in cell_fences(text, settings))


def shown_cells(text: str, settings: MdParserConfig, page: Place) -> list[Shown]:
    """The cells of a page with what it says of them, also those that stand in a tab, a card or a list.

    Raises PageError where the options of a cell cannot be read.
    """
    lines = text.splitlines()
    return [_shown(fence, lines, page) for fence in cell_fences(text, settings)]


def _shown(fence: CellFence, lines: Sequence[str], page: Place) -> Shown:
    given = fence.head.options
    tags, own = given.get("tags") or [], given.get("mystnb") or {}
    if fence.head.warnings or not isinstance(own, dict):
        raise _unreadable(page, fence.line)
    if "load" in given:  # MyST-NB would read that file before anybody could refuse it
        fact, cure = "a cell has no option 'load'", "its code stands in the script, remove the line"
        raise _unreadable(page, fence.line, fact, cure)
    if not isinstance(tags, list) or len(set(map(str, tags))) < len(tags):
        fact, cure = "the tags of this cell are no list", "write each once, as ':tags: [hide-input]'"
        raise _unreadable(page, fence.line, fact, cure)
    options = {name: "" if value is None else str(value) for name, value in given.items()}
    places, body = option_lines(lines, fence.line), "\n".join(fence.head.body)
    return Shown(fence.line, options, places, body, fence.nested, tuple(map(str, tags)), own)


def settings_of(notebook: NotebookNode) -> dict[str, Any]:
    """What the head of a page says of all its cells. It is taken from MyST-NB, which would run some that are ours."""
    metadata = notebook.metadata.pop("mystnb", None) or {}
    return {name: value for name, value in dict(metadata).items() if name in SETTINGS}


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells of a notebook that hold code: those of a page that are not nested."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def notebook_cell(cell: PageCell) -> NotebookNode:
    """A cell of a page as one of a notebook."""
    made: NotebookNode = v4.new_code_cell()
    fill(made, cell)
    return made


def fill(made: NotebookNode, cell: PageCell) -> None:
    """Put code into a cell of a notebook, and its name, by which transforms find what they show.

    Of outputs it holds a figure alone, an empty one with the words around it: MyST-NB reads them as Markdown.
    """
    options = cell.shown.options
    made.source = cell.cell.code
    # No tag: what MyST-NB would remove by one, a notebook beside the page would lack.
    settings = {name: value for name, value in cell.shown.settings.items() if name == "number_source_lines"}
    made.metadata = v4.nbbase.NotebookNode({KEY: cell.cell.name, "mystnb": settings})
    if cell.has_figure:
        words = {option: options[option] for option in ("caption", "name") if option in options}
        made.metadata["mystnb"] = {**settings, "figure": {"classes": "", **words}}
        made.outputs = [v4.new_output("display_data")]


def empty(notebook_cell: NotebookNode) -> None:
    """Leave a cell out of the page: MyST-NB passes over one without code."""
    notebook_cell.source = ""
    notebook_cell.metadata = v4.nbbase.NotebookNode()


def _true_lines(notebook: NotebookNode, lines: Sequence[str]) -> list[int]:
    """Where cells begin; MyST-NB adds one to these lines twice, and forgets the blank lines it strips."""
    starts = zip(notebook.cells, notebook.metadata["source_map"], strict=True)
    return [_first_filled(lines, start) - 1 if cell.cell_type == "markdown" else start - 2 for cell, start in starts]


def _first_filled(lines: Sequence[str], start: int) -> int:
    return next((n for n in range(start, len(lines)) if lines[n]), start)
