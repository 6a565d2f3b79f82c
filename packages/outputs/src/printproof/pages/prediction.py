"""The question that a page asks before it shows what a cell prints, of whose answers exactly one is right."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import OUTPUT, VALUE, Promise
from printproof.scripts.script import Cell
from printproof_base.findings import Finding, Place

# Whole, as the words of an answer may go on in a second line.
ANSWER = re.compile(
    r"(?P<shown>(?:`[^`]+`|[^`:])+?)"  # a colon in code ends nothing
    r"(?:\s+=\s+`(?P<printed>[^`]+)`)?"
    r":\s+(?P<reply>\S.*)",
    re.S,
)
# An answer that is one word of code and nothing else.
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Answer:
    """An answer as a page words it, ``shown``, and what is replied to a reader who chooses it.

    ``printed`` is what the cell prints if the answer is right; empty for words that are not compared, which never are.
    ``line`` is its line below the head of the block (0 = first).
    """

    shown: str
    printed: str
    reply: str
    line: int

    @property
    def is_code(self) -> bool:
        """True where the answer is code alone, which is the same in every language."""
        return CODE.fullmatch(self.shown) is not None


@dataclass(frozen=True)
class Prediction:
    """A question about what a cell prints, and its answers; ``unread`` are the lines of answers without a reply."""

    question: str
    answers: tuple[Answer, ...] = ()
    unread: tuple[int, ...] = ()

    def right(self, cell: Cell) -> list[Answer]:
        """The answers that equal what a cell promises to print, but for blanks and line ends."""
        printed = _printed(cell.promise)
        return [answer for answer in self.answers if _plain([answer.printed]) in printed]


def read_prediction(lines: Sequence[str]) -> Prediction:
    """What the lines of a block say: the question, then each answer from a line that begins with a dash."""
    starts = [number for number, line in enumerate(lines) if line.startswith("- ")]
    stops = [*starts[1:], len(lines)]
    question = _joined(lines[: starts[0]] if starts else lines)
    texts = {start: _joined(lines[start:stop])[2:] for start, stop in zip(starts, stops, strict=False)}
    read = {start: ANSWER.fullmatch(text) for start, text in texts.items()}
    answers = tuple(_answer(match, line) for line, match in read.items() if match)
    return Prediction(question, answers, tuple(line for line, match in read.items() if not match))


def check_prediction(block: Place, asked: Prediction, cell: Cell) -> list[Finding]:
    """What is wrong with a question about a cell, where its block begins at a place: the first fact alone counts."""
    first = islice(_wrong(block, asked, cell), 1)
    return [Finding(replace(block, line=line), "error", "predict", fact, cure) for line, fact, cure in first]


def _wrong(block: Place, asked: Prediction, cell: Cell) -> Iterator[tuple[int, str, str]]:
    """What is wrong, each with its line, fact and cure."""
    name, printed = f"cell '{cell.name}'", _printed(cell.promise)
    if not asked.question:
        yield block.line, f"nothing is asked about {name}", "write the question above its answers"
    for line in asked.unread:
        cure = "write code or words, a colon and the reply: '- `1 2 3`: REPLY'"
        yield block.line + 1 + line, f"this answer about {name} has no reply", cure
    if len(asked.answers) < 2:
        cure = "offer two or more, each on a line of its own: '- `1 2 3`: REPLY'"
        yield block.line, f"the question about {name} has {len(asked.answers) or 'no'} answer", cure
    if cell.promise.varies(OUTPUT) or cell.promise.varies(VALUE):
        yield block.line, f"what {name} prints varies, so no answer is right", "ask about a cell that prints the same"
    if not printed:
        yield block.line, f"{name} prints nothing that an answer could equal", "ask about a cell that prints something"
    yield from _not_one(block, asked, cell)


def _not_one(block: Place, asked: Prediction, cell: Cell) -> Iterator[tuple[int, str, str]]:
    """That no answer is right, or more than one."""
    right, text = asked.right(cell), min(_printed(cell.promise), key=len, default="")
    if not right:
        fact = f"no answer equals what cell '{cell.name}' prints, '{text}'"
        yield block.line, fact, f"write the right one as '- `{text}`: REPLY' or '- WORDS = `{text}`: REPLY'"
    if len(right) > 1:
        fact = f"{len(right)} answers equal what cell '{cell.name}' prints, '{text}'"
        yield block.line + 1 + right[1].line, fact, "let exactly one be right"


def _answer(match: re.Match[str], line: int) -> Answer:
    code = CODE.fullmatch(match["shown"])
    printed = match["printed"] or (code[1] if code else "")
    return Answer(match["shown"], printed, match["reply"], line)


def _printed(promise: Promise) -> set[str]:
    """What a cell prints, whole, and with the name of an error in the place of its message."""
    blocks = [block for block in (promise.output(AS_WRITTEN), promise.value(AS_WRITTEN)) if block]
    lines = [line for block in blocks for line in block.printed]
    raised = next((block.raised for block in blocks if block.raised), "")
    return {_plain([*lines, ending]) for ending in (raised, raised.partition(":")[0])} - {""}


def _plain(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line.strip() for line in lines if line.strip())
