"""A page shows on which versions of jax, and with which instructions, the promises of each script were seen to hold."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective

from printproof.project import Project, project_of_pages
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ = get_translation("printproof")


class Versions(SphinxDirective):
    """The table that ``make matrix`` wrote into the JSON file of the argument; one row per script and mode."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Read the table; what cannot be read is an error at its line of the page."""
        path = Path(self.env.doc2path(self.env.current_document.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            lanes, scripts = data["lanes"], data["scripts"]
        except (OSError, ValueError, KeyError) as error:
            raise self.error(f"{path}: no table of versions ({error}); make one with: make matrix") from None
        project = project_of_pages(Path(self.env.srcdir), Path(self.env.app.confdir))
        return [_table(project, lanes, scripts)]


def _table(project: Project, lanes: list[str], scripts: Mapping[str, Any]) -> nodes.table:
    head = [_("Script"), _("Mode"), *lanes]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _column in head), cols=len(head))
    group += nodes.thead("", nodes.row("", *map(_entry, head)))
    rows = [_row(project, name, mode, lanes, row) for name, row in sorted(scripts.items()) for mode in names()]
    group += nodes.tbody("", *rows)
    return nodes.table("", group, classes=["versions"])


def _row(project: Project, docname: str, mode: str, lanes: list[str], row: Mapping[str, Any]) -> nodes.row:
    script = project.script(docname)
    current = script.is_file() and sha256(script.read_bytes()).hexdigest() == row["digest"]
    shown = [said(row["results"][lane][mode]) if current else _("not seen since it changed") for lane in lanes]
    code = nodes.entry("", nodes.paragraph("", "", nodes.literal(docname, docname), translatable=False))
    return nodes.row("", code, *map(_entry, [names()[mode], *shown]))


def _entry(text: str) -> nodes.entry:
    return nodes.entry("", nodes.paragraph(text, text, translatable=False))


def names() -> dict[str, str]:
    """Each mode by its name in the language of the page."""
    return {AS_WRITTEN: _("As written"), JIT_OFF: _("With jit off"), JIT_EVERYWHERE: _("With jit everywhere")}


def said(result: str) -> str:
    """A result of the matrix in the language of the page."""
    words = {"exact": _("exact"), "close": _("to five digits"), "differs": _("differs"), "raises": _("raises")}
    return words[result]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``versions``."""
    app.add_directive("versions", Versions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
