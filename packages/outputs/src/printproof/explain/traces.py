"""What JAX itself says of a script: functions that it traced again and why, tracers that escaped, keys used twice."""

import re
from collections.abc import Iterator

from printproof.explain.differences import MOST, Told
from printproof.explain.reading import line_of
from printproof.explain.ways import AGAIN, WATCHED, WRITTEN, Ways
from printproof.promises.purity import leaks

OFTEN = 5
"""Traces from which on a function is spoken of: one for each of a few kinds of arguments is how it is meant."""

# What ``jax_explain_cache_misses`` logs: a function, where it is defined, and what differs.
_MISS = re.compile(r"^TRACING CACHE MISS at .*\n((?:  .*\n?)*)", re.MULTILINE)
# As JAX names it: some versions add a number, which is another one in each run.
_FUNCTION = re.compile(r"(?:for )?(\S+)(?: id=\d+)? defined at (\S+):(\d+)")
_REASON = re.compile(r"^  \* (.+)$", re.MULTILINE)
_SAME_LINE = "re-defined repeatedly"
# How JAX writes a static argument, and what says nothing to who reads a report.
_STATIC = re.compile(
    r"<class '[\w.]+Static'> with pytree metadata Static\(val=(.*?)\)(?= and before|, so the pytree|$)"
)
_NOISE = re.compile(r", so the pytree node metadata does not match|https?://\S+|\(\{\}\)|\{weak_type=False\}")


def retraced(ways: Ways) -> Iterator[Told]:
    """Each function of the script that JAX traced often, with what differed each time in the words of JAX."""
    script = ways.scripts[WATCHED]
    misses: dict[tuple[str, int], list[str]] = {}
    for cell in ways.records[WATCHED].cells:
        for found in _MISS.finditer(cell.stderr):
            known = _FUNCTION.search(found[1])
            if known and known[2] == str(script.path):
                name, inside = script.in_cell(int(known[3]))
                misses.setdefault((known[1], line_of(name) + inside - 1), []).append(found[1])
    for (name, line), texts in misses.items():
        fact = f"`{name}` was traced {len(texts)} times"
        # The first trace has no reason; nor has one of another use, such as below a second transformation.
        if sum(_SAME_LINE in text for text in texts) >= OFTEN - 1:
            yield line, "retrace", f"{fact}: it is made anew, and JAX knows a function by its identity", ()
        elif sum(bool(_REASON.search(text)) for text in texts) >= OFTEN - 1:
            yield line, "retrace", fact, tuple(_reasons(texts))


def _reasons(texts: list[str]) -> Iterator[str]:
    reasons = list(dict.fromkeys(reason for text in texts for reason in _REASON.findall(text)))
    for reason in reasons[:MOST]:
        yield "  " + _NOISE.sub("", _STATIC.sub(r"static \1", reason))
    if len(reasons) > MOST:
        yield f"  and {len(reasons) - MOST} more"


def escaped(ways: Ways) -> Iterator[Told]:
    """Each statement that leaves a tracer behind, with who holds it."""
    for cell, paths in leaks(ways.records[WRITTEN]).items():
        if paths:
            held = ", ".join(f"`{path}`" for path in paths[:MOST])
            yield line_of(cell), "leak", f"leaves a tracer in {held}", ()


def reused(ways: Ways) -> Iterator[Told]:
    """Each statement in which JAX's checker found a PRNG key that was used before."""
    for cell in ways.records[AGAIN].cells:
        if cell.reused_key:
            yield line_of(cell.name), "key-reuse", f"uses a PRNG key twice: {cell.reused_key.splitlines()[0]}", ()
