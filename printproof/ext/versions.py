"""A page shows on which versions of jax, and with which instructions, the promises of each script were seen to hold."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.nodes import entry, table
from printproof.ext.settings import build_of
from printproof.ext.stages import SIDE_BY_SIDE
from printproof.project import Project
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF

_ = get_translation("printproof")


class Versions(SphinxDirective):
    """The table that ``make matrix`` wrote into the JSON file of the argument; one row per script and mode."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table; what cannot be read is an error at its line of the page."""
        path = Path(self.env.doc2path(self.env.current_document.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            jobs, scripts = data["lanes"], data["scripts"]
        except (OSError, ValueError, KeyError) as error:
            raise self.error(f"{path}: no table of versions ({error}); make one with: make matrix") from None
        head = [entry(name) for name in (_("Script"), _("Mode"), *jobs)]
        project = build_of(self.config).project
        rows = (row for docname in sorted(scripts) for row in _rows(project, docname, jobs, scripts[docname]))
        return [table("versions", head, rows)]


def _rows(project: Project, docname: str, jobs: list[str], found: Mapping[str, Any]) -> Iterator[nodes.row]:
    """A row for each mode of a script; what was found of another text of it does not count."""
    script = project.script(docname)
    current = script.is_file() and sha256(script.read_bytes()).hexdigest() == found["digest"]
    for mode, name in _modes().items():
        results = [_result(found["results"][job][mode]) if current else _("not seen since it changed") for job in jobs]
        code = nodes.entry("", nodes.paragraph("", "", nodes.literal(docname, docname), translatable=False))
        yield nodes.row("", code, *map(entry, [name, *results]))


def _modes() -> dict[str, str]:
    """Each mode by its name in the language of the page."""
    return {AS_WRITTEN: _("As written"), JIT_OFF: _("With jit off"), JIT_EVERYWHERE: _("With jit everywhere")}


def _result(result: str) -> str:
    """A result of the matrix in the language of the page."""
    words = {"exact": _("exact"), "close": _("to five digits"), "differs": _("differs"), "raises": _("raises")}
    return words[result]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``versions``."""
    app.add_directive("versions", Versions)
    return SIDE_BY_SIDE
