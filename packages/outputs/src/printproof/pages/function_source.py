"""The source of a function as a page shows it, and which of its lines a call ran."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent

from printproof.runs.instrument import SILENT
from printproof.scripts.comments import translate_comments

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

Span = tuple[int, int]
"""A first and a last line."""


@dataclass(frozen=True)
class FunctionSource:
    """The source of a function, and the lines of it that ran (1 = first).

    ``first`` is the line of its cell, as the page shows it, in which it begins; 0 where it has no source.
    """

    text: str
    ran: tuple[int, ...]
    first: int = 0


def function_source(code: str, line: int, ran: Iterable[int], translations: Mapping[str, str]) -> FunctionSource:
    """The source of the function that begins at a line of a cell's code, where statements in these lines began.

    A translated comment may have more lines; what is code is the same, so each statement is found by its number. A
    function that the script has made of a text of its own has no source.
    """
    shown = translate_comments(code, translations)[0]
    tree, there = ast.parse(code), ast.parse(shown)
    # Translated code has the same tokens, so both trees have the same functions in the same order.
    pairs = zip(_functions(tree), _functions(there), strict=True)
    function, same = next((pair for pair in pairs if _span(pair[0])[0] == line), (None, None))
    if function is None or same is None:
        return FunctionSource("", ())
    heard, lines = set(ran), shown.split("\n")
    moved = zip(_statements(function, code.split("\n")), _statements(same, lines), strict=True)
    marked = {n for (began, _), (first, last) in moved if began in heard for n in range(first, last + 1)}
    start, end = _whole(same, there)
    text = dedent("\n".join(lines[start - 1 : end]))
    return FunctionSource(text, tuple(sorted(n - start + 1 for n in marked)), start)


def _functions(tree: ast.Module) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def _whole(function: Function, tree: ast.Module) -> Span:
    """The lines of a function; of a lambda those of the statement that it stands in."""
    if not isinstance(function, ast.Lambda):
        return _span(function)
    around = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    spans = [span for span in map(_span, around) if span[0] <= function.lineno <= span[1]]
    return max(spans, key=lambda span: (span[0], -span[1]))


def _span(node: ast.stmt | ast.Lambda) -> Span:
    return first_line(node), node.end_lineno or node.lineno


def first_line(node: ast.stmt | ast.Lambda) -> int:
    """Where a statement begins: with its first decorator, as Python counts the lines of a function."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _statements(function: Function, lines: Sequence[str]) -> Iterator[Span]:
    """The statements of a function in a fixed order, each from the line that it reports, without those inside of it."""
    if isinstance(function, ast.Lambda):
        yield function.body.lineno, function.body.end_lineno or function.body.lineno
        return
    for node in ast.walk(function):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and node is not function and not isinstance(node, SILENT) and not docstring:
            inside: Sequence[ast.AST] = getattr(node, "body", None) or getattr(node, "cases", [])
            last = _head_end(lines, node, inside[0]) if inside else node.end_lineno
            yield node.lineno, last or node.lineno


def _head_end(lines: Sequence[str], node: ast.stmt, first: ast.AST) -> int:
    """The last line of what stands before the first statement inside, comments and blank lines left out."""
    begin = first.pattern.lineno if isinstance(first, ast.match_case) else _span(first)[0]  # type: ignore[arg-type]
    end = max(node.lineno, begin - 1)
    while end > node.lineno and lines[end - 1].lstrip()[:1] in {"", "#"}:
        end -= 1
    return end
