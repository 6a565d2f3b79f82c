"""The comment lines under a cell: the blocks of its promise, read and written."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from printproof.scripts.modes import PHRASES
from printproof.scripts.promise import OUTPUT, Output, Promise, ScriptError, State, refused
from printproof_base.comments import FACT_HEADING, OUTPUT_HEADING, STATE_HEADING, is_heading
from printproof_base.findings import Place

# What only begins like a heading is refused, as it is most likely misspelt. With any number of backslashes, so
# that a printed line that looks escaped can be escaped once more.
LOOKALIKE = re.compile(r"\\*(?:(?:Output|Value|State)(?: .*)?|Traces|Reduced|Key reuse):(?: .*)?$")
HEAD = re.compile(r"\s*%%")  # what would begin a cell
# The last line of a traceback: by Python's own convention an error's name ends in one of these words. `Exception` alone
# is a name, too: JAX raises it for a leak that it looks for.
RAISED = re.compile(
    r"(?:Exception|[A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Group))(?:: .*)?$"
)
# One entry of "Traces: count 1, <lambda> 2"; a function that is not traced has no entry, so there is no 0.
TRACED = re.compile(r"([A-Za-z_]\w*|<lambda>) ([1-9]\d*)$")
# One entry of "Reduced: STEPS = 5, RATE = 1e-3"; Python itself writes a large number as 1e+20.
CONSTANT = re.compile(r"([A-Za-z_]\w*) = (-?\d+(?:_\d+)*(?:\.\d*)?(?:e[+-]?\d+)?)$")
# One line of a state: "mean.seen = 1"; a path alone waits for its value.
LEFT = re.compile(r"(?P<path>\S.*?)(?: = (?P<value>.*))?$")


def read_promise(comments: list[str], place: Place) -> Promise:
    """The promise that comment lines hold, read without their ``# ``; ``place`` is the first line, and whose it is.

    Raises ScriptError for an unknown heading, a repeated one, or text where none belongs.
    """
    outputs: list[Output] = []
    states: list[State] = []
    facts: dict[str, Any] = {}
    headings: set[str] = set()
    for at, heading, body in _blocks(comments, place):
        if match := FACT_HEADING.fullmatch(heading):
            name = f"{match['fact']}:"
            facts |= _read_fact(at, match, body)
        elif match := STATE_HEADING.fullmatch(heading):
            states.append(_read_state(at, match, body))
            name = states[-1].heading
        else:
            outputs.append(_read_output(at, heading, body))
            name = outputs[-1].heading
        if name in headings:
            raise _refusal(at, f"the heading '{name}' stands twice in one promise", "keep one")
        headings.add(name)
    return _alone_where_it_varies(Promise(tuple(outputs), states=tuple(states), **facts), place)


def _alone_where_it_varies(promise: Promise, place: Place) -> Promise:
    """Raises ScriptError for a promise next to an output that varies: one of the two is not meant."""
    for block in promise.outputs:
        others = [one for one in promise.outputs if one.kind == block.kind and one is not block]
        if block.varies and others:
            at = replace(place, line=others[0].line)
            raise _refusal(at, f"'{others[0].heading}' stands beside '{block.heading}'", "what varies is not compared")
    return promise


def _blocks(comments: list[str], place: Place) -> Iterator[tuple[Place, str, list[str]]]:
    """Each heading with its place and the lines under it; the one empty line before a heading parts blocks."""
    starts = [i for i, text in enumerate(comments) if is_heading(text)]
    for i, text in enumerate(comments):
        if LOOKALIKE.match(text) and not text.startswith("\\") and not is_heading(text):
            cure = f"correct it, or write a printed line as '# \\{text}'"
            raise _refusal(_below(place, i), f"'{text}' is no heading of a promise", cure)
    # One more than there are lines: the last block has no empty line behind it that parts it from the next.
    ends = [*starts[1:], len(comments) + 1]
    for start, end in zip(starts, ends, strict=False):
        body = comments[start + 1 : end]
        if end <= len(comments) and body and body[-1] == "":
            body = body[:-1]
        yield _below(place, start), comments[start], body


def _refusal(place: Place, fact: str, cure: str = "") -> ScriptError:
    return refused(place, place.line, f"cell '{place.cell}': {fact}", cure)


def _below(place: Place, lines: int) -> Place:
    return replace(place, line=place.line + lines)


def _mode(phrase: str | None) -> str:
    return next(mode for mode, known in PHRASES.items() if known == (phrase or ""))


def _read_output(place: Place, heading: str, body: list[str]) -> Output:
    match = OUTPUT_HEADING.fullmatch(heading)
    assert match is not None, "only headings come here"
    if match["rest"] not in (None, "", "none"):
        fact = f"'{match['rest']}' stands on the heading's line"
        raise _refusal(place, fact, "only 'none' may, outputs go below")
    if (match["rest"] == "none") == bool(body):
        wrong = "says 'none' and lines follow" if body else "is empty"
        raise _refusal(place, f"'{heading}' {wrong}", "write the printed lines below it, or 'none' for a silent cell")
    raised = body[-1] if body and match["kind"] == OUTPUT and RAISED.match(body[-1]) else ""
    if any("…" in text and RAISED.match(text) and text.endswith("…") for text in body[:-1]):
        raise _refusal(place, "only the last line may be an error that ends in '…'")
    printed = tuple(unescape(text) for text in (body[:-1] if raised else body))
    edge = (match["edge"] or "", match["version"] or "")
    return Output(_mode(match["mode"]), place.line, printed, raised, match["kind"], edge, match["reason"] or "")


def _read_state(place: Place, match: re.Match[str], body: list[str]) -> State:
    values: dict[str, str] = {}
    for n, text in enumerate(body, 1):
        found = LEFT.fullmatch(text)
        if found is None or found["path"] in values:
            cure = "write each path once, as 'mean.seen = 1'"
            raise _refusal(_below(place, n), f"'{text}' cannot be read under '{match[0]}'", cure)
        values[found["path"]] = found["value"] or ""
    if not values:
        raise _refusal(place, f"'{match[0]}' is empty", "write what the cell leaves below it, as 'mean.seen = 1'")
    return State(_mode(match["mode"]), place.line, values)


def _read_fact(place: Place, match: re.Match[str], body: list[str]) -> dict[str, Any]:
    """The fields of a promise that one line holds."""
    name, rest = match["fact"].lower().replace(" ", "_"), match["rest"] or ""
    if name == "key_reuse":
        if not RAISED.match(rest) or any(body):
            raise _refusal(place, f"'{match[0]}' cannot be read", "write it as 'Key reuse: KeyReuseError: …'")
        return {name: rest, f"{name}_line": place.line}
    form, example = (TRACED, "count 1, update 1") if name == "traces" else (CONSTANT, "STEPS = 5")
    values: dict[str, int | float] = {}
    for part in (part.strip() for part in rest.split(",")):
        found = form.fullmatch(part)
        if found is None or found[1] in values or any(body):
            raise _refusal(place, f"'{match[0]}' cannot be read", f"write it as '{match['fact']}: {example}'")
        values[found[1]] = float(found[2]) if "." in found[2] or "e" in found[2] else int(found[2])
    return {name: values, f"{name}_line": place.line}


def escape(text: str, last: bool = False) -> str:
    """A printed line as it stands in a promise: one that looks like a heading or an error gets a backslash."""
    bare = text.lstrip("\\")
    error = RAISED.match(bare) and (last or text != bare or text.endswith("…"))
    return "\\" + text if LOOKALIKE.match(bare) or HEAD.match(bare) or error else text


def unescape(text: str) -> str:
    """The printed line that a line of a promise stands for."""
    bare = text.lstrip("\\")
    looks = LOOKALIKE.match(bare) or HEAD.match(bare) or RAISED.match(bare)
    return text[1:] if text.startswith("\\") and looks else text


def write_promise(promise: Promise) -> list[str]:
    """The comment lines of a promise, as `read_promise` reads them, ``# `` included."""
    blocks = [_write_output(output) for output in promise.outputs]
    for state in promise.states:
        blocks.append([state.heading, *(" = ".join(filter(None, entry)) for entry in state.values.items())])
    facts = {"Traces": _listed(promise.traces, "{} {}"), "Reduced": _listed(promise.reduced, "{} = {}")}
    facts["Key reuse"] = promise.key_reuse
    blocks += [[f"{name}: {text}"] for name, text in facts.items() if text]
    lines: list[str] = []
    for block in blocks:
        lines += ["", *block] if lines else block
    return [f"# {line}".rstrip() for line in lines]


def _listed(values: Mapping[str, Any], form: str) -> str:
    return ", ".join(form.format(name, value) for name, value in values.items())


def _write_output(output: Output) -> list[str]:
    if not output.lines:
        return [f"{output.heading} none"]
    last = len(output.printed) - 1
    printed = [escape(text, last=not output.raised and i == last) for i, text in enumerate(output.printed)]
    heading = f"{output.heading} {output.varies}".rstrip()
    return [heading, *printed, *([output.raised] if output.raised else [])]
