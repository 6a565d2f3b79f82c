"""Which pieces of Python a document shows: a MyST page, a notebook, Markdown, a script of cells or a built page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt

from printproof.html.page import read_rendered

KINDS = (".md", ".ipynb", ".py", ".markdown", ".html")
"""Suffixes of documents that are read."""

_PYTHON = re.compile(
    r"\{(?:code-cell|code|code-block|sourcecode|jupyter-execute)\}(?:\s+(?:i?python3?|py))?$"
    r"|\{[^}]*\.(?:python|py)\b[^}]*\}|(?:i?python3?|py3?)(?:[\s,{].*)?$",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(r"\{[\w:-]+\}")
_OPTIONS = re.compile(r"(?:---\n.*?\n---\n|(?::[\w-]+:[^\n]*(?:\n|$))+)", re.DOTALL)
_CELL = re.compile(r"^(?:# ?%%.*|#{20,})$", re.MULTILINE)


class DocumentError(ValueError):
    """A document that cannot be read: its path and what is wrong."""


def code_cells(path: Path) -> list[str]:
    """Give the pieces of Python of a document, in order, without empty ones.

    A MyST cell that only names its code (``:example: jit``) is given as its options. Raises DocumentError.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix == ".ipynb":
            cells = list(_notebook(json.loads(text)))
        elif path.suffix == ".html":
            cells = list(read_rendered(path).code.values())
        elif path.suffix == ".py":
            cells = _CELL.split(text)
        else:
            cells = list(_markdown(text))
    except (UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise DocumentError(f"{path}: cannot be read as a document: {error}") from None
    return [cell for cell in cells if cell.strip()]


def _notebook(notebook: dict[str, list[dict[str, str | list[str]]]]) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])


def _markdown(text: str) -> Iterator[str]:
    """Give the Python of fences, also of those inside other directives."""
    fences = (token for token in MarkdownIt("commonmark").parse(text) if token.type == "fence")
    for fence in fences:
        info = fence.info.strip()
        if _PYTHON.match(info):
            yield _body(fence.content) if info.startswith("{") else fence.content
        elif _DIRECTIVE.match(info):
            yield from _markdown(fence.content)


def _body(content: str) -> str:
    """Give the code of a directive, or its options where it has no code."""
    return _OPTIONS.sub("", content, count=1) if not _OPTIONS.fullmatch(content.strip() + "\n") else content
