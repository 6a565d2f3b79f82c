"""What a diagram shows of calls, of state and of a cache is compared with what its cells did."""

from pathlib import Path

import pytest

from printproof.pages.page_view import Material
from printproof.runs.record import Call, CellRun, Record
from printproof.scripts.loading import load_script
from printproof.scripts.modes import AS_WRITTEN, MODES
from printproof_diagrams.facts import wrong_facts
from printproof_diagrams.kinds import read
from support.drawings import DRAWERS, FLOW

SCRIPT = """# %% hidden
start = 0
print("1")

# Output:
# 1
# 2

# %% jit
print("1")

# Output:
# 1
# 1
# 1
#
# Output with jit off:
# 1
# 2
# 3

# %% explicit
start = 0

# Output:
# 1
# 2

# %% cache
calc(3)
print(2 * factor)

# Output:
# 6
#
# Traces: calc 2
"""
CALLS = {
    "jit": (
        Call("count", ran=True, traced=True, before={"n": 0}, after={"n": 1}, printed="1\n"),
        *[Call("count", before={"n": 1}, after={"n": 1}, printed="1\n")] * 2,
    ),
    "explicit": (
        Call("count", ran=True, traced=True, given={"n": 0}, result={"": 1}, printed="1\n"),
        Call("count", given={"n": 1}, result={"": 2}, printed="2\n"),
    ),
}
DRAWN = {"flow": FLOW, "drawers": DRAWERS}


@pytest.fixture
def material(tmp_path: Path) -> Material:
    """A script that was run, with its calls."""
    path = tmp_path / "page.py"
    path.write_text(SCRIPT, encoding="utf-8")
    script = load_script(path)
    records = {}
    for mode in MODES:
        cells = []
        for cell in script.cells:
            promised = cell.promise.output(mode) or cell.promise.output(AS_WRITTEN)
            printed = "".join(f"{line}\n" for line in (promised.printed if promised else ()))
            cells.append(CellRun(cell.name, printed, calls=CALLS.get(cell.name, ())))
        records[mode] = Record("page", mode, "", {}, tuple(cells))
    return Material(script, records=records)


def facts(material: Material, kind: str, old: str = "", new: str = "") -> list[str]:
    """What is wrong with a diagram of the tests after a change."""
    assert old in DRAWN[kind]
    found = read(kind, DRAWN[kind].replace(old, new, 1).split("\n"), 1)
    names = {"flow": [], "drawers": ["cache"]}[kind]
    return [f"{finding.place.line}: {finding.sentence}" for finding in wrong_facts(found, names, material, 0)]


@pytest.mark.parametrize("kind", DRAWN)
def test_what_the_cells_did_is_right(material: Material, kind: str) -> None:
    """Each kind shows it in its way."""
    assert facts(material, kind) == []


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        (
            "flow",
            "((`n = 1`))",
            "((`n = 2`))",
            "2: the state is shown as 'n = 2', and in cell 'explicit' it is '1'; show what the call did",
        ),
        (
            "drawers",
            "kept `() int32 False`\n",
            "",
            "4: the cache holds 1 programs, and its cells promise 2 traces; draw one for each trace",
        ),
        (
            "drawers",
            "(`3`)",
            "(`6`)",
            "2: the label '6' shows 6, which no cell holds; correct it, or name its cell with ':example:'; "
            "named are 'cache'",
        ),
        (
            "flow",
            "{`n = ?`}",
            "(`9`)",
            "6: the label '9' shows 9, which no cell holds or prints; correct it, or name its cell with ':example:'; "
            "named are 'explicit', 'hidden'",
        ),
    ],
    ids=["state that is passed", "drawers", "value of a call", "what a box holds"],
)
def test_what_a_call_did_not_do_is_found(material: Material, kind: str, old: str, new: str, said: str) -> None:
    """At the line of the page that says it."""
    assert facts(material, kind, old, new) == [said]


def test_of_a_cell_that_was_not_run_its_promise_is_known(material: Material) -> None:
    """A translator's build compares results as well; the state of calls is in records alone."""
    promised = Material(material.script)

    assert facts(promised, "flow", "((`n = 1`))", "((`n = 2`))") == []
    assert facts(promised, "flow", "explicit: `1`", "explicit: `2`") != []


def test_of_a_large_integer_each_digit_counts(tmp_path: Path) -> None:
    """Numbers that agree to five digits are the same only where one of them is no integer."""
    path = tmp_path / "page.py"
    path.write_text("# %% key\nprint(2465931498)\n\n# Output:\n# 2465931498\n", encoding="utf-8")
    drawn = read("tree", ["[`split`]", "  (`2465931499`)"], 1)

    found = wrong_facts(drawn, ["key"], Material(load_script(path)), 0)

    assert [finding.fact for finding in found] == [
        "the label '2465931499' shows 2465931499, which no cell holds or prints"
    ]
