"""The examples of doctest on a page, each a cell whose promise is the output that stands below it."""

import doctest
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.myst_cells import MystCell, fences_of
from printproof.scripts.promise import Output, Promise, refused
from printproof.scripts.script import Cell
from printproof_base.findings import Place

KNOWN = {
    "ELLIPSIS": doctest.ELLIPSIS,
    "NORMALIZE_WHITESPACE": doctest.NORMALIZE_WHITESPACE,
    "IGNORE_EXCEPTION_DETAIL": doctest.IGNORE_EXCEPTION_DETAIL,
    "SKIP": doctest.SKIP,
}
"""The options of an example that hold here, as in doctest."""

# What stands behind the marks of a block of Python: the name of a lexer, a directive with one, or nothing.
_INFO = re.compile(r"\s*(?:\{(?:code|code-block|sourcecode|doctest)\}\s*)?(?:python3?|py|pycon|pycon3)?\s*")
# What doctest says of an example that it cannot read; it has no error with a line of its own.
_WRONG = re.compile(r"line (?P<line>\d+) of the \w+ for \S+ (?P<what>.*)", re.DOTALL)


@dataclass(frozen=True)
class Example:
    """An example as a cell of a page; ``want`` are the lines (0 = first) of its output, up to one behind the last.

    ``options`` are those of doctest that it names, ``error`` is the last line of the error that it ends with.
    """

    cell: MystCell
    want: range
    text: str
    options: Mapping[int, bool]
    error: str

    @property
    def skipped(self) -> bool:
        """Whether it is not to run."""
        return bool(self.options.get(doctest.SKIP))


def examples_of(text: str, cells: Sequence[tuple[int, int]] | None, place: Place) -> Iterator[Example]:
    """The examples of a page in MyST, or where the lines are named that hold its ``cells``, in reStructuredText.

    In MyST they stand in blocks of Python. Raises ScriptError where doctest cannot read one, or has an option that is
    not known here.
    """
    lines = text.split("\n")
    if cells is not None:
        for start, stop in cells:
            lines[start:stop] = [""] * (stop - start)
        yield from _examples(lines, lines, 0, place)
        return
    for start, content, info in fences_of(text):
        if _INFO.fullmatch(info) and ">>>" in content:
            yield from _examples(content.split("\n"), lines, start + 1, place)


def _examples(block: Sequence[str], lines: Sequence[str], above: int, place: Place) -> Iterator[Example]:
    """The examples of a block that begins below so many ``lines`` of the page."""
    try:
        found = doctest.DocTestParser().get_examples("\n".join(block))
    except ValueError as error:
        wrong = _WRONG.fullmatch(str(error))
        line, what = (int(wrong["line"]), wrong["what"]) if wrong else (1, str(error))
        cure = _cure() if "option" in what else "write '>>> ' before its first line and '... ' before the others"
        raise refused(place, above + line, f"this doctest {what}", cure) from None
    # By its bits: an example has its options as numbers alone.
    names = {flag: name for name, flag in doctest.OPTIONFLAGS_BY_NAME.items()}
    for one in found:
        start = above + one.lineno
        if unknown := [names[flag] for flag in one.options if flag not in KNOWN.values()]:
            raise refused(place, start + 1, f"this doctest has the option {unknown[0]}", _cure())
        prompt = lines[start][: lines[start].index(">>>")]
        end = start + one.source.count("\n")
        cell = MystCell(start, end, prompt, "", {}, one.source.rstrip("\n"), code_line=start)
        want = range(end, end + one.want.count("\n"))
        yield Example(cell, want, one.want, one.options, _last_line(one.exc_msg or ""))


def _cure() -> str:
    return f"here it may have {', '.join(KNOWN)}"


def _last_line(message: str) -> str:
    first, more, _ = message.rstrip("\n").partition("\n")
    return f"{first} …" if more else first


def as_cell(cell: Cell, example: Example) -> Cell:
    """A cell of a script as an example: what a prompt shows is its promise, values among it."""
    start, want = example.cell.start + 1, example.want
    printed = () if example.error else tuple(_line(text) for text in example.text.split("\n")[:-1])
    places = (want.stop,) if example.error else tuple(number + 1 for number in want)
    flags = sum(flag for flag, given in example.options.items() if given)
    block = Output(AS_WRITTEN, start, printed, example.error, places=places, flags=flags)
    lines = (want.start + 1, want.stop + 1)
    mark = example.cell.indent
    return replace(cell, line=start, promise=Promise((block,)), promise_lines=lines, mark=mark, echoes=True)


def _line(text: str) -> str:
    return "" if text == "<BLANKLINE>" else text.rstrip()
