"""A general sentence has its proof: a cell, or a test that looks for a counter-example; ``docs/claims.csv`` names it.

``printproof_claims`` are patterns of section labels: the items of lists, rows of tables and definitions are claims.
``printproof_definitions`` are patterns of pages where sentences with words in bold are claims. The table holds words
that were proved, so a sentence that says more than before is an error until somebody has looked at its proof again.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from printproof.ext.nodes import PROOFS, add_transform, around
from printproof.ext.priorities import Transform
from printproof.ext.settings import build_of
from printproof.pages.claims import Claim, ClaimError, Proof, claim_tests, claims_of, read_claims
from printproof.pages.page_view import facts_of
from printproof_base.findings import Finding, Place, closest, suggestion

HEAD_OF_TABLE = 2
"""The lines of a table of Markdown before its first row: the heads, and the rule below them."""

# Left out where words in bold are looked for: two stars in code are a power.
CODE = re.compile(r"`[^`]*`")

# Also behind a bracket or a star that closes: (As here.) Next.
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][)*])\s+")


def check_claims(env: BuildEnvironment, document: nodes.document) -> None:
    """Report claims that the table does not prove, at their lines of the page, and rows that no page states.

    The proofs of each claim are noted where it ends.
    """
    project = build_of(env.config).project
    stated = list(_stated(env, document))
    if stated or project.claims.is_file():
        env.note_dependency(str(project.claims))
    findings = facts_of(env.metadata[env.docname]).findings
    try:
        known = {claim.text: claim for claim in claims_of(project, env.docname)}
    except ClaimError as error:
        findings.extend(error.findings)
        return
    unused = {text: claim for text, claim in known.items() if text not in {text for _, text in stated}}
    for node, text in stated:
        if text in known:
            marked = _marked(node)
            marked[PROOFS] = list(dict.fromkeys([*marked.get(PROOFS, ()), *known[text].proofs[:1]]))
            findings.extend(_wrong_proofs(env, known[text], _place(env, node)))
        else:
            findings.append(_unproved(env, text, unused, _place(env, node)))
    findings.extend(_unstated(env, claim) for claim in unused.values())
    if env.docname == env.config.root_doc:
        findings.extend(_unstated(env, claim) for claim in read_claims(project) if claim.docname not in env.found_docs)


def _stated(env: BuildEnvironment, document: nodes.document) -> Iterator[tuple[nodes.Element, str]]:
    """The claims of the page, with their words as the page writes them."""
    for label, section in _labelled(document):
        if any(fnmatch(label, pattern) for pattern in env.config.printproof_claims):
            yield from ((node, _words(node)) for node in _claims(section))
    if any(fnmatch(env.docname, pattern) for pattern in env.config.printproof_definitions):
        for paragraph in document.findall(nodes.paragraph):
            for sentence in SENTENCE_END.split(_source(paragraph)):
                if "**" in CODE.sub("", sentence):
                    yield paragraph, sentence


def _place(env: BuildEnvironment, node: nodes.Element) -> Place:
    path = node.source or env.doc2path(env.docname, base=True)
    return Place(str(build_of(env.config).project.shown(Path(path))), _line(node), env.docname)


def _table(env: BuildEnvironment, line: int = 0) -> Place:
    project = build_of(env.config).project
    return Place(str(project.shown(project.claims)), line)


def _unproved(env: BuildEnvironment, text: str, unused: dict[str, Claim], place: Place) -> Finding:
    """A claim that no row has in these words: it is new, or says something else than the one that was proved."""
    if before := closest(text, list(unused)):
        row = _table(env, unused.pop(before).line)
        fact, cure = f"{row} proves '{before}'", "see whether the proof still holds, then write the new words there"
    else:
        fact, cure = f"nothing proves '{text}'", f"add a row to {_table(env)} that names a cell or test:NAME"
    return Finding(place, "error", "claim", fact, cure)


def _unstated(env: BuildEnvironment, claim: Claim) -> Finding:
    fact = f"'{claim.docname}' has no claim '{claim.text}'"
    return Finding(_table(env, claim.line), "error", "claim", fact, "remove the row, or correct its words")


def _wrong_proofs(env: BuildEnvironment, claim: Claim, place: Place) -> Iterator[Finding]:
    if not claim.proofs:
        yield Finding(place, "error", "claim", f"{_table(env, claim.line)} names no proof", "name a cell or a test")
    for one in claim.proofs:
        where, known = _proofs_of(env, one)
        if one.name not in known:
            fact = f"{where} has no {'test' if one.is_test else 'cell'} '{one.name}'"
            yield Finding(place, "error", "claim", fact, suggestion(one.name, known, quote="'"))


def _proofs_of(env: BuildEnvironment, wanted: Proof) -> tuple[str, list[str]]:
    """Where a proof lies, and the names of those that are there."""
    build = build_of(env.config)
    if not wanted.is_test:
        script = build.outline(wanted.docname).script
        return f"the script of '{wanted.docname}'", [cell.name for cell in script.cells] if script else []
    path = build.project.claim_tests(wanted.docname)
    env.note_dependency(str(path))
    try:
        return str(build.project.shown(path)), [test.name for test in claim_tests(build.project, wanted.docname)]
    except ClaimError as error:
        return str(error), []


def _source(paragraph: nodes.Element) -> str:
    return " ".join(paragraph.rawsource.split())


def _words(node: nodes.Element) -> str:
    """The words of a claim as its page writes them, on one line; of a definition those in the first language."""
    paragraphs = [_source(paragraph) for paragraph in node.findall(nodes.paragraph)]
    if isinstance(node, nodes.row):
        return " | ".join(paragraphs)
    return paragraphs[0] if isinstance(node, nodes.definition_list_item) else " ".join(paragraphs)


def _marked(node: nodes.Element) -> nodes.Element:
    """The paragraph of a claim that ends with its mark; of a definition that in the language of the page."""
    paragraphs = list(node.findall(nodes.paragraph))
    return paragraphs[0 if isinstance(node, nodes.definition_list_item) else -1]


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
        following = target.next_node(descend=False, siblings=True, ascend=True)  # it may end the section before
        if isinstance(following, nodes.section):
            for label in [*target["names"], *filter(None, [target.get("refid")])]:
                yield label, following


def _claims(section: nodes.section) -> Iterator[nodes.Element]:
    """The items of lists, the definitions and the rows of tables of a section; a list in an item is part of it."""
    for item in section.findall(nodes.list_item):
        if not isinstance(item.parent.parent, nodes.list_item):
            yield item
    yield from section.findall(nodes.definition_list_item)
    for body in section.findall(nodes.tbody):
        yield from body.findall(nodes.row)


def setup(app: Sphinx) -> None:
    """Offer the settings ``printproof_claims`` and ``printproof_definitions``, and check what they ask for."""
    app.add_config_value("printproof_claims", [], "env", types=frozenset({list}))
    app.add_config_value("printproof_definitions", [], "env", types=frozenset({list}))
    add_transform(app, Transform.CHECK_CLAIMS, check_claims)
