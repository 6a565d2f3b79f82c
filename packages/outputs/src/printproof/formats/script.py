"""The cells of a page as one script for ``python``, in the language of the page, that reaches its end.

Cells begin with ``# %% name``, which VS Code, Spyder and Jupytext take for cells as well. Prose stays on the page and
in its notebook: a script is for code. Below each cell stands, as a comment, what the page shows that it prints.
"""

import ast
import builtins
import io
import tokenize
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from symtable import symtable
from typing import Any

from printproof.formats.exported_page import Code, ExportedPage, Kind, Output
from printproof.scripts.script import Script

INDENT = "    "


@dataclass(frozen=True)
class Headings:
    """What stands above outputs in a comment: above printed lines, above a value, and where either varies."""

    printed: str
    value: str
    varies: str


def script(page: ExportedPage, headings: Headings) -> str:
    """The text of the script of a page, its comments in the language of the page.

    A cell that ends with an error catches it and prints what the page shows of it. A figure is shown in a window where
    there is one. The value of a last expression is no output of a script; it stands in the comment alone.
    """
    parts = [_head(page)]
    taken = {name for cell in page.cells for name in symtable(cell.code, cell.name, "exec").get_identifiers()}
    # A caught error is no name afterwards, so it must not have one of the page.
    names = chain(["error"], (f"error_{number}" for number in count(1)))
    name, pyplot = next(name for name in names if name not in taken), _pyplot(page)
    for cell in page.cells:
        parts += [f"# %% {cell.name}\n{_code(cell, name, pyplot)}", *_shown(cell.outputs, headings)]
    return "\n\n".join(parts) + "\n"


def _head(page: ExportedPage) -> str:
    """The docstring is the title, as that of the project's script is in one language; the licence stands as it is."""
    first = next(iter(ast.parse(page.head).body), None)
    end = (first.end_lineno or 0) if first else 0
    title = page.title.replace("\\", "\\\\").replace('"', '\\"')
    address = [f"# {page.address}"] if page.address else []
    return "\n".join([f'"""{title}"""', *page.head.split("\n")[end:], *address]).rstrip("\n")


def head_of(script: Script) -> str:
    """What stands in a script of the project above its first cell, without blank lines around it."""
    lines = script.text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return "\n".join(lines[: script.cells[0].line - 1]).strip("\n")


def _pyplot(page: ExportedPage) -> str:
    """The name by which the page imports ``matplotlib.pyplot``; ``pyplot`` where it does not."""
    for node in (node for cell in page.cells for node in ast.walk(ast.parse(cell.code))):
        names = node.names if isinstance(node, ast.Import | ast.ImportFrom) else []
        base = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for alias in names:
            if base + alias.name == "matplotlib.pyplot":
                return alias.asname or alias.name
    return "pyplot"


def _code(cell: Code, name: str, pyplot: str) -> str:
    """The code of a cell, with its announced error caught and its figure shown."""
    raised = next((output.text for output in cell.outputs if output.kind is Kind.ERROR), "")
    code = caught(cell.code, raised, name) if raised else cell.code
    drawn = any(output.kind is Kind.FIGURE for output in cell.outputs)
    return f"{code}\n{pyplot}.show()" if drawn else code


def caught(code: str, raised: str, name: str = "error") -> str:
    """The code, with an error that it ends with caught and printed as the page shows it; ``name`` is free in it.

    What only gives a name stays in front: imports, functions, classes, plain values.
    """
    lines = code.split("\n")
    first = _first_that_may_raise(code, raised)
    inside = _indented(lines, first)
    kind = raised.partition(":")[0]
    known = getattr(builtins, kind, None)
    # An error of JAX or of the script itself has no name that is known here.
    clause = kind if isinstance(known, type) and issubclass(known, BaseException) else "Exception"
    block = ["try:", *inside, f"except {clause} as {name}:", f"{INDENT}print({_message(raised, name)})"]
    return "\n".join([*lines[:first], *block])


def _message(raised: str, name: str) -> str:
    """An expression for the line that the page shows: of a message that is cut, as much as is shown."""
    kind = f"type({name}).__name__"
    if ":" not in raised:
        return kind
    words = raised.removesuffix("…").rstrip()
    whole = f'f"{{{kind}}}: {{{name}}}"'
    return whole if words == raised else f'{whole}[:{len(words)}] + "{raised[len(words) :]}"'


def _first_that_may_raise(code: str, raised: str) -> int:
    """How many lines of a cell stand before the first statement that may raise the error."""
    statements = ast.parse(code).body
    for number, statement in enumerate(statements):
        later = {node.id for one in statements[number + 1 :] for node in ast.walk(one) if isinstance(node, ast.Name)}
        if not _only_names(statement, later, imports="Import" not in raised.partition(":")[0]):
            return _first_line(code, statement) - 1
    return 0


def _first_line(code: str, statement: ast.stmt) -> int:
    """The line at which a statement begins, with its decorators and the comments right above it."""
    decorators = getattr(statement, "decorator_list", [])
    line: int = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    lines = code.split("\n")
    while line > 1 and lines[line - 2].startswith("#"):
        line -= 1
    return line


def _only_names(node: ast.stmt, later: Collection[str] = (), imports: bool = True) -> bool:
    """Whether a statement only gives a name to something.

    Decorators, bases and default values might raise; where a ``later`` statement of the cell uses the name they did
    not, as no author goes on behind an error.
    """
    if isinstance(node, ast.Import | ast.ImportFrom):
        return imports
    if isinstance(node, ast.FunctionDef):
        given = [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.decorator_list]
        return node.name in later or all(isinstance(value, ast.Constant) for value in given)
    if isinstance(node, ast.ClassDef):
        bare = not (node.decorator_list or node.bases or node.keywords)
        return node.name in later or (bare and all(map(_only_names, node.body)))
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets) and _is_plain(node.value)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_plain(value: ast.expr) -> bool:
    """Whether a value is written out: a number, a text, a list or a dictionary of these."""
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError):
        return False
    return True


def _indented(lines: Sequence[str], first: int) -> list[str]:
    """The lines from the given one on, indented; those that begin inside a string are part of its value and stay."""
    code = "\n".join(lines)
    inside: set[int] = set()
    starts: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        inside.update(_lines_within(token, starts))
    numbered = list(enumerate(lines, 1))[first:]
    return [line if number in inside or not line else INDENT + line for number, line in numbered]


def _lines_within(token: Any, starts: list[int]) -> Iterator[int]:
    """The lines that a string goes on in; from Python 3.12 on one with f has no token of its own, but two ends."""
    kind = tokenize.tok_name[token.type]
    if kind in {"FSTRING_START", "TSTRING_START"}:
        starts.append(token.start[0])
    elif kind in {"FSTRING_END", "TSTRING_END"}:
        yield from range(starts.pop() + 1, token.end[0] + 1)
    elif kind == "STRING":
        yield from range(token.start[0] + 1, token.end[0] + 1)


def _shown(outputs: Sequence[Output], headings: Headings) -> Iterator[str]:
    """What the page shows below a cell, each kind under its heading; an error stands with what was printed."""
    printed = [output for output in outputs if output.kind in {Kind.PRINTED, Kind.ERROR}]
    value = [output for output in outputs if output.kind is Kind.VALUE]
    for heading, shown in ((headings.printed, printed), (headings.value, value)):
        lines = [line for output in shown for line in output.text.split("\n")]
        own_heading = headings.varies if any(output.varies for output in shown) else heading
        if lines:
            yield "\n".join(f"# {line}".rstrip() for line in [own_heading, *lines])
