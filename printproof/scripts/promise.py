"""What does a cell promise to print? The comment lines under its code, read and written."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from printproof.findings import Finding, Place, Refusal
from printproof.scripts.modes import PHRASES

# A heading must match as a whole; what only begins like one (LOOKALIKE) is refused, as it is most likely misspelt.
OUTPUT_HEADING = re.compile(
    r"Output(?P<mode> with jit off| with jit everywhere|)"
    r"(?: (?P<edge>before|since) jax (?P<version>\d+(?:\.\d+)+))?:(?: (?P<rest>.*))?"
)
FACT_HEADING = re.compile(r"(?P<fact>Traces|Reduced):(?: (?P<rest>.*))?")
# With any number of backslashes, so that a printed line that looks escaped can be escaped once more.
LOOKALIKE = re.compile(r"\\*(?:Output(?: .*)?|Traces|Reduced):(?: .*)?$")
HEAD = re.compile(r"\s*%%")  # what would begin a cell
# The last line of a traceback: by Python's own convention an error's name ends in one of these words.
RAISED = re.compile(r"[A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Group)(?:: .*)?$")
# One entry of "Traces: count 1, <lambda> 2"; a function that is not traced has no entry, so there is no 0.
TRACED = re.compile(r"([A-Za-z_]\w*|<lambda>) ([1-9]\d*)$")
# One entry of "Reduced: STEPS = 5, RATE = 1e-3"; Python itself writes a large number as 1e+20.
CONSTANT = re.compile(r"([A-Za-z_]\w*) = (-?\d+(?:_\d+)*(?:\.\d*)?(?:e[+-]?\d+)?)$")


class ScriptError(Refusal):
    """A script, or a promise in it, that cannot be read."""


def refused(place: Place, line: int, fact: str, cure: str = "") -> ScriptError:
    """The refusal of a script at a line of it; line 0 is the script as a whole."""
    return ScriptError(Finding(replace(place, line=line), "error", "script", fact, cure))


def unprintable(line: str) -> str | None:
    """The first character that would end a line of a comment, or be no part of one."""
    return next((c for c in line if (c < " " and c != "\t") or c in "\x7f\x85\u2028\u2029"), None)


@dataclass(frozen=True)
class Output:
    """One block of promised lines.

    ``line`` is the line of its heading in the script (1 = first), ``printed`` the lines a cell prints,
    ``raised`` the last line of an error the cell ends with, or None. ``before`` is the first version of jax
    for which the block no longer holds, ``since`` the first for which it does; both are None for a block that
    holds on the reference version.
    """

    mode: str
    before: tuple[int, ...] | None
    line: int
    printed: tuple[str, ...]
    raised: str | None = None
    since: tuple[int, ...] | None = None

    @property
    def of_other_versions(self) -> bool:
        """True where the block speaks of other versions of jax than the reference."""
        return self.before is not None or self.since is not None

    def holds_on(self, version: tuple[int, ...]) -> bool:
        """True where the block speaks of this version of jax."""
        return (self.before is None or version < self.before) and (self.since is None or version >= self.since)

    def announces(self, error: str) -> bool:
        """True where the last line of an error is the promised one, or begins as it does where it ends in ``…``."""
        promised = self.raised or ""
        return error.startswith(promised[:-1].rstrip()) if promised.endswith("…") else error == promised

    @property
    def edge(self) -> tuple[str, str]:
        """``before`` or ``since``, and the version of jax; both empty for a block of the reference."""
        word, version = ("before", self.before) if self.before else ("since", self.since)
        return (word, ".".join(map(str, version))) if version else ("", "")

    @property
    def heading(self) -> str:
        """The words of its heading, as in the script."""
        word, version = self.edge
        return f"Output{PHRASES[self.mode]}{f' {word} jax {version}' if word else ''}:"

    @property
    def lines(self) -> tuple[str, ...]:
        """What a reader sees: the printed lines and the error's line."""
        return self.printed + ((self.raised,) if self.raised is not None else ())


@dataclass(frozen=True)
class Promise:
    """Everything a cell promises: outputs by mode and version, traces by function, reduced constants."""

    outputs: tuple[Output, ...] = ()
    traces: Mapping[str, int] = field(default_factory=dict)
    traces_line: int | None = None
    reduced: Mapping[str, int | float] = field(default_factory=dict)
    reduced_line: int | None = None

    @property
    def raises(self) -> bool:
        """True where the cell may end with an error, in any mode and on any version."""
        return any(output.raised for output in self.outputs)

    def output(self, mode: str, version: tuple[int, ...] | None = None) -> Output | None:
        """The block that says what is printed in a mode on a version of jax (None: the reference)."""
        blocks = [block for block in self.outputs if block.mode == mode]
        others = [block for block in blocks if block.of_other_versions and version and block.holds_on(version)]
        # The nearest edge speaks: the lowest of those before, the highest of those since.
        others.sort(key=lambda block: (block.before or (), [-part for part in block.since or ()]))
        return next(iter([*others, *(block for block in blocks if not block.of_other_versions)]), None)


