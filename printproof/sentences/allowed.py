"""What may a translation link to, show and calculate? What its English sentence does, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from printproof.sentences.markup import ROLES, WORD_ROLES
from printproof.sentences.sentence import role_target

if TYPE_CHECKING:
    from markdown_it.token import Token

FORMULAS = frozenset({"math_inline", "math_inline_double", "math_single"})
"""The kinds of tokens that are formulas."""


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
