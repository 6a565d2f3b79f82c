"""A general sentence names what proves it: a cell, or a test that looks for a counter-example.

``{proof}`CELL``` at the end of a sentence is a cell of the page, ``{proof}`guide/refs#CELL``` one of another page, and
``{proof}`test:NAME``` the test ``test_NAME`` of the page. ``printproof_claims`` lists patterns of section labels whose
lists and tables hold claims: there, each item and each row must name a proof.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.locale import get_translation
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import add_node, around, cell_id, nothing
from printproof.ext.priorities import Transform
from printproof.ext.settings import build_of
from printproof.pages.claims import ClaimError, ClaimTest, claim_tests, claims_file
from printproof.pages.page_view import facts_of
from printproof_base.findings import Finding, Place, suggestion

_ = get_translation("printproof")

TEST = "test:"
"""How the name of a proof begins that is a test and no cell."""


HEAD_OF_TABLE = 2
"""The lines of a table of Markdown before its first row: the heads, and the rule below them."""


class proof(nodes.Inline, nodes.Element):
    """What proves a sentence: the cell or the test ``name`` of the page ``docname``."""

    def astext(self) -> str:
        """Nothing: the mark is no word of the sentence."""
        return ""


class Proof(SphinxRole):
    """The role ``proof``: names of cells and tests, parted by commas."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """A mark for each name; whether it exists is asked when the page was read."""
        found = []
        for name in filter(None, map(str.strip, self.text.split(","))):
            docname, mark, cell = name.rpartition("#")
            found.append(proof(docname=docname if mark else self.env.docname, name=cell))
        return list(found), []


class CheckClaims(SphinxTransform):
    """Reports each claim without a proof, and each proof that does not exist, at its line of the English page."""

    default_priority = Transform.CHECK_CLAIMS

    def apply(self, **kwargs: Any) -> None:
        """Note the findings, which end the build."""
        env = self.env
        findings = facts_of(env.metadata[env.docname]).findings
        findings.extend(self._missing())
        for node in self.document.findall(proof):
            findings.extend(self._unknown(node))

    def _place(self, node: nodes.Element) -> Place:
        path = build_of(self.config).project.shown(self.env.doc2path(self.env.docname, base=True))
        return Place(str(path), _line(node), self.env.docname)

    def _missing(self) -> Iterator[Finding]:
        patterns = self.config.printproof_claims
        for label, section in _labelled(self.document):
            if any(fnmatch(label, pattern) for pattern in patterns):
                for claim in _claims(section):
                    if next(claim.findall(proof), None) is None:
                        fact = f"nothing proves this claim of '{label}'"
                        cure = "end it with {proof}`CELL`, or with {proof}`test:NAME` and a test in tests/claims"
                        yield Finding(self._place(claim), "error", "claim", fact, cure)

    def _unknown(self, node: proof) -> Iterator[Finding]:
        build, place = build_of(self.config), self._place(node)
        docname, name = node["docname"], node["name"]
        path = claims_file(build.project, docname)
        self.env.note_dependency(str(path))
        script = build.material(docname).script
        where, known = f"the script of '{docname}'", [cell.name for cell in script.cells] if script else []
        if name.startswith(TEST):
            try:
                where, known = str(build.project.shown(path)), list(claim_tests(build.project, docname))
            except ClaimError as error:
                yield from error.findings
                return
        wanted = name.removeprefix(TEST)
        if wanted not in known:
            kind = "test" if name.startswith(TEST) else "cell"
            yield Finding(
                place, "error", "claim", f"{where} has no {kind} '{wanted}'", suggestion(wanted, known, quote="'")
            )


def _line(node: nodes.Element) -> int:
    """The line of a node of a page; MyST gives one to a list and its parts, and of a table to the table alone."""
    if isinstance(node, nodes.row):
        body = node.parent
        return _line(body.parent.parent) + HEAD_OF_TABLE + body.index(node)
    around_it = [node, *around(node)]
    return next((part.line for part in around_it if part.line), 0)


def _labelled(document: nodes.document) -> Iterator[tuple[str, nodes.section]]:
    """Each section that follows a label, with that label; docutils gives labels to sections only later."""
    for target in document.findall(nodes.target):
        following = target.next_node(descend=False, siblings=True)
        if isinstance(following, nodes.section):
            for label in [*target["names"], *filter(None, [target.get("refid")])]:
                yield label, following


def _claims(section: nodes.section) -> Iterator[nodes.Element]:
    """The items of lists and the rows of tables of a section; a list in an item is part of it."""
    for item in section.findall(nodes.list_item):
        if not isinstance(item.parent.parent, nodes.list_item):
            yield item
    for body in section.findall(nodes.tbody):
        yield from body.findall(nodes.row)


class Claims(SphinxDirective):
    """All tests of claims, page by page, each with its code: where the marks of sentences lead."""

    def run(self) -> list[nodes.Node]:
        """A list of the pages that have some."""
        build = build_of(self.config)
        facts_of(self.env.metadata[self.env.docname]).lists_claims = True
        found: list[nodes.Node] = []
        for docname in sorted(build.project.pages()):
            self.env.note_dependency(str(claims_file(build.project, docname)))
            try:
                tests = claim_tests(build.project, docname)
            except ClaimError as error:
                raise self.error(str(error)) from None
            for test in tests.values():
                found += _listed(docname, test)
        return found


def _listed(docname: str, test: ClaimTest) -> list[nodes.Node]:
    name = f"{docname}: {test.name}"
    head = nodes.paragraph("", "", nodes.literal(name, name), ids=[_anchor(docname, test.name)], translatable=False)
    code = nodes.literal_block(test.code, test.code, language="python", translatable=False)
    return [head, code]


def _anchor(docname: str, name: str) -> str:
    return nodes.make_id(f"claim-{docname}-{name}")


def html_proof(translator: HTML5Translator, node: proof) -> str:
    """A quiet mark that leads to the cell, or to the code of the test where a page of the site lists tests."""
    builder = translator.builder
    if isinstance(builder, Epub3Builder):
        return ""
    name, docname = node["name"], node["docname"]
    if name.startswith(TEST):
        said = _("A test looks for a counter-example to this sentence")
        metadata = builder.env.metadata
        docname = next((page for page, known in metadata.items() if facts_of(known).lists_claims), "")
        anchor = _anchor(node["docname"], name.removeprefix(TEST))
    else:
        said, anchor = _("A cell shows this"), cell_id(name)
    label = f'title="{escape(said)}"'  # a link without words is called by its title
    if not docname:
        return f'<span class="proof" role="img" {label}></span>'
    to = builder.get_relative_uri(builder.current_docname, docname) if docname != builder.current_docname else ""
    return f'<a class="proof" href="{to}#{anchor}" {label}></a>'


def setup(app: Sphinx) -> None:
    """Offer the role ``proof``, the directive ``claims``, and the setting ``printproof_claims``."""
    app.add_config_value("printproof_claims", [], "env", types=frozenset({list}))
    add_node(app, proof, html_proof, plain=nothing)
    app.add_role("proof", Proof())
    app.add_directive("claims", Claims)
    app.add_transform(CheckClaims)
