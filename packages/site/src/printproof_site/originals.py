"""What was a passage translated from? One small file per page says it, for the same page in every language."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

from printproof.html.page import Element
from printproof_base.findings import Finding, Place
from printproof_base.languages import endonym, segment, tag
from printproof_site import look
from printproof_site.pictures import is_alone

SUFFIX = ".original.js"
PASSAGES = (
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "th", "td", "dt", "dd", "figcaption", "caption"),
    *("legend", "label"),
)
"""Elements that hold a passage, where they hold no other of these: a list that is written loosely has it in a ``p``."""
APART = (
    *("strip", "highlight", "output", "other", "calls", "mode", "checked", "unchecked"),
    *("show", "offer", "bilingual", "elsewhere", "take"),
)
"""Classes of what holds no passage: code, outputs, and words of the theme."""
KEPT = ("class", "href", "lang", "src", "alt", "translate")
"""Attributes that an original keeps: no second id, no further stop of the keyboard, nothing that acts."""
PLAIN = {"section", "term"}
"""Classes of links that an original does without: the passage above it has them."""
LEFT_OUT = {"button", "input", "svg"}

Passages = dict[str, list[list[str]]]
"""By the id of the innermost section, the passages in their order, each with its tag and its HTML."""


def passages(page: Element) -> Passages:
    """The passages of the text of a built page.

    Sections tell them apart, so that a difference in one of them leaves the others paired.
    """
    found: Passages = {}
    for main in page.find("main"):
        _collect(found, main, "")
    return found


def _collect(found: Passages, element: Element, section: str) -> bool:
    """Take the passages at and below an element; whether there were any."""
    if set(APART).intersection(element.classes):
        return False
    if element.tag == "section":
        section = element.attributes.get("id", section)
    # A list, as each child has passages to take, also after the first that holds one.
    below = [_collect(found, child, section) for child in element.elements]
    if element.tag in PASSAGES and not any(below):
        bare = Element("", children=list(_bare(element)))
        found.setdefault(section, []).append([element.tag, bare.inner_html().strip()])
        return True
    return any(below)


def _bare(element: Element) -> Iterator[Element | str]:
    """What stands in an element, without what acts, what is hidden and what may stand once on a page."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif PLAIN.intersection(child.classes):
            yield from _bare(child)
        elif child.tag not in LEFT_OUT and "hidden" not in child.attributes and "headerlink" not in child.classes:
            given = {name: value for name, value in child.attributes.items() if name in KEPT}
            yield Element(child.tag, given, list(_bare(child)))


def write_originals(tree: Path, languages: Sequence[str], read: Callable[[Path], Passages]) -> list[Finding]:
    """Write, beside each page of the first language, what its passages say and the script that shows it.

    A section that has other passages in another language is a finding: none of it would have an original.
    Raises OSError.
    """
    found: list[Finding] = []
    first = tree / segment(languages[0])
    script = jsmin((look.FOLDER / "original.js").read_text(encoding="utf-8"))
    style = cssmin((look.FOLDER / "css" / "original.css").read_text(encoding="utf-8"))
    known = [PASSAGES, APART, tag(languages[0]), endonym(languages[0]), style]
    pages = [path for path in sorted(first.rglob("*.html")) if not is_alone(path.relative_to(tree).as_posix())]
    for path in pages if len(languages) > 1 else ():
        originals, name = read(path), path.relative_to(first).as_posix()
        for language in languages[1:]:
            here, there = f"{segment(language)}/{name}", f"{segment(languages[0])}/{name}"
            own = read(tree / here) if (tree / here).is_file() else originals
            found += _differences(originals, there, own, here)
        data = json.dumps([originals, *known], ensure_ascii=False, separators=(",", ":"))
        written = script.replace("ORIGINALS", data)
        path.with_name(path.name.removesuffix(".html") + SUFFIX).write_text(written, encoding="utf-8", newline="\n")
    return found


def _differences(originals: Passages, original: str, own: Passages, translated: str) -> Iterator[Finding]:
    """A finding for each section of a page that has other passages than its original."""
    for section in dict.fromkeys((*originals, *own)):
        wanted, got = ([tag for tag, _ in side.get(section, ())] for side in (originals, own))
        if wanted != got:
            fact = f"section {section!r} has the passages {' '.join(got)} where {original} has {' '.join(wanted)}"
            cure = "a translation has the passages of its original, in their order"
            yield Finding(Place(translated), "error", "passages", fact, cure)
