"""Which tokens make a piece of code what it is? All but comments and strings that stand alone."""

from __future__ import annotations

import io
import tokenize


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
