"""A page shows the promise of a cell as it stands in the script: read from there, it cannot drift."""

from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.settings import build_of, refuse
from printproof.ext.stages import SIDE_BY_SIDE
from printproof.findings import nearest
from printproof.pages.page_view import facts_of
from printproof.scripts.promise import ScriptError
from printproof.scripts.script import Script, script_of


class ShowPromise(SphinxDirective):
    """Shows the promise of the cell that it names, comment marks included."""

    required_arguments = 1
    option_spec: ClassVar[Any] = {}

    def run(self) -> list[nodes.Node]:
        """The block, or nothing and a finding where the script of the page has no such cell."""
        name, docname, build = self.arguments[0], self.env.docname, build_of(self.config)
        try:
            script = build.material(docname).script or script_of(build.project, docname)
        except ScriptError as error:
            known = facts_of(self.env.metadata[docname]).findings
            known.extend(f for f in error.findings if f not in known)  # the reader of the page may have found it before
            return []
        names = [cell.name for cell in script.cells]
        if name not in names:
            refuse(self, f"the script has no cell '{name}'", nearest(name, names, quote="'"))
            return []
        text = promise_of(script, name)
        shown = nodes.literal_block(text, text, language="python", classes=["promise"])
        self.set_source_info(shown)
        return [shown]


def promise_of(script: Script, name: str) -> str:
    """The lines of the promise of a cell, as they stand in its script; empty where it has none yet."""
    start, stop = script.cell(name).promise_lines
    return "\n".join(line.rstrip("\r") for line in script.text.split("\n")[start - 1 : stop - 1])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``promise``."""
    app.add_directive("promise", ShowPromise)
    return SIDE_BY_SIDE
