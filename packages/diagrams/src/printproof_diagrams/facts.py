"""Comparing a diagram with what its cells do: its results, its states, and every number of its code."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from printproof.pages.call_table import CallRow, call_rows
from printproof.pages.page_view import Material
from printproof.promises.compare import NUMBER, same_lines, same_number
from printproof.runs.record import Record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF, MODES
from printproof.scripts.script import Cell
from printproof_base.findings import Finding, suggestion
from printproof_diagrams.drawers import MISSING, Drawers
from printproof_diagrams.flow import Flow
from printproof_diagrams.grammar import LONGEST, STATE, Label, Prints, Shape, finding, parts_of
from printproof_diagrams.kinds import Content, Diagram
from printproof_diagrams.tree import Trees


@dataclass(frozen=True)
class Example:
    """A cell that a diagram is about: what it prints by mode, and its calls, where it was run."""

    cell: Cell
    printed: Mapping[str, tuple[str, ...]]
    rows: tuple[CallRow, ...] = ()

    @property
    def numbers(self) -> list[float]:
        """Every number of its code, of what it prints and of the state of its calls."""
        printed = [line for lines in self.printed.values() for line in lines]
        states = [text for row in self.rows for text in (row.before, row.after)]
        return [one for text in (self.cell.code, *printed, *states) for one in _numbers(text)]


def wrong_facts(diagram: Diagram, names: Sequence[str], material: Material, line: int) -> list[Finding]:
    """What a diagram shows that its cells, named in a line of the page, do not do; all places have lines alone."""
    cells = {cell.name: cell for cell in material.script.cells} if material.script else {}
    named = list(dict.fromkeys([*names, *(one.cell for one in diagram.prints if one.cell)]))
    lines = {**{one.cell: one.line for one in diagram.prints}, **dict.fromkeys(names, line)}
    if unknown := [name for name in named if name not in cells]:
        return [
            finding(lines[name], f"the script has no cell '{name}'", suggestion(name, list(cells), quote="'"))
            for name in unknown
        ]
    examples = {name: _example(cells[name], material.records) for name in named}
    content, first = diagram.content, next(iter(names), "")
    found = [*_wrong_numbers(diagram, examples, material)]
    for prints in diagram.prints:
        example = examples.get(prints.cell or first)
        if example is None:
            found.append(finding(prints.line, "no cell prints these results", "name it: 'prints CELL: `1` | `2`'"))
        else:
            found += _wrong_results(prints, example)
            found += _wrong_states(content, prints, example) if isinstance(content, Flow) else ()
    if isinstance(content, Trees):
        found += _wrong_leaves(content, list(examples.values()))
    elif isinstance(content, Drawers):
        found += _wrong_drawers(content, list(examples.values()))
    # Two labels of a line may be wrong in the same words.
    return list(dict.fromkeys(found))


def _example(cell: Cell, records: Mapping[str, Record] | None) -> Example:
    printed = {}
    for mode in MODES:
        run = records[mode].cell(cell.name) if records and mode in records else None
        promised = cell.promise.output(mode) or cell.promise.output(AS_WRITTEN)
        printed[mode] = run.printed if run else promised.lines if promised else ()
    return Example(cell, printed, call_rows(cell.name, records).rows if records else ())


def _numbers(text: str) -> list[float]:
    """The numbers of a text, integers exactly; the parts of a name, such as ``float32``, are none."""
    # Python refuses to read an integer of thousands of digits; one that no label could hold need not be exact.
    integer = re.compile(rf"-?\d{{1,{LONGEST}}}").fullmatch
    return [int(one) if integer(one) else float(one) for one in NUMBER.findall(text)]


def _shown(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:g}"


def _wrong_numbers(diagram: Diagram, examples: Mapping[str, Example], material: Material) -> Iterator[Finding]:
    """A number in code that stands in no cell; what a call is given stands in the code, not in what was printed."""
    known = [number for example in examples.values() for number in example.numbers]
    written = [number for example in examples.values() for number in _numbers(example.cell.code)]
    given = diagram.content.given if isinstance(diagram.content, Drawers) else ()
    cells = ", ".join(f"'{name}'" for name in examples)
    # State between calls is seen in a run alone: neither code nor promises say it.
    unseen = [] if material.records else _states(diagram.content)
    for label in diagram.labels:
        if label in unseen:
            continue
        held = written if label in given else known
        for number in _numbers(label.text) if label.code else ():
            if not examples:
                fact = f"the label '{label.text}' shows a number, and the diagram names no cell"
                yield finding(label.line, fact, "name the one that it comes from with: ':example: NAME'")
            elif not any(same_number(number, one) for one in held):
                does = "holds" if label in given else "holds or prints"
                fact = f"the label '{label.text}' shows {_shown(number)}, which no cell {does}"
                yield finding(label.line, fact, f"correct it, or name its cell with ':example:'; named are {cells}")


def _states(content: Content) -> list[Label]:
    """The labels of state between calls: where no cell was run, nothing is known of it."""
    shapes = parts_of(content, Shape) if isinstance(content, Flow) else ()
    return [shape.label for shape in shapes if shape.kind == STATE]


def _wrong_results(prints: Prints, example: Example) -> Iterator[Finding]:
    """Results that are not the first lines, or words of lines, that the cell prints; wanted is what jit off prints."""
    count, name = len(prints.results), example.cell.name
    # Their words, where a cell prints several results in a line.
    both = (example.printed[mode] for mode in (AS_WRITTEN, JIT_OFF))
    printed, wanted = (lines if len(lines) >= count else " ".join(lines).split() for lines in both)
    if len(printed) < count:
        fact = f"'prints' shows {count} results, and cell '{name}' prints {len(printed)}"
        yield finding(prints.line, fact, "show no more than the cell prints")
        return
    for place, result in enumerate(prints.results):
        if not same_lines([result.label.text], [printed[place]]):
            fact = f"result {place + 1} is shown as '{result.label.text}', and cell '{name}' prints '{printed[place]}'"
            yield finding(prints.line, fact, f"write `{printed[place]}`")
        elif result.judged:
            off = wanted[place] if place < len(wanted) else ""
            shown, good = result.wanted or result.label.text, same_lines([off], [printed[place]])
            if not same_lines([shown], [off]) or (result.wanted and good):
                fact = f"result {place + 1} is said to be wanted as '{shown}', and with jit off it is '{off}'"
                cure = f"write `{printed[place]}` {'as wanted' if good else f'wanted `{off}`'}"
                yield finding(prints.line, fact, cure)


def _wrong_states(flow: Flow, prints: Prints, example: Example) -> Iterator[Finding]:
    """A state in a chain that the calls of the cell did not have; nothing is known of a cell that was not run."""
    part = next(part for part in flow.parts if part.printed is prints)
    states = [shape.label for shape in part.chains[0] if shape.kind == STATE]
    if example.rows and len(part.chains) == 1 and len(states) == part.functions + 1 <= len(example.rows) + 1:
        rows = example.rows[: part.functions]
        for label, text in zip(states, [*(row.before for row in rows), rows[-1].after], strict=True):
            if _numbers(label.text) and not set(_numbers(label.text)) <= set(_numbers(text)):
                fact = f"the state is shown as '{label.text}', and in cell '{example.cell.name}' it is '{text}'"
                yield finding(label.line, fact, "show what the call did")


def _wrong_leaves(trees: Trees, examples: Sequence[Example]) -> Iterator[Finding]:
    """A leaf of the tree that a zip makes whose cell prints another value under its name."""
    lines = [line for one in examples for line in one.printed[AS_WRITTEN]]
    for leaf in [leaf for tree in trees.made for leaf in tree.leaves if leaf.edge]:
        assert leaf.edge
        name = re.compile(rf"\b{re.escape(leaf.edge.text)}['\"]?\s*[:=]\s*({NUMBER.pattern})")
        printed = [one for line in lines for found in name.findall(line) for one in _numbers(found)]
        shown = _numbers(leaf.shape.label.text)
        if printed and shown and not any(same_number(shown[0], one) for one in printed):
            fact = f"'{leaf.edge.text}' is shown as {_shown(shown[0])}, and its cell prints {_shown(printed[0])}"
            yield finding(leaf.shape.label.line, fact, f"write `{printed[0]}`")


def _wrong_drawers(cache: Drawers, examples: Sequence[Example]) -> Iterator[Finding]:
    """More or fewer programs in the cache than the cells promise to trace."""
    traced = sum(count for one in examples for count in one.cell.promise.traces.values())
    there = [drawer for drawer in cache.drawers if drawer.kind != MISSING]
    if traced and len(there) != traced:
        fact = f"the cache holds {len(there)} programs, and its cells promise {traced} traces"
        yield finding(there[-1].label.line if there else cache.drawers[0].label.line, fact, "draw one for each trace")
