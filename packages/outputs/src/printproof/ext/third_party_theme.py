"""Pages in a theme that is not ours: a style of ours in the colours of that theme, and MyST-NB's names for a cell.

A page without a part of ours is left as it is, and so is every page in our own theme.
"""

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform

from printproof import style as styles
from printproof.ext.nodes import shown_cells
from printproof.ext.priorities import PageContext, PostTransform
from printproof.ext.settings import Context, Doctree, theme_of
from printproof_base.files import write_if_changed

STYLE = "printproof-guest.css"
"""The file beside those of the theme."""

SHARED = (
    *("cells", "signs", "diagrams", "own/modes"),
    *("own/outcomes", "own/errors", "own/plots", "own/other", "own/unchecked", "own/folded"),
    *("own/claims", "own/predict", "own/rich", "own/variants"),
)
"""Parts of the style, in ``css/``, that look the same in every theme."""

OUTPUTS = ("output", "container", "figure", "rich_value", "other_version")
PARTS = {"literal_block": "cell_input", **dict.fromkeys(OUTPUTS, "cell_output")}
"""The class of the container for a part of a cell, by what the part is."""

LISTS = {"errors", "terms"}
"""Classes of what directives of ours make of nodes that other pages have as well."""


@cache
def style() -> str:
    """The style of a page in another theme: ours, stronger than what that theme says of every paragraph and table."""
    parts = [styles.FOLDER / "css" / f"{part}.css" for part in SHARED]
    shared = "\n".join(part.read_text(encoding="utf-8") for part in parts)
    return f"{(styles.FOLDER / 'guest.css').read_text(encoding='utf-8')}\n:root body {{\n{shared}}}\n"


def in_third_party_theme(builder: Builder) -> bool:
    """Whether pages of a build stand in a theme that is not ours; those of a book stand in none."""
    return theme_of(builder) not in {"", styles.THEME}


class NameParts(SphinxPostTransform):
    """Puts code and outputs into the containers of MyST-NB, by whose classes themes and other extensions know cells."""

    default_priority = PostTransform.NAME_PARTS

    def is_supported(self) -> bool:
        """Whether the page stands in a theme that is not ours."""
        return in_third_party_theme(self.app.builder)

    def run(self, **kwargs: Any) -> None:
        """Wrap the parts of each cell."""
        for cell in list(shown_cells(self.document)):
            cell["classes"] += ["docutils", "container"]
            runs = [(kind, list(run)) for kind, run in groupby(list(cell), _kind)]
            named = ([nodes.container("", *run, classes=[kind])] if kind else run for kind, run in runs)
            cell[:] = [part for run in named for part in run]


def _kind(part: nodes.Node) -> str:
    """The class of the container for a part of a cell; empty where it has one, or needs none."""
    if not isinstance(part, nodes.Element) or "nb_element" in part:
        return ""
    return PARTS.get(part.tagname, "")


def _has_part(doctree: nodes.document) -> bool:
    """Whether a page has a part of ours."""
    elements = doctree.findall(nodes.Element)
    return any(type(node).__module__.startswith("printproof") or LISTS & set(node["classes"]) for node in elements)


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Let a page with a part of ours load the style; a site without one has not even the file."""
    if doctree is not None and in_third_party_theme(app.builder) and _has_part(doctree):
        write_if_changed(Path(app.outdir, "_static", STYLE), style())  # before its address has a digest of it
        app.add_css_file(STYLE)


def setup(app: Sphinx) -> None:
    """Style parts of ours for the theme of the project."""
    app.connect("html-page-context", on_html_page_context, priority=PageContext.STYLE_THIRD_PARTY_THEME)
    app.add_post_transform(NameParts)
