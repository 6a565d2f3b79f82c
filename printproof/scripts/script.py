"""What does a script hold? Its cells, each with its code and its promise."""

import ast
import difflib
import io
import re
import tokenize
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from printproof.findings import Finding, Place, Refusal
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import Promise, is_heading, read_promise

# One word in lower case: it is part of an address, of the name of a file and of a test's id.
CELL = re.compile(r"# %% (?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)$")
# What editors take for a cell as well; refused, so that no cell is one only there.
CELL_LIKE = re.compile(r"#\s*%%")


class ScriptError(Refusal):
    """A script that cannot be read."""


def refused(place: Place, line: int, fact: str, cure: str = "") -> ScriptError:
    """The refusal of a script at a line of it; line 0 is the script as a whole."""
    return ScriptError(Finding(replace(place, line=line), "error", "script", fact, cure))


@dataclass(frozen=True)
class Cell:
    """A named piece of a script.

    ``line`` is the line of its heading and ``code_line`` that of its first line of code (1 = first of the
    file); ``code`` has no blank lines around it. The promise stands in the lines ``promise_lines``
    (first, one after the last); both are equal where it has none yet.
    """

    name: str
    line: int
    code_line: int
    code: str
    promise: Promise
    promise_lines: tuple[int, int]

    @property
    def says_output(self) -> bool:
        """True where the cell says what it prints as written."""
        return self.promise.output(AS_WRITTEN) is not None


@dataclass(frozen=True)
class Script:
    """The cells of a script in order; ``path`` is the file as messages name it, ``docname`` the page it belongs to."""

    path: Path
    text: str
    cells: tuple[Cell, ...]
    docname: str = ""

    @property
    def reduced(self) -> Mapping[str, int | float]:
        """The constants that the modes with jit off and jit everywhere shrink, with their smaller values."""
        return {name: value for cell in self.cells for name, value in cell.promise.reduced.items()}

    @property
    def docstring(self) -> str | None:
        """What ``__doc__`` is while the script runs."""
        return ast.get_docstring(ast.parse(self.text.removeprefix("\ufeff")), clean=False)

    def cell(self, name: str) -> Cell:
        """The cell of that name. Raises ScriptError that offers the nearest name."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        raise refused(self.place(), 0, f"no cell '{name}'", near(name, [cell.name for cell in self.cells]))

    def place(self, line: int = 0, cell: str = "", mode: str = "") -> Place:
        """A line of the script; line 0 is the script as a whole."""
        return Place(str(self.path), line, self.docname, cell, mode)


def near(name: str, names: list[str]) -> str:
    """The cure for a name that does not exist: the nearest that does, or all of them."""
    close = difflib.get_close_matches(name, names, n=1)
    return f"did you mean '{close[0]}'?" if close else f"the names are: {', '.join(names) or 'none'}"


def nearest(name: str, names: list[str]) -> str:
    """The same cure as the end of a sentence."""
    return f"; {near(name, names)}"


def read_script(text: str, path: Path, docname: str = "") -> Script:
    """Read the text of a script into cells and promises.

    Windows line ends and a byte-order mark are read as if they were not there; every line number counts
    the lines of the text. Raises ScriptError, naming a line, for all that cannot be read.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    place = Place(str(path), docname=docname)
    _refuse_odd_characters(plain, place)
    tree = _syntax(plain, place)
    lines = plain.split("\n")
    comments = _comment_lines(plain)
    heads = _heads(comments, place)
    _check_preamble(tree, heads, place)
    ends = [*(line for line, _ in heads[1:]), len(lines) + 1]
    cells = tuple(_cell(name, head, end, lines, comments, place) for (head, name), end in zip(heads, ends, strict=True))
    script = Script(path, text, cells, docname)
    _check_reduced(script, tree)
    return script


def _refuse_odd_characters(text: str, place: Place) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        odd = next((c for c in line if (c < " " and c != "\t") or c in "\x7f\x85\u2028\u2029"), None)
        if odd is not None:
            raise refused(place, number, f"the line holds the control character {odd!r}", "remove it")


def _syntax(text: str, place: Place) -> ast.Module:
    try:
        with warnings.catch_warnings():
            # The run reports them, where they can be promised away.
            warnings.simplefilter("ignore")
            compile(text, place.path, "exec", dont_inherit=True)
            return ast.parse(text)
    except SyntaxError as error:
        raise refused(place, error.lineno or 1, f"Python cannot read this line: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise refused(place, 1, f"Python cannot read this script: {error}") from None


def _comment_lines(text: str) -> dict[int, str]:
    """The comments that fill a line from its first column, by line; none from inside a string."""
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
    first = heads[0][0]
    for index, node in enumerate(tree.body):
        docstring = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if node.lineno < first and not (docstring and isinstance(getattr(node.value, "value", None), str)):  # type: ignore[attr-defined]
            fact = "code stands before the first cell"
            raise refused(place, node.lineno, fact, "begin one with '# %% name'")


def _cell(name: str, head: int, end: int, lines: list[str], comments: Mapping[int, str], place: Place) -> Cell:
    """The cell whose heading stands in line ``head`` and that ends before line ``end``."""
    start = next((n for n in range(head + 1, end) if n in comments and is_heading(_bare(comments[n]))), None)
    code_end = start if start is not None else _after_last_filled(lines, head, end)
    stop = code_end
    while start is not None and stop < end and stop in comments:
        stop += 1
    for number in range(stop, end):
        if lines[number - 1].strip():
            cure = "a promise stands under the code and ends its cell"
            raise refused(place, number, f"cell '{name}' goes on after its promise", cure)
    filled = [n for n in range(head + 1, code_end) if lines[n - 1].strip()]
    code_line = filled[0] if filled else head + 1
    code = "\n".join(lines[code_line - 1 : filled[-1]]) if filled else ""
    _check_alone(code, code_line, name, place)
    try:
        at = replace(place, line=code_end, cell=name)
        promise = read_promise([_bare(comments[n]) for n in range(code_end, stop)], at)
    except Refusal as refusal:
        raise ScriptError(*refusal.findings) from None
    return Cell(name, head, code_line, code, promise, (code_end, stop))


def _bare(comment: str) -> str:
    """The text of a comment: one blank after the mark is no part of it."""
    return comment[1:].removeprefix(" ")


def _after_last_filled(lines: list[str], head: int, end: int) -> int:
    return next((n + 1 for n in range(end - 1, head, -1) if lines[n - 1].strip()), head + 1)


def _check_alone(code: str, line: int, name: str, place: Place) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code)
    except SyntaxError as error:
        at = line + (error.lineno or 1) - 1
        raise refused(place, at, f"cell '{name}' is no whole piece of Python: {error.msg}") from None
    if not code.strip():
        fact, cure = f"cell '{name}' holds no code", "write some, or remove its heading"
        raise refused(place, line - 1, fact, cure)


def _check_reduced(script: Script, tree: ast.Module) -> None:
    """A reduced constant is set once, to a number, at the top level of the script."""
    known = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, int | float)
    }
    for cell in script.cells:
        for name in cell.promise.reduced:
            if name not in known:
                fact = f"no constant '{name}' is set to a number in this script"
                line = cell.promise.reduced_line or cell.line
                raise refused(script.place(), line, fact, near(name, sorted(known)))
