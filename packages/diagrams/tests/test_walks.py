"""Rails are made from the recorded calls of a cell alone, with a sentence for each call; what cannot be is refused."""

import re
from pathlib import Path
from typing import Any

import pytest

from printproof.pages.call_table import call_rows
from printproof.runs.record import Call, CellRun, Record
from printproof.scripts.modes import AS_WRITTEN
from printproof_diagrams.canvas import Words
from printproof_diagrams.ext.sentences import sentences
from printproof_diagrams.made import RailWords, rails_of, states_of
from printproof_diagrams.rails import Rails
from printproof_diagrams.rails_drawing import draw_rails
from support.drawings import outside
from support.small import CELL, CONF, Small
from support.walked import SCRIPT, record

RAILS = "```{rails} jit\nPython runs once\n```\n"
PAGE = "# Title\n\n" + "".join(map(CELL.format, ("calls", "jit", "stops", "program")))
FENCE = len(PAGE.splitlines()) + 2


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page whose cells were run."""
    conf = CONF.replace("printproof.ext", "printproof_diagrams.ext")
    files = {"docs/conf.py": conf, "docs/index.md": f"{PAGE}\n{RAILS}", "examples/index.py": SCRIPT}
    small = Small(tmp_path, files)
    record(small)
    return small


def picture(small: Small, rails: str) -> str:
    """The picture in a page."""
    small.write("docs/index.md", f"{PAGE}\n{rails}")
    return small.build("-W").html("index").partition("<svg viewBox")[2].partition("</figure>")[0]


def made(*calls: Call) -> tuple[Rails, list[str]]:
    """The rails of calls that nobody compares, and what is said of each."""
    printed = "".join(call.printed for call in calls)
    known = {AS_WRITTEN: Record("index", AS_WRITTEN, "", {}, (CellRun("c", printed, calls=calls),))}
    table = call_rows("c", known)
    state = states_of(table.rows)
    return rails_of(table, state, [], ["" for _ in calls], RailWords()), list(sentences(table, state))


def call(**known: Any) -> Call:
    """A call of a program that was compiled before."""
    return Call(**{"name": "f", **known})


def test_the_picture_is_made_from_the_calls_alone(small: Small) -> None:
    """What ran, how far, the state, what was printed and wanted: the page says none of it."""
    shown = picture(small, RAILS)

    assert [shown.count(f">{text}</text>") for text in ("Call 1", "0 → 1", "✗ wanted 2", "✗ wanted 3")] == [1] * 4
    assert (shown.count('<circle class="python"'), shown.count('<circle class="compiled filled"')) == (2, 3)
    assert ">self.n</text>" in shown
    assert '<span class="caption-text">Python runs once</span>' in shown


def test_a_call_that_passes_is_dotted_and_its_dot_is_empty(small: Small) -> None:
    """Never by colour alone."""
    shown = picture(small, RAILS)

    assert re.findall(r'<(?:path|g) class="passes"', shown) != []
    assert len(re.findall(r'<circle class="python"[^>]* r="6"/>', shown)) == 2


def test_a_wrong_result_is_marked_and_a_right_one_is_plain(small: Small) -> None:
    """Words stand beside both signs."""
    shown = picture(small, RAILS)

    assert ">✓ as wanted</text>" in shown
    assert re.search(r'<text class="result"[^>]*>1</text>', shown)
    assert '<text class="result wrong"' in shown


@pytest.mark.parametrize("text", ["추적하고 컴파일하기", "跟踪并编译程序", "trace and compile it"])
def test_the_words_of_rails_may_be_wide(text: str) -> None:
    """In any language they are broken, and nothing leaves the sheet."""
    table = call_rows(
        "c", {AS_WRITTEN: Record("index", AS_WRITTEN, "", {}, (CellRun("c", calls=(call(traced=True),)),))}
    )
    rails = rails_of(table, [None], [], [""], RailWords("{number}", text, text, text))

    assert list(outside(draw_rails(rails, Words()))) == []


def test_a_part_says_where_its_code_stands_and_which_lines_ran(small: Small) -> None:
    """In the lines of the cell as the page shows it; where the program answered, none.

    It goes on with the place where the page prints the program, and where each of its lines came from.
    """
    shown = picture(small, RAILS)

    assert shown.count('"cell-calls 4 7 6,7 cell-program 1 0,7,0" transform=') == 1
    assert shown.count('"cell-calls 4 7  cell-program 1 0,7,0" transform=') == 2


def test_of_a_program_that_no_cell_prints_nothing_is_said(small: Small) -> None:
    """Nobody could look at it."""
    record(small, program="another")

    assert '"cell-calls 4 7 6,7" transform=' in picture(small, RAILS)


def test_a_call_that_fails_ends_in_an_octagon(small: Small) -> None:
    """It did not compile anything: its line ends there, and nothing came out."""
    shown = picture(small, RAILS.replace("jit", "stops"))
    last = shown.rpartition("<g data-part=")[2]

    assert 'class="wrong filled"' in last
    assert "compiled" not in last
    assert ">error</text>" in last
    assert "Call 2 of 2: Python ran and stopped with TypeError." in shown


def test_what_is_only_passed_is_no_state(small: Small) -> None:
    """Violet is state: arguments and results are none."""
    assert 'class="state' not in picture(small, RAILS.replace("jit", "stops"))


def test_a_picture_without_a_point_of_its_own_says_what_it_is(small: Small) -> None:
    """In the page and in its Markdown."""
    small.write("docs/index.md", f"{PAGE}\n```{{rails}} jit\n```\n")
    built = small.build("-W")

    assert '<span class="caption-text">The calls of <code' in built.html("index")


def test_words_are_those_of_the_page(small: Small) -> None:
    """None of them is a message of the page."""
    said = {
        "Call {number}": "호출 {number}",
        "Compiled program": "컴파일된 프로그램",
        "wanted {value}": "기대: {value}",
    }
    said["{name} stayed {after}."] = "{name}의 값은 그대로 {after}."
    small.translate("printproof", said)
    html = small.build(language="ko").html("index")
    template = (small.build("-W", builder="gettext").folder / "index.pot").read_text(encoding="utf-8")

    assert [text for text in ("호출 3", "프로그램", "기대: 3", "그대로 1.") if text not in html] == []
    assert "Compiled program" not in template


def test_state_that_a_call_hands_on_is_with_the_program() -> None:
    """It goes in and comes out; that of an object is where Python changes it."""
    first = call(ran=True, traced=True, given={"n": 0}, result={"": 1})
    rails, _ = made(first, call(given={"n": 1}, result={"": 2}, handed_on={"n": ""}))
    states = [state and state.label.text for state in rails.rails[1].states]

    assert (rails.rails[0].name, rails.rails[1].name and rails.rails[1].name.text) == (None, "n")
    assert states == ["0 → 1", "→ 2"]


def test_state_in_a_ref_is_with_the_program() -> None:
    """Its values are those of the run, whatever the calls return."""
    first = call(ran=True, traced=True, refs_before={"hits": 0}, refs_after={"hits": 1})
    rails, said = made(first, call(refs_before={"hits": 1}, refs_after={"hits": 2}))

    assert [state and state.label.text for state in rails.rails[1].states] == ["0 → 1", "→ 2"]
    assert said[1] == "Call 2 of 2: the compiled program ran. hits went from 1 to 2."


def test_an_array_is_drawn_as_it_is_printed() -> None:
    """Without commas, so that more of it has room."""
    row = (
        {"shape": [3], "data": [0, 10, 100]},
        {"shape": [3], "data": [1, 11, 101]},
        {"shape": [3], "data": [2, 12, 102]},
    )
    first = call(ran=True, refs_before={"n": row[0]}, refs_after={"n": row[1]})
    rails, _ = made(first, call(ran=True, refs_before={"n": row[1]}, refs_after={"n": row[2]}))

    assert [state and state.label.text for state in rails.rails[-1].states] == [
        "[0 10 100] → [1 11 101]",
        "→ [2 12 102]",
    ]


@pytest.mark.parametrize(("count", "shown"), [(1, "[1 1 1 1 1]"), (2, "1024.0"), (3, "3.000"), (6, "3.000")])
def test_a_result_is_drawn_where_it_has_room(count: int, shown: str) -> None:
    """Where there are few, each has more of it; nothing leaves the sheet, and one column more is too long."""
    drawn, _ = made(*[call(ran=True, printed=f"{shown}\n")] * count)
    longer, _ = made(*[call(ran=True, printed=f"{shown}00\n")] * count)

    assert drawn.printed
    assert longer.printed is None
    assert list(outside(draw_rails(drawn, Words()))) == []


def test_a_long_state_or_result_is_left_out() -> None:
    """A picture has no room for it; a voice says what was printed."""
    first = call(ran=True, traced=True, given={"n": "a" * 20}, result={"": "b" * 20}, printed="many words\n")
    rails, said = made(first, call(given={"n": "b" * 20}, result={"": "c"}, handed_on={"n": ""}, printed="1\n"))

    assert rails.printed is None
    assert not any(rail.states for rail in rails.rails)
    assert "output was many words." in said[0]


def test_state_that_changes_between_calls_is_state() -> None:
    """A reader who switches it off sees that no call noticed."""
    on, off = ({"before": {"self.on": value}, "after": {"self.on": value}} for value in (True, False))
    rails, said = made(call(ran=True, traced=True, **on), call(**off))

    assert [state and state.label.text for state in rails.rails[0].states] == ["True", "False"]
    assert said[1].endswith("self.on stayed False.")


def test_the_state_of_an_object_is_with_python_that_of_a_call_with_the_program() -> None:
    """Wherever it moved: what is passed was in the program, even where Python ran in each call."""
    first = call(ran=True, traced=True, given={"n": 0}, result={"": 1})
    rails, _ = made(first, call(ran=True, traced=True, given={"n": 1}, result={"": 2}, handed_on={"n": ""}))

    assert [bool(rail.name) for rail in rails.rails] == [False, True]


def test_a_long_name_of_a_state_stands_above_its_values() -> None:
    """Where there is no room for it beside them; nothing leaves the sheet."""
    name = "self.a_long_name"
    calls = [call(ran=True, traced=True, before={name: 10000}, after={name: 20000})]
    calls += [call(before={name: 20000}, after={name: 20000})] * 2
    canvas = draw_rails(made(*calls)[0], Words())
    (named,) = [text for text in canvas.texts if text.text == name]
    pills = {text.y for text in canvas.texts if text.text == "20000"}

    assert list(outside(canvas)) == canvas.tight == []
    assert named.y < min(pills) - 13


def test_what_only_some_calls_printed_is_the_result_of_none() -> None:
    """A line about two calls stands behind the second one; the picture shows what each returned."""
    rails, said = made(call(ran=True, traced=True, result={"": 1}), call(result={"": 2}, printed="1 2\n"))

    assert rails.printed
    assert [one.label.text for one in rails.printed.results] == ["1", "2"]
    assert said[1].endswith("result was 2.")


def test_what_is_returned_and_handed_on_stands_once() -> None:
    """As state; what was printed is drawn all the same, as readers compare it with the output."""
    first, then = {"given": {"n": 0}, "result": {"": 1}}, {"given": {"n": 1}, "result": {"": 2}, "handed_on": {"n": ""}}
    silent, _ = made(call(ran=True, traced=True, **first), call(**then))
    said, _ = made(call(ran=True, traced=True, printed="1\n", **first), call(printed="2\n", **then))

    assert silent.printed is None
    assert said.printed


def test_the_first_calls_of_many_can_be_shown(small: Small) -> None:
    """Nobody is told that there are no more."""
    shown = picture(small, RAILS.replace("jit\n", "jit\n:first: 2\n\n"))

    assert shown.count("<g data-part=") == 2
    assert "Call 2: the compiled program ran" in shown
    assert "Call 1: Python ran, then the compiled program; the output was 1." in picture(
        small, RAILS.replace("jit\n", "jit\n:first: 1\n\n")
    )


def test_python_alone_has_one_rail() -> None:
    """Nothing was compiled."""
    rails, said = made(call(ran=True, result={"": 1}), call(ran=True, raised="TypeError"))

    assert [rail.kind for rail in rails.rails] == ["python"]
    assert said[0] == "Call 1 of 2: only Python ran; the result was 1."


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("wanted", ["wanted {value}", "기대: {value}", "预期 {value}"])
def test_as_many_calls_as_may_be_have_room(count: int, wanted: str) -> None:
    """Nothing leaves the sheet."""
    calls = [call(ran=not n, traced=not n, before={"n": n}, after={"n": n + 1}, printed=f"{n}\n") for n in range(count)]
    canvas = draw_rails(made(*calls)[0], Words({}, "as wanted", wanted))

    assert list(outside(canvas)) == []


def test_calls_of_two_cells_stand_side_by_side(small: Small) -> None:
    """The picture bears the name of the first."""
    small.write("docs/index.md", f"{PAGE}\n{RAILS.replace('jit', 'jit stops')}")
    html = small.build("-W").html("index")

    assert html.count("<g data-part=") == 5
    assert 'id="calls-jit"' in html


WRONG = {
    "no calls": ("calls", "", "cell 'calls' calls no function of the script; name a cell that does, such as 'jit'"),
    "no calls in the second": (
        "jit calls",
        "",
        "cell 'calls' calls no function of the script; name a cell that does, such as 'jit'",
    ),
    "labels": ("jit", ":calls: a | b\n", "':calls:' names 2 calls, and cell 'jit' makes 3; name each, between bars: |"),
}


@pytest.mark.parametrize(("cell", "option", "said"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_drawn_is_refused(small: Small, cell: str, option: str, said: str) -> None:
    """At the fence, with a cure."""
    small.write("docs/index.md", f"{PAGE}\n```{{rails}} {cell}\n{option}```\n")

    (wrong,) = small.build().wrong
    assert wrong.startswith(f"ERROR: docs/index.md:{FENCE}: {said.partition(';')[0]}; ")


def test_without_a_current_record_no_call_is_shown(small: Small) -> None:
    """The page says so in the place of the picture."""
    small.write("examples/index.py", SCRIPT.replace("print(1)", "print(1)  # changed"))

    assert "were not verified in this build, so they are not shown." in small.build("-W").html("index")
