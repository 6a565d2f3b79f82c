"""Which pieces of Python does a document show? A MyST page, a notebook, Markdown, a script of cells or a built page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt

from printproof.findings import Refusal
from printproof.html.page import read_rendered

KINDS = (".md", ".ipynb", ".py", ".markdown", ".html")
"""Suffixes of documents that are read."""

# Info strings of fences that hold Python: a directive of cells or code, Pandoc attributes, a plain language name.
_PYTHON = re.compile(
    r"\{(?:code-cell|code|code-block|sourcecode|jupyter-execute)\}(?:\s+(?:i?python3?|py))?$"
    r"|\{[^}]*\.(?:python|py)\b[^}]*\}|(?:i?python3?|py3?)(?:[\s,{].*)?$",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(r"\{[\w:-]+\}")
# Options at the head of a directive: a YAML block between dashes, or lines such as ":tags: [hide]".
_OPTIONS = re.compile(r"(?:---\n.*?\n---\n|(?::[\w-]+:[^\n]*(?:\n|$))+)", re.DOTALL)
# Headings of cells in scripts: "# %%" of editors, and the row of hashes of sphinx-gallery.
_CELL = re.compile(r"^(?:# ?%%.*|#{20,})$", re.MULTILINE)


class DocumentError(Refusal):
    """Documents that cannot be read or compared."""


def code_cells(path: Path) -> list[str]:
    """The pieces of Python of a document, in order, without empty ones.

    Of a MyST cell that only names its code (``:example: jit``) they are its options. Raises DocumentError where the
    document cannot be read.
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
        raise DocumentError.at(path, f"cannot be read as a document: {error}") from None
    return [cell for cell in cells if cell.strip()]


def _notebook(notebook: dict[str, list[dict[str, str | list[str]]]]) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])


def _markdown(text: str) -> Iterator[str]:
    """The Python of fences, also of those inside other directives."""
    fences = (token for token in MarkdownIt("commonmark").parse(text) if token.type == "fence")
    for fence in fences:
        info = fence.info.strip()
        if _PYTHON.match(info):
            yield _body(fence.content) if info.startswith("{") else fence.content
        elif _DIRECTIVE.match(info):
            yield from _markdown(fence.content)


def _body(content: str) -> str:
    """The code of a directive, or its options where it has no code."""
    return _OPTIONS.sub("", content, count=1) if not _OPTIONS.fullmatch(content.strip() + "\n") else content
