"""What of a page can a reader take along, or run elsewhere? A menu below its heading says format, language and size."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from typing import Any

from sphinx.application import Sphinx

from printproof.ext.nodes import _
from printproof.ext.priorities import PageContext
from printproof.ext.settings import Context, Doctree, to_root
from printproof_base.languages import between, endonym, segment, size_in


@dataclass(frozen=True)
class Choice:
    """One line of the menu: where it leads, its name, a note beside it, whether a browser keeps it as a file."""

    href: str
    name: str
    note: str = ""
    download: bool = False


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the menu of a page to its template: its files, the guide as an archive, and where the page runs."""
    if doctree is None:
        return
    context["choices"] = [*_files(app, context.get("files", ())), *_archives(app, pagename)]
    context["runs"] = _runs(app, context.get("run_links", ()))
    context["choices_name"] = _("Download or run") if context["runs"] else _("Download")


def _files(app: Sphinx, files: Any) -> list[Choice]:
    """The files beside a page, each with its language and its size."""
    names = {
        ".ipynb": _("Jupyter notebook"),
        ".py": _("Python script"),
        ".md": "Markdown",
        ".atom": _("Feed (Atom)"),
    }
    language, comma = app.config.language, between(app.config.language)
    choices = []
    for file in files:
        kind = PurePosixPath(file.href).suffix
        note = comma.join([endonym(language), size_in(language, file.size)])
        choices.append(Choice(file.href, names.get(kind, file.format), note, download=kind != ".atom"))
    return choices


def _runs(app: Sphinx, services: Iterable[tuple[str, str]]) -> str:
    """Where the page runs, as one line with a link to each service; empty where nobody set any."""
    links = [f'<a href="{escape(href)}">{escape(name)}</a>' for name, href in services]
    return escape(_("Run on {services}")).format(services=between(app.config.language).join(links)) if links else ""


def _archives(app: Sphinx, pagename: str) -> list[Choice]:
    """The way to the archives, where the whole site is made: they hold this page, which cannot know their size."""
    if not app.config.printproof_archives:
        return []
    href = f"{to_root(pagename)}index.html#{segment(app.config.language)}"
    return [Choice(href, _("Whole guide"), _("ZIP, to read offline"))]


def setup(app: Sphinx) -> None:
    """``printproof_archives`` says that ``printproof_site.publishing.offline`` writes archives beside the languages."""
    app.add_config_value("printproof_archives", False, "html", types=frozenset({bool, str}))
    app.connect("html-page-context", on_html_page_context, priority=PageContext.OFFER_DOWNLOADS)
