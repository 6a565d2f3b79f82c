"""Which findings a reviewer has accepted, with a reason, outside the catalogs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from printproof.findings import Finding

ACCEPTABLE = frozenset(
    {
        *("code", "copy", "emphasis", "end", "english", "image", "length", "link", "markup", "number"),
        *("order", "placeholder", "script", "term", "typography"),
    }
)
"""Rules about meaning and style. What keeps a catalog harmless has no exception."""


class ExceptionsError(ValueError):
    """A file of exceptions that cannot be read: place, fact, expectation."""


@dataclass(frozen=True)
class Accepted:
    """One accepted finding: a rule, for one English text, in one catalog such as ``ko/guide/stateful``."""

    catalog: str
    msgid: str
    rule: str
    reason: str


def read_exceptions(path: Path) -> tuple[Accepted, ...]:
    """Read ``[[exception]]`` tables with catalog, msgid, rule and reason; a missing file holds none.

    Raises ExceptionsError where a table lacks one of them, or where its rule cannot be excepted.
    """
    if not path.is_file():
        return ()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("exception", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExceptionsError(f"{path}: cannot be read as TOML: {error}") from None
    return tuple(_accepted(table, path) for table in tables)


def unused(accepted: tuple[Accepted, ...], used: set[Accepted], path: str) -> Iterator[Finding]:
    """Warn of exceptions that no finding needs any more."""
    for one in accepted:
        if one not in used:
            said = f"{one.catalog}, rule {one.rule}: nothing to except any more; delete the table"
            yield Finding(path, 1, "warning", "exception", said)


def _accepted(table: dict[str, str], path: Path) -> Accepted:
    wanted = ("catalog", "msgid", "rule", "reason")
    if sorted(table) != sorted(wanted) or not all(isinstance(value, str) and value for value in table.values()):
        raise ExceptionsError(f"{path}: an exception has {', '.join(wanted)}, each a text; this one: {table}")
    if table["rule"] not in ACCEPTABLE:
        raise ExceptionsError(f"{path}: rule {table['rule']!r} has no exceptions; translate the sentence anew")
    return Accepted(**table)
