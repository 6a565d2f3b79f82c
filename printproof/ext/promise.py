"""A page shows the promise of a cell as it stands in the script: read from there, it cannot drift."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from printproof.pages.notebook import REFUSED
from printproof.project import project_of_pages
from printproof.scripts.load import load_script
from printproof.scripts.script import Script, ScriptError, nearest

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class ShowPromise(SphinxDirective):
    """Shows the promise of the cell that it names, comment marks included."""

    required_arguments = 1
    option_spec: ClassVar[Any] = {}

    def run(self) -> list[nodes.Node]:
        """Give the block, or refuse the page where its script has no such cell."""
        name = self.arguments[0]
        project = project_of_pages(self.env.srcdir, self.env.app.confdir)
        path = project.script(self.env.docname)
        try:
            script = load_script(path, project.shown(path))
        except ScriptError as error:
            return self._refuse(str(error))
        names = [cell.name for cell in script.cells]
        if name not in names:
            page, line = self.get_source_info()
            return self._refuse(f"{page}:{line}: the script has no cell '{name}'{nearest(name, names)}")
        text = promise_of(script, name)
        shown = nodes.literal_block(text, text, language="python", classes=["promise"])
        self.set_source_info(shown)
        return [shown]

    def _refuse(self, sentence: str) -> list[nodes.Node]:
        """Say what is wrong once: the reader of the page may have said it before."""
        refused = self.env.metadata[self.env.docname].setdefault(REFUSED, [])
        if sentence not in refused:
            refused.append(sentence)
        return []


def promise_of(script: Script, name: str) -> str:
    """The lines of the promise of a cell, as they stand in its script; empty where it has none yet."""
    start, stop = script.cell(name).promise_lines
    return "\n".join(line.rstrip("\r") for line in script.text.split("\n")[start - 1 : stop - 1])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``promise``."""
    app.add_directive("promise", ShowPromise)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
