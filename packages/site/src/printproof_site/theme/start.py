"""A start page says what colours and signs mean and how far each language is."""

from collections.abc import Iterable
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from printproof.ext.nodes import _
from printproof.ext.settings import statuses, to_root
from printproof.formats.markdown import item, words
from printproof_base.languages import endonym, segment, tag


class Legend(SphinxDirective):
    """``{legend}``: the hues of the theme and the sign of a checked line, each with its one meaning."""

    def run(self) -> list[nodes.Node]:
        """The list."""
        known = {
            "python": _("Python code, while it runs"),
            "compiled": _("the compiled program"),
            "state": _("state, wherever it is kept"),
            "seal": _("the line matches what a run printed"),
        }
        items = "".join(f'<li class="{kind}">{escape(meaning)}</li>' for kind, meaning in known.items())
        return _both(f'<ul class="legend">{items}</ul>\n', map(words, known.values()))


class Editions(SphinxDirective):
    """``{editions}``: each language of the site by its own name, with the share of it that is current."""

    def run(self) -> list[nodes.Node]:
        """The list; it is made anew when a catalog changes."""
        rows = statuses(self)
        up = to_root(self.env.docname)
        page = f"{self.env.docname}.html"
        items, lines = [], []
        for language in self.config.printproof_site_languages:
            own = [row for row in rows if row.language == language]
            current, messages = sum(row.current for row in own), sum(row.messages for row in own)
            share = _("{current} of {total} texts are up to date").format(current=current, total=messages)
            note = share if own else _("written in this language")
            name, lang = escape(endonym(language)), tag(language)
            link = f'<a lang="{lang}" hreflang="{lang}" href="{up}{segment(language)}/{page}">{name}</a>'
            items.append(f"<li>{link} <small>{escape(note)}</small></li>")
            lines.append(words(f"{endonym(language)} {note}"))
        return _both(f'<ul class="editions">{"".join(items)}</ul>\n', lines)


def _both(html: str, lines: Iterable[str]) -> list[nodes.Node]:
    """A list as HTML, and in Markdown for the page that is taken along."""
    markdown = "\n".join(item("-", line) for line in lines)
    return [nodes.raw("", html, format="html"), nodes.raw("", markdown, format="markdown")]


def setup(app: Sphinx) -> None:
    """Offer both."""
    app.add_directive("legend", Legend)
    app.add_directive("editions", Editions)
