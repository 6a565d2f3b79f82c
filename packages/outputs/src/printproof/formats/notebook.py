"""A page as a Jupyter notebook, format 4.5, with the outputs that the page shows.

Written here and not by nbformat: these are plain dictionaries, and their bytes depend on the page alone.
"""

import ast
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from printproof.formats.exported_page import Code, ExportedPage, Kind, Output
from printproof.formats.pictures import inline_picture
from printproof.scripts.notebook_cells import KEY
from printproof_base.text import WIDEST, wrap

PART = "part_of_page"
"""What says there that a cell was added for those who run the notebook elsewhere."""

INSTALL = "install_missing"
"""The id of the first cell and the function in it. No cell of a script has an underline in its name."""

HOW = "how_to_run"
"""The id of the lines above it."""

Json = dict[str, Any]
"""An object of JSON."""

ON_DEMAND = {"jax.export": "flatbuffers"}
"""What a library imports only where it is used, and pip does not install with it: the package, by who asks for it."""

LONGEST = 64  # characters of an id, as the format has it

INSTALLING = """\
def install_missing(*requirements):
    import subprocess
    import sys
    from importlib.metadata import distributions

    missing = [
        requirement
        for requirement in requirements
        if not list(distributions(name=requirement.partition("==")[0]))
    ]
    if missing:
        pip = [sys.executable, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, *missing], check=True)


install_missing({requirements})
"""
"""Plain Python and no ``%pip``: every kernel, editor and checker can read it. Its names stay inside the function."""

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}


def notebook(page: ExportedPage, note: str, how: Sequence[str] = ()) -> str:
    """The text of the notebook of a page.

    ``note`` says in the language of the page what the first cell of code is for; ``{versions}`` in it becomes what the
    outputs were compared with. ``how`` are lines above it for whoever does not know what to do with such a file. Both
    are missing where nothing has to be installed.
    """
    cells = [*_installing(page, note, how), *_cells(page.blocks)]
    own = {"docname": page.docname, "address": page.address, "head": page.head}
    metadata = {"kernelspec": KERNEL, "lang": page.tag, "language_info": LANGUAGE, "title": page.title}
    whole = {
        "cells": cells,
        "metadata": {**metadata, KEY: {name: words for name, words in own.items() if words}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def cell_id(name: str) -> str:
    """The id of a cell: its name; of a name that is too long the beginning and a digest."""
    # Nine less: an underline and eight digits that tell long names with one beginning apart.
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 9]}_{sha256(name.encode()).hexdigest()[:8]}"


def _installing(page: ExportedPage, note: str, how: Sequence[str]) -> Iterator[Json]:
    """The cell that brings what is missing and leaves alone what is there, of whatever version."""
    requirements = requirements_of(page)
    if requirements and how:
        source = "  \n".join(how).splitlines(keepends=True)
        yield {"cell_type": "markdown", "id": HOW, "metadata": {KEY: {PART: False}}, "source": source}
    if requirements:
        compared = ", ".join(requirement.replace("==", " ") for requirement in requirements if "==" in requirement)
        note_lines = [f"# {line}\n" for line in wrap(note.format(versions=compared), WIDEST - 2)]
        code = "".join(note_lines) + INSTALLING.format(requirements=_arguments(requirements))
        folded = {"source_hidden": True}  # to its first line, which says what it is for: the page begins below
        metadata = {KEY: {PART: False}, "jupyter": folded, "tags": [INSTALL]}
        yield code_cell(INSTALL, code, metadata)


def requirements_of(page: ExportedPage) -> list[str]:
    """The packages that the cells of a page need, each as pip takes it, with the version it was compared with.

    Those alone whose versions a record of a run names: what else a script imports is Python's own or unknown here. What
    JAX brings along is named where a cell imports it. Of what a library asks for on demand the record knows nothing:
    any version will do.
    """
    named = _named(page)
    known = sorted(page.versions.keys() - ({"python", "jaxlib", "numpy"} - named))
    asked = sorted({package for asking, package in ON_DEMAND.items() if asking in named} - page.versions.keys())
    return [*(f"{name}=={page.versions[name]}" for name in known), *asked]


