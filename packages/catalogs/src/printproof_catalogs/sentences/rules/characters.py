"""Rules for characters: each can be seen, and belongs to a script that the language uses."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

from babel.core import get_global

from printproof_base.findings import Finding
from printproof_base.text import character_name, is_unseen
from printproof_catalogs.sentences.rules.pair import Pair, error, quoted

LATIN = frozenset({"LATIN"})
"""The script of names, in every language."""

_SCRIPTS = {
    "Kore": frozenset({"HANGUL"}),
    "Hans": frozenset({"CJK"}),
    "Hant": frozenset({"CJK"}),
    "Jpan": frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    "Cyrl": frozenset({"CYRILLIC"}),
    "Grek": frozenset({"GREEK"}),
    "Arab": frozenset({"ARABIC"}),
    "Hebr": frozenset({"HEBREW"}),
    "Deva": frozenset({"DEVANAGARI"}),
    "Thai": frozenset({"THAI"}),
    "Latn": LATIN,
}
"""The scripts that letters have, as Unicode names them, by the code of ISO 15924."""

_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN"})
"""Scripts some of whose letters look the same."""

# Most sentences hold nothing else: they are done before a single character is asked for its name.
_PLAIN = re.compile(r"[ -~\n가-힣一-鿿，。、；：？！（）“”‘’《》…—]+")
# Letters of any script that stand together.
_WORD = re.compile(r"[^\W\d_]+")
# A Greek letter that stands alone: π, or the μ of μs.
_SYMBOL = re.compile(r"(?<![^\W\d_])[Α-Ωα-ωµ](?![^\W\d_]{2})")
# Words of A to Z alone, which mix nothing.
_PLAIN_LATIN = re.compile(r"(?<![^\W\d_])[A-Za-z]+(?![^\W\d_])")


@lru_cache(maxsize=64)
def scripts_of(language: str) -> frozenset[str]:
    """The scripts a language is written in, named as Unicode names them, or none where it is unknown."""
    tags = get_global("likely_subtags")
    likely = tags.get(language) or tags.get(language.partition("_")[0]) or ""
    parts = likely.split("_")
    return _SCRIPTS.get(parts[1], frozenset()) if len(parts) > 1 else frozenset()


def script_of(letter: str) -> str:
    """The script of a letter: the first word of its Unicode name."""
    return unicodedata.name(letter, "UNKNOWN").partition(" ")[0]


def check_characters(pair: Pair) -> Iterator[Finding]:
    """Refuse characters nobody can see, also as entities, and letters of scripts that do not belong here."""
    known = set(unescape(pair.source.raw))
    text = unescape(pair.text.raw)
    odd = sorted(set(_PLAIN.sub("", text)) - known)
    for character in odd:
        if is_unseen(character):
            yield error("character", f"{character_name(character)}, which nobody can see", "remove it")
            return
        spaced = unicodedata.category(character) in {"Zs", "Nd"} and "typography" in pair.style
        taken_apart = unicodedata.combining(character) and script_of(character) not in scripts_of(pair.language)
        if spaced or taken_apart:
            yield error("character", f"{character_name(character)} is not in the English sentence", "type a plain one")
            return
    if unicodedata.normalize("NFC", text) != text and unicodedata.normalize("NFC", pair.source.raw) == pair.source.raw:
        yield error(
            "character", "letters are taken apart (not in Unicode form NFC)", "join them with: printproof i18n fix"
        )
    yield from _scripts(pair, text, known)


def _scripts(pair: Pair, text: str, known: set[str]) -> Iterator[Finding]:
    """Refuse letters of foreign scripts, and words that mix scripts whose letters look alike."""
    own = scripts_of(pair.language)
    if not own:
        return
    own_or_latin = own | LATIN
    for letter in sorted(set(_SYMBOL.sub("", text)) - known):
        if letter.isalpha() and (script := script_of(letter)) not in own_or_latin:
            wanted = ", ".join(sorted(own_or_latin))
            yield error("script", f"{quoted(letter)} is {script}", f"this language is written in {wanted}")
            return
    for word in set(_WORD.findall(_PLAIN_LATIN.sub(" ", text))):
        found = {script_of(letter) for letter in word}
        if len(found & _ALIKE) > 1:
            yield error("script", f"the word {quoted(word)} mixes {' and '.join(sorted(found & _ALIKE))} letters")
            return