def is_heading(comment: str) -> bool:
    """True where the text of a comment line (without ``# ``) begins a block of a promise."""
    return bool(OUTPUT_HEADING.fullmatch(comment) or FACT_HEADING.fullmatch(comment))


def read_promise(comments: list[str], place: Place) -> Promise:
    """The promise that comment lines hold, read without their ``# ``; ``place`` is the first line, and whose it is.

    Raises ScriptError for an unknown heading, a repeated one, or text where none belongs.
    """
    outputs: list[Output] = []
    facts: dict[str, tuple[int, dict[str, int | float]]] = {}
    for at, heading, body in _blocks(comments, place):
        if match := FACT_HEADING.fullmatch(heading):
            name, values = match["fact"], _read_fact(at, match, body)
            if name in facts:
                raise _refusal(at, f"the heading '{name}:' stands twice in one promise", "keep one")
            facts[name] = (at.line, values)
        else:
            output = _read_output(at, heading, body)
            if any(o.heading == output.heading for o in outputs):
                raise _refusal(at, f"the heading '{output.heading}' stands twice in one promise", "keep one")
            outputs.append(output)
    traces_line, traces = facts.get("Traces", (None, {}))
    reduced_line, reduced = facts.get("Reduced", (None, {}))
    counts = {name: int(count) for name, count in traces.items()}
    return Promise(tuple(outputs), counts, traces_line, reduced, reduced_line)


def _blocks(comments: list[str], place: Place) -> Iterator[tuple[Place, str, list[str]]]:
    """Each heading with its place and the lines under it; the one empty line before a heading parts blocks."""
    starts = [i for i, text in enumerate(comments) if is_heading(text)]
    for i, text in enumerate(comments):
        if LOOKALIKE.match(text) and not text.startswith("\\") and not is_heading(text):
            cure = f"correct it, or write a printed line as '# \\{text}'"
            raise _refusal(_below(place, i), f"'{text}' is no heading of a promise", cure)
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


def _read_output(place: Place, heading: str, body: list[str]) -> Output:
    match = OUTPUT_HEADING.fullmatch(heading)
    assert match is not None, "only headings come here"
    mode = next(mode for mode, phrase in PHRASES.items() if phrase == match["mode"])
    edge = {match["edge"]: tuple(map(int, match["version"].split(".")))} if match["edge"] else {}
    if match["rest"] not in (None, "", "none"):
        fact = f"'{match['rest']}' stands on the heading's line"
        raise _refusal(place, fact, "only 'none' may, outputs go below")
    if (match["rest"] == "none") == bool(body):
        wrong = "says 'none' and lines follow" if body else "is empty"
        raise _refusal(place, f"'{heading}' {wrong}", "write the printed lines below it, or 'none' for a silent cell")
    raised = body[-1] if body and RAISED.match(body[-1]) else None
    if any("…" in text and RAISED.match(text) and text.endswith("…") for text in body[:-1]):
        raise _refusal(place, "only the last line may be an error that ends in '…'")
    printed = [unescape(text) for text in (body[:-1] if raised is not None else body)]
    return Output(mode, edge.get("before"), place.line, tuple(printed), raised, edge.get("since"))


def _read_fact(place: Place, match: re.Match[str], body: list[str]) -> dict[str, int | float]:
    form, example = (TRACED, "count 1, update 1") if match["fact"] == "Traces" else (CONSTANT, "STEPS = 5")
    parts = [part.strip() for part in (match["rest"] or "").split(",")]
    values: dict[str, int | float] = {}
    for part in parts:
        found = form.fullmatch(part)
        if found is None or found[1] in values or any(body):
            raise _refusal(place, f"'{match[0]}' cannot be read", f"write it as '{match['fact']}: {example}'")
        values[found[1]] = float(found[2]) if "." in found[2] or "e" in found[2] else int(found[2])
    return values


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
    if promise.traces:
        traces = ", ".join(f"{name} {count}" for name, count in promise.traces.items())
        blocks.append([f"Traces: {traces}"])
    if promise.reduced:
        reduced = ", ".join(f"{name} = {value}" for name, value in promise.reduced.items())
        blocks.append([f"Reduced: {reduced}"])
    lines: list[str] = []
    for block in blocks:
        lines += ["", *block] if lines else block
    return [f"# {line}".rstrip() for line in lines]


def _write_output(output: Output) -> list[str]:
    if not output.lines:
        return [f"{output.heading} none"]
    silent_end = output.raised is None
    count = len(output.printed)
    printed = [escape(text, last=silent_end and i == count - 1) for i, text in enumerate(output.printed)]
    return [output.heading, *printed, *([output.raised] if output.raised is not None else [])]
