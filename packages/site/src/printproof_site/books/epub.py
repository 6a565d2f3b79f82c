"""How are the pages of a book packed? As EPUB 3: a title, a table of contents, the pages, and a list of all of them."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from urllib.parse import quote
from xml.etree import ElementTree

from printproof.formats import xhtml
from printproof_base.archives import packed
from printproof_base.findings import Finding, Place
from printproof_base.languages import needs_of
from printproof_site.books.book import Book, Chapters
from printproof_site.books.pages import SUFFIX, Page
from printproof_site.books.sheets import sheet

TITLE, CONTENTS, STYLE = "book/title.xhtml", "book/contents.xhtml", "book/book.css"
MIMETYPE, CONTAINER, PACKAGE = "mimetype", "META-INF/container.xml", "book.opf"

TYPES = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}
"""What every reader of books shows, by the ends of names."""

METADATA = """<meta property="dcterms:modified">{modified}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
"""


@dataclass(frozen=True)
class _Item:
    """A file of the book: its name, its content, its properties, and whether it is one of the pages to read."""

    name: str
    content: str | bytes
    properties: str = ""
    is_read: bool = True


def files_of(book: Book, pages: Mapping[str, Page], images: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """The files of the book by their names, in their order: ``pages`` by docname, ``images`` by name."""
    items = list(_items(book, pages, images))
    heads = {MIMETYPE: "application/epub+zip", CONTAINER: _container(), PACKAGE: _package(book, items)}
    return {**heads, **{item.name: item.content for item in items}}


def check_images(names: Iterable[str]) -> Iterator[Finding]:
    """A finding for each image of a kind that a reader of books need not show."""
    for name in names:
        if _end(name) not in TYPES:
            fact, cure = "readers of books show no image of this kind", "save it as SVG, PNG, JPEG, GIF or WebP"
            yield Finding(Place(name), "error", "image", fact, cure)


def _end(name: str) -> str:
    return posixpath.splitext(name)[1].lower()


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """The files as one: the same files give the same bytes, at any time and on any machine."""
    return packed(files, as_they_are={MIMETYPE})  # it says first what this is


def _items(book: Book, pages: Mapping[str, Page], images: Mapping[str, bytes]) -> Iterator[_Item]:
    yield _Item(TITLE, xhtml.page(book.title, book.tag, _way(TITLE, STYLE), _title(book)))
    yield _Item(CONTENTS, xhtml.page(book.contents, book.tag, _way(CONTENTS, STYLE), _contents(book, pages)), "nav")
    for docname in book.docnames:
        page, name = pages[docname], f"{docname}{SUFFIX}"
        drawn = "svg" if page.has_drawing else ""
        yield _Item(name, xhtml.page(page.title or book.title, book.tag, _way(name, STYLE), page.body), drawn)
    for name in sorted(images):
        yield _Item(name, images[name], is_read=False)
    yield _Item(STYLE, style_of(book.language), is_read=False)


def _way(start: str, name: str) -> str:
    """The address of a file from another one, quoted as addresses are."""
    return quote(posixpath.relpath(name, posixpath.dirname(start) or "."))


def style_of(language: str) -> str:
    """The style sheet of a book: small, without a colour that is lost on black or on paper of electronic ink."""
    rules: Mapping[str, object] = needs_of(language).get("style", {}).get("text", {})
    own = "".join(f"  {name}: {value};\n" for name, value in rules.items() if not name.startswith("--"))
    return sheet("book") + (f"body {{\n{own}}}\n" if own else "") + stress_of(language)


def stress_of(language: str) -> str:
    """The rule of emphasis: weight where no font has slanted characters."""
    slant = needs_of(language).get("style", {}).get("text", {}).get("--slant")
    return "em, i, cite {\n  font-style: normal;\n  font-weight: bold;\n}\n" if slant == "normal" else ""


def _title(book: Book) -> str:
    notes = "".join(f"<p>{xhtml.text(note)}</p>\n" for note in (book.author, *book.notes, book.rights) if note)
    site = f'<p><a href="{escape(book.address)}">{escape(book.address)}</a></p>\n' if book.address else ""
    return f'<section class="title" id="title">\n<h1>{xhtml.text(book.title)}</h1>\n{notes}{site}</section>'


def _contents(book: Book, pages: Mapping[str, Page]) -> str:
    parts = "\n".join(_part(part, pages) for part in book.parts)
    heading = f"<h1>{xhtml.text(book.contents)}</h1>"
    return f'<nav epub:type="toc" class="contents" id="contents">\n{heading}\n<ol>\n{parts}\n</ol>\n</nav>'


def _part(part: Chapters, pages: Mapping[str, Page]) -> str:
    """The lines of a part: its caption above its pages, or the pages alone."""
    lines = "\n".join(_chapter(pages[docname]) for docname in part.docnames)
    if not part.caption:
        return lines
    return f"<li><span>{xhtml.text(part.caption)}</span>\n<ol>\n{lines}\n</ol></li>"


def _chapter(page: Page) -> str:
    place = escape(_way(CONTENTS, f"{page.docname}{SUFFIX}"))
    below = "".join(f'<li><a href="{place}#{escape(id)}">{xhtml.text(name)}</a></li>\n' for id, name in page.sections)
    sections = f"\n<ol>\n{below}</ol>" if below else ""
    return f'<li><a href="{place}">{xhtml.text(page.title or page.docname)}</a>{sections}</li>'


def _container() -> str:
    """Where in the book its package is."""
    root = ElementTree.Element("container", version="1.0", xmlns="urn:oasis:names:tc:opendocument:xmlns:container")
    files = ElementTree.SubElement(root, "rootfiles")
    ElementTree.SubElement(files, "rootfile", {"full-path": PACKAGE, "media-type": "application/oebps-package+xml"})
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def _package(book: Book, items: Sequence[_Item]) -> str:
    facts = {"title": book.title, "language": book.tag, "creator": book.author, "rights": book.rights}
    elements = "".join(f"<dc:{name}>{xhtml.text(value)}</dc:{name}>\n" for name, value in facts.items() if value)
    metadata = elements + METADATA.format(modified=xhtml.text(book.modified))
    names = {item.name: f"f{number}" for item, number in zip(items, count(1), strict=False)}
    files = "\n".join(_entry(item, names[item.name]) for item in items)
    spine = "\n".join(f'<itemref idref="{names[item.name]}" />' for item in items if item.is_read)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{escape(book.tag)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{book.identifier}</dc:identifier>
{metadata}</metadata>
<manifest>
{files}
</manifest>
<spine>
{spine}
</spine>
</package>
"""


def _entry(item: _Item, name: str) -> str:
    kind = TYPES.get(_end(item.name), "application/octet-stream")
    properties = f' properties="{item.properties}"' if item.properties else ""
    return f'<item id="{name}" href="{escape(quote(item.name))}" media-type="{kind}"{properties} />'
