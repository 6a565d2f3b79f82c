"""Rules for wording: no English left behind, its end and length, the terms of the glossary."""

import re
from collections.abc import Iterator

from printproof_base.findings import Finding
from printproof_base.text import columns
from printproof_catalogs.sentences.rules.characters import script_of, scripts_of
from printproof_catalogs.sentences.rules.pair import Pair, error, quoted, warning

_CURE = "translate it, or add the name to the glossary with keep = yes"

# A word of English, with its apostrophes and hyphens.
_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*")
# Words that follow each other as in a sentence; a full stop ends the run.
_RUN = re.compile(r"[A-Za-z][A-Za-z’'-]*(?:[,;:]?\s+[A-Za-z][A-Za-z’'-]*)+")
# Names look alike in every language: calls, dotted paths, addresses, words with digits.
_NAME = re.compile(r"[A-Za-z_]\w*\(\)|\S*(?:[A-Za-z][._/@:\d]+[A-Za-z]|\d[A-Za-z]|[A-Za-z]\d)[\w./@:-]*")
# Placeholders and commands of formulas are no words.
_NO_WORDS = re.compile(r"\{[^{}]*\}|\\[A-Za-z]+|%\(\w+\)s")
# A quotation may be left in English.
_QUOTED = re.compile(r"“[^“”]*”|「[^「」]*」|《[^《》]*》")
# A gloss behind a term, such as 추적(tracing).
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")

_MARKS = {
    "a full stop": ".。．",
    "a question mark": "?？",
    "an exclamation mark": "!！",
    "a colon": ":：",
    "an ellipsis": "…",
}
_ENDS = {mark: kind for kind, marks in _MARKS.items() for mark in marks}
_CLOSING = " )）]」』”’\"'*_"
# A sentence before a block ends with a colon in English; other languages end it as any sentence.
_ALSO_FITS = ("a colon", "a full stop")


def check_english(pair: Pair) -> Iterator[Finding]:
    """Find copies, long English runs (errors) and single English words (warnings)."""
    keep = pair.glossary.keep(pair.language)
    words = _english(pair.source.shown, keep)
    own = scripts_of(pair.language)
    if pair.text.raw == pair.source.raw:
        if words:
            yield error("copy", "the translation is the English text", _CURE)
        return
    if not own or "LATIN" in own or not words:
        return
    # A quotation may stay as it is, and so may a short gloss in brackets.
    quoteless = _QUOTED.sub(" ", pair.text.shown)
    shown = _BRACKETS.sub(lambda gloss: " " if len(_WORD.findall(gloss[0])) <= 6 else gloss[0], quoteless)
    left = _english(shown, keep)
    if len(words) > 1 and left and not any(script_of(c) in own for c in pair.text.shown if c.isalpha()):
        yield error("english", "no word of the translation is written in this language", _CURE)
    elif run := next((run for run in _RUN.findall(shown) if _is_english(run, keep)), ""):
        yield error("english", f"English is left: {quoted(run)}", _CURE)
    else:
        known = {word.lower() for word in words} - pair.names
        stray = [word for word in left if word in known and word.islower() and len(word) > 2]
        if stray:
            yield warning("english", f"{quoted(stray[0])} is English", _CURE)


def _is_english(run: str, keep: frozenset[str]) -> bool:
    """Whether words that follow each other are a piece of an English sentence, and no row of names."""
    plain = [word for word in _english(run, keep) if word.islower()]
    return len(plain) >= 3 and len(_WORD.findall(run)) >= 4


def _english(words: str, keep: frozenset[str]) -> list[str]:
    """The English words, without names, code-like words and words to keep."""
    found = _WORD.findall(_NAME.sub(" ", _NO_WORDS.sub(" ", words)))
    return [word for word in found if len(word) > 1 and word.lower() not in keep]


def check_ending(pair: Pair) -> Iterator[Finding]:
    """Warn of another kind of end mark, and of a length that no faithful translation has."""
    here, there = _end(pair.source.words), _end(pair.text.words)
    if here != there and (here, there) != _ALSO_FITS and pair.text.words:
        yield warning("end", f"the translation ends with {there}, the English sentence with {here}")
    width, wanted = columns(pair.text.shown), columns(pair.source.shown)
    if width > 2 * wanted + 24 or (width + 8) * 5 < wanted:
        yield warning("length", f"{width} columns wide, {wanted} in English", "is something missing or added?")


def _end(words: str) -> str:
    """The kind of the last mark, closing quotes and brackets aside."""
    return _ENDS.get(words.rstrip(_CLOSING)[-1:], "no mark")


def check_terms(pair: Pair) -> Iterator[Finding]:
    """Warn where the source uses a term and the translation none of its forms."""
    forms = pair.glossary.forms(pair.language)
    shown = pair.text.shown.lower()
    for term in dict.fromkeys(pair.glossary.uses(pair.source.shown)):
        allowed = forms.get(term, ())
        if allowed and not any(form.lower() in shown for form in allowed):
            wanted = " or ".join(allowed)
            yield warning("term", f"{term!r} is {wanted} in the glossary, and none of them is here")
