"""Rules for shape: one paragraph of bounded size as the source is; no block, no raw HTML, no markup shown as text.

Where it stands in code, it holds words only and no more lines, so that it cannot change what it stands in.
"""

import re
from collections.abc import Iterator

from printproof_base.comments import TOOL, is_heading
from printproof_base.findings import Finding
from printproof_base.text import columns
from printproof_catalogs.sentences.rules.pair import Pair, error, missing_and_added, quoted, warning
from printproof_catalogs.sentences.sentence import FIXED_BLOCKS

LONGEST = 8_000
"""Characters of the longest message or translation that is parsed."""

MOST_MARKS = 200
"""How often a mark may stand in a message: brackets take time that grows with their square."""

MARKS = '[]()<>`*_$\\{}&!|~"'

WIDEST = 70
"""Columns of a comment without its ``# ``; a Hangul or Han character takes two."""

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

# A comment such as "# noqa" silences a linter, wherever it stands.
_TO_TOOL = re.compile(r"#\s*(?:noqa|nosec|type:|pragma\b|pylint:|mypy:|ruff:|fmt:|isort:)", re.IGNORECASE)
# The parser finds raw HTML that is well formed; a browser also acts upon a tag or handler that is left open.
_TAG = re.compile(r"<(?=[a-z/!?])|\bon[a-z]{3,}\s*=\s*\S", re.IGNORECASE)
# A tag, or what may be one that is left open.
_PIECE = re.compile(r"<[^<>]*>|<[^<>]*")
# The parts of it that are for readers, and so differ in a translation: alt and title, and the words of a comment.
_SPOKEN = re.compile(r"\b(alt|title)=(?:\"[^\"<>&]*\"|'[^'<>&]*')|(?<=<!)(--)[^<>]+--(?=>)")
# What is left of *, ** and _ once the parser has taken those that emphasise: snake_case and __init__ are names.
_EMPHASIS = re.compile(r"\*|__|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
_DUNDER = re.compile(r"(?<!\w)__\w+__(?!\w)")
# Each pattern meets shown words only, so that whatever it finds was meant as markup and failed.
_LEFTOVER = (
    ("markup", re.compile(r"[`｀´]"), "a backtick that closes nothing"),
    ("role", re.compile(r"\{[\w:+-]+\}\s?[`｀]"), "a role that is not closed"),
    ("link", re.compile(r"\]\s?\(|\)\s?\[|\]\s?\[|\]\s?（"), "a link that is read as text"),
    ("markup", re.compile(r"(?<![\w\])])\[[^\]]{1,80}\](?!\w)"), "brackets that no link follows"),
    ("markup", re.compile(r":\w+:`|`_\b|\.\. \w+::|\|\w+\|_"), "markup of another language"),
    ("markup", re.compile(r"^:::|^```|~~~"), "a fence"),
    ("substitution", re.compile(r"\{\{|\}\}|\{%"), "a substitution"),
)


def check_size(msgid: str, text: str) -> Iterator[Finding]:
    """Refuse, before anything is parsed, what is too long or holds more marks than any sentence needs."""
    if len(msgid) > LONGEST:
        yield error("size", f"the English text has {len(msgid):,} characters", f"a message has at most {LONGEST:,}")
        return
    most = min(LONGEST, 200 + 8 * len(msgid))
    if len(text) > most:
        yield error("size", f"{len(text):,} characters for {len(msgid):,} English ones", f"at most {most:,}")
        return
    for mark in MARKS:
        if msgid.count(mark) > MOST_MARKS:
            yield error("size", f"the English text has {mark!r} more than {MOST_MARKS} times")
            return
        if text.count(mark) > 20 + 2 * msgid.count(mark):
            fact = f"{text.count(mark):,} times {mark!r}; the English sentence has {msgid.count(mark):,}"
            yield error("size", fact, "copy its marks, no more")
            return


def check_shape(pair: Pair) -> Iterator[Finding]:
    """Refuse a translation that is read as anything but the text its source is."""
    source, text = pair.source, pair.text
    added = _tags(pair)[1]
    if text.raw != text.raw.strip() and source.raw == source.raw.strip():
        say = error if text.raw[:1].isspace() else warning  # a blank at the end is nothing that readers see
        yield say("shape", "the translation begins or ends with a blank", "remove it, or run: printproof i18n fix")
    elif not added:
        yield from _blocks(pair)
    if "\n" in text.raw and text.raw.count("\n") > source.raw.count("\n"):
        say = warning if text.reader == "rst" else error  # docutils joins the lines of a paragraph
        yield say("shape", "a line break inside the translation", "write it as one line of text")
    yield from _orders(pair)
    yield from _html(pair, added)


def _blocks(pair: Pair) -> Iterator[Finding]:
    """Refuse any block that is no paragraph, and more paragraphs than the source has."""
    source, text = pair.source.blocks, pair.text.blocks
    odd = [kind for kind in text if kind != "paragraph" and kind not in source]
    if not odd and pair.text.fixed != pair.source.fixed:
        odd = [kind for kind in text if kind in FIXED_BLOCKS]
    if odd:
        fact = f"the translation is read as {_SHAPES.get(odd[0], odd[0])}"
        yield error("shape", fact, "write one plain paragraph")
    elif text != source and not (pair.text.reader == "rst" and len(text) == len(source)):
        fact = f"the translation has {len(text)} paragraphs, only the first would be shown"
        if len(text) <= 1:
            fact = "the translation is not read as the text its source is"
        yield error("shape", fact, "write one paragraph without a blank line")


def _orders(pair: Pair) -> Iterator[Finding]:
    """Refuse words that would silence another tool, or be taken for a promise."""
    found = _TO_TOOL.search(pair.text.words)
    if found and not _TO_TOOL.search(pair.source.words):
        yield error("mark", f"{quoted(found[0].strip())} would speak to a tool, not to a reader", "remove it")
    elif pair.in_code and _is_order(pair.text.raw) and not _is_order(pair.source.raw):
        yield error("mark", "the comment would be read as an order to a tool or as a promise", "say it in words")


def _is_order(words: str) -> bool:
    """Whether words are more than words once they stand behind a ``#``."""
    return bool(TOOL.match(f"# {words.strip()}")) or is_heading(words.strip())


def _html(pair: Pair, added: list[str]) -> Iterator[Finding]:
    """Refuse raw HTML that English has not, closed or not, and in plain words each mark HTML is made of."""
    cure = "write words and inline markup only"
    if added:
        yield error("html", f"raw HTML that is not in the English sentence: {quoted(added[0])}", cure)
    elif missing := _tags(pair)[0]:
        yield error(
            "markup", f"the tag {quoted(missing[0])} is in the English sentence but not here", "copy it unchanged"
        )
    elif len(_TAG.findall(pair.text.shown)) > len(_TAG.findall(pair.source.shown)):
        yield error("html", "what looks like raw HTML", cure)
    elif pair.text.reader == "plain" and any(pair.text.raw.count(c) != pair.source.raw.count(c) for c in "<>&"):
        yield error("html", "'<', '>' and '&' must be those of the English sentence")


def _tags(pair: Pair) -> tuple[list[str], list[str]]:
    """The tags that a translation lacks, and what it adds; the words of an alternative text or a title are free."""
    here, there = (
        tuple(_SPOKEN.sub(r"\1\2=", piece) for part in sentence.html for piece in _PIECE.findall(part))
        for sentence in (pair.source, pair.text)
    )
    return missing_and_added(here, there)


def check_leftovers(pair: Pair) -> Iterator[Finding]:
    """Refuse marks that end up on the page as they were typed, unless the source shows them, too."""
    source, text = pair.source, pair.text
    here, there = source.shown, text.shown
    if text.reader == "rst":  # a name such as __init__ is no emphasis there
        here, there = _DUNDER.sub("", here), _DUNDER.sub("", there)
    if len(_EMPHASIS.findall(there)) > len(_EMPHASIS.findall(here)):
        cure = "put * or ** beside letters, marks and brackets outside"
        yield error("emphasis", "emphasis is not balanced, its marks would be shown", cure)
    elif source.strong != text.strong and text.reader != "plain":
        yield warning("emphasis", f"{text.strong} emphasised pieces, in English {source.strong}")
    for piece in text.glued[: not source.glued]:
        fact = f"{quoted(piece)}: a letter stands beside the marks, so that they would be shown"
        yield error("markup", fact, r"put a blank there, or a backslash and a blank to show none")
    for rule, pattern, what in _LEFTOVER:
        found = pattern.findall(text.shown)
        more = len(found) > len(pattern.findall(source.shown))
        # A mark that English shows as often has only come to stand where it looks like markup.
        if more and text.shown.count(found[0][:1]) > source.shown.count(found[0][:1]):
            yield error(rule, f"{what} would be shown to the reader", "compare with the English sentence")
            return


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
