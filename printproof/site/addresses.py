"""Do the addresses in built pages lead where they should? Nothing from elsewhere, nothing that is not there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from printproof.html.page import Pages, Rendered
from printproof.language import segment, tag

CSS_FETCH = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:[a-z]+:)?//[^'\")]+)", re.IGNORECASE)


def foreign(address: str, page: Rendered) -> Iterator[str]:
    """What a page loads from elsewhere."""
    for url in page.loaded:
        parts = urlsplit(url)
        if parts.netloc or parts.scheme not in {"", "data"}:
            yield f"{address}: loads {url}; a page loads only what lies beside it"


def foreign_styles(tree: Path) -> Iterator[str]:
    """What the style sheets of a site load from elsewhere."""
    for path in sorted(tree.rglob("*.css")):
        for url in CSS_FETCH.findall(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(tree).as_posix()}: loads {url}; a page loads only what lies beside it"


def dead_links(tree: Path, pages: Pages, address: str, page: Rendered) -> Iterator[str]:
    """Links within the site that lead nowhere."""
    for url in dict.fromkeys([*page.links, *page.loaded]):
        parts = urlsplit(url)
        if parts.scheme or parts.netloc or parts.path.startswith("/"):
            continue
        target = resolved(address, parts.path)
        known = target in pages or (tree / target).is_file()
        if not known:
            yield f"{address}: links to {url}, and {target} is not there"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
            yield f"{address}: links to {url}, and {target} has no such place"


def resolved(address: str, path: str) -> str:
    """The address that a relative path leads to from a page."""
    if not path:
        return address
    target = posixpath.normpath(posixpath.join(posixpath.dirname(address), unquote(path)))
    return posixpath.join(target, "index.html") if path.endswith(("/", "..", ".")) else target


def one_sided(language: str, name: str, page: Rendered, by_language: Mapping[str, Pages]) -> Iterator[str]:
    """A page that names other languages names all that have it, itself included, and leads to them."""
    if not page.alternates:
        return
    here = f"{segment(language)}/{name}"
    holders = {tag(other): f"{segment(other)}/{name}" for other, pages in by_language.items() if name in pages}
    named = {hreflang: url for hreflang, url in page.alternates.items() if hreflang != "x-default"}
    if set(named) != set(holders) or "x-default" not in page.alternates:
        yield f"{here}: hreflang names {sorted(page.alternates)}; the page exists in {sorted(holders)}, and x-default"
    for hreflang, url in named.items():
        place = holders.get(hreflang, "")
        parts = urlsplit(url)
        right = parts.path.endswith(f"/{place}") if parts.netloc else resolved(here, parts.path) == place
        if place and not right:
            yield f"{here}: hreflang {hreflang} leads to {url}, and the page is {place}"
