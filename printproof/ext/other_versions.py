"""A cell tells what it prints on older or newer versions of jax, where that is something else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.locale import get_translation
from sphinx.transforms import SphinxTransform

from printproof.pages.notebook import KEY

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

_ = get_translation("printproof")


class other_version(nodes.General, nodes.Element):
    """What a cell prints before or since (``edge``) a ``version`` of jax: ``lines``."""


class ShowOtherVersions(SphinxTransform):
    """Puts what other versions print under what the reference does."""

    default_priority = 4  # after outputs have come to stand there

    def apply(self, **kwargs: Any) -> None:
        """Add a node for each version at which the output changed."""
        for container in list(self.document.findall(nodes.container)):
            if container.get("nb_element") == "cell_code_output":
                known = container.parent["cell_metadata"].get(KEY) or {}
                container.extend(other_version(**output) for output in known.get("others", ()))


def visit_other_version(self: HTML5Translator, node: other_version) -> None:
    """Fold it away: most readers have the version of the page."""
    words = {
        "before": _("On jax before {version} it prints something else"),
        "since": _("On jax {version} and newer it prints something else"),
    }[node["edge"]].format(version=node["version"])
    text = escape("\n".join(node["lines"]), quote=False)
    self.body.append(f'<details class="other"><summary>{escape(words)}</summary><pre>{text}\n</pre></details>\n')
    raise nodes.SkipNode


def skip(self: nodes.NodeVisitor, node: nodes.Node) -> None:
    """Leave it out of formats that cannot fold."""
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Show outputs of other versions in HTML."""
    others: Any = dict.fromkeys(("latex", "text", "man", "texinfo"), (skip, None))
    app.add_node(other_version, html=(visit_other_version, None), **others)
    app.add_transform(ShowOtherVersions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
