"""The outputs that a cell of a notebook stores: text with its lines of the file, errors, values, pictures."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from printproof.scripts.json_places import Placed
from printproof.scripts.notebook_cells import Lines, Notebook, NotebookCell, mapping
from printproof.scripts.script import Shown

PRINTED, VALUE, PICTURE, ERROR = KINDS = ("printed", "value", "picture", "error")
"""The kinds of outputs, in the order in which a cell makes them."""

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Where a value says in which place of the memory it lies: such a value is another one in each run."""

RICH = ("text/html", "text/markdown", "text/latex")
"""What a stored value may be beside text and pictures, in the order in which a run prefers them."""

# IPython colours tracebacks for terminals, and libraries what they print.
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Outputs:
    """What a cell stores: lines printed and of the value (None: there is none), each with its line of the file.

    ``error`` is the last line of the one that ended it; ``beside`` is what is no text, of a picture its types.
    """

    printed: Lines
    value: Lines | None = None
    error: tuple[int, str] = (0, "")
    beside: Shown = field(default_factory=Shown)


def kind_of(output: Mapping[str, Any]) -> str:
    """The kind of a stored output. What was displayed counts as printed, and a picture without the text beside it."""
    if any(name.startswith("image/") for name in mapping(output.get("data"))):
        return PICTURE
    return {"execute_result": VALUE, "error": ERROR}.get(str(output.get("output_type")), PRINTED)


def outputs_of(cell: NotebookCell, notebook: Notebook) -> Outputs:
    """What a cell stores of its outputs; of two values or errors the last one."""
    stored = cell.placed.inside.get("outputs")
    found = {kind: [one for one in stored or () if kind_of(mapping(one.value)) == kind] for kind in KINDS}
    printed = _text_of(found[PRINTED], notebook)
    pictures = tuple(", ".join(output.value["data"]) for output in found[PICTURE])
    values = [(_text_of([output], notebook), _rich_of(output)) for output in found[VALUE]]
    errors = [(notebook.line(output.start), _last_line(output.value)) for output in found[ERROR]]
    value, rich = values[-1] if values else (None, {})
    return Outputs(printed, value, errors[-1] if errors else (0, ""), Shown(rich, pictures))


def _text_of(outputs: Sequence[Placed], notebook: Notebook) -> Lines:
    """The lines of outputs as text, without colours and without the blanks at their ends."""
    texts = (output.inside.get("data", output).inside for output in outputs)
    found = filter(None, (one.get("text/plain") or one.get("text") for one in texts))
    return [(line, _COLOUR.sub("", text).rstrip()) for line, text in notebook.lines(*found)]


def _rich_of(output: Placed) -> dict[str, str]:
    """What a value is beside text: the one type that a run would keep of it."""
    data = mapping(output.value.get("data"))
    best = next((name for name in RICH if name in data), "")
    return {best: data[best] if isinstance(data[best], str) else "".join(map(str, data[best]))} if best else {}


def _last_line(error: Mapping[str, Any]) -> str:
    """The last line of a stored error, as a record has it."""
    text = ADDRESS.sub(" at 0x…", _COLOUR.sub("", str(error.get("evalue", "")))).strip()
    first, more, _ = text.partition("\n")
    return f"{error.get('ename')}: {first.rstrip()}{' …' if more else ''}" if text else str(error.get("ename"))
