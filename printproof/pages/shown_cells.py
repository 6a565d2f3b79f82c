"""Does a page show each cell of its script once, in order, with what the cell needs?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printproof.scripts.modes import MODES
from printproof.scripts.script import Script, nearest

OPTIONS = ("example", "caption", "alt", "class", "name", "compare", "solution", "tags")
"""What may stand on a cell: its name, words for a figure, classes and a target, modes to show beside it, and
whether it solves an exercise."""


@dataclass(frozen=True)
class Shown:
    """A cell where a page shows it: the line of its fence, the options under it, the lines of these options."""

    line: int
    options: Mapping[str, str]
    option_lines: Mapping[str, int] = field(default_factory=dict)
    body: str = ""

    @property
    def name(self) -> str:
        """The name of the cell, empty where the page gives none."""
        return self.options.get("example", "").strip()

    @property
    def compared(self) -> tuple[str, ...]:
        """The modes whose output the page shows beside that as written."""
        return tuple(self.options.get("compare", "").split())

    def line_of(self, option: str) -> int:
        """The line of an option in the page."""
        return self.option_lines.get(option, self.line)


def option_lines(lines: Sequence[str], fence: int) -> dict[str, int]:
    """Where the options of the cell stand whose fence is in a line (1 = first)."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines[fence:], fence + 1):
        if line.lstrip().startswith(("```", "~~~", ":::")):
            break
        if option := re.match(r"\s*:?(\w+):", line):
            found.setdefault(option[1], number)
    return found


def check_shown(page: Path, shown: Sequence[Shown], script: Script) -> list[str]:
    """What is wrong with the cells a page shows, each a sentence with page, line, fact and cure."""
    names = [cell.name for cell in script.cells]
    wrong: list[str] = []
    seen: dict[str, int] = {}
    offered: set[str] = set()
    for cell in shown:
        if problem := _wrong_cell(cell, names, seen):
            wrong.append(f"{page}:{cell.line}: {problem}")
            offered.update(name for name in names if f"did you mean '{name}'" in problem)
        elif seen and names.index(cell.name) < names.index(before := list(seen)[-1]):
            cure = "show cells in the order of the script"
            fact = f"cell '{cell.name}' is shown after '{before}' and stands before it in {script.path}"
            wrong.append(f"{page}:{cell.line}: {fact}; {cure}")
        wrong += [f"{page}:{line}: {problem}" for line, problem in _wrong_options(cell)]
        if cell.name in names:
            seen.setdefault(cell.name, cell.line)
    return wrong + _unused(page, seen, offered, script)


def check_alone(page: Path, shown: Sequence[Shown], script: Path) -> list[str]:
    """What is wrong with the cells of a page that has no script."""
    cell = shown[0]
    fact = f"the page shows cell '{cell.name}'" if cell.name else "the page has a cell"
    return [f"{page}:{cell.line}: {fact}, and {script} does not exist; write it, or remove the cell"]


def check_drawn(page: Path, cell: Shown, figures: int) -> list[str]:
    """What is wrong with the words for a figure of a cell that was run."""
    if figures > 1:
        return [f"{page}:{cell.line}: cell '{cell.name}' draws {figures} figures; let each draw in a cell of its own"]
    if figures and not cell.options.get("alt"):
        fact = f"cell '{cell.name}' draws a figure that has no alternative text"
        return [f"{page}:{cell.line}: {fact}; say what it shows with: ':alt: …'"]
    if not figures and (option := next((o for o in ("alt", "caption") if o in cell.options), None)):
        return [f"{page}:{cell.line_of(option)}: cell '{cell.name}' draws no figure; remove its ':{option}:'"]
    return []


def _wrong_cell(cell: Shown, names: list[str], seen: Mapping[str, int]) -> str:
    if not cell.name:
        return f"this cell names no example; write ':example: NAME' under it{nearest('', names)}"
    if cell.name not in names:
        return f"the script has no cell '{cell.name}'{nearest(cell.name, names)}"
    if cell.name in seen:
        return f"cell '{cell.name}' was shown in line {seen[cell.name]}; show each cell once"
    return ""


def _wrong_options(cell: Shown) -> Iterator[tuple[int, str]]:
    for option in cell.options:
        if option not in OPTIONS:
            yield cell.line_of(option), f"a cell has no option '{option}'{nearest(option, list(OPTIONS))}"
    for mode in cell.compared:
        if mode not in MODES[1:]:
            yield cell.line_of("compare"), f"'{mode}' is no mode to compare with{nearest(mode, list(MODES[1:]))}"
    if cell.body.strip():
        yield cell.line, "this cell holds code of its own; its code stands in the script, remove it here"


def _unused(page: Path, seen: Mapping[str, int], offered: set[str], script: Script) -> list[str]:
    """One sentence per cell of the script that the page does not show, at the place where it belongs."""
    wrong, line = [], 1
    for cell in script.cells:
        line = seen.get(cell.name, line)
        if cell.name not in seen and cell.name not in offered:
            fact = f"cell '{cell.name}' of {script.path}:{cell.line} is not shown"
            wrong.append(f"{page}:{line}: {fact}; show it below this line with: ':example: {cell.name}'")
    return wrong
