"""Where does a reader mend a page? Links to its source and its catalog, and to a report that is filled in."""

from pathlib import Path
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.config import Config

from printproof.ext.nodes import _
from printproof.ext.settings import Context, Doctree, add_host_settings, build_of, end_build, published

SHOWN, EDITED = "/blob/", "/edit/"
"""What GitHub and GitLab write into the address of a file that is shown, and of one that is edited."""

PLACES = {"printproof_repository": ("path",), "printproof_issues": ("title", "body")}
"""The settings that are addresses, each with what is filled in."""


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Refuse an address that cannot be filled in, before any page is."""
    for name, places in PLACES.items():
        try:
            getattr(config, name).format(**dict.fromkeys(places, ""))
        except (KeyError, IndexError, ValueError, AttributeError):
            known = " and ".join(f"{{{place}}}" for place in places)
            end_build(f"{name}: {getattr(config, name)!r} cannot be filled in; it may hold {known}")


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the links of a page to its template; without a repository, or without a source, there are none."""
    pattern = app.config.printproof_repository
    if doctree is None or not pattern:
        return
    source, catalog = _paths(app, pagename)
    links = [{"title": _("Edit this page"), "href": pattern.replace(SHOWN, EDITED).format(path=quote(source))}]
    if catalog:
        links.append({"title": _("Translation of this page"), "href": pattern.format(path=quote(catalog))})
    if issues := app.config.printproof_issues or issues_of(pattern):
        links.append({"title": _("Report a problem"), "href": report_address(app, pagename, issues)})
    context["mending"] = links


def _paths(app: Sphinx, pagename: str) -> tuple[str, str]:
    """The source of a page and the catalog that it was translated with, from the root; the latter may be missing."""
    project = build_of(app.config).project
    catalog = project.locales / app.config.language / "LC_MESSAGES" / f"{pagename}.po"
    source = project.shown(Path(app.env.doc2path(pagename)))
    return source.as_posix(), project.shown(catalog).as_posix() if catalog.is_file() else ""


def issues_of(pattern: str) -> str:
    """Where a repository takes reports, by the address of its files; empty where that does not say."""
    home, shown, _rest = pattern.partition(f"/-{SHOWN}")
    if shown:
        return f"{home}/-/issues/new?issue[title]={{title}}&issue[description]={{body}}"
    home, shown, _rest = pattern.partition(SHOWN)
    return f"{home}/issues/new?title={{title}}&body={{body}}" if shown else ""


def report_address(app: Sphinx, pagename: str, issues: str) -> str:
    """The address of a new report that names page and language, and where the page stands if the site has a place."""
    language = app.config.language
    uri = app.builder.get_target_uri(pagename)
    place = published(app.config, uri) or uri
    title, body = f"{pagename} ({language})", f"Page: {pagename}\nLanguage: {language}\nAddress: {place}\n"
    return issues.format(title=quote(title), body=quote(body))


def setup(app: Sphinx) -> None:
    """``printproof_repository`` is an address with ``{path}`` for a file of the repository.

    ``printproof_issues`` is one with ``{title}`` and ``{body}`` for a new report; where it is not set, that of GitHub
    or GitLab follows from the repository. Where a project sets neither, the variables SITE_REPOSITORY and SITE_ISSUES
    do: they are known where the site is published.
    """
    add_host_settings(app, "repository", "issues")
    app.connect("config-inited", on_config_inited)
    app.connect("html-page-context", on_html_page_context)
