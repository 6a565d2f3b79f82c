"""What each call of a picture did, in a sentence of the page's language, for a voice and below the picture."""

from collections.abc import Iterator, Sequence

from sphinx.locale import get_translation

from printproof.pages.call_table import COMPILED, PYTHON, CallRow, Moved
from printproof_base.text import columns

LONGEST = 24
"""Columns of a value that is said: what a call returned may be a large array."""

_ = get_translation("printproof")


def sentences(rows: Sequence[CallRow], state: Sequence[Moved | None]) -> Iterator[str]:
    """What each call did, and what became of its state, where it has any."""
    for number, (row, moved) in enumerate(zip(rows, state, strict=True), 1):
        values = {"number": number, "count": len(rows), "value": ", ".join(row.result), "error": row.call.raised}
        said = _template(row).format(**values, wanted=", ".join(row.wanted))
        change = _change(moved) if moved and not row.call.raised else ""
        yield _("{sentence} {change}").format(sentence=said, change=change) if change else said


def _template(row: CallRow) -> str:
    """The sentence for what ran in a call and how it ended."""
    if row.call.raised:
        return _failed(row.call.ran)
    way = {COMPILED: _made, PYTHON: _python}.get(row.program, _reused)
    return way()[_ending(row)]


def _ending(row: CallRow) -> int:
    """How a call ended: it printed something, something wrong, or returned something; 3 where that is too long."""
    if row.call.printed:
        return 1 if row.wanted else 0
    return 2 if row.result[0] and columns(row.result[0]) <= LONGEST else 3


def _failed(ran: bool) -> str:
    if ran:
        return _("Call {number} of {count}: Python ran and stopped with {error}.")
    return _("Call {number} of {count}: it stopped with {error} before anything ran.")


def _made() -> tuple[str, ...]:
    return (
        _("Call {number} of {count}: Python ran, then the compiled program, printed {value}."),
        _("Call {number} of {count}: Python ran, then the compiled program, printed {value}, expected {wanted}."),
        _("Call {number} of {count}: Python ran, then the compiled program, returned {value}."),
        _("Call {number} of {count}: Python ran, then the compiled program."),
    )


def _reused() -> tuple[str, ...]:
    return (
        _("Call {number} of {count}: the compiled program ran, printed {value}."),
        _("Call {number} of {count}: the compiled program ran, printed {value}, expected {wanted}."),
        _("Call {number} of {count}: the compiled program ran, returned {value}."),
        _("Call {number} of {count}: the compiled program ran."),
    )


def _python() -> tuple[str, ...]:
    return (
        _("Call {number} of {count}: only Python ran, printed {value}."),
        _("Call {number} of {count}: only Python ran, printed {value}, expected {wanted}."),
        _("Call {number} of {count}: only Python ran, returned {value}."),
        _("Call {number} of {count}: only Python ran."),
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
