"""A page shows each cell of its script once, in order, with what the cell needs; each deviation is a finding."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from printproof.scripts.modes import MODES, label
from printproof.scripts.script import Script
from printproof_base.findings import Finding, Place, closest, suggestion

OPTIONS = (
    *("example", "caption", "alt", "class", "name", "compare", "wanted", "solution", "mends", "tags"),
    *("variant", "mystnb"),
)
"""What may stand on a cell: its name, words for a figure, classes and a target, modes to show beside it, the cell
that puts it right, whether it solves an exercise, which cells it shows better code for, what its tab is called where it
is one of several variants, and what MyST-NB knows."""

ALT = re.compile(r"alt-[2-9]")
"""The words of a second figure of a cell and of those after it, whose first has ``alt``."""

SETTINGS = (
    *("code_prompt_show", "code_prompt_hide", "number_source_lines"),
    *("remove_code_source", "remove_code_outputs", "scroll_outputs"),
)
"""What ``mystnb`` may say of a cell, and MyST-NB's configuration, with ``nb_`` before it, of all cells."""

CODE, OUTPUTS = "code", "outputs"
"""The two parts of a cell."""

CELL = frozenset({CODE, OUTPUTS})

NOTHING = "none"
"""What ``compare`` says of a cell none of whose rows is wrong, though jit changes some."""

Wrong = tuple[int, str, str]
"""What is wrong with a cell: the line, the fact and the cure."""

_REMOVED = {"cell": CELL, "input": frozenset({CODE}), "output": frozenset({OUTPUTS})}


@dataclass(frozen=True)
class Shown:
    """A cell where a page shows it: the line of its fence, the options under it, the lines of these options.

    ``tags`` and ``settings`` are those of MyST-NB; a tag that nobody knows is one for the style of the project.
    """

    line: int
    options: Mapping[str, str]
    option_lines: Mapping[str, int] = field(default_factory=dict)
    body: str = ""
    tags: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def text(self, option: str) -> str:
        """What an option says, empty where the page does not have it."""
        return self.options.get(option, "").strip()

    @property
    def name(self) -> str:
        """The name of the cell, empty where the page gives none."""
        return self.text("example")

    @property
    def compared(self) -> tuple[str, ...]:
        """The modes whose output the page shows beside that as written."""
        return () if self.compares_nothing else tuple(self.text("compare").split())

    @property
    def compares_nothing(self) -> bool:
        """Whether the page says that a row which jit changes is not wrong: one that counts traces, say."""
        return self.text("compare") == NOTHING

    @property
    def mends(self) -> tuple[str, ...]:
        """The cells that it shows better code for: the code of the first is compared with its own."""
        return tuple(self.text("mends").split())

    @property
    def removed(self) -> frozenset[str]:
        """The parts that the page leaves out. They are run and compared all the same."""
        known = {f"remove-{name}": parts for name, parts in _REMOVED.items()}
        found = [known.get(tag.replace("_", "-"), frozenset()) for tag in self.tags]
        found += [frozenset({CODE})] if self.settings.get("remove_code_source") else []
        found += [frozenset({OUTPUTS})] if self.settings.get("remove_code_outputs") else []
        return frozenset().union(*found)

    @property
    def hidden(self) -> frozenset[str]:
        """The parts that the page folds."""
        known = {f"hide-{name}": parts for name, parts in _REMOVED.items()}
        return frozenset().union(*(known.get(tag, frozenset()) for tag in self.tags)) - self.removed

    def line_of(self, option: str) -> int:
        """The line of an option in the page."""
        return self.option_lines.get(option, self.line)


