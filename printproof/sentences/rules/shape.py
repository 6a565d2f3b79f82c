"""A translation is one paragraph, as its source is: no block, no raw HTML, no mark for other tools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printproof.scripts.comments import TOOL
from printproof.scripts.promise import is_heading
from printproof.sentences.rules.fault import Fault, error, quoted
from printproof.sentences.rules.pair import Pair

_SHAPES = {
    "front_matter": "front matter",
    "fence": "a directive or code block",
    "colon_fence": "a directive",
    "code_block": "an indented block",
    "html_block": "raw HTML",
    "hr": "a rule",
    "heading": "a heading",
    "blockquote": "a quotation block",
    "bullet_list": "a list",
    "ordered_list": "a numbered list",
    "table": "a table",
    "myst_target": "a target",
    "myst_line_comment": "a comment",
    "myst_block_break": "a block break",
    "footnote_block": "a footnote",
    "footnote_reference": "a footnote",
    "substitution_block": "a substitution",
    "math_block": "a formula block",
    "math_block_label": "a formula block",
    "amsmath": "a formula block",
    "dl": "a definition list",
    "field_list": "a field list",
    "attrs_block": "an attribute block",
}
_MARK = re.compile(r"#\s*(?:noqa|nosec|type:|pragma\b|pylint:|mypy:|ruff:|fmt:|isort:)", re.IGNORECASE)
_TAG = re.compile(r"<(?=[a-z/!?])|\bon[a-z]{3,}\s*=\s*\S", re.IGNORECASE)
_ALLOWED = {"paragraph", "bullet_list", "ordered_list", "list_item", "heading", "dl", "dt", "dd"}


def check_shape(pair: Pair) -> Iterator[Fault]:
    """Refuse a translation that is read as anything but the text its source is."""
    source, text = pair.source, pair.text
    if text.raw != text.raw.strip() and source.raw == source.raw.strip():
        yield error("shape", "the translation begins or ends with a blank; remove it, or run: make fix")
    odd = [kind for kind in text.blocks if kind not in _ALLOWED or kind not in source.blocks]
    odd = [kind for kind in odd if kind != "paragraph"]
    if odd and not text.html:
        yield error("shape", f"the translation is read as {_SHAPES.get(odd[0], odd[0])}; write one plain paragraph")
    elif text.blocks != source.blocks and not text.html:
        said = f"the translation has {len(text.blocks)} paragraphs, only the first would be shown"
        if len(text.blocks) <= 1:
            said = "the translation is not read as the text its source is"
        yield error("shape", f"{said}; write one paragraph without a blank line")
    if "\n" in text.raw and text.raw.count("\n") > source.raw.count("\n"):
        yield error("shape", "a line break inside the translation; write it as one line of text")
    yield from _marks(pair)
    yield from _html(pair)


def _marks(pair: Pair) -> Iterator[Fault]:
    """Refuse marks that would silence another tool."""
    found = _MARK.search(pair.text.words)
    if found and not _MARK.search(pair.source.words):
        yield error("mark", f"{quoted(found[0].strip())} would speak to a tool, not to a reader; remove it")
    elif pair.in_code and _orders(pair.text.raw) and not _orders(pair.source.raw):
        yield error("mark", "the comment would be read as an order to a tool or as a promise; say it in words")


def _orders(words: str) -> bool:
    """Whether words are more than words once they stand behind a ``#``."""
    return bool(TOOL.match(f"# {words.strip()}")) or is_heading(words.strip())


def _html(pair: Pair) -> Iterator[Fault]:
    """Refuse raw HTML, closed or not, and in plain words each mark HTML is made of."""
    if pair.text.html:
        yield error("html", f"raw HTML: {quoted(pair.text.html[0].strip())}; write words and inline markup only")
    elif len(_TAG.findall(pair.text.shown)) > len(_TAG.findall(pair.source.shown)):
        yield error("html", "what looks like raw HTML; write words and inline markup only")
    elif pair.plain and any(pair.text.raw.count(c) != pair.source.raw.count(c) for c in "<>&"):
        yield error("html", "'<', '>' and '&' must be those of the English sentence")
