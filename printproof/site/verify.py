"""Is a built site the same lesson in every language? Compared in its HTML, as readers get it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from printproof.html.page import Pages, Rendered, read_rendered
from printproof.language import segment
from printproof.scripts.tokens import code_tokens
from printproof.site.addresses import dead_links, foreign, foreign_styles, one_sided

STRAY = re.compile(r"\*\*|`")
AROUND = 30  # characters shown on both sides of a stray mark

Key = TypeVar("Key")


def verify(tree: Path, languages: Sequence[str], whole: bool = True) -> list[str]:
    """Compare the languages of a built site; gives a sentence for each thing that does not hold.

    The first language is what the others are compared with. Every language has the same pages, and each page
    the same ids, outputs and code tokens; no page shows stray marks, loads anything from elsewhere, links to
    what is not there or names languages that do not name it. A part of a site is read without the addresses in it
    that lead to the rest.
    """
    pages = {path.relative_to(tree).as_posix(): read_rendered(path) for path in sorted(tree.rglob("*.html"))}
    by_language = {language: _below(pages, segment(language)) for language in languages}
    found = [*_compared(by_language, languages)]
    for address, page in pages.items():
        found += [*_stray(address, page), *foreign(address, page)]
        found += dead_links(tree, pages, address, page) if whole else []
    for language, own in by_language.items() if whole else ():
        found += [sentence for name, page in own.items() for sentence in one_sided(language, name, page, by_language)]
    return [*found, *foreign_styles(tree)]


def _below(pages: Pages, folder: str) -> dict[str, Rendered]:
    return {name.removeprefix(f"{folder}/"): page for name, page in pages.items() if name.startswith(f"{folder}/")}


def _compared(by_language: Mapping[str, Pages], languages: Sequence[str]) -> Iterator[str]:
    """What differs between the first language and each other one."""
    first = languages[0]
    names = sorted({name for pages in by_language.values() for name in pages})
    for language in languages:
        missing = [name for name in names if name not in by_language[language]]
        if missing:
            holders = [other for other in languages if missing[0] in by_language[other]]
            fact = f"{segment(language)}/{missing[0]} is missing, and {segment(holders[0])}/{missing[0]} exists"
            yield f"{fact} ({len(missing)} of {len(names)} pages)"
        for name in names:
            if language != first and name in by_language[language] and name in by_language[first]:
                here, there = f"{segment(language)}/{name}", f"{segment(first)}/{name}"
                yield from _differences(here, by_language[language][name], there, by_language[first][name])
    if not names:
        yield "no page was built"


def _differences(here: str, page: Rendered, there: str, other: Rendered) -> Iterator[str]:
    if page.ids != other.ids:
        odd = next((pair for pair in zip(page.ids, other.ids, strict=False) if pair[0] != pair[1]), None)
        fact = f"the id {odd[0]!r} stands where {there} has {odd[1]!r}" if odd else f"has other ids than {there}"
        yield f"{here}: {fact}; a translation may not add, drop or move a place"
    if page.outputs != other.outputs:
        cell, mode = _odd(page.outputs, other.outputs)
        yield f"{here}: cell '{cell}' shows another output ({mode}) than {there}; outputs are never translated"
    tokens = {cell: code_tokens(code) for cell, code in page.code.items()}
    same = {cell: code_tokens(code) for cell, code in other.code.items()}
    if tokens != same:
        yield f"{here}: cell '{_odd(tokens, same)}' shows other code than {there}; only comments may be translated"


def _odd(left: Mapping[Key, object], right: Mapping[Key, object]) -> Key:
    """The first key at which two mappings differ."""
    return next(key for key in [*left, *right] if left.get(key) != right.get(key))


def _stray(address: str, page: Rendered) -> Iterator[str]:
    text = " ".join("".join(page.words).split())
    found = STRAY.search(text)
    if found:
        near = text[max(0, found.start() - AROUND) : found.end() + AROUND]
        yield f"{address}: readers see a stray {found[0]} in {near!r}; correct the sentence"
