"""Which translations does a build use? Those of the sources, read strictly and compiled into the build folder."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog as BabelCatalog
from babel.messages.mofile import write_mo

from printproof.catalogs.catalog import Catalog, Message, read_catalog
from printproof.catalogs.error import CatalogError
from printproof.catalogs.layout import OWN_WORDS, CatalogFile, walk_catalogs
from printproof.findings import Finding

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class CompileError(ValueError):
    """Catalogs that cannot be used: one line for each, with place, rule and cure."""


def compile_language(sources: Sequence[Path], language: str, target: Path) -> None:
    """Compile the catalogs of a language from folders of sources into ``<target>/<language>/LC_MESSAGES``.

    Only what is current is compiled: no fuzzy and no empty translation. What is no longer in the sources is
    removed. Raises CompileError where a folder holds what must not be there, or a catalog cannot be read.
    """
    wrong: list[str] = []
    folder = target / language / "LC_MESSAGES"
    written = set()
    for source in sources:
        for place in _places(source, language):
            if isinstance(place, Finding):
                wrong.append(place.labelled)
                continue
            try:
                catalog = read_catalog(place.path)
            except CatalogError as error:
                shown = f"{source.name}/{place.path.relative_to(source).as_posix()}"
                wrong.append(f"{shown}:{error.line}: error: {error.rule}: {error}")
                continue
            if place.docname != OWN_WORDS:
                written.add(_write(folder / f"{place.docname}.mo", _compiled(catalog)))
    if wrong:
        raise CompileError("\n".join(wrong))
    for stale in set(folder.rglob("*.mo")) - written:
        stale.unlink()


def compile_page(sources: Sequence[Path], language: str, docname: str, target: Path) -> None:
    """Compile the catalog of one page, once all of its language were compiled; see compile_language."""
    for source in sources:
        path = source / language / "LC_MESSAGES" / f"{docname}.po"
        if path.is_symlink() or not path.is_file():
            continue
        try:
            catalog = read_catalog(path)
        except CatalogError as error:
            shown = f"{source.name}/{path.relative_to(source).as_posix()}"
            raise CompileError(f"{shown}:{error.line}: error: {error.rule}: {error}") from None
        _write(target / language / "LC_MESSAGES" / f"{docname}.mo", _compiled(catalog))


def find_translation(sources: Sequence[Path], language: str, docname: str, text: str) -> str:
    """Where a text stands in the catalog of a page, as message or translation; empty where it does not."""
    for source in sources:
        path = source / language / "LC_MESSAGES" / f"{docname}.po"
        if path.is_file():
            for message in read_catalog(path).messages:
                if _same(text, message):
                    return f"{path}:{message.text_line}"
    return ""


def _same(text: str, message: Message) -> bool:
    return text.strip() in {message.text.strip(), message.msgid.strip()}


def _places(source: Path, language: str) -> list[CatalogFile | Finding]:
    """What lies in the folder of a language; which pages there are is not asked here."""
    folder = source / language
    # A catalog called sphinx replaces words of Sphinx itself, unescaped.
    paths = [path.relative_to(folder / "LC_MESSAGES") for path in (folder / "LC_MESSAGES").rglob("*.po")]
    names = {path.with_suffix("").as_posix() for path in paths} - {"sphinx"}
    return list(walk_catalogs(source, names, source.name, [language])) if source.is_dir() else []


def _compiled(catalog: Catalog) -> bytes:
    """The compiled bytes: the same for the same messages."""
    found = BabelCatalog(creation_date=_EPOCH, revision_date=_EPOCH)
    for message in catalog.messages:
        if message.current and message.plural is None:
            found.add(message.msgid, message.text, context=message.context)
    file = io.BytesIO()
    write_mo(file, found)
    return file.getvalue()


def _write(path: Path, data: bytes) -> Path:
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path
