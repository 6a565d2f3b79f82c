"""The foot of a page says where its outputs were not verified, and where its translation is not current."""

from docutils import nodes
from sphinx.application import Sphinx

from printproof.ext.nodes import _
from printproof.ext.settings import Context, Doctree
from printproof.pages.page_view import facts_of


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the facts of a page to its template; a page that no source stands behind has none."""
    if doctree is None:
        return
    checked = facts_of(app.env.metadata.get(pagename, {})).checked
    if checked is not None:
        context["checked"] = "" if checked.versions else _("The outputs on this page were not verified in this build.")
    context["translated"] = _translated_sentence(app, doctree)


def _translated_sentence(app: Sphinx, doctree: nodes.document) -> str:
    """How many passages of a translated page are current, as Sphinx has counted them; empty where all are."""
    progress = doctree.get("translation_progress")
    translated = app.config.language != app.config.printproof_source_language
    if not progress or not translated or progress["translated"] == progress["total"]:
        return ""
    return _("{translated} of {total} texts on this page are up to date.").format(**progress)


def setup(app: Sphinx) -> None:
    """Fill the foot."""
    app.connect("html-page-context", on_html_page_context)
