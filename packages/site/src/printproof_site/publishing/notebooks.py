"""Does each page of a built site with code have a notebook beside it, and does that hold the same code?"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from printproof.formats.notebook import INSTALL, cell_id
from printproof.html.page import Pages, Rendered
from printproof.scripts.comments import code_tokens
from printproof_base.findings import Finding, Place

REMOVED = {"remove-cell", "remove-input"}
"""The tags of MyST-NB of a cell whose code a notebook needs to run, and a page does not show."""


def notebook_findings(tree: Path, pages: Pages) -> Iterator[Finding]:
    """A finding for each page whose notebook is missing, cannot be read, or has a cell with other code."""
    for address, page in pages.items():
        path = (tree / address).with_suffix(".ipynb")
        fact, cure = _wrong(path, page) if page.code else ("", "")
        if fact:
            yield Finding(Place(path.relative_to(tree).as_posix()), "error", "notebook", fact, cure)


def _wrong(path: Path, page: Rendered) -> tuple[str, str]:
    """What is wrong with a notebook and its cure, or two empty texts."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        shown = [cell for cell in cells if cell["cell_type"] == "code" and not REMOVED & _tags(cell)]
        code = {cell["id"]: "".join(cell["source"]) for cell in shown}
    except OSError:
        return "is missing, and its page shows code", ""
    except (ValueError, KeyError, TypeError):
        return "is no notebook", ""
    code.pop(INSTALL, None)
    if list(code) != [cell_id(name) for name in page.code]:
        return f"has the cells {', '.join(code) or 'none'}; its page shows {', '.join(page.code)}", ""
    odd = next((name for name, text in page.code.items() if not _same(text, code[cell_id(name)])), "")
    return (f"cell '{odd}' has other code than the page", "only comments may be translated") if odd else ("", "")


def _tags(cell: dict[str, Any]) -> set[str]:
    return set(cell.get("metadata", {}).get("tags", ()))


def _same(shown: str, taken: str) -> bool:
    """Whether two pieces of code have the same tokens; they mostly have the same letters, which is found sooner."""
    return shown.rstrip("\n") == taken.rstrip("\n") or code_tokens(shown) == code_tokens(taken)
