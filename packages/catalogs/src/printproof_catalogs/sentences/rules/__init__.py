"""All rules for one message and its translation, in the order in which they are asked."""

from collections.abc import Iterator

from printproof_base.findings import Finding
from printproof_catalogs.sentences.rules.characters import check_characters
from printproof_catalogs.sentences.rules.marks import check_marks, check_numbers
from printproof_catalogs.sentences.rules.pair import Pair
from printproof_catalogs.sentences.rules.shape import check_comment, check_leftovers, check_shape, check_size
from printproof_catalogs.sentences.rules.typography import check_typography
from printproof_catalogs.sentences.rules.wording import check_ending, check_english, check_terms

_SAFETY = (check_shape, check_characters, check_marks, check_leftovers, check_numbers, check_comment)
_STYLE = {
    check_english: {"copy", "english"},
    check_ending: {"end", "length"},
    check_terms: {"term"},
    check_typography: {"typography"},
}

__all__ = ["Pair", "check_pair", "check_size"]


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Ask every rule; what a reviewer would say about style is said only of a sound sentence, and where it is asked."""
    findings = [finding for rule in _SAFETY for finding in rule(pair)]
    yield from findings
    if not any(finding.severity == "error" for finding in findings):
        for rule, names in _STYLE.items():
            if names & pair.style:
                yield from (finding for finding in rule(pair) if finding.rule in pair.style)
