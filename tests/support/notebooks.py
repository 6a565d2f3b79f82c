"""Notebooks of tests, laid out as Jupyter writes them."""

import json
from collections.abc import Sequence
from typing import Any

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def prose(text: str, **metadata: Any) -> dict[str, Any]:
    """A cell of Markdown."""
    return {"cell_type": "markdown", "id": "prose", "metadata": metadata, "source": text.splitlines(keepends=True)}


def code(text: str, outputs: Sequence[dict[str, Any]] = (), **metadata: Any) -> dict[str, Any]:
    """A cell of code, with what it stores."""
    source = text.splitlines(keepends=True)
    parts = {"execution_count": 7, "id": "code", "metadata": metadata, "outputs": list(outputs), "source": source}
    return {"cell_type": "code", **parts}


def printed(*lines: str) -> dict[str, Any]:
    """What a cell printed."""
    return {"name": "stdout", "output_type": "stream", "text": [f"{line}\n" for line in lines]}


def valued(text: str, **rich: str) -> dict[str, Any]:
    """The value of a cell, as text and as more."""
    data = {**{f"text/{kind}": [one] for kind, one in rich.items()}, "text/plain": [text]}
    return {"data": data, "execution_count": 7, "metadata": {}, "output_type": "execute_result"}


def written(*cells: dict[str, Any], indent: int | str = 1, ascii: bool = False, **metadata: Any) -> str:
    """The text of a notebook of these cells."""
    metadata = {"kernelspec": KERNEL, **metadata}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=indent, ensure_ascii=ascii) + "\n"
