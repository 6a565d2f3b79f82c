"""How do the pages of a book become one, which can be set in type? Read from its EPUB; each place keeps a name."""

import io
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from mimetypes import guess_type
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

from printproof.formats import xhtml
from printproof.html.page import Element, parse
from printproof_base.text import insert_joiners
from printproof_site.books import styles

INLINE = {"a", "b", "code", "em", "i", "mark", "samp", "small", "span", "strong", "sub", "sup"}
"""What stands in a line of text, and parts no passage."""

AS_IT_IS = {"pre", "svg", "math", "code", "samp"}
"""What holds text that is shown as it was written."""

CONTENTS = "nav.xhtml"
"""The page of an EPUB that holds its title and its table of contents."""

DOCUMENT = """<!DOCTYPE html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="author" content="{author}">
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def unpacked(epub: bytes) -> dict[str, bytes]:
    """The files of an EPUB by their names."""
    with ZipFile(io.BytesIO(epub)) as book:
        return {name: book.read(name) for name in book.namelist()}


def print_html(files: Mapping[str, bytes], languages: Iterable[str]) -> str:
    """The whole book as one page of HTML: title, contents, and each chapter below the heading of its part.

    ``languages`` are those of the site, whose words may stand in it.
    """
    spoken = next(parse(files[CONTENTS].decode()).find("html")).attributes["lang"]
    language = spoken.replace("-", "_")
    front, *chapters = (_body(files, name) for name in _read_names(files))
    parts = [front, *_with_parts(front, chapters)]
    name = next(front.find("h1")).text
    author = next((p.text for p in front.find("p")), "")
    for part in parts:
        _name_bookmarks(part)
        _set(part, language)
    body = "\n".join(xhtml.outer(part) for part in parts)
    facts = {"tag": spoken, "title": xhtml.text(name), "author": escape(author)}
    return DOCUMENT.format(**facts, style=styles.print_stylesheet(language, languages), body=body)


def place(name: str, id: str = "") -> str:
    """What the id of a page is called in the whole: each page has its own names."""
    stem = posixpath.splitext(name)[0].replace("/", ".")
    return f"{stem}--{id}" if id else stem


def _read_names(files: Mapping[str, bytes]) -> list[str]:
    """The pages in the order in which they are read; the first holds title and contents."""
    package = parse(files["content.opf"].decode())
    names = {item.attributes["id"]: unquote(item.attributes["href"]) for item in package.find("item")}
    return [names[item.attributes["idref"]] for item in package.find("itemref")]


def _body(files: Mapping[str, bytes], name: str) -> Element:
    """The text of a page under names that no other page has, its links among them, with its images in it."""
    body = next(parse(files[name].decode()).find("body"))
    for element in body.below():
        given = element.attributes
        # Of a namespace that HTML does not have.
        given.pop("epub:type", None)
        if "id" in given:
            given["id"] = place(name, given["id"])
        parts = urlsplit(given.get("href" if element.tag == "a" else "src", ""))
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), parts.path)) if parts.path else name
        if element.tag == "a" and "href" in given and not parts.scheme:
            given["href"] = f"#{place(target, parts.fragment)}"
        if element.tag == "img" and parts.path and not parts.scheme and target in files:
            given["src"] = f"data:{guess_type(target)[0]};base64,{b64encode(files[target]).decode()}"
        for key in ("href", "clip-path") if element.tag != "a" else ():  # within a drawing
            # An address within the drawing: href="#a", or clip-path="url(#a)".
            if key in given:
                given[key] = re.sub(r"^(#|url\(#)", rf"\g<1>{place(name)}--", given[key])
    return Element("section", {"class": "chapter", "id": place(name)}, body.children)


def _with_parts(contents: Element, chapters: Sequence[Element]) -> Iterator[Element]:
    """The chapters, the first of each part below its heading; the outline puts one that is of no part beside parts."""
    captions, within = {}, set()
    for item in contents.find("li"):
        caption = next((child for child in item.elements if child.tag == "span"), None)
        if caption is not None:
            places = [link.attributes["href"].removeprefix("#") for link in item.find("a")]
            captions[places[0]] = caption.text
            within.update(places)
    for chapter in chapters:
        name = chapter.attributes["id"]
        if name in captions:
            yield Element("section", {"class": "part"}, [Element("h1", {}, [captions[name]])])
        chapter.attributes["class"] += "" if name in within else " alone"
        yield chapter


def _name_bookmarks(part: Element) -> None:
    """Give headings their words as an attribute, for the outline, which shows no line and holds none together."""
    for heading in (element for element in part.below() if element.tag in {"h1", "h2"}):
        heading.attributes["data-words"] = " ".join(heading.text.split())


def _set(part: Element, language: str) -> None:
    """Name the fonts of drawings, which take none from their page, and hold lines together as the language wants."""
    for drawing in part.find("svg"):
        fonts = {"sans-serif": styles.fonts_of(language), "monospace": styles.mono_of(language)}
        for element in (drawing, *drawing.below()):
            given = element.attributes.get("font-family")
            if given in fonts:
                element.attributes["font-family"] = fonts[given]
    passage: list[tuple[Element, int, bool]] = []
    _hold(part, passage, language, whole=False)
    _join(passage, language)


def _hold(element: Element, passage: list[tuple[Element, int, bool]], language: str, whole: bool) -> None:
    """Gather the texts of each passage, each by its element and its number in it, and join them where it ends.

    Words in another language are a passage of their own.
    """
    for number, child in enumerate(element.children):
        if isinstance(child, str):
            passage.append((element, number, whole))
            continue
        own = child.attributes.get("lang", "").replace("-", "_") or language
        if child.tag in INLINE and own == language:
            _hold(child, passage, language, whole or child.tag in AS_IT_IS)
            continue
        _join(passage, language)
        if child.tag not in AS_IT_IS:
            _hold(child, passage, own, whole)
            _join(passage, own)


def _join(passage: list[tuple[Element, int, bool]], language: str) -> None:
    texts = [str(element.children[number]) for element, number, _ in passage]
    whole = {place for place, (_, _, as_it_is) in enumerate(passage) if as_it_is}
    for (element, number, _), held in zip(passage, insert_joiners(texts, whole, language, "paper"), strict=True):
        element.children[number] = held
    passage.clear()
