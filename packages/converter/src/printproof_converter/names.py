"""What is a cell called that nobody named? By what stands in it, so that the name is readable and stays."""

import ast
import re
import unicodedata
from collections.abc import Iterator, Sequence

from printproof.scripts.myst_cells import MystCell
from printproof.scripts.script import CELL

LONGEST = 30
# A name that is cut may not end in a word that waits for another one.
_SMALL = re.compile(r"(?:-(?:a|an|and|as|for|in|is|of|on|or|the|to|using|with))+$")
_WORDS = 4  # of a comment that is a title and no sentence


def names_of(cells: Sequence[MystCell]) -> list[str]:
    """A name for each cell, one word of a-z, 0-9 and -, each once.

    An option names it, or a comment of few words in its first line; else the first function, class or longer variable
    that it makes, its section, a short variable, and last its number.
    """
    taken: set[str] = set()
    names: list[str] = []
    for number, cell in enumerate(cells, 1):
        own = str(cell.options.get("example", ""))
        wanted = [own] if CELL.fullmatch(f"# %% {own}") else [name for name in map(slug, _candidates(cell)) if name]
        wanted = wanted or [f"cell-{number}"]
        name = next((one for one in wanted if one not in taken), None) or _numbered(wanted[0], taken)
        taken.add(name)
        names.append(name)
    return names


def slug(words: str) -> str:
    """Words as the name of a cell, cut between two of them where they are many; empty where no letter is left."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    name = "-".join(re.findall(r"[a-z0-9]+", plain))
    if len(name) > LONGEST:
        name = name[: LONGEST + 1].rpartition("-")[0] or name[:LONGEST]
    return _SMALL.sub("", name)


def _numbered(name: str, taken: set[str]) -> str:
    return next(f"{name}-{n}" for n in range(2, len(taken) + 3) if f"{name}-{n}" not in taken)


def _candidates(cell: MystCell) -> Iterator[str]:
    yield from (str(cell.options[option]) for option in ("example", "name", "label") if cell.options.get(option))
    first = cell.code.partition("\n")[0]
    if first.startswith("#") and 0 < len(first.strip("#% :").split()) <= _WORDS:
        yield first
    made = list(_made(cell.code))
    yield from made[:1] if len("".join(made[:1])) > 1 else ()
    if made == ["imports"]:
        return
    yield cell.section
    yield from made[:1]


def _made(code: str) -> Iterator[str]:
    """The names of what a cell makes, functions and classes first; ``imports`` where it does nothing but import."""
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError):
        return
    yield from (node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    for node in body:
        for target in node.targets if isinstance(node, ast.Assign) else ():
            first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
            if isinstance(first, ast.Name) and first.id.strip("_"):
                yield first.id
    if body and all(isinstance(node, ast.Import | ast.ImportFrom) for node in body):
        yield "imports"
