"""How is a code cell converted to one of a script? Its code unchanged, or the reason why it cannot be, and the cure."""

import ast
import re
from dataclasses import dataclass

from printproof.scripts.blocks import read_promise
from printproof.scripts.kept_in_page import DISPLAY, SKIPPED
from printproof.scripts.promise import ScriptError, unprintable
from printproof.scripts.script import CELL, CELL_LIKE, bare, comment_lines, parse
from printproof_base.comments import is_heading
from printproof_base.findings import Place

# As IPython reads them: also what is assigned of one, several in a row, and a question behind a name.
_MAGIC = re.compile(
    r"^\s*(?:[\w, ]+=\s*)?(?:%{1,2}|!{1,2}|\?{1,2})\s*[A-Za-z][^\n]*|^\s*[\w.]+\?{1,2}\s*$", re.MULTILINE
)
_CURES = (
    (r"%%?time(?:it)?\b", "time it with the module timeit, under '# Output varies: timing'"),
    (r"[!%](?:pip|conda|mamba)\b|!\w*pip\b", "what a page needs is installed before its scripts run"),
    (r"%%(?:writefile|file)\b", "write the file with Path(…).write_text(…)"),
    (r"!|%%(?:bash|sh)\b", "say it in Python, such as with subprocess.run or open(…)"),
)


@dataclass(frozen=True)
class Converted:
    """The code that a script gets; where ``obstacle`` says why it cannot have it, ``cure`` says what helps.

    ``promise`` are the comment lines of a promise that stood below the code, ``left_out`` lines that only a notebook
    needs, ``notebook`` says that IPython alone can read the code.
    """

    code: str = ""
    promise: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    obstacle: str = ""
    cure: str = ""
    notebook: bool = False


def convert_cell(code: str, tags: list[str]) -> Converted:
    """The code of a cell as a script can hold it. No code at all is no obstacle."""
    left_out: tuple[str, ...] = ()
    if not is_python(code):
        lines = code.split("\n")
        left_out = tuple(line.strip() for line in lines if DISPLAY.fullmatch(line))
        code = "\n".join(line for line in lines if not DISPLAY.fullmatch(line)).strip("\n")
        if left_out and is_python(code) and not ast.parse(code).body:  # comments on what is left out
            return Converted(left_out=left_out)
    if SKIPPED in tags:
        return Converted(obstacle="its tag 'skip-execution' says so", cure="", notebook=not is_python(code))
    if not is_python(code):
        return _unread(code)
    if code and not ast.parse(code).body:
        return Converted(obstacle="it holds comments alone")
    if odd := unprintable(code.replace("\n", "")):
        return Converted(
            obstacle=f"it holds the control character {odd!r}", cure="write it as an escape, such as \\x1b"
        )
    return _parted(code, left_out)


def split_cell(code: str) -> list[str]:
    """The code of a cell, parted where lines that only a notebook can read stand between whole pieces of Python."""
    parted: list[list[str]] = []
    magic = None
    for line in code.split("\n"):
        if line.strip() and _is_magic(line) != magic:
            magic = _is_magic(line)
            parted.append([])
        parted[-1].append(line) if parted else parted.append([line])
    texts = ["\n".join(lines).strip("\n") for lines in parted]
    own = [text for text in texts if not _is_magic(text)]
    split = len(texts) > 1 and all(is_python(text) and ast.parse(text).body for text in own)
    return texts if split and not code.startswith("%%") else [code]


def _is_magic(line: str) -> bool:
    return bool(_MAGIC.match(line)) and not line.startswith((" ", "\t"))


def is_python(code: str) -> bool:
    """True where Python can read the code as a piece of its own."""
    return not _mistake(code)


def _mistake(code: str) -> str:
    """What Python says of code that it cannot read."""
    try:
        parse(code)
    except SyntaxError as error:
        return f"{error.msg}, line {error.lineno} of the cell" if error.lineno else error.msg
    return ""


def _unread(code: str) -> Converted:
    """Code that Python cannot read: a magic of notebooks, or a mistake that a page shows on purpose."""
    if magic := _MAGIC.search(code):
        line = magic[0].strip()
        cure = next(
            (cure for form, cure in _CURES if re.search(rf"(?:^|=\s*){form}", line)),
            "say it in Python, as with print(…)",
        )
        return Converted(obstacle=f"only a notebook can read {line!r}", cure=cure, notebook=True)
    cure = "show a mistake of syntax with compile('…', '', 'exec')"
    return Converted(obstacle=f"Python cannot read it ({_mistake(code)})", cure=cure)


def _parted(code: str, left_out: tuple[str, ...]) -> Converted:
    """Code and the promise below it; a comment that a script would read as something else is an obstacle."""
    lines = code.split("\n")
    comments = comment_lines(code)
    if heads := [n for n, comment in comments.items() if CELL_LIKE.match(comment)]:
        if heads[0] == 1 and CELL.match(comments[1]) and len(heads) == 1:
            return _parted("\n".join(lines[1:]).strip("\n"), left_out)
        return Converted(obstacle=f"its comment {comments[heads[0]]!r} would begin a cell", cure="reword the comment")
    start = next((n for n, comment in comments.items() if is_heading(bare(comment))), None)
    if start is None:
        return Converted(code, left_out=left_out)
    below = [bare(comments[n]) for n in range(start, len(lines) + 1) if n in comments]
    try:
        whole = len(below) == len(lines) - start + 1
        read_promise(below, Place("", start)) if whole else None
    except ScriptError:
        whole = False
    if not whole or start == 1:
        return Converted(obstacle=f"its comment {comments[start]!r} would begin a promise", cure="reword the comment")
    return Converted("\n".join(lines[: start - 1]).strip("\n"), tuple(lines[start - 1 :]), left_out)
