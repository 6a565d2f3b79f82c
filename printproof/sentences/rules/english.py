"""A translation is translated: it is no copy of its source and leaves no English behind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printproof.sentences.rules.characters import script_of, scripts_of
from printproof.sentences.rules.fault import Fault, error, quoted, warning
from printproof.sentences.rules.pair import Pair

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*")
_RUN = re.compile(r"[A-Za-z][A-Za-z’'-]*(?:[,;:]?\s+[A-Za-z][A-Za-z’'-]*)+")
_NAME = re.compile(r"[A-Za-z_]\w*\(\)|\S*(?:[A-Za-z][._/@:\d]+[A-Za-z]|\d[A-Za-z]|[A-Za-z]\d)[\w./@:-]*")
_NO_WORDS = re.compile(r"\{[^{}]*\}|\\[A-Za-z]+|%\(\w+\)s")
_QUOTED = re.compile(r"“[^“”]*”|「[^「」]*」|《[^《》]*》")
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_CURE = "translate it, or add the name to the glossary with keep = yes"


def check_english(pair: Pair) -> Iterator[Fault]:
    """Find copies, long English runs (errors) and single English words (warnings)."""
    keep = pair.glossary.keep(pair.language)
    words = _english(pair.source.shown, keep)
    own = scripts_of(pair.language)
    if pair.text.raw == pair.source.raw:
        if words:
            yield error("copy", f"the translation is the English text; {_CURE}")
        return
    if not own or "LATIN" in own or not words:
        return
    written = any(script_of(c) in own for c in pair.text.shown if c.isalpha())
    left = _english(_without_asides(pair.text.shown), keep)
    if not written and len(words) > 1 and left:
        yield error("english", f"no word of the translation is written in this language; {_CURE}")
        return
    for run in _RUN.finditer(_without_asides(pair.text.shown)):
        plain = [word for word in _english(run[0], keep) if word.islower()]
        if len(plain) >= 3 and len(_WORD.findall(run[0])) >= 4:
            yield error("english", f"English is left: {quoted(run[0])}; {_CURE}")
            return
    known = {word.lower() for word in words}
    stray = [w for w in left if w.lower() in known - pair.names and w.islower() and len(w) > 2]
    if stray:
        yield warning("english", f"{quoted(stray[0])} is English; {_CURE}")


def _english(words: str, keep: frozenset[str]) -> list[str]:
    """Find English words, without names, code-like words and words to keep."""
    found = _WORD.findall(_NAME.sub(" ", _NO_WORDS.sub(" ", words)))
    return [word for word in found if len(word) > 1 and word.lower() not in keep]


def _without_asides(words: str) -> str:
    """Leave out quotations, and short glosses in brackets such as 추적(tracing)."""
    return _BRACKETS.sub(lambda m: " " if len(_WORD.findall(m[0])) <= 6 else m[0], _QUOTED.sub(" ", words))
