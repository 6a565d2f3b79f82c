"""How do the names in a script of ours get short? Each variable has one or two letters, the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase

TEXT = r'"(?:[^"\\\n]|\\.)*"|(?<=[(,=] )/(?:[^/\\\n]|\\.)+/\w*|(?<=\()/(?:[^/\\\n]|\\.)+/\w*'
NAME = re.compile(rf"({TEXT})|(?:(?<=\.\.\.)|(?<![\w.$]))([A-Za-z_]\w*)(?![\w:])")
DECLARED = re.compile(r"\b(?:const|let) (\w+)|\bfunction (\w+)\(([\w, ]*)\)|\(\[?([\w, ]+)\]?\) =>")
SHORT_KEY = re.compile(r"\{\s*\w+(?:,|\s+\})|,\s*\w+\s+\}")
FUNCTION = re.compile(r"^(  (?:async )?function .*?^  \}$)", re.MULTILINE | re.DOTALL)  # of a script in one frame
SPACE = re.compile(rf"({TEXT})| ?([=+*<>?:,;(){{}}\[\]|&!-]) ?")


def short_names(script: str) -> str:
    """The same script with short names for its variables, and no space around signs.

    The script declares each variable, writes a key as ``key: value`` and a choice as ``this ? one : other``, and
    quotes with ``"`` alone; ValueError where a key and its variable are one word.
    """
    code = re.sub(TEXT, "0", script)
    if found := SHORT_KEY.search(code):
        raise ValueError(f"{found[0]!r}: write the key and the variable, as in {{ key: value }}")
    parts = FUNCTION.split(script)
    common = _declared("".join(parts[::2])) | set(re.findall(r"\bfunction (\w+)", code))
    taken = set(re.findall(r"\w+", code)) - _declared(code)
    shared = dict(zip(_often(common, code), _letters(taken), strict=False))
    written = []
    for n, part in enumerate(parts):
        own = _often(_declared(part) - common, part) if n % 2 else []
        short = shared | dict(zip(own, _letters(taken | set(shared.values())), strict=False))
        written.append(NAME.sub(lambda found, short=short: found[1] or short.get(found[2], found[2]), part))
    return SPACE.sub(lambda found: found[1] or str(found[2]), "".join(written))


def _declared(code: str) -> set[str]:
    code = re.sub(TEXT, "0", code)
    names = {name.strip() for groups in DECLARED.findall(code) for group in groups for name in group.split(",")}
    return names - {""}


def _often(names: set[str], code: str) -> list[str]:
    """Names in the order of their use: what is said often is short."""
    return sorted(names, key=lambda name: (-len(re.findall(rf"\b{name}\b", code)), name))


def _letters(taken: set[str]) -> Iterator[str]:
    for length in (1, 2):
        yield from (name for name in map("".join, product(ascii_lowercase, repeat=length)) if name not in taken)
