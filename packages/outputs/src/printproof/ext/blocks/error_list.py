"""A page lists every error that cells of the site end with: why it came, what to write instead, where to read of it."""

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import docname_join, logging
from sphinx.util.docutils import SphinxDirective

from printproof.ext import wording
from printproof.ext.nodes import _, add_node, around, shown_cells
from printproof.ext.priorities import PostTransform
from printproof.ext.settings import build_of, has_changed
from printproof.pages.page_view import facts_of
from printproof.pages.raised import Found, ListedError, by_pages, change, raised_by, rank

logger = logging.getLogger(__name__)

KEPT = "printproof_errors"
"""The attribute of the environment that keeps, from build to build, the errors that were listed last."""


GLANCE = 110
"""Characters of a reason that is read at a glance; the section has a longer one."""


class error_list(nodes.General, nodes.Element):
    """Stands in the place of the list until every page was read; ``pages`` are patterns, or none for what is left."""


class ShowErrors(SphinxDirective):
    """Lists the errors of the pages that it names, or of all that no other list of the page has.

    An error that no list of the site has is told of where a page has lists.
    """

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """A place for them."""
        place = error_list(pages=" ".join(self.arguments).split())
        facts_of(self.env.metadata[self.env.docname]).lists_errors += place["pages"] or ["*"]
        self.set_source_info(place)
        return [place]


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Note which errors a page shows, in which section, and what mends them."""
    docname = app.env.current_document.docname
    script = build_of(app.config).outline(docname).script
    facts = facts_of(app.env.metadata[docname])
    facts.errors = []
    if script is None:
        return
    codes = {cell.name: cell.code for cell in script.cells}
    shown = list(shown_cells(doctree))
    cures = {name: (node["mends"][0], node["example"]) for node in shown for name in node["mends"] if name in codes}
    for node in shown:
        if section := next((part for part in around(node) if isinstance(part, nodes.section)), None):
            title = next(iter(section.findall(nodes.title))).astext()
            names = cures.get(node["example"])
            mended = change(codes[names[0]], codes[names[1]]) if names else None
            facts.errors += raised_by(script.cell(node["example"]), title, section["ids"][0], mended)


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Pages that list errors are written anew where an error was added, changed, moved or removed."""
    listing = [docname for docname, known in env.metadata.items() if facts_of(known).lists_errors]
    return listing if has_changed(env, KEPT, list(_errors(env))) else []


class ListErrors(SphinxPostTransform):
    """Puts lists into their places: each error once, in the first list that names a page of it."""

    default_priority = PostTransform.LIST_ERRORS

    def run(self, **kwargs: Any) -> None:
        """Fill the lists in the order of the page; that of what is left comes last, wherever it stands."""
        places = list(self.document.findall(error_list))
        if not places:
            return
        left = by_pages(_errors(self.env), [one for place in places for one in place["pages"]])
        for place in sorted(places, key=lambda place: not place["pages"]):
            patterns = place["pages"] or ["*"]
            taken = [found for found in left if rank(found[0][0], patterns) < len(patterns)]
            if not taken and place["pages"]:
                logger.warning("no cell of these pages ends with an error", location=place, type="printproof")
            left = [found for found in left if found not in taken]
            place.replace_self(nodes.definition_list("", *map(self._item, taken), classes=["errors"]))
        listed = [pattern for known in self.env.metadata.values() for pattern in facts_of(known).lists_errors]
        if left := [found for found in left if all(rank(page, listed) == len(listed) for page, _one in found)]:
            pages = ", ".join(sorted({docname for found in left for docname, _one in found}))
            logger.warning("no list has the errors of: %s", pages, location=places[-1], type="printproof")

    def _item(self, found: list[Found]) -> nodes.definition_list_item:
        """A message, on which versions of JAX it is so, why it came, what to write, and links to what explains it."""
        message = found[0][1].message
        name, colon, rest = message.partition(": ")
        raised = nodes.inline("", "", nodes.Text(name), nodes.inline("", colon, classes=["colon"]), classes=["raised"])
        head = nodes.term("", "", nodes.literal(message, "", raised, nodes.Text(rest)))
        edges = sorted({one.edge for _page, one in found if any(one.edge)})
        for place, (word, version) in enumerate(edges):
            sentence = _("since JAX {version}") if word == "since" else _("before JAX {version}")
            edge = nodes.inline("", sentence.format(version=version), classes=["edge"])
            head += [nodes.Text(" · " if place else " "), edge]
        if edges:  # what a version lacks, it lacks in each cell: the first of a page is enough
            found = list({docname: (docname, one) for docname, one in reversed(found)}.values())[::-1]
        mended = next(((docname, one) for docname, one in found if one.change), None)
        because = list(self._because(*mended)) if mended else []
        pages = dict.fromkeys(docname for docname, _one in found)
        below = [self._links(page, [one for docname, one in found if docname == page]) for page in pages]
        return nodes.definition_list_item("", head, nodes.definition("", *because, *below))

    def _because(self, page: str, error: ListedError) -> Iterator[nodes.paragraph]:
        """What the page says before the cell, unless that is long or only leads on to it; and the lines that change."""
        cell = next(node for node in shown_cells(self.env.get_doctree(page)) if node["example"] == error.cell)
        before = cell.parent.children[: cell.parent.index(cell)]
        said = next((part for part in reversed(before) if isinstance(part, nodes.paragraph)), None)
        source = said.rawsource.rstrip() if said is not None else ""  # in English, so that all languages do the same
        if said is not None and len(source) <= GLANCE and not source.endswith(":"):
            words = [part.deepcopy() for part in said.children]
            copy = nodes.paragraph("", "", *words, translatable=False, classes=list(said["classes"]))
            for link in copy.findall(addnodes.pending_xref):
                if link["reftype"] == "doc" and not link["reftarget"].startswith("/"):
                    link["reftarget"] = f"/{docname_join(page, link['reftarget'])}"
                link["refdoc"] = self.env.current_document.docname  # addresses are relative to the page that lists
            yield copy
        yield from wording.change_lines(error.change) if error.change else ()

    def _links(self, page: str, errors: list[ListedError]) -> nodes.paragraph:
        """The sections of a page that have the error, and the title of the page."""
        links: list[nodes.Node] = []
        for title, section in dict.fromkeys((one.title, one.section) for one in errors):
            uri = f"{self.app.builder.get_relative_uri(self.env.current_document.docname, page)}#{section}"
            link: Any = nodes.reference("", title, refuri=uri, internal=True)
            links += [nodes.Text(" · "), link]
        of = nodes.inline("", self.env.titles[page].astext(), classes=["of"])
        return nodes.paragraph("", "", *links[1:], nodes.Text(" "), of, translatable=False)


def _errors(env: BuildEnvironment) -> Iterator[Found]:
    """The errors of each page, in the order of docnames."""
    for docname in sorted(env.metadata):
        yield from ((docname, one) for one in facts_of(env.metadata[docname]).errors)


def setup(app: Sphinx) -> None:
    """Offer the directive ``errors``."""
    add_node(app, error_list, "", plain=None)
    app.add_directive("errors", ShowErrors)
    app.add_post_transform(ListErrors)
    app.connect("doctree-read", on_doctree_read)
    app.connect("env-updated", on_env_updated)
