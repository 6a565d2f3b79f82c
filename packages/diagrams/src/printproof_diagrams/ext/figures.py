"""A drawing in a figure, with its point and what to notice: what the directives of drawings share."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from printproof.ext.settings import build_of
from printproof.pages.page_view import facts_of
from printproof_base.findings import Finding, Place

logger = logging.getLogger(__name__)


class FigureDirective(SphinxDirective):
    """A directive whose content is a caption, and which is refused with findings at lines of its page."""

    required_arguments = 1
    has_content = True

    def locate(self) -> None:
        """Find the page, as it is and as findings name it, and the line of the fence."""
        path, self.fence = self.get_source_info()
        self.path = Path(path)
        self.shown = build_of(self.config).project.shown(self.path)

    def figure(self, node: nodes.Element, caption: list[nodes.paragraph], name: str = "") -> nodes.figure:
        """A drawing with its point and what to notice, where these are written.

        Its id is the same everywhere: ``name``, else a number.
        """
        figure = nodes.figure("", node, classes=["diagram"])
        if caption:
            # With its source, as the text of a caption is a message like that of the paragraph it was.
            point = nodes.caption(caption[0].rawsource, "", *caption[0].children)
            point.source, point.line = caption[0].source, caption[0].line
            figure += point
        if caption[1:]:
            figure += nodes.legend("", *caption[1:])
        known = self.state.document.ids
        while not name or name in known:  # a heading may have the name that comes next
            name = f"diagram-{self.env.new_serialno('diagram') + 1}"
        figure["ids"], known[name] = [name], figure
        self.set_source_info(figure)
        self.add_name(figure)
        return figure

    def caption(self, end: int) -> list[nodes.paragraph]:
        """The paragraphs below the lines: the point, then what to notice; none where something else stands there."""
        holder = nodes.Element()
        self.state.nested_parse(StringList(list(self.content[end:])), self.content_offset + end, holder)
        found = [one for one in holder.children if isinstance(one, nodes.paragraph)]
        return found if len(found) == len(holder.children) else []

    def refuse(self, findings: Iterable[Finding]) -> list[nodes.Node]:
        """Note findings at their lines of this page."""
        # A fault of a diagram as a whole has no line of its own: it is told at the fence.
        page = Place(str(self.shown), docname=self.env.docname)
        facts = facts_of(self.env.metadata[self.env.docname])
        facts.findings += [replace(one, place=replace(page, line=one.place.line or self.fence)) for one in findings]
        return []


def warn(place: str, text: str) -> None:
    """Tell an author, or a translator, of a label that its drawing has no room for."""
    fact = "the label %r has no room in its diagram; write it shorter, or let words break at a blank"
    logger.warning(fact, text, location=place, type="printproof", subtype="diagram")
