"""The inline markup that a sentence may hold, and the parser that reads it.

The second wall and the checker read a translated sentence with the same parser, so they cannot disagree.
``sentence_parser()`` is that parser for the checker. The Sphinx glue passes its own MarkdownIt object
through ``read_sentences_with``, which makes it read inline text in the same way.
"""

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

TARGET_ROLES = frozenset(
    {"ref", "doc", "term", "numref", "eq", "func", "class", "meth", "attr", "mod", "data", "exc", "obj"}
)
"""Roles whose target, ``{ref}`title <target>```, is the same in every language; the title is translated."""

FIXED_ROLES = frozenset({"math", "kbd"})
"""Roles whose whole content is the same in every language."""

WORD_ROLES = frozenset({"abbr", "guilabel", "menuselection", "sub", "sup"})
"""Roles whose content is translated."""

ROLES = TARGET_ROLES | FIXED_ROLES | WORD_ROLES
"""Every role a translated sentence may hold. None of them reads a file, copies one or runs anything."""

COPYING = frozenset({"download", "nb-download", "raw", "include", "literalinclude"})
"""Roles that take a file into the site, or HTML into the page: no sentence holds them, whatever its source does."""

# The extensions of MyST whose marks the checker can then name in a finding; the pages enable fewer of them.
_NAMED = {"amsmath", "attrs_block", "colon_fence", "deflist", "dollarmath", "fieldlist", "substitution"}

_CJK = (
    (0x1100, 0x11FF),  # Hangul jamo
    (0x2E80, 0x9FFF),  # radicals, CJK punctuation, kana, Han
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul syllables
    (0xF900, 0xFAFF),
    (0xFF01, 0xFF60),  # full-width forms
    (0x20000, 0x3FFFF),
)


def is_cjk(character: str) -> bool:
    """Whether a character belongs to Chinese, Japanese or Korean text, its full-width marks included."""
    code = ord(character)
    return code >= _CJK[0][0] and any(first <= code <= last for first, last in _CJK)


def _is_punctuation(character: str) -> bool:
    """Punctuation in CommonMark's sense, save the marks of CJK text, which never stand between spaces."""
    return (isMdAsciiPunct(ord(character)) or isPunctChar(character)) and not is_cjk(character)


def _holds(inside: str, outside: str) -> bool:
    """Whether an emphasis may begin or end between a character inside it and one outside."""
    if isWhiteSpace(ord(inside)):
        return False
    parted = is_cjk(outside) or isWhiteSpace(ord(outside)) or _is_punctuation(outside)
    return parted or not _is_punctuation(inside)


class SentenceState(StateInline):
    """Inline state in which ``**상태(state)**는`` is bold: CJK text parts words by no space.

    CommonMark asks for a space or a mark outside a run of ``*`` that has a mark inside. Here a CJK character
    outside serves as well, and CJK marks inside count as letters. Text without CJK characters and runs of
    ``_`` are read as CommonMark reads them.
    """

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        """Whether the run of marks at ``start`` can open and can close an emphasis."""
        plain = super().scanDelims(start, canSplitWord)
        end = start + plain.length
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[end] if end < self.posMax else " "
        if not canSplitWord or not (is_cjk(before) or is_cjk(after)):
            return plain
        return Scanned(_holds(after, before), _holds(before, after), plain.length)


class SentenceInline(ParserInline):
    """The inline parser of sentences: the rules of another parser, read with ``SentenceState``."""

    def __init__(self, like: ParserInline) -> None:
        self.__dict__.update(like.__dict__)  # same rulers and terminators: plugins stay in force

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """The inline tokens of ``src``, appended to ``tokens``."""
        state = SentenceState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def read_sentences_with(markdown: MarkdownIt) -> MarkdownIt:
    """The same reader, which reads inline text as sentences are read from now on; nothing global is changed."""
    markdown.inline = SentenceInline(markdown.inline)
    return markdown


@lru_cache(maxsize=1)
def sentence_parser() -> MarkdownIt:
    """The one parser that every sentence of the checker goes through.

    It knows raw HTML, substitutions, directives and other blocks, so that the checker can name what a
    sentence must not hold; glue that renders reads inline text only and must ``.disable("html_inline")``.
    """
    settings = MdParserConfig(enable_extensions=_NAMED)
    return read_sentences_with(create_md_parser(settings, RendererHTML))
