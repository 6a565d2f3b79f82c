"""The cells of a notebook in its file: in which line each begins, and in which line each line of its text stands."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printproof.scripts.json_places import Placed, placed
from printproof.scripts.promise import refused
from printproof_base.findings import Place

KEY = "printproof"
"""Where the metadata of a notebook and of its cells hold what is ours."""

AGAIN = "open and save it in Jupyter"
"""What brings a notebook into the form in which Jupyter writes it."""

Lines = list[tuple[int, str]]
"""Lines of a text, each with its line of the file (0 = first)."""


@dataclass(frozen=True)
class NotebookCell:
    """A cell: its ``number`` among those of its notebook (1 = first), and where it stands in the file.

    It begins in the line ``start`` and ends before the line ``end`` (0 = first); ``lines`` are those of its text.
    """

    number: int
    kind: str
    start: int
    end: int
    lines: Sequence[tuple[int, str]]
    placed: Placed

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What the notebook says of the cell."""
        return mapping(self.placed.value.get("metadata"))

    @property
    def own(self) -> Mapping[str, Any]:
        """What stands below our key in it."""
        return mapping(self.metadata.get(KEY))

    @property
    def laid_out(self) -> bool:
        """Whether each line of its text has a line of the file, as Jupyter writes it."""
        at = [line for line, _ in self.lines]
        return not at or (at[0] > self.start and at == list(range(at[0], at[0] + len(at))))


@dataclass(frozen=True)
class Notebook:
    """The text of a notebook with the place of all that stands in it; ``text`` has no byte-order mark."""

    text: str
    placed: Placed
    breaks: Sequence[int]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What it says of itself."""
        return mapping(self.placed.value.get("metadata"))

    def line(self, place: int) -> int:
        """The line in which a place of the text is (0 = first)."""
        return bisect_right(self.breaks, place - 1)

    def lines(self, *texts: Placed) -> Lines:
        """The lines of texts that follow each other, each of which JSON holds as one string or as a list of some."""
        found, last, begun = Lines(), "", -1
        for piece in (piece for text in texts for piece in (text if isinstance(text.value, list) else [text])):
            *whole, rest = str(piece.value).split("\n")
            for part in whole:
                found.append((self.line(piece.start) if begun < 0 else begun, (last + part).removesuffix("\r")))
                last, begun = "", -1
            if rest:
                begun = self.line(piece.start) if begun < 0 else begun
                last += rest
        return [*found, (begun, last)] if last else found


def mapping(value: object) -> Mapping[str, Any]:
    """A value of JSON where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def read_json(text: str, place: Place) -> Notebook:
    """A notebook, as its file has it. Raises ScriptError where it is none, or is in another format."""
    plain = text.removeprefix("\ufeff")
    try:
        found = placed(plain)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        said = getattr(error, "msg", str(error))
        raise refused(place, line, f"is no notebook: it cannot be read as JSON ({said})", AGAIN) from None
    version = mapping(found.value).get("nbformat")
    if not isinstance(version, int) or (version == 4 and not isinstance(found.value.get("cells"), list)):
        raise refused(place, 1, "is no notebook: it has no list of cells, or no number of its format", AGAIN)
    if version != 4:
        raise refused(place, 1, f"is a notebook of format {version}, and only 4 can be checked", AGAIN)
    notebook = Notebook(plain, found, [at for at, character in enumerate(plain) if character == "\n"])
    for number, cell in enumerate(found["cells"], 1):
        if not _is_cell(mapping(cell.value)):
            fact = f"cell {number} of the notebook is no cell of a notebook"
            raise refused(place, notebook.line(cell.start) + 1, fact, AGAIN)
    return notebook


def other_language(metadata: Mapping[str, Any]) -> str:
    """The language that a document names for its cells; empty for Python, and where it names none, as in Jupyter."""
    kernel, about = mapping(metadata.get("kernelspec")), mapping(metadata.get("language_info"))
    name = str(kernel.get("language") or about.get("name") or "python")
    return "" if name.lower() in {"python", "ipython"} else name


def refuse_other_language(metadata: Mapping[str, Any], place: Place, cure: str) -> None:
    """Raise ScriptError where a document names another language than Python for its cells."""
    if language := other_language(metadata):
        raise refused(place, 1, f"its cells are written in {language}, and only Python can be run", cure)


def cells_of(notebook: Notebook) -> Iterator[NotebookCell]:
    """The cells of a notebook in their order."""
    for number, cell in enumerate(notebook.placed["cells"], 1):
        start, end = notebook.line(cell.start), notebook.line(cell.end) + 1
        yield NotebookCell(number, cell.value["cell_type"], start, end, notebook.lines(cell["source"]), cell)


def _is_cell(value: Mapping[str, Any]) -> bool:
    """Whether all that is read of a cell has the form that a notebook gives it."""
    outputs, tags = value.get("outputs", []), mapping(value.get("metadata")).get("tags", [])
    kinds = {"source": list | str, "cell_type": str, "metadata": dict}
    lists = isinstance(outputs, list) and all(isinstance(one, dict) for one in outputs) and isinstance(tags, list | str)
    return lists and all(isinstance(value.get(name), kind) for name, kind in kinds.items())
