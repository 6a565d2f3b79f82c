"""A language of accented, lengthened English: what a page shows without accents comes from no catalog."""

import re
from dataclasses import replace

from printproof_base.files import write_if_changed
from printproof_base.project import Project
from printproof_catalogs.sentences.rules.shape import WIDEST
from printproof_catalogs.update import read_language
from printproof_catalogs.writer import catalog_text, header_of

# What a pseudo-translation leaves alone: roles but for the title of a link, code, targets of links, tags, placeholders,
# formulas, footnotes.
_MARKUP = re.compile(
    r"\{(?:doc|ref)\}`(?=[^`]*\s<[^`<>]+>`)|\s<[^`<>]+>`|"
    r"\{[\w:+-]+\}`[^`]*`|`+[^`]*`+|\]\([^)]*\)|<[^>]*>|\{[^{}]*\}|\$[^$]*\$|\[\^[^\]]*\]|&\w+;|%\(\w+\)s|\\\w+"
)
_ACCENTED = str.maketrans("aceilnorsuyACEILNORSUY", "áçéíĺñóŕšúýÁÇÉÍĹÑÓŔŠÚÝ")
_WORD = 9
"""Letters of a word that a pseudo-translation adds."""


def fill_with_pseudo(project: Project, language: str) -> None:
    """Fill the catalogs of a language with lengthened, accented English, to find what was not extracted."""
    for place, catalog in read_language(project, language).items():
        filled = []
        for message in catalog.messages:
            # A comment in code keeps to its line.
            in_code = any(path.endswith(".py") for path in message.places)
            text = pseudo(message.msgid, WIDEST if in_code else 2 * len(message.msgid))
            filled.append(replace(message, texts=[text for _ in message.texts]))
        write_if_changed(place.path, catalog_text(header_of(language, catalog), filled))


def pseudo(text: str, longest: int = 10_000) -> str:
    """A text with accents, and half as long again where it has room; code, roles and links unchanged."""
    # A text without a word, or with an escaped letter, is no sentence.
    if not re.search(r"[A-Za-z]{2}", _MARKUP.sub("", text)) or re.search(r"\\[A-Za-z]", text):
        return text
    markup = _MARKUP.findall(text)
    words = [piece.translate(_ACCENTED) for piece in _MARKUP.split(text)]
    joined = "".join(word + mark for word, mark in zip(words, [*markup, ""], strict=True))
    end = len(joined) - joined.endswith((".", "?", "!", ":"))
    more = min(len(text) // 2, longest - len(joined) - 1)
    added = (f"{'ó' * _WORD} " * (more // _WORD + 1))[: max(more, 0)].strip()  # words, as a line breaks between them
    return f"{joined[:end]} {added}{joined[end:]}" if added else joined
