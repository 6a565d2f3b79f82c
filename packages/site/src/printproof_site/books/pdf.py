"""How is a book set in type? By WeasyPrint, from one page of HTML; what it complains of makes no book.

Weighed against printing from Chromium: WeasyPrint writes the page numbers of a table of contents, which a browser
cannot know before it has printed, bookmarks and leaders; it comes as a locked package, needs no browser, and gives the
same bytes each time. A browser would break Korean lines between words by itself; here ``paper`` does.
"""

import logging
import sys
from collections.abc import Iterable, Iterator
from logging.handlers import BufferingHandler

from printproof_base.findings import Finding, Place, ReportedError
from printproof_base.project import ProjectError
from printproof_site.books.paper import print_html, unpacked

LOCK = "locks/requirements-books.txt"
NO_FONT = ".notdef glyph"
OF_FONTS = (NO_FONT, "Too many glyphs missing")
"""How WeasyPrint begins to speak of characters that no font has; only the first names one."""

FONTS = "install the fonts Noto Sans CJK, such as: apt-get install fonts-noto-cjk"


class PaperError(ReportedError):
    """A book that cannot be set in type as it should be."""


def require_renderer() -> None:
    """Raises ProjectError where WeasyPrint or the libraries it calls are not installed."""
    try:
        import weasyprint  # noqa: F401
    except ImportError:
        raise ProjectError.at(LOCK, "WeasyPrint is not installed", f"python -m pip install -r {LOCK}") from None
    except OSError as error:
        cure = "install it, such as: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        raise ProjectError.at("Pango", f"cannot be loaded: {error}".partition("\n")[0], cure) from None


def render_pdf(epub: bytes, name: str, languages: Iterable[str]) -> bytes:
    """An EPUB as the bytes of a PDF. ``name`` is what reports call it, ``languages`` those of the site.

    Raises PaperError where a character has no font, a link no place, or WeasyPrint does not know a rule of style.
    """
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    page = print_html(unpacked(epub), languages)
    logger, kept = logging.getLogger("weasyprint"), BufferingHandler(sys.maxsize)
    kept.setLevel(logging.WARNING)
    logger.addHandler(kept)
    try:  # what stands in the page is all that it may show: nothing is fetched
        pdf: bytes = HTML(string=page, url_fetcher=URLFetcher(allowed_protocols={"data"})).write_pdf(pdf_tags=True)
    finally:
        logger.removeHandler(kept)
    if findings := list(_findings(name, [complaint.getMessage() for complaint in kept.buffer])):
        raise PaperError(*findings)
    return pdf


def _findings(name: str, complaints: Iterable[str]) -> Iterator[Finding]:
    """One for all characters without a font, as one cure helps them all, and one for each other complaint."""
    messages = list(dict.fromkeys(complaints))
    lacking = [message.rpartition(": ")[2] for message in messages if message.startswith(NO_FONT)]
    if lacking:
        more = f" and {len(lacking) - 1} more" if lacking[1:] else ""
        yield Finding(Place(name), "error", "fonts", f"no font has the character {lacking[0]}{more}", FONTS)
    for message in messages:
        if not message.startswith(OF_FONTS):
            yield Finding(Place(name), "error", "paper", message)
