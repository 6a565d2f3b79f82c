"""The project's own catalogs are sound, and use the words of its glossary."""

from pathlib import Path

import pytest

from printproof_base.project import at
from printproof_catalogs.catalog import read_catalog
from printproof_catalogs.check import check
from printproof_catalogs.layout import CatalogFile, walk_catalogs
from printproof_catalogs.sentences.glossary import read_glossary
from printproof_catalogs.sentences.rules import Pair
from printproof_catalogs.sentences.rules.wording import check_terms
from printproof_catalogs.sentences.sentence import read_sentence

PROJECT = at(Path(__file__).parents[2])
GLOSSARY = read_glossary(PROJECT.glossary)
LANGUAGES = sorted(path.parent.name for path in PROJECT.locales.glob("*/LC_MESSAGES"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_checker_finds_no_error(language: str) -> None:
    """What readers see passed every rule."""
    assert [finding.labelled for finding in check(PROJECT, [language]) if finding.severity == "error"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_use_of_a_term_is_one_of_its_forms(language: str, capsys: pytest.CaptureFixture) -> None:
    """One word for one thing, on every page."""
    forms = GLOSSARY.forms(language)
    uses, wrong = 0, []
    for place in walk_catalogs(PROJECT.locales, PROJECT.documents(), "locales"):
        if not isinstance(place, CatalogFile) or place.language != language:
            continue
        for message in (m for m in read_catalog(place.path).messages if m.current):
            pair = Pair(read_sentence(message.msgid), read_sentence(message.text), language, GLOSSARY)
            uses += len({term for term in GLOSSARY.uses(pair.source.shown) if term in forms})
            wrong += [f"{place.docname}:{message.text_line}: {f.sentence}" for f in check_terms(pair)]

    with capsys.disabled():
        print(f"\n{language}: {uses} uses of terms, {uses - len(wrong)} by an allowed form", end=" ")
    assert wrong == []
