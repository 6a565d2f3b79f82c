"""Which words do the templates of the theme get? Ours first, in the language of the page, then those of Sphinx."""

from html import escape

from sphinx.application import Sphinx
from sphinx.locale import _ as sphinx_word

from printproof.ext.nodes import _
from printproof.ext.settings import Context, Doctree


def translated(message: str) -> str:
    """A word of a template as HTML, as our catalog has it, or as Sphinx's has where ours does not.

    Ours is text from anybody; Sphinx's may be meant as markup, and comes with Sphinx.
    """
    ours = _(message)
    return escape(ours) if ours != message else sphinx_word(message)


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Let templates write ``_("...")`` as in Sphinx's own, with our words first."""
    context["_"] = translated


def setup(app: Sphinx) -> None:
    """Hand out the words."""
    app.connect("html-page-context", on_html_page_context)
