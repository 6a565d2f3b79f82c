"""What was a paragraph translated from? One small file per page says it, for the same page in every language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

from rjsmin import jsmin

from printproof import theme
from printproof.html.page import VOID
from printproof.language import segment, tag

SCRIPT = theme.FOLDER / "original.js"
SUFFIX = ".original.js"
NOT_SAID = {"id", "tabindex"}  # attributes that may stand once on a page, or are the page's own


class _Paragraphs(HTMLParser):
    """The inner HTML of each paragraph without a class in the main element of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []
        self._in_main = self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a paragraph, or take an element in one as it is, without what only one element may say."""
        self._in_main = self._in_main or tag == "main"
        if self._open:
            kept = "".join(f' {name}="{_escaped(value)}"' for name, value in attrs if name not in NOT_SAID)
            self._take(f"<{tag}{kept}>")
        elif tag == "p" and self._in_main and "class" not in dict(attrs):
            self.found.append("")
            self._open = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that holds nothing."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close a paragraph, or an element in one."""
        self._in_main = self._in_main and tag != "main"
        if tag == "p":
            self._open = False
        elif tag not in VOID:
            self._take(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Take text."""
        self._take(data)

    def handle_entityref(self, name: str) -> None:
        """Take a sign that has a name."""
        self._take(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Take a sign that has a number."""
        self._take(f"&#{name};")

    def _take(self, text: str) -> None:
        if self._open:
            self.found[-1] += text


def _escaped(value: str | None) -> str:
    return (value or "").replace("&", "&amp;").replace('"', "&quot;")


def paragraphs(html: str) -> list[str]:
    """The paragraphs of a built page, as HTML, in their order."""
    reader = _Paragraphs()
    reader.feed(html)
    reader.close()
    return reader.found


def write_originals(tree: Path, languages: Sequence[str]) -> list[str]:
    """Write, beside each page of the first language, what its paragraphs say and the script that shows it.

    Gives a sentence for each page that has more or fewer paragraphs in another language: no paragraph of it would
    have an original.
    """
    wrong = []
    first = tree / segment(languages[0])
    script = jsmin(SCRIPT.read_text(encoding="utf-8"))
    for path in sorted(first.rglob("*.html")) if len(languages) > 1 else ():
        said, name = paragraphs(path.read_text(encoding="utf-8")), path.relative_to(first).as_posix()
        for language in languages[1:]:
            other = tree / segment(language) / name
            count = len(paragraphs(other.read_text(encoding="utf-8"))) if other.is_file() else len(said)
            if count != len(said):
                fact = f"{segment(language)}/{name}: has {count} paragraphs where {segment(languages[0])}/{name} has"
                wrong.append(f"{fact} {len(said)}; a translation is as many paragraphs as its original")
        given = json.dumps([said, tag(languages[0])], ensure_ascii=False, separators=(",", ":"))
        written = script.replace("(SAID)", f"(...{given})")
        path.with_name(path.name.removesuffix(".html") + SUFFIX).write_text(written, encoding="utf-8")
    return wrong
