"""A page lists every error that cells of the site end with, each with the section that explains it."""

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective

from printproof.ext.nodes import add_node, around, shown_cells, written
from printproof.ext.settings import build_of, has_changed
from printproof.pages.page_view import facts_of
from printproof.pages.raised import RaisedError, raised_by

_ = get_translation("printproof")

KEPT = "printproof_errors"
"""The attribute of the environment that keeps, from build to build, the errors that were listed last."""


class error_list(nodes.General, nodes.Element):
    """Stands in the place of the list until every page was read."""


class ShowErrors(SphinxDirective):
    """Lists the errors of all pages."""

    def run(self) -> list[nodes.Node]:
        """A place for them."""
        facts_of(self.env.metadata[self.env.docname]).lists_errors = True
        return [error_list()]


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Note which errors a page shows, and in which section."""
    docname = app.env.current_document.docname
    script = build_of(app.config).material(docname).script
    facts = facts_of(app.env.metadata[docname])
    facts.errors = []
    for node in shown_cells(doctree):
        section = next((part for part in around(node) if isinstance(part, nodes.section)), None)
        if script is None or section is None:
            continue
        title = next(iter(section.findall(nodes.title))).astext()
        facts.errors += raised_by(script.cell(node["example"]), title, section["ids"][0])


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Pages that list errors are written anew where an error was added, changed, moved or removed."""
    listing = [docname for docname, known in env.metadata.items() if facts_of(known).lists_errors]
    return listing if has_changed(env, KEPT, list(_errors(env))) else []


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the list in its place: by message, each with the sections that explain it."""
    for place in list(doctree.findall(error_list)):
        by_message: dict[tuple[str, bool], list[tuple[str, RaisedError]]] = {}
        for page, one in _errors(app.env):
            by_message.setdefault((one.message, any(one.edge)), []).append((page, one))
        ordered = sorted(by_message, key=lambda key: (key[0].casefold(), key))
        items = [_item(app, docname, message, by_message[message, other]) for message, other in ordered]
        place.replace_self(nodes.definition_list("", *items, classes=["errors"]))


def _errors(env: BuildEnvironment) -> Iterator[tuple[str, RaisedError]]:
    """The errors of each page, in the order of docnames."""
    for docname in sorted(env.metadata):
        yield from ((docname, one) for one in facts_of(env.metadata[docname]).errors)


def _item(app: Sphinx, reader: str, message: str, found: list[tuple[str, RaisedError]]) -> nodes.definition_list_item:
    """A message, on which versions of JAX it is so, and links to what explains it."""
    head = nodes.term("", "", nodes.literal(message, message))
    edges = sorted({one.edge for _, one in found if any(one.edge)})
    for place, (word, version) in enumerate(edges):
        sentence = _("since JAX {version}") if word == "since" else _("before JAX {version}")
        head += [
            nodes.Text(" · " if place else " "),
            nodes.inline("", sentence.format(version=version), classes=["edge"]),
        ]
    if edges:  # what a version lacks, it lacks in each cell: the first of a page is enough
        first: dict[str, RaisedError] = {}
        for page, one in found:
            first.setdefault(page, one)
        found = list(first.items())
    links = dict.fromkeys((page, one.section, one.title) for page, one in found)
    return nodes.definition_list_item("", head, nodes.definition("", *(_link(app, reader, *link) for link in links)))


def _link(app: Sphinx, reader: str, page: str, section: str, title: str) -> nodes.paragraph:
    uri = f"{app.builder.get_relative_uri(reader, page)}#{section}"
    link: Any = nodes.reference("", title, refuri=uri, internal=True)
    of = nodes.inline("", app.env.titles[page].astext(), classes=["of"])
    return nodes.paragraph("", "", link, nodes.Text(" "), of, translatable=False)


def setup(app: Sphinx) -> None:
    """Offer the directive ``errors``."""
    add_node(app, error_list, written(""), plain=None)
    app.add_directive("errors", ShowErrors)
    app.connect("doctree-read", on_doctree_read)
    app.connect("env-updated", on_env_updated)
    app.connect("doctree-resolved", on_doctree_resolved)
