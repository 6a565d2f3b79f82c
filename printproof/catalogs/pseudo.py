"""A language that nobody speaks: English that shows at a glance what was translated and what was not."""

from __future__ import annotations

import re

_KEPT = re.compile(
    r"\{[\w:+-]+\}`[^`]*`|`+[^`]*`+|\]\([^)]*\)|<[^>]*>|\{[^{}]*\}|\$[^$]*\$|\[\^[^\]]*\]|&\w+;|%\(\w+\)s|\\\w+"
)
WORD = 9  # letters of an added word
_ACCENTED = str.maketrans("aceilnorsuyACEILNORSUY", "áçéíĺñóŕšúýÁÇÉÍĹÑÓŔŠÚÝ")


def pseudo(text: str, longest: int = 10_000) -> str:
    """Give a text with accents, and half as long again where it has room; code, roles and links unchanged."""
    if not re.search(r"[A-Za-z]{2}", _KEPT.sub("", text)) or re.search(r"\\[A-Za-z]", text):
        return text
    kept = _KEPT.findall(text)
    words = [piece.translate(_ACCENTED) for piece in _KEPT.split(text)]
    joined = "".join(word + keep for word, keep in zip(words, [*kept, ""], strict=True))
    end = re.search(r"[.?!:]?$", joined)
    cut = end.start() if end else len(joined)
    more = min(len(text) // 2, longest - len(joined) - 1)
    added = (f"{'ó' * WORD} " * (more // WORD + 1))[: max(more, 0)].strip()  # words, as a line breaks between them
    return f"{joined[:cut]} {added}{joined[cut:]}" if added else joined
