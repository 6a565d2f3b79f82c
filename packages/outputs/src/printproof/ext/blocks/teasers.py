"""A cell with the class ``lane`` is a lesson at a glance: its point, what it printed, large, where its state is, why.

The paragraph before it is its caption, the one after it says why. A class of ``PICTURES`` beside ``lane`` draws where
the state is.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from printproof.ext.nodes import _, add_node, add_transform, details, shown_cells
from printproof.ext.priorities import Transform
from printproof.style import render

TEASER = "lane"
"""The class by which pages and style sheets know a teaser."""

PICTURES = ("state-held", "state-lost", "state-passed")
"""Classes, each with a small drawing of where the state is; the words of the teaser say the same."""


class folded_code(nodes.General, nodes.Element):
    """The code of a teaser: open where there is room, folded on a telephone."""


class teaser_result(nodes.General, nodes.Element):
    """What a teaser printed, and the header of its cell below it; ``picture`` is a name of ``PICTURES`` or empty."""


def show_teasers(env: BuildEnvironment, document: nodes.document) -> None:
    """Put into each teaser what stands around it, and its result in the place of its output.

    Captions are taken before reasons: what stands between two teasers belongs to the next one first.
    """
    teasers = [cell for cell in shown_cells(document) if TEASER in cell["classes"]]
    captions = [_taken(teaser, -1) for teaser in teasers]
    reasons = [_taken(teaser, 1) for teaser in teasers]
    for teaser, caption, reason in zip(teasers, captions, reasons, strict=True):
        code = [folded_code("", part) for part in teaser.children if isinstance(part, nodes.literal_block)]
        shown = [part for part in teaser.children if not isinstance(part, nodes.literal_block)]
        picture = next((name for name in teaser["classes"] if name in PICTURES), "")
        teaser.children = []
        teaser.extend([*caption, *code, teaser_result("", *shown, picture=picture), *reason])
        teaser["classes"] = [name for name in teaser["classes"] if name not in PICTURES]


def _taken(teaser: nodes.Element, step: int) -> list[nodes.Node]:
    """The paragraph beside a teaser, no longer there; none where something else stands beside it."""
    around, place = teaser.parent, teaser.parent.index(teaser) + step
    beside = around[place] if 0 <= place < len(around) else None
    if not isinstance(beside, nodes.paragraph):
        return []
    around.remove(beside)
    return [beside]


def setup(app: Sphinx) -> None:
    """Show teasers."""
    add_node(app, folded_code, lambda *_about: details("code", _("Code")), "</details>\n")
    add_node(app, teaser_result, lambda translator, node: render("teaser.html.jinja", node.attributes), "</div>\n")
    add_transform(app, Transform.SHOW_TEASERS, show_teasers)
