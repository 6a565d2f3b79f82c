"""Which characters does nobody see, and how are they named?"""

import unicodedata

UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories nobody can see: control, bidi and zero-width, private use, surrogates, unassigned."""

BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufffd")
"""Characters of other categories that show nothing, and the mark of a lost character."""


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing where it stands, or moves the text around it."""
    return unicodedata.category(character) in UNSEEN or character in BLANK


def name_of(character: str) -> str:
    """A character by its number and name, so that one can look it up."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"
