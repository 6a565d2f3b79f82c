"""In which fonts and by which rules of style is a book shown, on a screen and on paper?"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from printproof.style.colours import in_colours
from printproof_base.languages import language_data, tag

FOLDER = Path(__file__).parent / "css"

CJK = re.compile(r'"Noto Sans CJK (\w+)"')
PLAIN = "KR"
"""The fonts of Noto CJK that languages without one of their own are set in, as one package has all of them.

Of these fonts the Korean ones alone have an apostrophe of Latin width.
"""


def screen_stylesheet(language: str) -> str:
    """The stylesheet of a book: small, without a colour that is lost on black or on paper of electronic ink."""
    rules: Mapping[str, object] = language_data(language).get("style", {}).get("text", {})
    own = "".join(f"  {name}: {value};\n" for name, value in rules.items() if not name.startswith("--"))
    return _stylesheet("book") + (f"body {{\n{own}}}\n" if own else "") + _emphasis_css(language)


def print_stylesheet(language: str, languages: Iterable[str]) -> str:
    """The stylesheet of paper, with the fonts of each language that stands in the book."""
    fonts = "".join(f'[lang="{tag(name)}"] {{ font-family: {fonts_of(name)}; }}\n' for name in dict.fromkeys(languages))
    mono = f"pre, code, samp {{ font-family: {mono_of(language)}; }}\n"
    own = f"html {{ font-family: {fonts_of(language)}; }}\n"
    return _stylesheet("paper") + own + fonts + mono + _emphasis_css(language)


def fonts_of(language: str) -> str:
    """The fonts that text in a language is set in."""
    return f'"Noto Sans CJK {_region(language)}", sans-serif'


def mono_of(language: str) -> str:
    """The fonts that code is set in, beside text in a language."""
    return f'"Noto Sans Mono CJK {_region(language)}", monospace'


def _region(language: str) -> str:
    found = CJK.search(language_data(language).get("style", {}).get("sans", ""))
    return found[1] if found else PLAIN


def _stylesheet(name: str) -> str:
    """A stylesheet of books by its name, below what all books have in common, its colours as they are."""
    parts = (FOLDER / f"{part}.css" for part in ("both", name))
    return in_colours("\n".join(part.read_text(encoding="utf-8") for part in parts))


def _emphasis_css(language: str) -> str:
    """The rule of emphasis: weight where no font has slanted characters."""
    slant = language_data(language).get("style", {}).get("text", {}).get("--slant")
    return "em, i, cite {\n  font-style: normal;\n  font-weight: bold;\n}\n" if slant == "normal" else ""
