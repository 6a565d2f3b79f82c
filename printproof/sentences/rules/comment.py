"""Can a translated comment, docstring or label change the code it stands in? It holds words only, and no more lines."""

from collections.abc import Iterator

from printproof.findings import Finding
from printproof.sentences.rules.pair import Pair, error
from printproof.text import columns

WIDEST = 70
"""Columns of a comment without its ``# ``; a Hangul or Han character takes two."""


def check_comment(pair: Pair) -> Iterator[Finding]:
    """Refuse marks that end a comment or docstring, markup, and lines beyond those of the source."""
    if not pair.in_code:
        return
    source, text = pair.source.raw, pair.text.raw
    cure = "a comment holds words only"
    for mark, name in {"\\": "a backslash", '"': "a double quote", "'''": "three quotes"}.items():
        if text.count(mark) > source.count(mark):
            yield error("comment", f"{name} that the English comment has not", cure)
            return
    if pair.text.strong > pair.source.strong:
        yield error("comment", "emphasis in a comment would be shown as stars", cure)
    if text.count("\n") > source.count("\n"):
        yield error("comment", f"{text.count(chr(10)) + 1} lines, in English {source.count(chr(10)) + 1}")
    widest = max(WIDEST, *(columns(line) for line in source.split("\n")))
    for line in text.split("\n"):
        if columns(line) > widest:
            yield error("comment", f"{columns(line)} columns wide, at most {widest}", "say it in fewer words")
            return
