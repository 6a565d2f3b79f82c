"""Texts in which a page has another name: what named the page names it still, wherever either is."""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import NoReturn
from urllib.parse import quote, unquote

from printproof_base.project import MARKUP, Project
from printproof_catalogs.catalog import CatalogError
from printproof_catalogs.references import (
    DATA,
    ENTRY,
    NAMES_PAGES,
    OPAQUE,
    Part,
    Reference,
    foreign_parts,
    parts_of,
    parts_of_sentence,
    replaced,
)

# A target that is no address: with what MyST may put before it, and the place on the page behind it.
_TARGET = re.compile(r"(?P<scheme>(?:project|path):)?(?P<path>[^#:?]+)(?P<place>#.*)?")
# A string of JSON as it is written: found in this order, they are the strings that the parser of JSON gives.
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Renamed:
    """A renamed page: how texts that name it, or stand on it, are to be written.

    ``renames`` are all files that have another name, also those that were renamed by hand.
    """

    project: Project
    old: str
    new: str
    renames: Mapping[Path, Path]

    def page(self, text: str, path: Path) -> str:
        """The text of a page, or of another Markdown file. Raises CatalogError where no rewriting would be right."""
        return self._rewritten(text, path, parts_of)

    def sentence(self, text: str, path: Path) -> str:
        """A text of a page within one of its blocks. Raises CatalogError as `page` does."""
        # Most sentences name nothing, and there are thousands.
        return self._rewritten(text, path, parts_of_sentence) if "](" in text or "{" in text or "<" in text else text

    def other(self, text: str, path: Path) -> None:
        """A document in another markup, which is only read. Raises CatalogError where it names what is renamed."""
        parts = list(parts_of(text) if path.suffix == ".ipynb" else foreign_parts("rst", text))
        for part in parts:
            if isinstance(part, Reference) and self._target(part, path, parts) != part.target:
                self._refuse(path, part.start)

    def settings(self, text: str, path: Path) -> None:
        """A module of settings. Raises CatalogError where it names the page; a word without a slash may be any word."""
        for number, line in enumerate(text.split("\n")):
            if "/" in self.old and re.search(rf"[\"']/?{re.escape(self.old)}(?:\.md|\.html)?[\"']", line):
                self._refuse(path, number)

    def data(self, text: str, path: Path) -> str:
        """The text of a JSON file, with the docname renamed wherever it is the whole of a text or of a key.

        A word without a slash is a docname where all that stands beside it are.
        """
        try:
            pairs = json.loads(text, object_pairs_hook=tuple)
        except ValueError:  # whoever reads it says so
            return text
        renamed = iter([self._word(word, beside) for word, beside in _strings(pairs, [""])])
        return _LITERAL.sub(lambda found: new if (new := next(renamed)) else found[0], text)

    def claims(self, text: str, path: Path) -> str:
        """The table of claims, with the docname renamed in its first column and before the ``#`` of a proof."""
        return re.sub(rf"(?m)^{re.escape(self.old)}(?=,)|(?<=[, ]){re.escape(self.old)}(?=#)", self.new, text)

    def _word(self, word: str, beside: Collection[str]) -> str:
        """The new docname as JSON, where a word that stands beside others is the old one; else empty."""
        are_pages = (other == self.old or self.project.page(other).is_file() for other in beside)
        return json.dumps(self.new) if word == self.old and ("/" in word or all(are_pages)) else ""

    def _rewritten(self, text: str, path: Path, parts_of: Callable[[str], Iterable[Part]]) -> str:
        before = list(parts_of(text))
        named = [(part, self._target(part, path, before)) for part in before if isinstance(part, Reference)]
        changed = [(part, target) for part, target in named if target != part.target]
        if not changed:
            return text
        for part, target in changed:
            if part.kind == OPAQUE or not target:
                self._refuse(path, part.start)
        after = replaced(text, changed)
        expected = iter([target for _, target in named])
        wanted = [replace(part, target=next(expected)) if isinstance(part, Reference) else part for part in before]
        # The parser has the last word: all is named as it should be, and nothing else has changed.
        for should, found in zip_longest(map(_plain, wanted), map(_plain, parts_of(after))):
            if should != found:
                self._refuse(path, (should or found)[0])
        return after

    def _refuse(self, path: Path, line: int) -> NoReturn:
        fact = f"this line depends on the name of {self.old}, and cannot be rewritten"
        cure = "write it as a link of Markdown, or take it out for now, and move again"
        raise CatalogError.at(self.project.shown(path), fact, cure, line=line + 1)

    def _target(self, part: Reference, path: Path, parts: Collection[Part]) -> str:
        """A target on a page, written from where that page will be; it is read from where the page is now."""
        if part.kind == DATA:
            beside = [one.target for one in parts if isinstance(one, Reference) and one.start == part.start]
            return self.new if self._word(part.target, beside) else part.target
        if part.kind == ENTRY and re.search(r"[*?[]", part.target):
            return self._pattern(part.target, path)
        match = _TARGET.fullmatch(part.target)
        return self._address(match, path, part.kind in NAMES_PAGES) if match else part.target

    def _address(self, match: re.Match[str], path: Path, may_be_page: bool) -> str:
        """The address of a page or file; as it is where it leads to none, or leads there still."""
        docs, bare = self.project.docs, unquote(match["path"])
        absolute = bare.startswith("/")
        here = self.renames.get(path, path).parent
        named = os.path.normpath(os.path.join(docs if absolute else path.parent, bare.lstrip("/")))
        ends = ("", *MARKUP) if may_be_page else ("",)
        end = next((end for end in ends if self._is_file(Path(f"{named}{end}"))), None)
        known = Path(f"{named}{end}")
        if end is None or (known not in self.renames and (absolute or here == path.parent)):
            return match[0]
        goal = str(self.renames.get(known, known)).removesuffix(end)
        moved = Path(os.path.relpath(goal, docs if absolute else here)).as_posix()
        written = quote(moved) if "%" in match["path"] else moved
        return f"{match['scheme'] or ''}{'/' if absolute else ''}{written}{match['place'] or ''}"

    def _is_file(self, path: Path) -> bool:
        # Not Path.is_file, which raises where a sentence is longer than a name may be.
        return path in self.renames or os.path.isfile(path)

    def _pattern(self, target: str, path: Path) -> str:
        """A pattern of names in a table of contents; empty where it would list other pages than before."""
        here = self.renames.get(path, path).parent
        same = self._lists(target, path.parent, self.old) == self._lists(target, here, self.new)
        return target if same and (here == path.parent or target.startswith("/")) else ""

    def _lists(self, target: str, folder: Path, docname: str) -> bool:
        """Whether a pattern on a page in a folder lists another page."""
        pattern = target if target.startswith("/") else f"/{os.path.relpath(folder / target, self.project.docs)}"
        return PurePosixPath("/", docname).match(pattern)


def _plain(part: Part) -> tuple[int, int | str, str]:
    """A part as it is compared: the parser quotes some addresses."""
    return (part.start, part.kind, unquote(part.target)) if isinstance(part, Reference) else part


def _strings(value: object, beside: Collection[str]) -> Iterator[tuple[str, Collection[str]]]:
    """The texts of JSON in their order, each with those that stand beside it: keys of an object, or items of a list.

    An object is a tuple of pairs.
    """
    if isinstance(value, str):
        yield value, beside
    elif isinstance(value, tuple):
        keys = [key for key, _ in value]
        for key, item in value:
            yield key, keys
            yield from _strings(item, [""])  # a text alone says nothing of what it is
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, [item if isinstance(item, str) else "" for item in value])
