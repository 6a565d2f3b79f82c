"""What the header of a catalog must say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.plurals import get_plural

from printproof.catalogs.catalog import Catalog
from printproof.sentences.rules.fault import Fault, error, warning

_CURE = "write it with: make fix"


def expected_header(language: str) -> dict[str, str]:
    """Give the fields every catalog of a language has, with their one value."""
    return {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": str(get_plural(language)),
    }


def check_header(catalog: Catalog, language: str) -> Iterator[Fault]:
    """Compare the header with the one value of each field that programs act on."""
    for name, wanted in expected_header(language).items():
        said = catalog.header.get(name)
        if name == "MIME-Version" and said is None:
            continue
        if said is None:
            yield error("header", f"the header has no {name}, expected {wanted!r}; {_CURE}")
        elif _bare(said) != _bare(wanted):
            yield error("header", f"{name} is {said[:60]!r}, expected {wanted!r}; {_CURE}")
    if catalog.head.fuzzy:
        yield warning("header", f"the header is marked fuzzy; {_CURE}")


def _bare(value: str) -> str:
    """Give a value without spaces, case and outer signs, which mean nothing here."""
    return re.sub(r"plural=\((.*)\)$", r"plural=\1", re.sub(r"\s", "", value).rstrip(";")).lower()
