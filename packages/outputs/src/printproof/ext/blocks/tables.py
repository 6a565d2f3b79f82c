"""Some pages are tables that we make: the names of terms, how far each language is, on which versions promises hold.

No catalog holds what stands in them; what changes with a build is read from its files.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from printproof.ext import wording
from printproof.ext.nodes import MarkdownWriter, _, add_node
from printproof.ext.priorities import PostTransform
from printproof.ext.settings import build_of, statuses, terms_of
from printproof.promises.versions import is_measured
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof_base.languages import aside, between, endonym, introduced, known_languages, tag
from printproof_catalogs.layout import OWN_DOMAIN
from printproof_catalogs.sentences.glossary import Term
from printproof_catalogs.status import PageStatus


class Terms(SphinxDirective):
    """The terms of ``glossary.csv``: in English, in the language of the page, in the other languages of the site."""

    def run(self) -> list[nodes.Node]:
        """The table; a glossary that cannot be read is an error at this line."""
        terms = [term for term in terms_of(self) if term.listed]
        columns = [name for name in _languages(self.config) if any(name in term.forms for term in terms)]
        columns.sort(key=lambda name: name != self.config.language)
        head = [_entry(_("Term")), *(self._entry(endonym(name), name) for name in columns)]
        return _table("names", head, (self._row(term, columns) for term in terms))

    def _row(self, term: Term, columns: list[str]) -> nodes.row:
        name = self._entry(term.term, self.config.printproof_source_language)
        forms = (self._entry("\N{NO-BREAK SPACE}/ ".join(term.forms.get(name, ())), name) for name in columns)
        row = nodes.row("", name, *forms, ids=[term.anchor])
        self.state.document.ids[term.anchor] = row  # else docutils could give the id to a section
        return row

    def _entry(self, text: str, language: str) -> nodes.entry:
        """An entry that says its language where that is not the page's."""
        return _entry(text, "" if language == self.config.language else language)


class verified(nodes.Inline, nodes.Element):
    """With what the outputs of the page ``of`` were verified; filled when all pages, and their records, are read."""


class ShowVerified(SphinxPostTransform):
    """Says with which libraries the outputs of a page were verified last; nothing of a page without a script."""

    default_priority = PostTransform.SHOW_VERIFIED

    def run(self, **kwargs: Any) -> None:
        """Put the words into their places."""
        for node in list(self.document.findall(verified)):
            node.replace_self([nodes.Text(words)] if (words := self._words(node["of"])) else [])

    def _words(self, docname: str) -> str:
        outline = build_of(self.config).outline(docname)
        if not outline.digest:
            return ""
        if not outline.records:
            return _("Not verified in this build")
        libraries = wording.libraries(outline.records[AS_WRITTEN].versions, self.config.language)
        return _("Checked with {libraries}").format(libraries=libraries)


class Translations(SphinxDirective):
    """A row for each page: how much of it is current in each language, and with what its outputs were verified."""

    def run(self) -> list[nodes.Node]:
        """The table; it is made anew when a catalog or a record changes."""
        languages, project = _languages(self.config), build_of(self.config).project
        found = {(row.language, row.docname): row for row in statuses(self)}
        head = [_entry(_("Page")), *(_entry(endonym(name), name) for name in languages)]
        head.append(_entry(_("Outputs")))
        rows = []
        for docname in sorted({docname for _language, docname in found}):
            shares = (_share(found[language, docname]) for language in languages)
            own = docname == OWN_DOMAIN
            title = _("Words around the text") if own else _page_title(docname, self.env.docname)
            if project.script(docname).is_file():
                self.env.note_dependency(str(project.record(docname, AS_WRITTEN)))
            parts = [title, *shares, verified(of=docname)]
            rows.append(nodes.row("", *map(_entry, parts)))
        return _table("translations", head, rows)


SIGNS = {"exact": "⊜", "close": "≈", "differs": "≠", "raises": "!", "changed": "?"}
"""What a row of versions shows for each result; the legend above the table says each in words."""


Row = tuple[str, str, tuple[str, ...]]
"""A page, those of its modes that have these results where others have other ones, and the results, job by job."""


class sign(nodes.Inline, nodes.TextElement):
    """A sign with its meaning, ``means``, which is what a voice says."""


