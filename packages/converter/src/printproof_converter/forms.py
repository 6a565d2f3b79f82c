"""When are two pieces of code the same? As text, as code without comments and layout, as logic without strings."""

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from textwrap import dedent

_STRINGS = {"STRING", "FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END"}
# The same string may be written in any quotes; its prefix says what it is.
_PREFIXED = re.compile(r"([A-Za-z]*)('''|\"\"\"|'|\")(.*)\2", re.DOTALL)
# Taken out before Python reads the rest, which it could not otherwise.
_MAGIC = re.compile(r"^\s*[%!].*$", re.MULTILINE)


@dataclass(frozen=True)
class Forms:
    """A piece of code at each level of comparison.

    ``exact`` is its text, ``code`` leaves out comments, docstrings, layout and quote style, ``logic`` the content of
    all strings as well.
    """

    exact: str
    code: tuple[str, ...]
    logic: tuple[str, ...]


@cache
def forms_of(text: str) -> Forms:
    """The forms of a piece of code, magics as they are; code that Python cannot read is compared line by line."""
    text = dedent(text).strip()
    exact = "\n".join(line.rstrip() for line in text.splitlines())
    magics = tuple(line.partition("#")[0].strip() for line in _MAGIC.findall(text))
    python = _MAGIC.sub("", text)
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(python).readline))
    except (tokenize.TokenError, SyntaxError):
        bare = (line.partition("#")[0].rstrip() for line in python.splitlines())
        lines = magics + tuple(line for line in bare if line)
        return Forms(exact, lines, lines)
    kept = [t for t in tokens if t.type not in {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}]
    code, logic = (magics + tuple(_meaningful(kept, strings)) for strings in (True, False))
    return Forms(exact, code, logic)


def _meaningful(tokens: list[tokenize.TokenInfo], strings: bool) -> Iterator[str]:
    """The tokens that mean something, strings in one way of writing them."""
    layout = {tokenize.NEWLINE: "\n", tokenize.INDENT: "{", tokenize.DEDENT: "}"}
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else token
        begins = index == 0 or tokens[index - 1].type in layout
        if tokenize.tok_name[token.type] in _STRINGS:
            alone = begins and after.type == tokenize.NEWLINE
            if not alone:
                yield _string(token.string) if strings else "''"
        elif token.type in layout:
            if token.type != tokenize.NEWLINE or not begins:
                yield layout[token.type]
        elif not (token.string == "," and after.string in {")", "]", "}"}):
            yield token.string


def _string(text: str) -> str:
    """A string without its style of quotes."""
    matched = _PREFIXED.fullmatch(text)
    return f"{matched[1].lower()}'{matched[3]}'" if matched else text
