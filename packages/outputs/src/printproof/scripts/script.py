"""The script of a page: its cells, each with its code and its promise."""

import ast
import io
import json
import re
import tokenize
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from printproof.scripts.blocks import read_promise
from printproof.scripts.promise import Promise, refused, unprintable
from printproof_base.comments import is_heading
from printproof_base.findings import Finding, Place, suggestion
from printproof_base.project import CELL as HEADING

CELL = re.compile(HEADING)
# What editors take for a cell as well; refused, so that no cell is one only there.
CELL_LIKE = re.compile(r"#\s*%%")

# What a notebook takes beside Python: a magic, a command of the shell, a question.
MAGIC = re.compile(r"\s*(?:\w+ *= *)?[%!]{1,2}[\w.]|\s*\?{1,2}\w|\s*[%\w.]+\?{1,2}\s*$")

MAGICS = "magics of IPython are no Python"
"""What is said of a line with one."""


@dataclass(frozen=True)
class Shown:
    """What a notebook stores of a cell beside text, or would: its value by type, and pictures."""

    rich: Mapping[str, str] = field(default_factory=dict)
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """A named piece of a script.

    ``line`` is the line of its heading and ``code_line`` that of its first line of code (1 = first of the
    file); ``code`` has no blank lines around it. The promise stands in the lines ``promise_lines``
    (first, one after the last), each of which begins with ``mark``; both are equal where it has none yet. Of a
    notebook it is what is ``stored``, and these lines are none. A cell that ``echoes`` is an example of doctest: its
    value is printed, as a prompt does, and its promise is what stands below it.
    """

    name: str
    line: int
    code_line: int
    code: str
    promise: Promise
    promise_lines: tuple[int, int]
    mark: str = "# "
    stored: Shown | None = None
    echoes: bool = False

    @property
    def shows_value(self) -> bool:
        """True where it ends in an expression whose value is shown, as in a notebook: no ``;`` stands behind it."""
        last = ast.parse(self.code).body[-1]
        if self.echoes:
            return isinstance(last, ast.Expr)
        # A comment may stand behind the last expression, so the last token that is none decides.
        tokens = tokenize.generate_tokens(io.StringIO(self.code, newline="\n").readline)
        written = [t.string for t in tokens if t.type in {tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING}]
        return isinstance(last, ast.Expr) and written[-1] != ";"