def option_lines(lines: Sequence[str], fence: int) -> dict[str, int]:
    """Where the options of the cell stand whose fence is in a line (1 = first)."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines[fence:], fence + 1):
        if line.lstrip(" \t>").startswith(("```", "~~~", ":::")):
            break
        # Both ways to write an option: ``:name: value``, and ``name: value`` between lines of dashes.
        if option := re.match(r"[\s>]*:?([\w-]+):", line):
            found.setdefault(option[1], number)
    return found


def check_shown(page: Place, shown: Sequence[Shown], script: Script, modes: Sequence[str] = MODES) -> list[Finding]:
    """What is wrong with the cells that a page shows: names, order, options, cells that it leaves out.

    ``modes`` are those in which the script runs: no other can be compared.
    """
    names = [cell.name for cell in script.cells]
    findings: list[Finding] = []
    seen: dict[str, int] = {}
    offered: set[str] = set()
    for cell in shown:
        wrong = [*_wrong_cell(cell, script, seen), *_wrong_options(cell, modes)]
        wrong += _wrong_names(cell, script)
        findings += [_finding(page, line, fact, cure, cell.name) for line, fact, cure in wrong]
        if cell.name in names:
            seen.setdefault(cell.name, cell.line)
        elif meant := closest(cell.name, names):
            offered.add(meant)
    return findings + _left_out(page, seen, offered, script)


def check_alone(page: Place, shown: Sequence[Shown], script: Path) -> list[Finding]:
    """What is wrong with the cells of a page that has no script."""
    cell = shown[0]
    fact = f"the page shows cell '{cell.name}'" if cell.name else "the page has a cell"
    cure = "write it, or remove the cell"
    return [_finding(page, cell.line, f"{fact}, and {script} does not exist", cure, cell.name)]


def alt_option(number: int) -> str:
    """The option with the words of a figure of a cell (1 = first)."""
    return f"alt-{number}" if number > 1 else "alt"


def check_drawn(page: Place, cell: Shown, figures: int, require_alt: bool = False) -> Iterator[Finding]:
    """What is wrong with the words for the figures of a cell that was run and drew so many.

    A missing alternative text is a warning, or with ``require_alt`` an error.
    """
    wanted = {alt_option(number): number for number in range(1, figures + 1)}
    for option, number in wanted.items():
        if not cell.options.get(option):
            which = "a figure that" if number == 1 else f"figure {number}, which"
            fact = f"cell '{cell.name}' draws {which} has no alternative text"
            wrong = _finding(page, cell.line, fact, f"say what it shows with: {_written(page, option)}", cell.name)
            yield wrong if require_alt else replace(wrong, severity="warning")
    of_figure = (option for option in cell.options if option in {"alt", "caption"} or ALT.fullmatch(option))
    in_vain = (option for option in of_figure if option not in wanted)
    if option := next((option for option in in_vain if option != "caption" or not figures), ""):
        which = f"figure {option.removeprefix('alt-')}" if ALT.fullmatch(option) else "figure"
        fact = f"cell '{cell.name}' draws no {which}"
        yield _finding(page, cell.line_of(option), fact, f"remove its ':{option}:'", cell.name)


def _written(page: Place, option: str) -> str:
    """An option as an author writes it, on a page or among the metadata of a cell of a notebook."""
    return f'"printproof": {{"{option}": "…"}} in its metadata' if page.path.endswith(".ipynb") else f"':{option}: …'"


def _finding(page: Place, line: int, fact: str, cure: str, cell: str) -> Finding:
    return Finding(replace(page, line=line, cell=cell), "error", "page", fact, cure)


def _wrong_cell(cell: Shown, script: Script, seen: Mapping[str, int]) -> Iterator[Wrong]:
    """What is wrong with a cell after those that were ``seen``, each in its line: at most one thing."""
    names = [cell.name for cell in script.cells]
    last = next(reversed(list(seen)), "")
    if not cell.name:
        fact, cure = "this cell names no example", f"write ':example: NAME' under it; {suggestion('', names)}"
    elif cell.name not in names:
        fact, cure = f"the script has no cell '{cell.name}'", suggestion(cell.name, names, quote="'")
    elif cell.name in seen:
        fact, cure = f"cell '{cell.name}' was shown in line {seen[cell.name]}", "show each cell once"
    elif last and names.index(cell.name) < names.index(last):
        fact = f"cell '{cell.name}' is shown after '{last}' and stands before it in {script.path}"
        cure = "show cells in the order of the script"
    else:
        return
    yield cell.line, fact, cure


def _wrong_names(cell: Shown, script: Script) -> Iterator[Wrong]:
    """What another cell should do for it and cannot, or a tag that says that it raises what no promise announces."""
    names = [known.name for known in script.cells]
    wanted, others = cell.text("wanted"), [name for name in names if name != cell.name]
    if "wanted" in cell.options and wanted not in others:
        fact = f"'{wanted}' is no other cell of the script, so it cannot print what is wanted of '{cell.name}'"
        yield cell.line_of("wanted"), fact, suggestion(wanted, others, quote="'")
    for name in cell.mends:
        if name not in names:
            fact = f"cell '{cell.name}' mends '{name}', which the script does not have"
            yield cell.line_of("mends"), fact, suggestion(name, names, quote="'")
    raising = {known.name for known in script.cells if known.promise.raises}
    if "raises-exception" in cell.tags and cell.name not in raising:
        fact = f"cell '{cell.name}' is tagged 'raises-exception' and announces no error"
        yield cell.line_of("tags"), fact, "remove the tag, or write the error as the last line of its '# Output:'"


def _wrong_options(cell: Shown, modes: Sequence[str]) -> Iterator[Wrong]:
    for option in cell.options:
        if option not in OPTIONS and not ALT.fullmatch(option):
            cure = suggestion(option, list(OPTIONS), quote="'")
            yield cell.line_of(option), f"a cell has no option '{option}'", cure
    for name in cell.settings:
        if name not in SETTINGS:
            figure = "write ':caption:' and ':name:' on the cell"
            cure = figure if name == "figure" else suggestion(name, SETTINGS, quote="'")
            yield cell.line_of("mystnb"), f"'mystnb' of a cell has no '{name}'", cure
    for mode in cell.compared:
        if mode not in MODES[1:]:
            cure = suggestion(mode, list(MODES[1:]), quote="'")
            yield cell.line_of("compare"), f"'{mode}' is no mode to compare with", cure
        elif mode not in modes:
            fact = f"the script does not run {label(mode)}, so there is nothing to compare"
            cure = f"let it import JAX and '{mode}' be one of the modes in pyproject.toml, or remove the option"
            yield cell.line_of("compare"), fact, cure
    if cell.body.strip():
        yield cell.line, "this cell holds code of its own", "its code stands in the script, remove it here"


def _left_out(page: Place, seen: Mapping[str, int], offered: set[str], script: Script) -> list[Finding]:
    """A finding per cell of the script that the page does not show, at the line below which it belongs.

    A cell whose name was offered for a misspelt one is not missing.
    """
    findings, line = [], 1
    for cell in script.cells:
        line = seen.get(cell.name, line)
        if cell.name not in seen and cell.name not in offered:
            fact = f"cell '{cell.name}' of {script.path}:{cell.line} is not shown"
            cure = f"show it below this line with: ':example: {cell.name}'"
            findings.append(_finding(page, line, fact, cure, cell.name))
    return findings
