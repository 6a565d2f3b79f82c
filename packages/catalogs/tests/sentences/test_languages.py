"""What a language needs is a file of data: a new language is a new file, and no line of Python."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from printproof_base import languages
from printproof_base.files import write_whole
from printproof_base.languages import LANGUAGE_DATA, language_data
from printproof_catalogs.sentences.glossary import Glossary, GlossaryError, Term
from printproof_catalogs.sentences.rules import Pair, check_pair
from printproof_catalogs.sentences.rules.typography import typography_of
from printproof_catalogs.sentences.sentence import read_sentence
from printproof_catalogs.sentences.term_links import FirstUses
from support.built import ROOT

SAID = {"": "What it means."}
GREEK = """
[typography.classes]
letter = '[α-ωά-ώ]'
word = '<letter>+'

[[typography.rules]]
pattern = '<word>\\?|<code>\\?'
cure = "ask with ;"

[particles_after_digit]
1 = "ος"
2 = "ο"

[terms]
letters = 'α-ωά-ώ'
never_after_letter = true
behind_one_letter = 'ς'
"""
Write = Callable[[str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes the file of a fifth language."""
    monkeypatch.setattr(languages, "LANGUAGE_DATA", tmp_path)
    caches = (language_data, typography_of)
    for cache in caches:
        cache.cache_clear()
    yield lambda text: write_whole(tmp_path / "el.toml", text)
    for cache in caches:
        cache.cache_clear()


def facts(text: str) -> list[str]:
    """What the rules of typography say of a Greek sentence."""
    pair = Pair(read_sentence("Is `x` 1 or 2?"), read_sentence(text), "el")
    return [finding.fact for finding in check_pair(pair) if finding.rule == "typography"]


def test_a_rule_of_a_fifth_language_speaks(write: Write) -> None:
    """With its classes, and the mark that stands for code."""
    write(GREEK)

    assert facts("1 ή 2 είναι το `x`?") == ["'ίναι το `…`?': ask with ;"]
    assert facts("Είναι `x` 1 ή 2 ναι?") == ["'`…` 1 ή 2 ναι?': ask with ;"]


def test_a_particle_that_does_not_fit_its_number_is_named(write: Write) -> None:
    """By the last digit, as the file reads it; a digit that the file leaves out fits all."""
    write(GREEK)

    assert facts("Είναι `x` 1ο ή 2.") == ["'1ο': choose the particle by how the number is read"]
    assert facts("Είναι `x` 1 ή 2ο .") == []


def test_the_terms_of_a_fifth_language_are_words_of_their_own(write: Write) -> None:
    """A form inside a longer word leads nowhere."""
    write(GREEK)
    uses = FirstUses(Glossary((Term("state", {"el": ("τιμή",)}, definitions=SAID),)), "el")

    (spot,) = uses.take(["ατιμή και τιμή"], "A state.")
    assert (spot.start, spot.end) == (10, 14)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[typography.rules]]\npattern = '('\ncure = 'x'\n", "error: missing"),
        ("[[typography.rules]]\npattern = 'x'\n", "KeyError: 'cure'"),
        ("[[typography.rules]]\npattern = '<none>'\ncure = 'x'\n", "KeyError: 'none'"),
        ("[typography]\nrules = 3\n", "TypeError"),
        ("[particles_after_digit]\n1 = 3\n", "AttributeError"),
    ],
)
def test_a_rule_that_cannot_be_used_is_named(write: Write, text: str, why: str) -> None:
    """With the file and what is expected."""
    write(text)

    with pytest.raises(GlossaryError, match=rf"^languages/el\.toml: a rule of typography cannot be used \({why}"):
        typography_of("el")


@pytest.mark.parametrize("name", sorted(path.stem for path in LANGUAGE_DATA.glob("*.toml")))
def test_the_rules_of_each_language_can_be_used(name: str) -> None:
    """Whatever else its file says."""
    typography_of(name)
    words = FirstUses(Glossary((Term("key", {name: ("x", "ab")}, definitions=SAID),)), name)

    assert [spot.start for spot in words.take(["x"], "A key.")] == [0]


def test_no_language_stands_in_code() -> None:
    """The names of languages stand in ``languages/`` only, the names of files."""
    names = "|".join(path.stem for path in LANGUAGE_DATA.glob("*.toml") if path.stem != "en")
    quoted = re.compile(rf"[\"'](?:{names})(?:_[A-Z][A-Za-z]+)?[\"']")
    found = {
        path.name: quoted.findall(path.read_text(encoding="utf-8"))
        for path in ROOT.glob("packages/catalogs/src/**/*.py")
    }

    assert {name: words for name, words in found.items() if words} == {}