@dataclass(frozen=True)
class Script:
    """The cells of a script in order; ``path`` is the file as messages name it, ``docname`` the page it belongs to.

    ``page`` is the text of the page where that keeps its code; ``text`` then has the same lines, as Python.
    """

    path: Path
    text: str
    cells: tuple[Cell, ...]
    docname: str = ""
    page: str = ""

    @property
    def source(self) -> str:
        """The text of its file."""
        return self.page or self.text

    @property
    def reduced(self) -> Mapping[str, int | float]:
        """The constants that the modes with jit off and jit everywhere shrink, with their smaller values."""
        return {name: value for cell in self.cells for name, value in cell.promise.reduced.items()}

    @cached_property
    def docstring(self) -> str | None:
        """What ``__doc__`` is while the script runs."""
        return ast.get_docstring(ast.parse(self.text.removeprefix("\ufeff")), clean=False)

    @cached_property
    def run_by(self) -> bytes:
        """All of the script that a run depends on: neither promises nor line numbers."""
        # Neither promises nor lines: who corrects a promise waits for no run.
        notebook = ["notebook"] if self.is_notebook else []  # which writes values otherwise
        cells = [(c.name, c.code, *(["echoes"] if c.echoes else [])) for c in self.cells]
        facts = [self.docstring, cells, dict(self.reduced), *notebook]
        return json.dumps(facts).encode()

    @property
    def is_notebook(self) -> bool:
        """Whether its file is a notebook."""
        return self.path.suffix == ".ipynb"

    def cell(self, name: str) -> Cell:
        """The cell of that name. Raises ScriptError that offers the nearest name."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        cure = suggestion(name, [cell.name for cell in self.cells], quote="'")
        raise refused(self.place(), 0, f"no cell '{name}'", cure)

    def place(self, line: int = 0, cell: str = "", mode: str = "") -> Place:
        """A line of the script; line 0 is the script as a whole."""
        return Place(str(self.path), line, self.docname, cell, mode)

    def in_cell(self, line: int) -> tuple[str, int]:
        """The cell of a line of the file, and the line in the code of that cell (1 = first); no name before all."""
        cell = next((cell for cell in reversed(self.cells) if cell.code_line <= line), None)
        return (cell.name, line - cell.code_line + 1) if cell else ("", 0)

    def raised_at(self, cell: str, line: int) -> int:
        """The line of the file that is a line of a cell's code; 0 where there is no such cell."""
        found = next((one for one in self.cells if one.name == cell), None)
        return found.code_line + line - 1 if found else 0

    def finding(
        self, rule: str, cell: Cell, mode: str, fact: str, cure: str = "", detail: tuple[str, ...] = (), line: int = 0
    ) -> Finding:
        """What is wrong with a cell in a mode; at its heading, unless a line is named."""
        place = self.place(line or cell.line, cell.name, mode)
        name = f"cell '{cell.name}'"
        if self.is_notebook:
            inside = place.line - cell.code_line
            name += f", line {inside + 1}," if 0 <= inside <= cell.code.count("\n") else ""
            cure += ", among the lines of printproof.promise in its metadata" if "'# " in cure else ""
        elif self.page and not cell.echoes:  # where a promise is a comment of the page
            marks = (".. ", "   ") if self.path.suffix == ".rst" else ("% ", "% ")
            cure = cure.replace("'# ", f"'{marks[0]}", 1).replace("'# ", f"'{marks[1]}")
        return Finding(place, "error", rule, f"{name} {fact}", cure, detail)


Span = tuple[str, int, int]
"""A cell by its name, the line above its first one, and the one behind its last one (1 = first)."""


def read_script(text: str, path: Path, docname: str = "", spans: Sequence[Span] | None = None) -> Script:
    """Read the text of a script into cells and promises: those of its headings, or those of some ``spans``.

    Windows line ends and a byte-order mark are read as if they were not there; every line number counts
    the lines of the text. Raises ScriptError, naming a line, for all that cannot be read.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    place = Place(str(path), docname=docname)
    # Before all else: an editor ends a line at some of them, and would count other lines than Python.
    _refuse_odd_characters(plain, place)
    tree = _syntax(plain, place)
    lines = plain.split("\n")
    comments = comment_lines(plain)
    if spans is None:
        heads = _heads(comments, place)
        _check_preamble(tree, heads, place)
        ends = [*(line for line, _ in heads[1:]), len(lines) + 1]
        spans = [(name, head, end) for (head, name), end in zip(heads, ends, strict=True)]
    else:
        _heads({number: f"# %% {name}" for number, (name, _, _) in enumerate(spans, 1)}, place)  # are they names?
    cells = tuple(_cell(name, head, end, lines, comments, place) for name, head, end in spans)
    script = Script(path, text, cells, docname)
    _check_reduced(script, tree)
    return script


def _refuse_odd_characters(text: str, place: Place) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if odd := unprintable(line):
            raise refused(place, number, f"the line holds the control character {odd!r}", "remove it")


def parse(code: str) -> ast.Module:
    """The tree of a piece of Python. Raises SyntaxError, with no line where Python names none."""
    try:
        with warnings.catch_warnings():
            # The run reports them, where they can be promised away.
            warnings.simplefilter("ignore")
            # Some faults are found only here, such as a return outside of a function.
            compile(code, "", "exec", dont_inherit=True)
            return ast.parse(code)
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise SyntaxError(str(error) or type(error).__name__) from None


def _syntax(text: str, place: Place) -> ast.Module:
    try:
        return parse(text)
    except SyntaxError as error:
        if not error.lineno:
            raise refused(place, 1, f"Python cannot read this script: {error.msg}") from None
        if MAGIC.match(text.split("\n")[error.lineno - 1]):
            cure = "show it on the page in a plain ```python block, or leave it out"
            raise refused(place, error.lineno, MAGICS, cure) from None
        raise refused(place, error.lineno, f"Python cannot read this line: {error.msg}") from None


def comment_lines(text: str) -> dict[int, str]:
    """The comments that fill a line from its first column, by line (1 = first); none from inside a string."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text, newline="\n").readline))
    except (tokenize.TokenError, SyntaxError):
        return {}
    return {t.start[0]: t.string.rstrip() for t in tokens if t.type == tokenize.COMMENT and t.start[1] == 0}


