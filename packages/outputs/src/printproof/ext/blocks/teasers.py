"""A cell with the class ``lane`` is a lesson at a glance: its point, what it printed, large, where its state is, why.

The paragraph before it is its caption, the one after it says why. A class of ``PICTURES`` beside ``lane`` draws where
the state is.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import _, add_node, add_transform, details, shown_cells
from printproof.ext.priorities import Transform

TEASER = "lane"
"""The class by which pages and style sheets know a teaser."""

BOX = '<rect x="{x}" y="3" width="{width}" height="26" rx="3" fill="var(--{hue}-ground)" stroke="var(--{hue})"/>'
RING = '<circle cx="{x}" cy="16" r="{r}" fill="var(--state-ground)" stroke="var(--state)"/>'
PICTURES = {
    # Python calls an object, and the state stays in it.
    "state-held": '<path d="M0 16h60" stroke="currentColor"/>'
    + BOX.format(x=15, width=30, hue="python")
    + RING.format(x=30, r=7),
    # The program is all that runs; the state it should have changed stands beside it, out of reach.
    "state-lost": '<circle cx="9" cy="16" r="8" stroke="var(--state)" stroke-dasharray="2.5 2"/>'
    '<path d="M17 16h14" stroke="var(--state)" stroke-dasharray="2.5 2"/>'
    '<path d="m20 11 10 10m0-10-10 10" stroke="var(--wrong)"/><path d="M62 16h14" stroke="currentColor"/>'
    + BOX.format(x=32, width=32, hue="compiled"),
    # State goes in and comes out.
    "state-passed": '<path d="M9 16h66" stroke="var(--state)"/>'
    + RING.format(x=9, r=8)
    + BOX.format(x=26, width=32, hue="compiled")
    + RING.format(x=75, r=8),
}
"""Small drawings of where the state is, by class, in colours of the theme; the words of the teaser say the same."""


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


def html_code(translator: HTML5Translator, node: folded_code) -> str:
    """A fold around the code, without a script."""
    return details("code", _("Code"))


def html_result(translator: HTML5Translator, node: teaser_result) -> str:
    """The result, with the drawing beside what was printed."""
    shapes = PICTURES.get(node["picture"])
    drawing = f'<svg viewBox="-1 0 86 32" aria-hidden="true">{shapes}</svg>\n' if shapes else ""
    return f'<div class="result">{drawing}'


def setup(app: Sphinx) -> None:
    """Show teasers."""
    add_node(app, folded_code, html_code, "</details>\n")
    add_node(app, teaser_result, html_result, "</div>\n")
    add_transform(app, Transform.SHOW_TEASERS, show_teasers)
