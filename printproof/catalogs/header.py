"""What must the header of a catalog say?"""

import re
from collections.abc import Iterator
from contextlib import suppress

from babel import UnknownLocaleError
from babel.messages.plurals import get_plural

from printproof.catalogs.catalog import Catalog
from printproof.findings import Finding
from printproof.sentences.rules.pair import error, warning

_CURE = "write it with: make fix"
_DATES = frozenset({"POT-Creation-Date", "PO-Revision-Date", "X-Generator", "Generated-By"})
"""Fields that change with each program that writes a catalog, and say nothing that git does not."""

# What Babel puts where nobody has written anything: it reads back as if somebody had.
_NOBODY = re.compile("PROJECT VERSION|EMAIL@ADDRESS|LL@li.org")
# plural=(n != 1) is plural=n!=1, once blanks are gone.
_OUTER_BRACKETS = re.compile(r"plural=\((.*)\)$")


def expected_header(language: str) -> dict[str, str]:
    """The fields every catalog of a language has, with their one value."""
    fields = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    with suppress(UnknownLocaleError):  # a language that Babel does not know may have any plural
        fields["Plural-Forms"] = str(get_plural(language))
    return fields


def header_of(language: str, old: Catalog | None) -> dict[str, str]:
    """The header of a catalog: who translated it, then the fields with one value; no dates."""
    fixed = expected_header(language)
    known = old.header if old else {}
    own = {name: value for name, value in known.items() if not _NOBODY.search(value)}
    return {name: value for name, value in own.items() if name not in _DATES | fixed.keys()} | fixed


def check_header(catalog: Catalog, language: str) -> Iterator[Finding]:
    """Compare the header with the one value of each field that programs act on."""
    for name, wanted in expected_header(language).items():
        value = catalog.header.get(name)
        if name == "MIME-Version" and value is None:
            continue
        if value is None:
            yield error("header", f"the header has no {name}, expected {wanted!r}", _CURE)
        elif _bare(value) != _bare(wanted):
            yield error("header", f"{name} is {value[:60]!r}, expected {wanted!r}", _CURE)
    if catalog.head.fuzzy:
        yield warning("header", "the header is marked fuzzy", _CURE)


def _bare(value: str) -> str:
    """A value without blanks, case and outer signs, which mean nothing here."""
    return _OUTER_BRACKETS.sub(r"plural=\1", re.sub(r"\s", "", value).rstrip(";")).lower()