class Versions(SphinxDirective):
    """What ``printproof matrix`` wrote into the JSON file of the argument, in as few words as it takes.

    A sentence says which pages printed the same with all that the matrix tried; a table has those that did not alone, a
    row for each page, or as many as its modes have different results.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The sentences and the table; what cannot be read is an error at its line of the page."""
        path = Path(self.env.doc2path(self.env.current_document.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            jobs, scripts = data["jobs"], data["scripts"]
            rows = [row for docname in sorted(scripts) for row in self._rows(docname, jobs, scripts[docname])]
            named = [str(job).replace("jax ", "JAX ") for job in jobs]
        except (OSError, ValueError, LookupError, TypeError) as error:
            cure = "make one with: printproof matrix --table FILE"
            raise self.error(f"{path}: no table of versions ({error}); {cure}") from None
        return [*self._alike(rows, named), *self._unlike(rows, named)]

    def _rows(self, docname: str, jobs: list[str], found: Mapping[str, Any]) -> list[Row]:
        """The modes of a script by their results in each job; what was found of another text of it does not count."""
        current = is_measured(build_of(self.config).project, docname, found)
        modes: dict[tuple[str, ...], list[str]] = {}
        for mode, name in _ways().items():
            results = (found["results"][job][mode] if current else "changed" for job in jobs)
            modes.setdefault(tuple(result for result in results if SIGNS[result]), []).append(name)
        comma = between(self.config.language)
        return [(docname, comma.join(names) if len(modes) > 1 else "", results) for results, names in modes.items()]

    def _alike(self, rows: Sequence[Row], jobs: Sequence[str]) -> Iterator[nodes.paragraph]:
        """What is the same with all jobs: how many pages are exact, and the pages of each other result."""
        comma, pages = between(self.config.language), {page for page, _modes, _results in rows}
        exact = [page for page, modes, results in rows if not modes and {*results} == {"exact"}]
        said = _("{jobs}: the scripts of {count} of {all} pages printed exactly what the pages show, in every mode.")
        yield wording.as_paragraph(said.format(jobs=comma.join(jobs), count=len(exact), all=len(pages)))
        for result, means in _meanings().items():
            alike = [(page, modes) for page, modes, results in rows if {*results} == {result}]
            if alike and result != "exact":
                head = introduced(self.config.language, f"{SIGNS[result]} {means}")
                paragraph = nodes.paragraph("", head, translatable=False)
                for number, (page, modes) in enumerate(alike):
                    title, tail = _page_title(page, self.env.docname), modes and aside(self.config.language, modes)
                    paragraph += [nodes.Text(comma if number else ""), title, nodes.Text(tail)]
                yield paragraph

    def _unlike(self, rows: Sequence[Row], jobs: Sequence[str]) -> list[nodes.Node]:
        """A table of what is not the same with all jobs, below what its signs mean; nothing where all is."""
        means, found = _meanings(), list[nodes.row]()
        unlike = [row for row in rows if len({*row[2]}) > 1]
        for docname, modes, results in unlike:
            page = _entry(_page_title(docname, self.env.docname))
            page += _entry(modes).children if modes else []
            found.append(nodes.row("", page, *(_entry(sign("", SIGNS[one], means=means[one])) for one in results)))
        head = [_entry(name) for name in (_("Page"), *jobs)]
        seen = {result for row in unlike for result in row[2]}
        return [_legend(seen), *_table("versions", head, found)] if found else []


def _ways() -> dict[str, str]:
    """Each mode as it is named behind a page, within a sentence."""
    return {
        AS_WRITTEN: _("run as shown"),
        JIT_OFF: _("run with jit off"),
        JIT_EVERYWHERE: _("run with jit on every call"),
    }


def _meanings() -> dict[str, str]:
    return {
        "exact": _("exact"),
        "close": _("to five digits"),
        "differs": _("differs"),
        "raises": _("raises"),
        "changed": _("changed since this run"),
    }


def _legend(seen: Collection[str]) -> nodes.paragraph:
    """What the signs of a table mean; only those that stand in it."""
    legend = nodes.paragraph("", translatable=False, classes=["legend"])
    for result, words in _meanings().items():
        if result in seen:
            legend += [nodes.Text(" ")] if legend.children else []  # none where a style parts them
            legend += nodes.inline("", f"{SIGNS[result]} {words}")
    return legend


def _page_title(docname: str, reader: str) -> nodes.Node:
    """The title of a page as a link from the page ``reader``, in the language of both."""
    known = {"refdomain": "std", "reftype": "doc", "reftarget": f"/{docname}", "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", docname), refdoc=reader, refwarn=True, **known)


def html_sign(translator: object, node: sign) -> str:
    """A sign."""
    return f'<span role="img" aria-label="{escape(node["means"])}">'


def _languages(config: Config) -> list[str]:
    """The languages of a site besides the one that its pages are written in."""
    return known_languages(config.printproof_source_language, [build_of(config).project.locales])[1:]


def _entry(content: str | nodes.Node, language: str = "") -> nodes.entry:
    """An entry with a text or a node that no catalog holds; ``language`` is its own where that is not the page's."""
    parts = [] if content == "" else [nodes.Text(content) if isinstance(content, str) else content]
    classes = [f"language-{tag(language)}"] if language else []  # docutils makes an attribute lang of it
    return nodes.entry("", nodes.paragraph("", "", *parts, translatable=False, classes=classes))


def _table(kind: str, head: Sequence[nodes.entry], rows: Iterable[nodes.row]) -> list[nodes.Node]:
    """A table with the class ``kind``, whose first column heads its rows.

    Its columns are equally wide, as docutils wants to know a width.
    """
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1, stub=not n) for n in range(len(head))), cols=len(head))
    group += [nodes.thead("", nodes.row("", *head)), nodes.tbody("", *rows)]
    return [nodes.table("", group, classes=[kind])]


def _share(row: PageStatus) -> str:
    """How much of a page readers see in a language; less than all is never called all."""
    if row.broken:
        return _("Cannot be read")
    share = f"{int(row.share * 100)}%"
    return _("{share}, {count} out of date").format(share=share, count=row.fuzzy) if row.fuzzy else share


def setup(app: Sphinx) -> None:
    """Offer the directives ``glossary-table``, ``translations`` and ``versions``."""
    add_node(app, sign, html_sign, "</span>", markdown=MarkdownWriter.inlines)
    app.add_directive("glossary-table", Terms)
    app.add_node(verified)
    app.add_post_transform(ShowVerified)
    app.add_directive("translations", Translations)
    app.add_directive("versions", Versions)
