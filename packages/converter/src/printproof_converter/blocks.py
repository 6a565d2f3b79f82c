"""What is a piece of code of a document? Its text, its line, and its language where it is not Python."""

import re
from dataclasses import dataclass

# What a session of Python or IPython prints before the lines that were typed.
_TYPED = re.compile(r"^\s*(?:>>>|In \[\d+\]:) ?")
_GOES_ON = re.compile(r"^\s*(?:\.{3,}:?) ?")
# Every name that Pygments, Jupyter and Sphinx have for Python or a session of it.
_PYTHON = re.compile(r"(?:i?python\d?|py\d?|pycon\d?|ipython\d?console|doctest|default)$", re.IGNORECASE)


@dataclass(frozen=True)
class Block:
    """A piece of code.

    ``line`` is that of its first line in its file, 0 where nothing says which; ``language`` is empty for Python.
    """

    text: str
    line: int
    language: str = ""


def language_of(name: str) -> str:
    """The language that a name of a lexer means; empty for Python."""
    return "" if _PYTHON.match(name) else name.lower()


def typed(text: str) -> str:
    """The code that was typed in a session, without prompts and answers; any other text unchanged."""
    lines = text.splitlines()
    if not _TYPED.match(next((line for line in lines if line.strip()), "")):
        return text
    found: list[str] = []
    goes_on = False
    for line in lines:
        prompt = _TYPED.match(line) or (_GOES_ON.match(line) if goes_on else None)
        goes_on = bool(prompt)
        if prompt:
            found.append(line[prompt.end() :])
    return "\n".join(found)
