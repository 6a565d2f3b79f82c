"""A message taken apart: its words, and each thing in it that is no word and that its translation may hold, too."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from markdown_it.token import Token

from printproof_catalogs.sentences.markup import FIXED_ROLES, ROLES, TARGET_ROLES, WORD_ROLES, sentence_parser

CODE = "\ufffc"
"""Stands in ``words`` for a code span, a formula or a role that shows a name."""

TITLE = "\ufffb"
"""Stands in ``words`` for a role that shows the title of its target, in whichever language that is."""

FIXED_BLOCKS = frozenset({"fence", "colon_fence", "front_matter", "math_block", "amsmath", "myst_target"})
"""The kinds of blocks that hold no words, but code or what is done with it."""

FORMULAS = frozenset({"math_inline", "math_inline_double", "math_single"})
"""The kinds of tokens that are formulas."""

# The content of a role with a title of its own: {ref}`title <target>`.
_TITLED = re.compile(r"(.*?)\s*<([^<>]*)>\s*", re.DOTALL)


@dataclass(frozen=True)
class Sentence:
    """A message, taken apart.

    ``blocks`` are the kinds of its blocks: one paragraph for nearly every message. ``words`` is what a reader
    sees, with CODE for names and formulas and TITLE for titles found elsewhere; ``aside`` are words beside the
    text: alternative texts, titles of links. ``glued`` are pieces whose marks stand beside a
    letter, which not every reader takes for their end; ``reader`` is the language of marks that it was read in.
    """

    raw: str
    blocks: tuple[str, ...] = ()
    words: str = ""
    aside: str = ""
    codes: tuple[str, ...] = ()
    roles: tuple[tuple[str, str], ...] = ()
    links: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    footnotes: tuple[str, ...] = ()
    substitutions: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    html: tuple[str, ...] = ()
    strong: int = 0
    glued: tuple[str, ...] = ()
    reader: str = "markdown"

    @property
    def shown(self) -> str:
        """All words a reader meets."""
        return f"{self.words} {self.aside}" if self.aside else self.words


# The English of a message is read once for all its languages.
@lru_cache(maxsize=4096)
def read_sentence(text: str) -> Sentence:
    """A message of a page, taken apart as the pages read it."""
    blocks = sentence_parser().parse(text, {})
    inline = [child for block in blocks if block.type == "inline" for child in block.children or ()]
    return Sentence(
        raw=text,
        blocks=tuple(b.type.removesuffix("_open") for b in blocks if b.type != "inline" and b.nesting >= 0),
        words=" ".join("".join(map(_shown, block.children or ())) for block in blocks if block.type == "inline"),
        aside=" ".join(filter(None, (_aside(token) for token in inline))),
        codes=_contents(inline, "code_inline"),
        roles=tuple((t.meta["name"], role_target(t.meta["name"], t.content)) for t in _of(inline, "myst_role")),
        links=tuple(str(token.attrs["href"]) for token in _of(inline, "link_open")),
        images=tuple(str(token.attrs["src"]) for token in _of(inline, "image")),
        formulas=_contents(inline, *FORMULAS),
        footnotes=tuple(t.meta["label"] for t in _of(inline, "footnote_ref", "footnote_anchor")),
        substitutions=_contents(inline, "substitution_inline"),
        html=_contents([*inline, *blocks], "html_inline", "html_block"),
        fixed=tuple(b.content for b in blocks if b.type in FIXED_BLOCKS),
        strong=sum(token.type in {"strong_open", "em_open"} for token in inline),
    )


def plain_sentence(text: str) -> Sentence:
    """A message that is shown as it stands, without markup."""
    return Sentence(raw=text, blocks=("paragraph",), words=text, reader="plain")


def literal_sentence(text: str) -> Sentence:
    """A message that is a block of code, of which comments are translated; no mark in it is markup."""
    return Sentence(raw=text, blocks=("literal",), words=text, reader="rst")


def role_target(name: str, content: str) -> str:
    """The part of a role that is the same in every language."""
    if name in WORD_ROLES:
        return ""
    titled = _TITLED.fullmatch(content) if name not in FIXED_ROLES else None
    return titled[2] if titled else content


def _of(tokens: Iterable[Token], *kinds: str) -> list[Token]:
    return [token for token in tokens if token.type in kinds]


def _contents(tokens: Iterable[Token], *kinds: str) -> tuple[str, ...]:
    return tuple(token.content for token in _of(tokens, *kinds))


def _shown(token: Token) -> str:
    """The words of one inline token."""
    if token.type == "text":
        return token.content
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    if token.type == "myst_role":
        return _role_words(token.meta["name"], token.content)
    return CODE if token.type in {*FORMULAS, "code_inline", "substitution_inline"} else ""


def _role_words(name: str, content: str) -> str:
    """The words a role shows, CODE where it shows a name, TITLE where it shows a title found elsewhere."""
    titled = _TITLED.fullmatch(content)
    if name in TARGET_ROLES and titled:
        return titled[1]
    if name in {"ref", "doc", "numref"}:
        return TITLE
    return CODE if name in FIXED_ROLES | TARGET_ROLES - {"term"} else content


def _aside(token: Token) -> str:
    """The words of a token that stand beside the text."""
    if token.type == "image":
        return " ".join([token.content, str(token.attrs.get("title", ""))]).strip()
    return str(token.attrs.get("title", "")) if token.type == "link_open" else ""


@dataclass(frozen=True)
class Allowed:
    """The targets of links, the images, formulas, footnotes and roles of one or more sentences."""

    links: frozenset[str]
    images: frozenset[str]
    formulas: frozenset[str]
    footnotes: frozenset[str]
    roles: frozenset[tuple[str, str]]
    targets: frozenset[tuple[str, str]]

    def role(self, name: str, content: str) -> bool:
        """Whether a role may stand in the translation: as it is in English, or with the same target."""
        if name in WORD_ROLES or (name, content) in self.roles:
            return True
        if name == "term":  # Sphinx itself compares terms; a translated glossary has other names
            return any(known == name for known, _ in self.targets)
        return name in ROLES and (name, role_target(name, content)) in self.targets


def allowed_by(tokens: Iterable[Token]) -> Allowed:
    """What the tokens of English sentences allow."""
    inline = [child for token in tokens for child in token.children or ()]
    roles = [(token.meta["name"], token.content) for token in inline if token.type == "myst_role"]
    return Allowed(
        links=frozenset(str(token.attrs["href"]) for token in inline if token.type == "link_open"),
        images=frozenset(str(token.attrs["src"]) for token in inline if token.type == "image"),
        formulas=frozenset(token.content for token in inline if token.type in FORMULAS),
        footnotes=frozenset(str(token.meta["label"]) for token in inline if token.type == "footnote_ref"),
        roles=frozenset(roles),
        targets=frozenset((name, role_target(name, content)) for name, content in roles),
    )
