"""What was a paragraph translated from? One small file per page says it, for the same page in every language."""

import json
from collections.abc import Sequence
from pathlib import Path

from rjsmin import jsmin

from printproof import theme
from printproof.findings import Finding, Place
from printproof.html.page import parse
from printproof.language import segment, tag

SUFFIX = ".original.js"
ONCE = ("id", "tabindex")
"""Attributes that may stand once on a page, or are the page's own."""


def paragraphs(html: str) -> list[str]:
    """The paragraphs of the text of a built page, those without a class, as HTML, in their order."""
    mains = parse(html).find("main")
    return [p.inner_html(without=ONCE) for main in mains for p in main.find("p") if "class" not in p.attributes]


def write_originals(tree: Path, languages: Sequence[str]) -> list[Finding]:
    """Write, beside each page of the first language, what its paragraphs say and the script that shows it.

    A page that has more or fewer paragraphs in another language is a finding: no paragraph of it would have an
    original. Raises OSError.
    """
    found = []
    first = tree / segment(languages[0])
    script = jsmin((theme.FOLDER / "original.js").read_text(encoding="utf-8"))
    for path in sorted(first.rglob("*.html")) if len(languages) > 1 else ():
        originals, name = paragraphs(path.read_text(encoding="utf-8")), path.relative_to(first).as_posix()
        for language in languages[1:]:
            found += _lengths(tree, f"{segment(languages[0])}/{name}", len(originals), f"{segment(language)}/{name}")
        data = json.dumps([originals, tag(languages[0])], ensure_ascii=False, separators=(",", ":"))
        written = script.replace("ORIGINALS", data)
        path.with_name(path.name.removesuffix(".html") + SUFFIX).write_text(written, encoding="utf-8")
    return found


def _lengths(tree: Path, original: str, wanted: int, translated: str) -> list[Finding]:
    """The finding that a page has other paragraphs than its original, where both exist."""
    path = tree / translated
    count = len(paragraphs(path.read_text(encoding="utf-8"))) if path.is_file() else wanted
    fact = f"has {count} paragraphs where {original} has {wanted}"
    cure = "a translation is as many paragraphs as its original"
    return [] if count == wanted else [Finding(Place(translated), "error", "paragraphs", fact, cure)]
