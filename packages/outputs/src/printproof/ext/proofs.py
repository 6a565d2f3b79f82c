"""Readers see what proves a sentence: a quiet mark behind it, which leads to the cell, or to the code of the test."""

from collections.abc import Iterable
from fnmatch import fnmatch
from html import escape
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import PROOFS, _, add_node, add_transform, cell_id, nothing
from printproof.ext.priorities import Transform
from printproof.ext.settings import build_of
from printproof.pages.claims import ClaimError, ClaimTest, Proof, claim_tests, read_claims
from printproof.pages.page_view import facts_of


class proof(nodes.Inline, nodes.Element):
    """What proves a sentence."""

    def astext(self) -> str:
        """Nothing: the mark is no word of the sentence."""
        return ""


def show_proofs(env: BuildEnvironment, document: nodes.document) -> None:
    """Put a mark behind the words of a claim, for the first of its proofs: the others are in the table."""
    for paragraph in document.findall(nodes.paragraph):
        if proofs := paragraph.attributes.pop(PROOFS, ()):
            paragraph.extend(proof(of=one) for one in proofs)


class Claims(SphinxDirective):
    """Tests that prove a claim, page by page, each with its code: where the marks of sentences lead.

    ``{claims} guide/* reference/tracer`` shows those of some pages, by patterns of their names; without any, all.
    """

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """A list of the pages that have some."""
        build = build_of(self.config)
        patterns = tuple(self.arguments[0].split()) if self.arguments else ("*",)
        self.env.note_dependency(str(build.project.claims))
        facts_of(self.env.metadata[self.env.docname]).lists_claims = patterns
        found: list[nodes.Node] = []
        try:
            proofs = {proof for claim in read_claims(build.project) for proof in claim.proofs}
            for docname in sorted(page for page in build.project.pages() if _listed_by(patterns, page)):
                self.env.note_dependency(str(build.project.claim_tests(docname)))
                for test in claim_tests(build.project, docname):
                    found += _listed(docname, test) if Proof(docname, test.name, is_test=True) in proofs else []
        except ClaimError as error:
            raise self.error(str(error)) from None
        return found


def _listed_by(patterns: Iterable[str], docname: str) -> bool:
    return any(fnmatch(docname, pattern) for pattern in patterns)


def _listed(docname: str, test: ClaimTest) -> list[nodes.Node]:
    name = f"{docname}: {test.name}"
    head = nodes.paragraph("", "", nodes.literal(name, name), ids=[_anchor(docname, test.name)], translatable=False)
    code = nodes.literal_block(test.code, test.code, language="python", translatable=False)
    return [head, code]


# Read once a build, when all pages are known; pages are written in forks of the process that read them.
_listing: WeakKeyDictionary[BuildEnvironment, list[tuple[str, tuple[str, ...]]]] = WeakKeyDictionary()


def _anchor(docname: str, name: str) -> str:
    return nodes.make_id(f"claim-{docname}-{name}")


def html_proof(translator: HTML5Translator, node: proof) -> str:
    """A quiet mark that leads to the cell, or to the code of the test where a page of the site lists tests.

    It never begins a line.
    """
    builder, shown = translator.builder, node["of"]
    if isinstance(builder, Epub3Builder):
        return ""
    docname, said, anchor = shown.docname, _("A cell shows this"), cell_id(shown.name)
    if shown.is_test:
        listing = _listing.get(builder.env, [])
        docname = next((page for page, patterns in listing if _listed_by(patterns, docname)), "")
        said, anchor = _("A test looks for a counter-example to this sentence"), _anchor(shown.docname, shown.name)
    label = f'title="{escape(said)}"'  # a link without words is called by its title
    if not docname:
        return f'&#160;<span class="proof" role="img" {label}></span>'
    to = builder.get_relative_uri(builder.current_docname, docname) if docname != builder.current_docname else ""
    return f'&#160;<a class="proof" href="{to}#{anchor}" {label}></a>'


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Note which pages list tests, once for the marks of all pages."""
    known = ((page, facts_of(metadata).lists_claims) for page, metadata in env.metadata.items())
    _listing[env] = [(page, patterns) for page, patterns in known if patterns]


def setup(app: Sphinx) -> None:
    """Show the marks, and offer the directive ``claims``."""
    app.connect("env-updated", on_env_updated)
    add_node(app, proof, html_proof, plain=nothing)
    app.add_directive("claims", Claims)
    add_transform(app, Transform.SHOW_PROOFS, show_proofs)
