"""Which documents of two trees are versions of each other? By their names, else by their code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path, PurePosixPath

from printproof_base.findings import Finding
from printproof_converter.code_cells import KINDS, Document, DocumentError, is_script_of_cells, read_document
from printproof_converter.drift import Drift, Pair, align, measure
from printproof_converter.forms import forms_of

# The folder of a language, such as en, ko or zh_CN.
_LANGUAGE = re.compile(r"[a-z]{2}(?:[_-][A-Za-z]{2,4})?$")
# What is hidden, built, or of others: copies of documents would be compared with themselves.
_SKIPPED = re.compile(r"\.|_(?:build|static|sources)$|node_modules$")
RENAMED = 0.5  # the share of lines that two documents with different names have in common at least
FEWEST = 3  # lines in common; fewer are what any two documents share, such as imports


@dataclass(frozen=True)
class Versions:
    """A document on both sides; None where one side has no such document. ``name`` is that of its source."""

    name: str
    source: Document | None
    target: Document | None
    renamed: str = ""

    @property
    def has_python(self) -> bool:
        """True where a side shows a piece of Python; code of another language is not compared."""
        return any(side.cells for side in (self.source, self.target) if side)

    @cached_property
    def pairs(self) -> list[Pair]:
        """Its pieces of code on both sides; none where one side is missing."""
        return align(self.source.cells, self.target.cells) if self.source and self.target else []

    @cached_property
    def drift(self) -> Drift:
        """How far its code has moved."""
        return measure(self.pairs)


@dataclass(frozen=True)
class Trees:
    """All documents with code of two trees, in the order of their names, and why others cannot be read."""

    documents: list[Versions]
    unreadable: list[Finding]


@dataclass
class _Side:
    """The documents of one tree by their name, those of other suffixes beside them; None for one without code."""

    known: dict[str, dict[str, Document]] = field(default_factory=dict)
    wrong: dict[str, list[Finding]] = field(default_factory=dict)

    def read(self, name: str, path: Path) -> None:
        """Take a document, or why it cannot be read."""
        try:
            document = read_document(path)
        except DocumentError as error:
            self.wrong.setdefault(name, []).extend(error.findings)
            return
        if document.cells or document.others:
            self.known.setdefault(name, {})[path.suffix] = document


def compare_trees(source: Path, target: Path, language: str = "") -> Trees:
    """The documents of two folders, or of two files, each with its version on the other side.

    They are joined by their path without suffix and without a language in front, else by their code. Where versions
    stand side by side, such as ``x.md`` and ``x.ko.md``, a language chooses those of the target; the source has those
    that name none. Raises DocumentError where nothing can be compared.
    """
    here = _side(source, target, "" if language else None)
    there = _side(target, source, language or None)
    names = _joined(here, there)
    if not names and not here.wrong and not there.wrong:
        cure = "name two folders, or two files"
        raise DocumentError.at(f"{source}, {target}", "no document with code is on both sides", cure)
    documents = [_versions(here, there, name, other) for name, other in names.items()]
    taken = {*names.values(), *there.wrong}
    alone = [_alone(name, there.known[name], of_source=False) for name in there.known.keys() - taken]
    lost = here.known.keys() - names.keys() - there.wrong.keys()
    alone += [_alone(name, here.known[name], of_source=True) for name in lost]
    unreadable = [finding for side in (here, there) for found in side.wrong.values() for finding in found]
    return Trees(sorted([*documents, *alone], key=lambda one: one.name), sorted(unreadable))


def _side(root: Path, other: Path, language: str | None) -> _Side:
    """The documents of a tree, or those that name a language behind their name; for the empty one those that do not."""
    if not root.exists():
        raise DocumentError.at(root, "no such file or folder")
    side = _Side()
    for name, path in _documents(root, other):
        bare, _, behind = name.rpartition(".")
        named = behind if bare and _LANGUAGE.match(behind) else ""
        if language is None or named == language:
            side.read(bare if language else name, path)
    return side


def _documents(root: Path, other: Path) -> Iterator[tuple[str, Path]]:
    """The documents of a tree by their names; a tree inside of the other is no part of it."""
    if root.is_file():
        yield "document", root
        return
    inside = other.resolve() if other.resolve() != root.resolve() else None
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix not in KINDS or any(map(_SKIPPED.match, parts)) or not path.is_file():
            continue
        if inside and path.resolve().is_relative_to(inside):
            continue
        if path.suffix != ".py" or is_script_of_cells(path):
            yield PurePosixPath(*parts).with_suffix("").as_posix(), path


def _joined(here: _Side, there: _Side) -> dict[str, str]:
    """By the name of each document of the source that has a version on the other side, the name of that."""
    names = {name: name for name in here.known if name in there.known}
    left = {_without_language(name): name for name in there.known if name not in names}
    for name in here.known.keys() - names.keys():
        if found := left.get(_without_language(name)):
            names[name] = found
    taken = {*names.values()}
    return names | _renamed(
        {name: _lines(found) for name, found in here.known.items() if name not in names and name not in there.wrong},
        {name: _lines(found) for name, found in there.known.items() if name not in taken and name not in here.wrong},
    )


def _without_language(name: str) -> str:
    first, _, rest = name.partition("/")
    return rest if rest and _LANGUAGE.match(first) else name


def _renamed(here: dict[str, frozenset[str]], there: dict[str, frozenset[str]]) -> dict[str, str]:
    """Documents with other names that have most of their lines in common, the most similar first."""
    found: dict[str, str] = {}
    shares = (
        (2 * len(lines & others) / (len(lines) + len(others)), name, other)
        for (name, lines), (other, others) in product(here.items(), there.items())
        if len(lines & others) >= FEWEST
    )
    for share, name, other in sorted(shares, reverse=True):
        if share >= RENAMED and name not in found and other not in found.values():
            found[name] = other
    return found


def _lines(found: dict[str, Document]) -> frozenset[str]:
    """The lines of code of a document, without strings, in no order."""
    cells = next(iter(found.values())).cells
    return frozenset(line for cell in cells for line in " ".join(forms_of(cell.text).logic).split("\n") if line)


def _versions(here: _Side, there: _Side, name: str, other: str) -> Versions:
    """Both versions of a document, where it can be in the same form."""
    one, two = here.known[name], there.known[other]
    suffix = min(one.keys() & two.keys(), default=None)
    source, target = (side[suffix] if suffix else side[min(side)] for side in (one, two))
    same = _without_language(name) == _without_language(other)
    return Versions(name, source, target, "" if same else other)


def _alone(name: str, found: dict[str, Document], of_source: bool) -> Versions:
    document = found[min(found)]
    return Versions(name, document, None) if of_source else Versions(name, None, document)
