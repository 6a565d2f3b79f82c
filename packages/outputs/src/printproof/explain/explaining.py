"""What there is to say of a script: findings at its lines, each with the lesson that explains it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from printproof.explain.differences import MOST, Told, frozen, varying, wrapped
from printproof.explain.page import page as page_of
from printproof.explain.races import shared
from printproof.explain.reading import Source, line_of
from printproof.explain.traces import escaped, retraced, reused
from printproof.explain.ways import AGAIN, OFF, WATCHED, WIDE, WRITTEN, Ways, run_ways
from printproof_base.findings import Finding, Severity

WORDS = {
    OFF: "with jit off",
    AGAIN: "a second time",
    WATCHED: "with each NumPy array copied",
    WIDE: "with integers of 64 bits",
}
"""How the ways are called beside that as it is."""

LESSONS = {
    "unseen": ("give it more time with --timeout", ""),
    "left-out": ("write in Python what the rest needs of it", ""),
    "fails": ("", "reference/errors"),
    "hangs": ("let it end, or give it more time with --timeout", "reference/errors"),
    "frozen": ("pass the value in and return it", "guide/stateful"),
    "traced-print": ("print it with jax.debug.print", "guide/tracing"),
    "retrace": ("let what differs be an array of one shape and type, or keep the function", "guide/retracing"),
    "leak": ("return the value instead of keeping it", "guide/leaks"),
    "key-reuse": ("split the key", "guide/random-keys"),
    "buffer": ("give JAX a copy: jnp.array(x.copy())", "guide/basics"),
    "wrapped": ("count in a float, or switch on 64 bits", "reference/argument-errors"),
    "again": ("seed it, or give JAX a copy of a NumPy array that changes later", "guide/tracing"),
}
"""By rule, what helps, and the page of the guide that says why; without one it is a warning, of what was not asked."""

LOOKS: tuple[tuple[Callable[[Ways], Iterable[Told]], tuple[str, ...]], ...] = (
    (frozen, (WRITTEN, OFF)),
    (retraced, (WATCHED,)),
    (escaped, (WRITTEN,)),
    (reused, (AGAIN,)),
    (shared, (WRITTEN, OFF, WATCHED)),
    (wrapped, (WRITTEN, WIDE)),
    (varying, (WRITTEN, AGAIN)),
)
"""What finds, and the ways that it compares."""


@dataclass(frozen=True)
class Explained:
    """What was found in a script, in the order of its lines, with what it did in each way."""

    ways: Ways
    findings: tuple[Finding, ...]
    site: str = ""

    @property
    def count(self) -> int:
        """How many things are wrong."""
        return sum(one.severity == "error" for one in self.findings)

    @property
    def summary(self) -> str:
        """The same as a line that closes a report."""
        return f"{self.count or 'nothing'} found in {self.ways.source.path}"

    def as_html(self) -> str:
        """All of it as one page that needs no other file."""
        lessons = {rule: address(self.site, page) for rule, (_, page) in LESSONS.items() if page and self.site}
        return page_of(self.ways, self.findings, self.summary, lessons)


def explain(
    paths: Sequence[Path], arguments: list[str], limit_s: float, progress: Callable[[str], None], site: str = ""
) -> dict[Path, Explained]:
    """Run scripts or notebooks in every way, and say of each what its author would want to know.

    ``site`` is the address under which lessons are named, else they are named alone. Rules: those of ``LESSONS``.
    Raises RunError where one cannot be read.
    """
    found = {}
    for ways in run_ways(paths, arguments, limit_s, progress):
        told = [*_left_out(ways), *_unseen(ways), *_ended(ways), *_failed(ways)]
        for look, wanted in LOOKS:
            if all(name in ways.records for name in wanted):
                told += look(ways)
        findings = tuple(_finding(ways.source, site, *one) for one in _ordered(told))
        found[ways.source.path] = Explained(ways, findings, site)
    return found


def address(site: str, page: str) -> str:
    """Where a page of the guide is."""
    return f"{site.rstrip('/')}/{page}.html"


def _ordered(told: Iterable[Told]) -> list[Told]:
    """Each thing once, by line; where a buffer changes too early, other outputs the second time need no word more."""
    found = set(told)
    buffer = any(rule == "buffer" for _, rule, *_ in found)
    return sorted((one for one in found if not (buffer and one[1] == "again")), key=lambda one: one[0])


def _finding(source: Source, site: str, line: int, rule: str, fact: str, below: tuple[str, ...]) -> Finding:
    cure, page = LESSONS[rule]
    see = page and f"see {address(site, page) if site else page}"
    severity: Severity = "error" if page else "warning"
    return Finding(source.place(line), severity, rule, fact, "; ".join(filter(None, [cure, see])), below)


def _left_out(ways: Ways) -> Iterator[Told]:
    """What of a notebook was not run."""
    if found := sorted(ways.source.left_out):
        lines = ", ".join(f"`{text}`" for _, text in found[:MOST])
        more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
        yield found[0][0], "left-out", f"is left out, as IPython alone knows it: {lines}{more}", ()


def _unseen(ways: Ways) -> Iterator[Told]:
    """The ways in which a script that ends as it is did not: what they would show is not known."""
    if missing := [(WORDS[name], outcome) for name, outcome in ways.ended.items() if WRITTEN not in ways.ended]:
        named, outcome = ", ".join(words for words, _ in missing), missing[0][1]
        yield 0, "unseen", f"was not seen {named}: {outcome.fact.partition(' (SCRIPT_LIMIT_S')[0]}", ()


def _ended(ways: Ways) -> Iterator[Told]:
    """How the script as it is ended, where it did not end by itself; that it takes longer without jit is no fault."""
    if outcome := ways.ended.get(WRITTEN):
        elsewhere = "; with jit off it ends" if OFF in ways.records else ""
        rule = "hangs" if outcome.timed_out else "fails"
        fact = outcome.fact.partition(" (SCRIPT_LIMIT_S")[0]
        yield line_of(outcome.cell), rule, f"{fact}{elsewhere}", ()


def _failed(ways: Ways) -> Iterator[Told]:
    """The error with which the script ends, and whether it does without jit."""
    record = ways.records.get(WRITTEN)
    last = record.cells[-1] if record and record.cells else None
    error = last.error if last else None
    if last is None or error is None or ways.source.goes_on(line_of(last.name)):
        return
    if error.type == "SystemExit" and error.text in {"", "0", "None"}:
        return
    twin = ways.cell(OFF, last)
    also = "" if twin is None or twin.error else "; with jit off it goes on"
    yield line_of(error.cell) + max(error.line, 1) - 1, "fails", f"stops with {error.last_line!r}{also}", ()
