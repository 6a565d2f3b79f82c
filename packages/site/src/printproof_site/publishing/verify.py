"""Is a built site the same lesson in every language, and does each address lead where it should?

Compared in its HTML, as readers get it.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from printproof.html.page import Pages, Rendered, read_page
from printproof.scripts.comments import code_tokens
from printproof_base.findings import Finding, Place
from printproof_base.languages import segment, tag
from printproof_site.pictures import is_alone
from printproof_site.publishing.notebooks import notebook_findings

# A mark of Markdown that reached readers: CommonMark leaves ** alone between a Hangul or Han letter and a mark.
STRAY = re.compile(r"\*\*|`")
AROUND = 30  # characters shown on both sides of a stray mark

# What a style sheet fetches, by url() or @import, where the address names a host; data: has no two slashes.
CSS_FETCH = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:[a-z]+:)?//[^'\")]+)", re.IGNORECASE)
NOT_FOREIGN = "a page loads only what lies beside it"

Key = TypeVar("Key")


def verify(
    tree: Path, languages: Sequence[str], whole: bool = True, read: Callable[[Path], Rendered] = read_page
) -> list[Finding]:
    """A finding for each thing that does not hold in a built site.

    The first language is what the others are compared with. Every language has the same pages, and each page
    the same ids, outputs and code tokens; a notebook has the code of its page. No page shows stray marks, loads
    anything from elsewhere, links to what is not there or names languages that do not name it. The page of a picture
    leads to where the picture stands. No two files have one name where systems do not tell letters by case. A part of a
    site, which is not ``whole``, is read without the addresses in it that lead to the rest.
    """
    pages = {path.relative_to(tree).as_posix(): read(path) for path in sorted(tree.rglob("*.html"))}
    folders = {language: f"{segment(language)}/" for language in languages}
    by_language = {
        language: {name.removeprefix(folder): page for name, page in pages.items() if name.startswith(folder)}
        for language, folder in folders.items()
    }
    found = [*_compared(by_language, languages)]
    for address, page in pages.items():
        found += [*_stray(address, page), *_foreign(address, page)]
        found += _dead_links(tree, pages, address, page) if whole else []
        found += _alone(pages, address, page) if is_alone(address) else []
    for language, own in by_language.items() if whole else ():
        found += [finding for name, page in own.items() for finding in _one_sided(language, name, page, by_language)]
    return [*found, *_twins(tree), *_foreign_styles(tree), *notebook_findings(tree, pages)]


def _finding(rule: str, address: str, fact: str, cure: str = "") -> Finding:
    return Finding(Place(address), "error", rule, fact, cure)


def _compared(by_language: Mapping[str, Pages], languages: Sequence[str]) -> Iterator[Finding]:
    """What differs between the first language and each other one."""
    first = languages[0]
    names = sorted({name for pages in by_language.values() for name in pages})
    for language in languages:
        missing = [name for name in names if name not in by_language[language]]
        if missing:
            holder = next(other for other in languages if missing[0] in by_language[other])
            fact = f"is missing, and {segment(holder)}/{missing[0]} exists ({len(missing)} of {len(names)} pages)"
            yield _finding("missing-page", f"{segment(language)}/{missing[0]}", fact)
        for name in names:
            if language != first and name in by_language[language] and name in by_language[first]:
                here, there = f"{segment(language)}/{name}", f"{segment(first)}/{name}"
                yield from _differences(here, by_language[language][name], there, by_language[first][name])
    if not names:
        yield _finding("missing-page", "", "no page was built")


def _differences(here: str, page: Rendered, there: str, other: Rendered) -> Iterator[Finding]:
    if page.ids != other.ids:
        odd = next((pair for pair in zip(page.ids, other.ids, strict=False) if pair[0] != pair[1]), None)
        fact = f"the id {odd[0]!r} stands where {there} has {odd[1]!r}" if odd else f"has other ids than {there}"
        yield _finding("ids", here, fact, "a translation may not add, drop or move a place")
    if page.outputs != other.outputs:
        cell, mode = _odd(page.outputs, other.outputs)
        fact = f"cell '{cell}' shows another output ({mode}) than {there}"
        yield _finding("outputs", here, fact, "outputs are never translated")
    tokens = {cell: code_tokens(code) for cell, code in page.code.items()}
    same = {cell: code_tokens(code) for cell, code in other.code.items()}
    if tokens != same:
        fact = f"cell '{_odd(tokens, same)}' shows other code than {there}"
        yield _finding("code", here, fact, "only comments may be translated")


def _odd(left: Mapping[Key, object], right: Mapping[Key, object]) -> Key:
    """The first key at which two mappings differ."""
    return next(key for key in [*left, *right] if left.get(key) != right.get(key))


def _stray(address: str, page: Rendered) -> Iterator[Finding]:
    text = " ".join("".join(page.words).split())
    found = STRAY.search(text)
    if found:
        near = text[max(0, found.start() - AROUND) : found.end() + AROUND]
        yield _finding("stray-mark", address, f"readers see a stray {found[0]} in {near!r}", "correct the sentence")


def _foreign(address: str, page: Rendered) -> Iterator[Finding]:
    """What a page loads from elsewhere."""
    for url in page.loaded:
        parts = urlsplit(url)
        if parts.netloc or parts.scheme not in {"", "data"}:
            yield _finding("foreign", address, f"loads {url}", NOT_FOREIGN)


def _alone(pages: Pages, address: str, page: Rendered) -> Iterator[Finding]:
    """A picture on a page of its own leads to the place on the page that it was taken from."""
    leads = [urlsplit(url) for url in page.links]
    if not any(_resolved(address, one.path) in pages and one.fragment.startswith("calls-") for one in leads):
        yield _finding("picture", address, "leads to no picture of a lesson", "build the site anew")


def _twins(tree: Path) -> Iterator[Finding]:
    """Files that are one on macOS and Windows, where a reader unpacks an archive or an author builds the site."""
    known: dict[str, str] = {}
    for name in sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()):
        other = known.setdefault(name.casefold(), name)
        if other != name:
            yield _finding("twins", name, f"differs from {other} by case alone", "give one of them another name")


def _foreign_styles(tree: Path) -> Iterator[Finding]:
    """What the style sheets of a site load from elsewhere."""
    for path in sorted(tree.rglob("*.css")):
        for url in CSS_FETCH.findall(path.read_text(encoding="utf-8")):
            yield _finding("foreign", path.relative_to(tree).as_posix(), f"loads {url}", NOT_FOREIGN)


def _dead_links(tree: Path, pages: Pages, address: str, page: Rendered) -> Iterator[Finding]:
    """Links within the site that lead nowhere."""
    for url in dict.fromkeys([*page.links, *page.loaded]):
        parts = urlsplit(url)
        if parts.scheme or parts.netloc or parts.path.startswith("/"):
            continue
        target = _resolved(address, parts.path)
        known = target in pages or (tree / target).is_file()
        if not known:
            yield _finding("dead-link", address, f"links to {url}, and {target} is not there")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
            yield _finding("dead-link", address, f"links to {url}, and {target} has no such place")


def _resolved(address: str, path: str) -> str:
    """The address that a relative path leads to from a page."""
    if not path:
        return address
    # normpath takes off the slash at the end, by which an address says that it is a folder.
    target = posixpath.normpath(posixpath.join(posixpath.dirname(address), unquote(path)))
    return posixpath.join(target, "index.html") if path.endswith(("/", "..", ".")) else target


def _one_sided(language: str, name: str, page: Rendered, by_language: Mapping[str, Pages]) -> Iterator[Finding]:
    """A page that names other languages names all that have it, itself included, and leads to them."""
    if not page.alternates:
        return
    here = f"{segment(language)}/{name}"
    holders = {tag(other): f"{segment(other)}/{name}" for other, pages in by_language.items() if name in pages}
    named = {hreflang: url for hreflang, url in page.alternates.items() if hreflang != "x-default"}
    if set(named) != set(holders) or "x-default" not in page.alternates:
        fact = f"hreflang names {sorted(page.alternates)}"
        yield _finding("hreflang", here, fact, f"the page exists in {sorted(holders)}, and x-default")
    for hreflang, url in named.items():
        place = holders.get(hreflang, "")
        parts = urlsplit(url)
        right = parts.path.endswith(f"/{place}") if parts.netloc else _resolved(here, parts.path) == place
        if place and not right:
            yield _finding("hreflang", here, f"hreflang {hreflang} leads to {url}, and the page is {place}")
