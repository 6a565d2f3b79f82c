"""How is the guide read without a network? As archives of all languages and of each, of the verified tree; as books.

All stand above the languages: what holds a language, its folder, is what goes into its archive, so none holds another.
"""

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from printproof_base.archives import pack
from printproof_base.languages import between, endonym, segment, size_in
from printproof_site.formats.card import NAME as CARD
from printproof_site.originals import SUFFIX
from printproof_site.publishing.entry import Archive, root_page
from printproof_site.publishing.shelf import Book

NAME = "site"
"""The name of an archive of all languages; that of Korean is ``site-ko``. Each unpacks into a folder of its name."""

ENTRY = "index.html"
HOST = "index.html#"
"""The page above the languages, with a fragment: there archives are offered, and no archive has them."""

# Written by our own templates, each on a line of its own; all other bytes stay as they are.
ALTERNATE = re.compile(r'<link rel="alternate" hreflang=[^>]*>\n?')
SWITCH = re.compile(r'<nav class="languages".*?</nav>\n?', re.DOTALL)


def write_archives(site: Path, languages: Sequence[str], address: str, day: int) -> list[Archive]:
    """Write the archives of a verified site beside its languages: that of all, then one of each where there are more.

    ``day`` is the moment that every file in them bears, in seconds since 1970, so that the same site gives the same
    bytes. ``address`` is where the site is published, empty where that is not known. Raises OSError.
    """
    files = {path.relative_to(site).as_posix(): path for path in _held(site, languages)}
    archives = []
    for chosen in (languages, *([one] for one in languages if len(languages) > 1)):
        name = NAME if len(chosen) == len(languages) else f"{NAME}-{segment(chosen[0])}"
        away = [segment(one) for one in languages if one not in chosen]
        path, entry = site / f"{name}.zip", root_page(site, chosen).encode()
        # Each file is read when it is packed: together they are half a gigabyte in a large book.
        unpacked = (
            (f"{name}/{inside}", entry if inside == ENTRY else _alone(files[inside], inside, away, address))
            for inside in sorted([ENTRY, *_inside(files, away)])
        )
        pack(path, unpacked, datetime.fromtimestamp(day, UTC))
        archives.append(Archive(path.name, chosen[0] if len(chosen) == 1 else "", path.stat().st_size))
    return archives


def _held(site: Path, languages: Sequence[str]) -> Iterator[Path]:
    """The files of the languages; what stands above them is for hosts, and a preview for those who see a link."""
    for language in languages:
        files = (path for path in (site / segment(language)).rglob("*") if path.is_file())
        yield from (path for path in files if not path.name.endswith(CARD))


def _inside(files: Iterable[str], away: Sequence[str]) -> Iterator[str]:
    """What an archive without some languages holds: of those alone the originals, which translations show."""
    return (name for name in files if not away or name.endswith(SUFFIX) == (name.partition("/")[0] in away))


def _alone(path: Path, name: str, away: Sequence[str], address: str) -> bytes:
    """A file as it stands in an archive without some languages."""
    content = path.read_bytes()
    return page_alone(content.decode(), name, away, address).encode() if name.endswith(".html") else content


def page_alone(html: str, name: str, away: Sequence[str], address: str) -> str:
    """A page as it stands in an archive without the languages ``away``.

    What leads out of the archive leads to the published site instead; where there is none it is removed: the choice
    of language and the way to archives whole, of any other link the address, so that its words stay.
    """
    up = "../" * name.count("/")
    folders = "|".join(map(re.escape, [HOST, *(f"{folder}/" for folder in away)]))
    out = rf'href="{re.escape(up)}((?:{folders})[^"]*)"'
    if away:
        html = ALTERNATE.sub("", html)
    if address:
        return re.sub(out, lambda found: f'href="{address}{found[1]}"', html)
    if away:
        html = SWITCH.sub("", html)
    html = re.sub(rf'<li><a href="{re.escape(up + HOST)}[^>]*>.*?</li>\n?', "", html, flags=re.DOTALL)
    return re.sub(f" {out}", "", html)


def place_books(tree: Path, books: Sequence[Book]) -> list[Archive]:
    """Put books beside the languages of a tree, each named on the start page of its language. Raises OSError."""
    placed = []
    for book in books:
        shutil.copyfile(book.path, tree / book.path.name)
        placed.append(Archive(book.path.name, book.language, book.path.stat().st_size))
        _name_book(tree / segment(book.language) / "index.html", placed[-1])
    return placed


def _name_book(page: Path, book: Archive) -> None:
    """Name a book in the menu of a page, before the way to the archives; a page without one names none."""
    note = between(book.language).join([endonym(book.language), size_in(book.language, book.size)])
    archives = f'<li><a href="../{HOST}'
    line = f'<li><a href="../{book.name}" download>{book.kind}</a> {note}</li>\n'
    html = page.read_text(encoding="utf-8")
    page.write_text(html.replace(archives, line + archives, 1), encoding="utf-8", newline="\n")
