"""How far has the code of one version of a document set moved away from another's?"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from pathlib import Path

from printproof.documents.code_cells import KINDS, DocumentError, code_cells

_STRINGS = {"STRING", "FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END"}
_PREFIXED = re.compile(r"([A-Za-z]*)('''|\"\"\"|'|\")(.*)\2", re.DOTALL)
_MAGIC = re.compile(r"^\s*[%!].*$", re.MULTILINE)


@dataclass(frozen=True)
class Drift:
    """Cells of a target document, and how many are not in its source at each level of comparison.

    ``exact`` compares the text; ``code`` leaves out comments, docstrings, layout and quote style; ``logic`` leaves out
    the content of all strings as well.
    """

    cells: int = 0
    exact: int = 0
    code: int = 0
    logic: int = 0

    def __add__(self, other: Drift) -> Drift:
        return Drift(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def measure(source: list[str], target: list[str]) -> Drift:
    """The cells of the target, aligned with the source, and how many of them the source does not have there."""
    return Drift(
        len(target),
        _moved(source, target, lambda cell: "\n".join(line.rstrip() for line in cell.strip().splitlines())),
        _moved(source, target, tokens_of),
        _moved(source, target, lambda cell: tokens_of(cell, strings=False)),
    )


def _moved(source: list[str], target: list[str], form: Callable[[str], str | tuple[str, ...]]) -> int:
    here, there = [form(cell) for cell in source], [form(cell) for cell in target]
    blocks = SequenceMatcher(a=here, b=there, autojunk=False).get_matching_blocks()
    return len(there) - sum(block.size for block in blocks)


def tokens_of(cell: str, strings: bool = True) -> tuple[str, ...]:
    """What a cell does as tokens: no comments, no docstrings, no layout, magics as they are."""
    magics = tuple(line.partition("#")[0].strip() for line in _MAGIC.findall(cell))
    code = _MAGIC.sub("", cell)
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        bare = (line.partition("#")[0].rstrip() for line in code.splitlines())
        return magics + tuple(line for line in bare if line)
    kept = [t for t in tokens if t.type not in {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}]
    return magics + tuple(_meaningful(kept, strings))


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


def compare(source: Path, target: Path) -> Iterator[tuple[str, Drift | None]]:
    """Each document of the source with its drift, or None where the target lacks it.

    Documents are joined by their path without suffix. Raises DocumentError where one cannot be read or nothing can be
    compared.
    """
    here, there = _documents(source), _documents(target)
    if not here.keys() & there.keys():
        raise DocumentError.at(
            f"{source}, {target}", "no document with code is on both sides", "name two folders or files"
        )
    for name in sorted(here):
        yield name, measure(here[name], there[name]) if name in there else None


def _documents(place: Path) -> dict[str, list[str]]:
    """The cells of each document that has any, by its path without suffix."""
    if place.is_file():
        return {"document": code_cells(place)}
    found: dict[str, list[str]] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).with_suffix("").as_posix()
        if path.suffix in KINDS and path.is_file() and name not in found and (cells := code_cells(path)):
            found[name] = cells
    return found


def as_table(rows: list[tuple[str, Drift | None]]) -> str:
    """One line for each document and a sum: cells, then drifted cells at each level."""
    lines = [f"{'document':<40}{'cells':>7}{'exact':>7}{'code':>7}{'logic':>7}"]
    total = Drift()
    for name, drift in rows:
        if drift is None:
            lines.append(f"{name:<40}{'not there':>16}")
            continue
        total += drift
        lines.append(f"{name:<40}{drift.cells:>7}{drift.exact:>7}{drift.code:>7}{drift.logic:>7}")
    lines.append(f"{'all':<40}{total.cells:>7}{total.exact:>7}{total.code:>7}{total.logic:>7}")
    share = [f"{part / (total.cells or 1):.1%}" for part in (total.exact, total.code, total.logic)]
    lines.append(f"{'share of cells':<40}{'':>7}" + "".join(f"{part:>7}" for part in share))
    return "\n".join(lines)


def measure_drift(source: Path, target: Path) -> bool:
    """Print how far the code of a version has moved away from another; True where no code of any cell differs.

    Comments and layout are no code. Raises DocumentError.
    """
    rows = list(compare(source, target))
    print(as_table(rows))
    return not any(drift and drift.code for _, drift in rows)
