"""Comments and docstrings of a piece of code, for translation; the code itself never changes.

A run of comment lines is one message, a paragraph of a docstring is one, and a comment behind code is one.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printproof_base.comments import TOOL, is_heading
from printproof_base.text import WIDEST, wrap

# How a docstring opens; a prefix with b or f would make it no docstring.
_QUOTED = re.compile(r"[rR]?(\"\"\"|'''|\"|')")


@dataclass(frozen=True)
class Comment:
    """Words in code: from where to where they stand, and what begins each of their lines.

    ``line`` is their first line (1 = first of the code); ``start`` and ``end`` are offsets in the code.
    ``mark`` is ``"# "`` for a comment, and empty in a docstring. Where ``indent`` is None they keep to one line.
    """

    text: str
    line: int
    start: int
    end: int
    indent: int | None
    mark: str

    def put(self, code: str, words: str) -> str:
        """The code with other words in the place of these, wrapped as narrow as a phone."""
        words = " ".join(words.split())
        lines = [words] if self.indent is None else wrap(words, WIDEST - self.indent - len(self.mark))
        parting = "\n" + " " * (self.indent or 0)
        return code[: self.start] + parting.join(self.mark + line for line in lines) + code[self.end :]


def comments(code: str) -> list[Comment]:
    """The comments and docstrings of a piece of Python, in order; none where it cannot be read."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
        tree = ast.parse(code)
    except (tokenize.TokenError, SyntaxError, ValueError):
        return []
    starts = [0]
    for line in code.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    # Reversed: of several strings in one line the first is the docstring.
    strings = {t.start[0]: t for t in reversed(tokens) if t.type == tokenize.STRING}
    documented = [strings[line] for line in _docstring_lines(tree) if line in strings]
    found = [*_comments(tokens, starts), *(c for t in documented for c in _docstring(t, starts))]
    return sorted(found, key=lambda comment: comment.start)


def translate_comments(code: str, translations: Mapping[str, str]) -> tuple[str, list[Comment]]:
    """The code with its comments and docstrings translated, and the comments whose translation was refused.

    A translation is refused, and English stays, where it would change a token of the code or be an order
    to a tool.
    """
    refused: list[Comment] = []
    tokens = code_tokens(code)
    # From the end, so that the offsets of those before stay right.
    for comment in reversed(comments(code)):
        words = translations.get(comment.text, comment.text)
        if words == comment.text:
            continue
        new = comment.put(code, words)
        if _fits(comment, words) and code_tokens(new) == tokens:
            code = new
        else:
            refused.append(comment)
    return code, refused[::-1]


def _fits(comment: Comment, words: str) -> bool:
    """Whether words are nothing but words in their place; the tokens of the code are compared besides."""
    if not words.strip() or not "".join(words.split()).isprintable():
        return False
    if comment.mark:
        return not TOOL.match("# " + words.strip()) and not is_heading(words.strip())
    return "\\" not in words and '"""' not in words and "'''" not in words


def _comments(tokens: list[tokenize.TokenInfo], starts: list[int]) -> Iterator[Comment]:
    """One message per run of comment lines at one indentation, and one per comment behind code."""
    runs: list[list[tokenize.TokenInfo]] = []
    for token in (token for token in tokens if token.type == tokenize.COMMENT):
        if TOOL.match(token.string) or not any(map(str.isalpha, token.string)):
            continue
        if runs and _follows(runs[-1][-1], token):
            runs[-1].append(token)
        else:
            runs.append([token])
    yield from (_comment(run, starts) for run in runs)


def _follows(first: tokenize.TokenInfo, second: tokenize.TokenInfo) -> bool:
    """True where two comments stand alone in two lines that follow each other, at one indentation."""
    below = second.start == (first.start[0] + 1, first.start[1])
    return below and _stands_alone(first) and _stands_alone(second)


def _stands_alone(token: tokenize.TokenInfo) -> bool:
    return not token.line[: token.start[1]].strip()


def _comment(run: list[tokenize.TokenInfo], starts: list[int]) -> Comment:
    first, last = run[0], run[-1]
    text = " ".join(" ".join(token.string.lstrip("#").split()) for token in run)
    start, end = starts[first.start[0] - 1] + first.start[1], starts[last.end[0] - 1] + last.end[1]
    return Comment(text, first.start[0], start, end, first.start[1] if _stands_alone(first) else None, "# ")


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and ast.get_docstring(node):
            yield node.body[0].lineno


def _docstring(token: tokenize.TokenInfo, starts: list[int]) -> Iterator[Comment]:
    """One message per paragraph of a docstring; none where it holds an escape."""
    opened = _QUOTED.match(token.string)
    if opened is None or "\\" in token.string:
        return
    inner = token.string[opened.end() : -len(opened[1])]
    offset = starts[token.start[0] - 1] + token.start[1] + opened.end()
    indent = token.start[1] if "\n" in inner else None
    # Lines that follow each other without an empty one; the first has no blanks before it in what is found.
    for paragraph in re.finditer(r"\S[^\n]*(?:\n[^\n\S]*\S[^\n]*)*", inner):
        words = paragraph[0].rstrip()
        start = offset + paragraph.start()
        line = token.start[0] + inner.count("\n", 0, paragraph.start())
        # An example of a session is code, which stays as it is in each language.
        if any(character.isalpha() for character in words) and not words.startswith(">>>"):
            yield Comment(" ".join(words.split()), line, start, start + len(words), indent, "")


def code_tokens(code: str) -> list[tuple[int, str]]:
    """The tokens of a piece of Python without comments and without strings that stand alone, such as docstrings."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code.rstrip("\n") + "\n").readline))
    except (tokenize.TokenError, SyntaxError):
        return [(tokenize.ERRORTOKEN, code)]
    kept = [token for token in tokens if token.type not in {tokenize.COMMENT, tokenize.NL}]
    starts = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    return [
        (token.type, "" if token.type == tokenize.NEWLINE else token.string)
        for n, token in enumerate(kept)
        if not (
            token.type == tokenize.STRING
            and (n == 0 or kept[n - 1].type in starts)
            and kept[n + 1].type == tokenize.NEWLINE
        )
    ]
