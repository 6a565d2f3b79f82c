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
SPACE = re.compile(rf"({TEXT})| ?([=+*<>?:,;(){{}}\[\]|&!-]) ?")


def short_names(script: str) -> str:
    """The same script with short names for its variables, and no space around signs.

    The script declares each variable, writes a key as ``key: value`` and a choice as ``this ? one : other``, and
    quotes with ``"`` alone; ValueError where a key and its variable are one word.
    """
    code = re.sub(TEXT, "0", script)
    if found := SHORT_KEY.search(code):
        raise ValueError(f"{found[0]!r}: write the key and the variable, as in {{ key: value }}")
    declared = (name.strip() for groups in DECLARED.findall(code) for group in groups for name in group.split(","))
    known = sorted(set(filter(None, declared)), key=lambda name: -len(re.findall(rf"\b{name}\b", code)))
    short = dict(zip(known, _letters(set(re.findall(r"\w+", code)) - set(known)), strict=False))
    script = NAME.sub(lambda found: found[1] or short.get(found[2], found[2]), script)
    return SPACE.sub(lambda found: found[1] or found[2], script)


def _letters(taken: set[str]) -> Iterator[str]:
    for length in (1, 2):
        yield from (name for name in map("".join, product(ascii_lowercase, repeat=length)) if name not in taken)
