"""What each call of a picture did, in a sentence of the page's language, for a voice and below the picture."""

from collections.abc import Iterator, Sequence

from printproof.ext.nodes import _
from printproof.pages.call_table import COMPILED, PYTHON, CallRow, CallRows, Moved
from printproof_base.text import columns

LONGEST = 12
"""Columns of a value that is said: what a call returned may be a large array."""

ELIDED = "…"
"""What stands in a value for numbers that were left out: nobody wants to hear it."""


def sentences(table: CallRows, state: Sequence[Moved | None]) -> Iterator[str]:
    """Which call of how many each is, what it did, and what became of its state, where it has any.

    Where calls are left out, nobody knows how many there are.
    """
    which = _("Call {number}: {did}") if table.more else _("Call {number} of {count}: {did}")
    for number, (row, moved) in enumerate(zip(table.rows, state, strict=True), 1):
        values = {"value": ", ".join(row.result), "wanted": ", ".join(row.wanted), "error": row.call.raised}
        did = which.format(number=number, count=len(table.rows), did=_template(row, table.printing).format(**values))
        change = _change(moved) if moved and not row.call.raised else ""
        yield _("{sentence} {change}").format(sentence=did, change=change) if change else did


def _template(row: CallRow, printing: bool) -> str:
    """The sentence for what ran in a call and how it ended."""
    if row.call.raised:
        before_any, later = _("it stopped with {error} before anything ran."), _("Python ran and stopped with {error}.")
        return later if row.call.ran else before_any
    way = {COMPILED: _made, PYTHON: _python}.get(row.program, _reused)
    return way()[_ending(row, printing)]


def _ending(row: CallRow, printing: bool) -> int:
    """How a call ended: it printed something, something wrong, or returned something; 3 where that is too long."""
    if printing:
        return 1 if row.wanted else 0
    result = row.result[0]
    return 2 if result and ELIDED not in result and columns(result) <= LONGEST else 3


def _made() -> tuple[str, ...]:
    return (
        _("Python ran, then the compiled program; the output was {value}."),
        _("Python ran, then the compiled program; the output was {value}, expected {wanted}."),
        _("Python ran, then the compiled program; the result was {value}."),
        _("Python ran, then the compiled program."),
    )


def _reused() -> tuple[str, ...]:
    return (
        _("the compiled program ran; the output was {value}."),
        _("the compiled program ran; the output was {value}, expected {wanted}."),
        _("the compiled program ran; the result was {value}."),
        _("the compiled program ran."),
    )


def _python() -> tuple[str, ...]:
    return (
        _("only Python ran; the output was {value}."),
        _("only Python ran; the output was {value}, expected {wanted}."),
        _("only Python ran; the result was {value}."),
        _("only Python ran."),
    )


def _change(moved: Moved) -> str:
    """What became of a state: another value, the same, or a first one."""
    if moved.before == moved.after:
        return _("{name} stayed {after}.").format(name=moved.name, after=moved.after)
    if moved.before:
        return _("{name} went from {before} to {after}.").format(
            name=moved.name, before=moved.before, after=moved.after
        )
    return _("{name} became {after}.").format(name=moved.name, after=moved.after)
