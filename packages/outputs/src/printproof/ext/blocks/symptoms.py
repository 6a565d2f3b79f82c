"""A page lists what goes wrong without an error: what a cell printed, why, and lines of cells to write instead."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from printproof.ext import wording
from printproof.ext.priorities import PostTransform
from printproof.ext.settings import build_of, refuse
from printproof.pages.raised import Change
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import ScriptError
from printproof.scripts.script import Cell
from printproof_base.findings import suggestion


class ShowSymptom(SphinxDirective):
    """An entry for a cell, ``PAGE#CELL``: its first paragraph names the symptom, the next ones say why and lead on.

    ``not`` and ``but`` are lines of cells of the same script, so that they were run.
    """

    required_arguments = 1
    has_content = True
    option_spec = {"not": str, "but": str}  # noqa: RUF012 (docutils declares it so)

    def run(self) -> list[nodes.Node]:
        """The entry, or nothing and a finding where the cell printed nothing, or no cell has a line."""
        page, _mark, name = self.arguments[0].partition("#")
        project = build_of(self.config).project
        try:
            script = script_of(project, page)
        except ScriptError as error:
            return refuse(self, str(error.findings[0].fact), "name a page with a script, as 'PAGE#CELL'")
        self.env.note_dependency(str(project.script(page)))
        printing = {cell.name: printed for cell in script.cells if (printed := _printed(cell))}
        quoted = {side: self.options.get(side, "").strip() for side in ("not", "but")}
        if name not in printing:
            fact = f"'{page}' has no cell '{name}' that prints something"
            return refuse(self, fact, suggestion(name, list(printing), quote="'"))
        lines = [line.strip() for cell in script.cells for line in cell.code.splitlines()]
        for line in filter(None, quoted.values()):
            if line not in lines:
                return refuse(self, f"no cell of '{page}' has the line '{line}'", suggestion(line, lines, quote="'"))
        return [self._entry(printing[name], Change(*([line] if line else [] for line in quoted.values())))]  # type: ignore[arg-type]

    def _entry(self, printed: str, change: Change) -> nodes.definition_list:
        head, *rest = self.parse_content_to_nodes()
        assert isinstance(head, nodes.paragraph)
        term = nodes.term(head.rawsource, "", *head.children, printed=printed)
        term.source, term.line = head.source, head.line
        below = nodes.definition("", *rest[:1], *wording.change_lines(change), *rest[1:])
        item = nodes.definition_list_item("", term, below)
        item.source, item.line = head.source, head.line
        return nodes.definition_list("", item, classes=["errors"])


def _printed(cell: Cell) -> str:
    promised = cell.promise.output(AS_WRITTEN)
    return " ".join(promised.printed) if promised else ""


class ShowPrinted(SphinxPostTransform):
    """Puts what was printed before the words of a symptom: a translation has the words alone."""

    default_priority = PostTransform.SHOW_PRINTED

    def run(self, **kwargs: object) -> None:
        """Join symptoms that follow each other to one list, too."""
        for term in list(self.document.findall(nodes.term)):
            if printed := term.attributes.pop("printed", ""):
                term[:0] = [nodes.literal(printed, printed, classes=["printed"]), nodes.Text(" ")]
                entries = term.parent.parent
                before = entries.previous_sibling()
                if isinstance(before, nodes.definition_list) and "errors" in before["classes"]:
                    before += entries.children
                    entries.parent.remove(entries)


def setup(app: Sphinx) -> None:
    """Offer the directive ``symptom``."""
    app.add_directive("symptom", ShowSymptom)
    app.add_post_transform(ShowPrinted)
