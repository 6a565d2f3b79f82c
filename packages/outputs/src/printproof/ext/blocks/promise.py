"""A page shows the promise of a cell as it stands in the script: read from there, it cannot drift."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from printproof.ext.settings import named_cell


class ShowPromise(SphinxDirective):
    """Shows the promise of the cell that it names, comment marks included; nothing where it has none yet."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The block, or nothing and a finding where the script of the page has no such cell."""
        named = named_cell(self)
        if named is None:
            return []
        script, cell = named
        start, stop = cell.promise_lines
        text = "\n".join(line.rstrip("\r") for line in script.text.split("\n")[start - 1 : stop - 1])
        shown = nodes.literal_block(text, text, language="python", classes=["promise"])
        self.set_source_info(shown)
        return [shown]


def setup(app: Sphinx) -> None:
    """Offer the directive ``promise``."""
    app.add_directive("promise", ShowPromise)
