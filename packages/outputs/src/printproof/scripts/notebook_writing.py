"""The file of a notebook with other outputs, written as Jupyter writes them, in the layout that the file has."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from printproof.scripts.blocks import write_promise
from printproof.scripts.kept_in_page import PLACEHOLDER
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.notebook import PROMISE, noted_promise, running_cells
from printproof.scripts.notebook_cells import KEY, Notebook, NotebookCell, read_json
from printproof.scripts.notebook_outputs import ERROR, PICTURE, PRINTED, VALUE, Outputs, kind_of, outputs_of
from printproof.scripts.promise import Output, Promise
from printproof.scripts.script import Script, Shown, bare
from printproof_base.comments import OUTPUT_HEADING


def rewrite_notebook(script: Script, promises: Mapping[str, Promise], shown: Mapping[str, Shown]) -> str:
    """The text of a notebook that stores what these promises say, and what cells have ``shown``, where that is known.

    A picture stays as it is stored while its cell draws one: it is another than any that is drawn here.
    """
    place = script.place()
    notebook = read_json(script.source, place)
    changed = False
    for name, cell in running_cells(notebook, place):
        writer = _Writer(promises[name], cell, outputs_of(cell, notebook), shown.get(name))
        if (outputs := writer.outputs()) is not None:
            cell.placed.value["outputs"], changed = outputs, True
        if (lines := writer.lines(promises[name])) != writer.lines(noted_promise(cell, name, notebook, place)):
            _note(cell.placed.value["metadata"], lines)
            changed = True
    return _written(script.source, notebook) if changed else script.source


def _written(source: str, notebook: Notebook) -> str:
    """What a notebook holds now, as its file was written: indented so far, with such ends of lines, in ASCII or not."""
    text = notebook.text
    unit = re.search(r'\n([ \t]+)"', text)
    # Jupyter writes letters as they are, other tools only ASCII; half of a character can be written as ASCII alone.
    only_ascii = "\\ud" in text.lower() or (text.isascii() and "\\u" in text)
    whole = json.dumps(notebook.placed.value, ensure_ascii=only_ascii, indent=unit[1] if unit else 1)
    ended = whole.replace("\n", "\r\n") if "\r\n" in text else whole
    return source[: len(source) - len(text)] + ended + text[len(text.rstrip()) :]


def _note(metadata: dict[str, Any], lines: list[str]) -> None:
    """Let the metadata of a cell say these lines, or nothing of ours where that was all that they said."""
    own = metadata.setdefault(KEY, {})
    if lines:
        own[PROMISE] = lines
    elif own.pop(PROMISE, None) and not own:
        del metadata[KEY]


class _Writer:
    """What one cell stores, and what it is to store."""

    def __init__(self, promise: Promise, cell: NotebookCell, stored: Outputs, shown: Shown | None) -> None:
        self.cell, self.stored, self.shown = cell, stored, shown
        self.printed, value = promise.output(AS_WRITTEN), promise.value(AS_WRITTEN)
        self.value = value if value and (value.printed or not value.varies) else None
        heads = (OUTPUT_HEADING.fullmatch(bare(line)) for line in cell.own.get(PROMISE) or ())
        # What the metadata say of what is printed as written, or of the value, they go on saying.
        self.noted = {head["kind"] for head in heads if head and not head["mode"] and not head["edge"]}

    def lines(self, promise: Promise) -> list[str]:
        """The lines of a promise that no output can say."""
        kept = [block for block in promise.outputs if block.raised != PLACEHOLDER and self._is_noted(block)]
        return write_promise(replace(promise, outputs=tuple(kept)))

    def _is_noted(self, block: Output) -> bool:
        return block.mode != AS_WRITTEN or block.of_other_versions or block.kind in self.noted

    def outputs(self) -> list[dict[str, Any]] | None:
        """What the cell is to store; None where that is what it stores."""
        new = {PRINTED: self._printed(), VALUE: self._value(), PICTURE: self._pictures(), ERROR: self._error()}
        if all(outputs is None for outputs in new.values()):
            return None
        found: list[dict[str, Any]] = []
        for output in self.cell.placed.value.get("outputs") or ():
            # What is new stands where the first of its kind stood.
            kept = new.get(kind := kind_of(output), [])
            found += [output] if kept is None else kept
            new.pop(kind, None) if kept is not None else None
        return [*found, *(output for outputs in new.values() for output in outputs or ())]

    def _printed(self) -> list[dict[str, Any]] | None:
        lines = self.printed.printed if self.printed else ()
        before = tuple(text for _, text in self.stored.printed)
        if lines == before or (self.printed and self.printed.varies and before):
            return None
        text = [f"{line}\n" for line in lines]
        return [{"name": "stdout", "output_type": "stream", "text": text}] if lines else []

    def _value(self) -> list[dict[str, Any]] | None:
        before = None if self.stored.value is None else tuple(text for _, text in self.stored.value)
        rich = _plain(self.shown.rich if self.shown else self.stored.beside.rich)
        varies = self.value and self.value.varies and before is not None
        same = varies or (self.value.printed if self.value else None) == before
        if same and rich == _plain(self.stored.beside.rich):
            return None
        if self.value is None:
            return []
        texts = {**rich, "text/plain": "\n".join(self.value.printed)}
        data = {kind: text.splitlines(keepends=True) for kind, text in texts.items()}
        count = self.cell.placed.value.get("execution_count")
        return [{"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}]

    def _pictures(self) -> list[dict[str, Any]] | None:
        before = bool(self.stored.beside.pictures)
        if self.shown is None or before == bool(self.shown.pictures):
            return None
        drawn = (svg.splitlines(keepends=True) for svg in self.shown.pictures)
        data = ({"image/svg+xml": lines, "text/plain": ["<Figure>"]} for lines in drawn)
        return [{"data": one, "metadata": {}, "output_type": "display_data"} for one in data]

    def _error(self) -> list[dict[str, Any]] | None:
        raised, before = self.printed.raised if self.printed else "", self.stored.error[1]
        same = self.printed.announces(before) if raised and before and self.printed else raised == before
        if same or raised == PLACEHOLDER:
            return None
        name, _, text = raised.partition(": ")
        return [{"ename": name, "evalue": text, "output_type": "error", "traceback": [raised]}] if raised else []


def _plain(rich: Mapping[str, str]) -> dict[str, str]:
    return {kind: text.strip() for kind, text in rich.items()}
