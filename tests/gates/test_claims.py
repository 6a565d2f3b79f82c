"""Every claim of the guide leads its readers to a proof."""

from pathlib import Path

import pytest

from printproof.ext.nodes import cell_id
from printproof.pages.claims import Claim, count_proofs, read_claims
from printproof_base.languages import segment
from printproof_base.project import at
from support.built import ROOT, Page
from support.tour import LANGUAGES

CLAIMS = read_claims(at(ROOT))


def leads_to_proof(claim: Claim, page: Page) -> bool:
    """Whether the page of a claim has a mark that leads to the first of its proofs."""
    first = claim.proofs[0]
    anchor = f"-{first.name}" if first.is_test else cell_id(first.name)
    return any(mark.given["href"].endswith(anchor) for mark in page.all("a", **{"class": "proof"}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_has_a_mark(whole_site: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The build has looked for each proof."""
    docnames = {claim.docname for claim in CLAIMS}
    pages = {docname: Page(whole_site / segment(language) / f"{docname}.html") for docname in docnames}
    without = [claim for claim in CLAIMS if not leads_to_proof(claim, pages[claim.docname])]

    cells, tests = count_proofs(CLAIMS)
    with capsys.disabled():
        shown = f"{len(CLAIMS) - len(without)} of {len(CLAIMS)} claims lead to a proof"
        print(f"\n{language}: {shown}; {cells} cells and {tests} tests prove them", end=" ")
    assert without == []