def _heads(comments: Mapping[int, str], place: Place) -> list[tuple[int, str]]:
    heads: list[tuple[int, str]] = []
    for line, comment in comments.items():
        if not CELL_LIKE.match(comment):
            continue
        found = CELL.match(comment)
        if found is None:
            form = "write '# %% name', one word of a-z, 0-9 and -"
            raise refused(place, line, f"'{comment}' is no heading of a cell", form)
        if any(name == found["name"] for _, name in heads):
            raise refused(place, line, f"a second cell is named '{found['name']}'", "names are unique")
        heads.append((line, found["name"]))
    if not heads:
        raise refused(place, 1, "the script has no cell", "begin one with '# %% name'")
    return heads


def _check_preamble(tree: ast.Module, heads: list[tuple[int, str]], place: Place) -> None:
    statements = tree.body if ast.get_docstring(tree) is None else tree.body[1:]
    if statements and statements[0].lineno < heads[0][0]:
        raise refused(place, statements[0].lineno, "code stands before the first cell", "begin one with '# %% name'")


def _cell(name: str, head: int, end: int, lines: list[str], comments: Mapping[int, str], place: Place) -> Cell:
    """The cell whose heading stands in line ``head`` and that ends before line ``end``."""
    start = next((n for n in range(head + 1, end) if n in comments and is_heading(bare(comments[n]))), None)
    filled = [n for n in range(head + 1, start or end) if lines[n - 1].strip()]
    # A cell without code: it is refused below, at its heading.
    first, last = (filled[0], filled[-1]) if filled else (head + 1, head)
    code_end = stop = start or last + 1
    while stop < end and stop in comments:
        stop += 1
    after = next((n for n in range(stop, end) if lines[n - 1].strip()), None)
    if after is not None:
        cure = "a promise stands under the code and ends its cell"
        raise refused(place, after, f"cell '{name}' goes on after its promise", cure)
    code = "\n".join(lines[first - 1 : last])
    _check_alone(code, first, name, place)
    at = replace(place, line=code_end, cell=name)
    promise = read_promise([bare(comments[n]) for n in range(code_end, stop)], at)
    return Cell(name, head, first, code, promise, (code_end, stop))


def bare(comment: str) -> str:
    """The text of a comment without its ``#`` and one blank behind that."""
    return comment[1:].removeprefix(" ")


def _check_alone(code: str, line: int, name: str, place: Place) -> None:
    try:
        parse(code)
    except SyntaxError as error:
        at = line + (error.lineno or 1) - 1
        raise refused(place, at, f"cell '{name}' is no whole piece of Python: {error.msg}") from None
    if not code:
        raise refused(place, line - 1, f"cell '{name}' holds no code", "write some, or remove its heading")


def _check_reduced(script: Script, tree: ast.Module) -> None:
    """A reduced constant is set once, to a number, at the top level of the script."""
    known = {name for name, _ in numbers_set(tree)}
    for cell in script.cells:
        for name in cell.promise.reduced:
            if name not in known:
                fact = f"no constant '{name}' is set to a number in this script"
                line = cell.promise.reduced_line or cell.line
                raise refused(script.place(), line, fact, suggestion(name, sorted(known), quote="'"))


def numbers_set(tree: ast.Module) -> Iterator[tuple[str, ast.Assign]]:
    """The names that are set to a number at the top level of some code, each with the statement that does it."""
    for node in tree.body:
        match node:
            case ast.Assign(value=ast.Constant(value=int() | float())):
                yield from ((target.id, node) for target in node.targets if isinstance(target, ast.Name))