def _named(page: ExportedPage) -> set[str]:
    """What the cells import, also inside functions, the first part of each name, and names with a dot in their code."""
    names: set[str] = set()
    for cell in page.cells:
        for node in ast.walk(ast.parse(cell.code)):
            if isinstance(node, ast.Import):
                names.update(part for alias in node.names for part in (alias.name, alias.name.partition(".")[0]))
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.partition(".")[0])
                names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
            elif isinstance(node, ast.Attribute):
                names.add(ast.unparse(node))
    return names


def _arguments(requirements: Sequence[str]) -> str:
    """Arguments in one line, or each in a line of its own where a phone would not show them."""
    quoted = [json.dumps(requirement) for requirement in requirements]
    line = ", ".join(quoted)
    if len(f"{INSTALL}({line})") <= WIDEST:
        return line
    return "".join(f"\n    {argument}," for argument in quoted) + "\n"


def _cells(blocks: Sequence[str | Code]) -> Iterator[Json]:
    """The cells of a notebook. Their ids, names of cells and numbers of passages, are the same in every language."""
    passages = runs = 0
    for block in blocks:
        if isinstance(block, str):
            passages += 1
            source = block.splitlines(keepends=True)
            yield {"cell_type": "markdown", "id": f"prose_{passages}", "metadata": {}, "source": source}
        else:
            runs += 1
            outputs = [notebook_output(output, runs) for output in block.outputs]
            yield code_cell(cell_id(block.name), block.code, _metadata(block), outputs, runs)


def code_cell(name: str, code: str, metadata: Json, outputs: Sequence[Json] = (), count: int | None = None) -> Json:
    """A cell of code; ``count`` says as the how-manieth it ran."""
    source = code.rstrip("\n").splitlines(keepends=True)
    shared = {"cell_type": "code", "id": name, "metadata": metadata, "source": source}
    return {**shared, "execution_count": count, "outputs": list(outputs)}


def _metadata(cell: Code) -> Json:
    """The metadata of a cell, as Jupyter, Jupyter Book and nbval read them.

    ``raises-exception`` lets Jupyter go on, and ``nbval-ignore-output`` keeps nbval from comparing what varies. A
    solution stays folded, and so does what a reader may guess first, in Jupyter and by its tag in Jupyter Book.
    """
    tags = {
        **dict.fromkeys(cell.tags, True),
        "raises-exception": any(output.kind is Kind.ERROR for output in cell.outputs),
        "nbval-ignore-output": any(output.varies for output in cell.outputs),
        "hide-cell": cell.solution or "hide-cell" in cell.tags,
        "hide-output": (cell.asked and not cell.solution) or "hide-output" in cell.tags,
    }
    folded = {
        "outputs_hidden": cell.asked or tags["hide-cell"] or tags["hide-output"] or "outputs" in cell.removed,
        "source_hidden": tags["hide-cell"] or "hide-input" in cell.tags or "code" in cell.removed,
    }
    metadata: Json = {"tags": chosen} if (chosen := [tag for tag, is_so in tags.items() if is_so]) else {}
    if any(folded.values()):
        metadata["jupyter"] = {part: True for part, hidden in folded.items() if hidden}
    return metadata


def notebook_output(output: Output, count: int) -> Json:
    """An output in the form of nbformat 4.

    A figure is there twice, as Jupyter draws no SVG of a notebook that it does not trust, as none is that was just
    downloaded; an image in HTML it shows. It keeps its paper where Jupyter is dark.
    """
    lines = output.text.splitlines(keepends=True)
    if output.kind is Kind.PRINTED:
        return {"name": "stdout", "output_type": "stream", "text": f"{output.text}\n".splitlines(keepends=True)}
    if output.kind is Kind.ERROR:
        name, _, message = output.text.partition(": ")
        return {"ename": name, "evalue": message, "output_type": "error", "traceback": [output.text]}
    if output.kind is Kind.VALUE:
        data = {**{kind: text.splitlines(keepends=True) for kind, text in output.rich.items()}, "text/plain": lines}
        return {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}
    drawn = {"image/svg+xml": output.svg.splitlines(keepends=True), "text/plain": lines}
    drawn["text/html"] = [inline_picture(output.text, output.svg)]
    light = {"needs_background": "light"}
    return {"data": drawn, "metadata": light, "output_type": "display_data"}
