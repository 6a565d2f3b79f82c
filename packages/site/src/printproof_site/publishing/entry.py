"""What stands above the languages? The choice between them, and what hosts and search engines read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader

from printproof.html.page import Element, read_tree, rendered
from printproof.style.colours import colours
from printproof_base.languages import endonym, language_data, segment, size_in, tag
from printproof_catalogs.compile import own_words
from printproof_site import look
from printproof_site.formats.card import NAME as CARD
from printproof_site.formats.llms import FILE, Section, llms
from printproof_site.formats.llms import Entry as Listed
from printproof_site.lanes import Lane, lanes_of

ROOT_PAGE = "index.html"
TEMPLATES = look.FOLDER / "root"
ABSENT = "There is no page at this address."
HINT = "The start page lists every page and has a search."
OFFLINE = "To read offline: ZIP, {size}"
ALL_OFFLINE = "All languages, to read offline: ZIP, {size}"
BOOK = "As a book: {format}, {size}"

# Scripts and addresses are ours alone; 'unsafe-inline' is for the style attributes that figures carry. What lies in
# _static may be kept for a year, as Sphinx writes a checksum of each file into its address.
HEADERS = """\
/*
  Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=()
  Cross-Origin-Opener-Policy: same-origin

/*.md
  Content-Type: text/markdown; charset=utf-8

/*/llms.txt
  Content-Type: text/plain; charset=utf-8

/*/_static/*
  Cache-Control: public, max-age=31536000, immutable
"""


@dataclass(frozen=True)
class Offer:
    """A file that a reader can take, and the words that offer it."""

    href: str
    words: str


@dataclass(frozen=True)
class Entry:
    """One language as the root offers it: its name, its address, and what its start page says and shows.

    ``absent`` says in it that there is no page at an address, ``hint`` where to look, ``search`` what a field is for;
    ``style`` is how it is set.
    ``archives`` are the ways to take it along, ``course`` says how many lessons there are and how long they take.
    """

    name: str
    tag: str
    segment: str
    title: str
    description: str
    teasers: Sequence[Lane]
    absent: str
    hint: str
    search: str
    style: Mapping[str, Any]
    archives: Sequence[Offer] = ()
    course: str = ""


@dataclass(frozen=True)
class Archive:
    """The site as one file, an archive or a book.

    Its name, the language that it holds alone (empty for all), and its size in bytes.
    """

    name: str
    language: str
    size: int

    @property
    def kind(self) -> str:
        """Its format, as readers call it: ``EPUB``."""
        return Path(self.name).suffix[1:].upper()


def _offered(words: Mapping[str, str], language: str, message: str, archive: Archive) -> Offer:
    said = BOOK if archive.kind != "ZIP" else message
    return Offer(archive.name, words.get(said, said).format(format=archive.kind, size=size_in(language, archive.size)))


def _entry(site: Path, language: str, archives: Sequence[Archive] = ()) -> Entry:
    """The way into a language, read from its start page as it was built."""
    words = own_words(language)
    name, address, style = endonym(language), segment(language), language_data(language).get("style", {})
    page = read_tree(site / address / "index.html")
    head, teasers = rendered(page), list(lanes_of(page))
    absent, hint, search = (words.get(message, message) for message in (ABSENT, HINT, "Search"))
    offers = [_offered(words, language, OFFLINE, archive) for archive in archives if archive.language == language]
    lead, course = _opening(page, head.description)
    return Entry(name, tag(language), address, head.title, lead, teasers, absent, hint, search, style, offers, course)


def _opening(page: Element, description: str) -> tuple[str, str]:
    """What a start page says of itself, whole, and of its lessons; its description where it has no such sentence."""
    paragraphs = list(page.find("p"))
    place = next((place for place, one in enumerate(paragraphs) if "course" in one.classes), 0)
    return (paragraphs[place - 1].text, paragraphs[place].text) if place else (description, "")


def _llms(ways: Sequence[Entry], base: str) -> str:
    """The list for programs: where that of each language is, the first language's words above it."""
    sections = [Section(way.name, [Listed(way.title, f"{base}{way.segment}/{FILE}", way.description)]) for way in ways]
    return llms(ways[0].title, ways[0].description, sections)


def write_root(site: Path, languages: Sequence[str], pages: Sequence[str], base: str = "") -> None:
    """Write the files above the languages of a built site.

    ``languages`` are codes as in ``locales/``, the source language first; each is built below ``site`` in its
    segment. ``pages`` are the docnames that each has. With ``base``, the public address with a slash at its end,
    addresses are absolute and there is a sitemap; without it the site works under any address.
    """
    environment = _environment()
    prefix = urlsplit(base).path or "/"
    ways = [_entry(site, language) for language in languages]
    known = {
        "entries": ways,
        "base": base,
        "prefix": prefix,
        "pages": sorted(pages),
        "preview": _preview(site, languages, base),
    }
    for name in ("index.html", "404.html", "404.js", "robots.txt", *(("sitemap.xml",) if base else ())):
        (site / name).write_text(environment.get_template(name).render(known), encoding="utf-8", newline="\n")
    (site / FILE).write_text(_llms(ways, base), encoding="utf-8", newline="\n")
    (site / "_headers").write_text(HEADERS + _unframed(pages), encoding="utf-8", newline="\n")


def _unframed(pages: Sequence[str]) -> str:
    """What forbids others to show pages inside of their own: all but those of pictures, which are made for it.

    By a header of its own: hosts join two policies of one page, and the stricter one would hold.
    """
    firsts = sorted({page.partition("/")[0] for page in pages})
    return "".join(f"\n{path}\n  X-Frame-Options: DENY\n" for path in ("/", "/*/", *(f"/*/{one}*" for one in firsts)))


def root_page(site: Path, languages: Sequence[str], base: str = "", archives: Sequence[Archive] = ()) -> str:
    """The page that leads to the languages, and to the archives that stand beside it."""
    ways = [_entry(site, language, archives) for language in languages]
    first, words = languages[0], own_words(languages[0])
    whole = [_offered(words, first, ALL_OFFLINE, archive) for archive in archives if not archive.language]
    preview = _preview(site, languages, base)
    return _environment().get_template(ROOT_PAGE).render(entries=ways, base=base, whole=whole, preview=preview)


def _preview(site: Path, languages: Sequence[str], base: str) -> str:
    """The address of the picture of the first language, as its pages name it; empty where there is none."""
    drawn = f"{segment(languages[0])}/{CARD}"
    return base + drawn if base and (site / drawn).is_file() else ""


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, keep_trailing_newline=True
    )
    environment.globals |= {"light": colours(), "dark": colours(dark=True)}
    return environment
