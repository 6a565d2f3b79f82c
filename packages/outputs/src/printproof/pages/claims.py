"""General sentences of pages, each with what proves it: ``docs/claims.csv``, and the tests in ``tests/claims``."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from printproof.pages.function_source import first_line
from printproof_base.findings import ReportedError
from printproof_base.project import Project
from printproof_base.tables import read_table

TEST = "test:"
"""How the name of a proof begins that is a test and no cell."""


class ClaimError(ReportedError):
    """A table of claims, or a module of tests, that cannot be read."""


@dataclass(frozen=True)
class Proof:
    """What proves a claim: the cell ``name`` of the page ``docname``, or the test of that page."""

    docname: str
    name: str
    is_test: bool = False


@dataclass(frozen=True)
class Claim:
    """A sentence of a page in the words that were proved, what proves it, and its line of the table."""

    docname: str
    text: str
    proofs: tuple[Proof, ...]
    line: int


@dataclass(frozen=True)
class ClaimTest:
    """A test of a sentence: its ``name`` as the table writes it, and its code."""

    name: str
    code: str


def read_claims(project: Project) -> list[Claim]:
    """The claims of a project, in the order of the table. Raises ClaimError at the line that cannot be read."""
    if not project.claims.is_file():
        return []
    # By time and size as well, so that a table that was saved again is read again; every page asks for it.
    known = project.claims.stat()
    return _claims(project, known.st_mtime_ns, known.st_size)


def claims_of(project: Project, docname: str) -> list[Claim]:
    """The claims of a page, in the order of the table. Raises ClaimError as `read_claims` does."""
    return [claim for claim in read_claims(project) if claim.docname == docname]


@lru_cache(maxsize=1)
def _claims(project: Project, changed: int, size: int) -> list[Claim]:
    """`read_claims`, remembered."""
    shown = project.shown(project.claims)
    claims = []
    for row in read_table(project.claims, "page", ClaimError, shown):
        if not {"claim", "proof"} <= row.cells.keys():
            raise ClaimError.at(shown, "the columns are not page, claim, proof", "see its first line in git", line=1)
        docname = row.cells["page"]
        names = filter(None, map(str.strip, row.cells["proof"].split("|")))
        claims.append(Claim(docname, row.cells["claim"], tuple(_proof(name, docname) for name in names), row.line))
    return claims


def count_proofs(claims: Iterable[Claim]) -> tuple[int, int]:
    """How many cells and how many tests prove these claims, each counted once."""
    proofs = {proof for claim in claims for proof in claim.proofs}
    tests = sum(proof.is_test for proof in proofs)
    return len(proofs) - tests, tests


def _proof(name: str, docname: str) -> Proof:
    page, mark, name = name.rpartition("#")
    return Proof(page if mark else docname, name.removeprefix(TEST), name.startswith(TEST))


def claim_tests(project: Project, docname: str) -> list[ClaimTest]:
    """The tests of a page, without running any. Raises ClaimError where the module cannot be read as Python."""
    path = project.claim_tests(docname)
    if not path.is_file():
        return []
    known = path.stat()  # as above; each claim of a page asks for it
    return _tests(project, docname, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=8)
def _tests(project: Project, docname: str, changed: int, size: int) -> list[ClaimTest]:
    """`claim_tests`, remembered for a few pages."""
    path = project.claim_tests(docname)
    try:
        text = path.read_text(encoding="utf-8")
        functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    except (SyntaxError, UnicodeDecodeError) as error:
        raise ClaimError.at(project.shown(path), "cannot be read as Python", line=getattr(error, "lineno", 0)) from None
    return [_test(text, node) for node in functions if node.name.startswith("test_")]


def _test(text: str, node: ast.FunctionDef) -> ClaimTest:
    code = "\n".join(text.splitlines()[first_line(node) - 1 : node.end_lineno])
    return ClaimTest(node.name.removeprefix("test_").replace("_", "-"), code)
