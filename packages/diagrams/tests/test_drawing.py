"""A drawing stays on its sheet and each text in its room, in any language; as SVG it is small and cannot be broken."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import brotli
import pytest

from printproof_diagrams import canvas as sheet
from printproof_diagrams.canvas import Words, lines, width
from printproof_diagrams.kinds import read
from printproof_diagrams.svg import write
from support.drawings import ALL, diagram, drawn, outside

NARROW = {
    "한국어": ("기대와 같음", "기대: {value}"),
    "中文": ("符合预期", "预期 {value}"),
    "English": ("as wanted", "wanted {value}"),
}


def translated(name: str, text: str, verdicts: tuple[str, str]) -> Words:
    """Words of another language: each label becomes this text, as long as it is said to be."""
    return Words({label.text: text for label in diagram(name).messages()}, *verdicts)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("verdicts", NARROW.values(), ids=NARROW)
def test_nothing_leaves_the_sheet_or_its_room(name: str, verdicts: tuple[str, str]) -> None:
    """By estimate; gates measure the pages in a browser."""
    assert list(outside(drawn(name, Words({}, *verdicts)))) == []


@pytest.mark.parametrize("text", ["추적하고 컴파일", "跟踪并编译程序", "trace and compile"])
@pytest.mark.parametrize("name", ALL)
def test_words_are_broken_where_they_are_wide(name: str, text: str) -> None:
    """Every label may be this long in some language."""
    canvas = drawn(name, translated(name, text, NARROW["한국어"]))

    assert [found for found in outside(canvas) if "box" in found] == []


def test_two_names_of_one_array_lead_to_one_box() -> None:
    """Its value stands in it once, and each chain has an arrow of its own."""
    chains = ["`x` -> [one array ((`[1]`))]", "`y` -> [one array ((`[1]`))]"]
    svg = write(read("flow", chains, 1).draw(Words()), "")

    assert (svg.count(">[1]<"), svg.count("one array"), svg.count("<rect")) == (1, 1, 2)
    assert svg.count("8-4v8z") == 2


def test_a_hangul_or_han_character_is_an_em_wide() -> None:
    """A box that is right for Latin letters would be too narrow for them."""
    assert width("상태") == width("状态") == 28


def test_words_break_at_blanks_and_code_does_not() -> None:
    """What cannot be broken is noted where it has no room."""
    assert lines("trace and compile", 80) == ["trace and", "compile"]
    assert lines("jax.tree.map(f, a)", 80, "code") == ["jax.tree.map(f, a)"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("flow", "[`a_very_long_function_name`] -> [`another_very_long_function`] -> `x`"),
        ("flow", f"title: {'a title as long as this ' * 3}\n[`a`] -> `b`"),
        ("tree", "[`a`]\n" + "".join(f"  -> (`leaf_number_{n}`)\n" for n in range(6))),
        ("drawers", "looks it looks at: " + " | ".join(["(`shape (3, 4)`)"] * 5) + "\nkept `a`"),
    ],
    ids=["flow", "title", "tree", "drawers"],
)
def test_a_label_without_room_is_noted(kind: str, text: str) -> None:
    """Its author is told the line."""
    tight = read(kind, text.split("\n"), 1).draw(Words()).tight

    assert tight
    assert all(line > 0 for line, _ in tight)


def sides(text: str) -> list[tuple[int, int]]:
    """The upper and the lower side of each box of a flow."""
    boxes = [mark.given for mark in read("flow", text.split("\n"), 1).draw(Words()).marks if mark.name == "rect"]
    return [(int(box["y"]), int(box["y"]) + int(box["height"])) for box in boxes]


def test_functions_of_chains_below_each_other_do_not_touch() -> None:
    """They would look like one box with a rule in it."""
    chains = "\n".join(["`a` -> [`f`]"] * 3)

    assert all(upper[1] < lower[0] for upper, lower in pairwise(sides(chains)))
    assert len(sides(chains)) == 3


@pytest.mark.parametrize("chains", [1, 2])
def test_state_that_a_function_hides_stands_in_it_below_its_name(chains: int) -> None:
    """Apart from the name, with what hangs below its line, in one chain as in several."""
    text = "\n".join(["`a` -> [`f_g` {`n`}]"] * chains)
    name = next(one for one in read("flow", text.split("\n"), 1).draw(Words()).texts if one.text == "f_g")
    function, state = sides(text)

    assert name.y + 4 < state[0] < state[1] < function[1]
    assert function[0] < name.y - 10


def test_an_arrow_keeps_away_from_words_without_a_box() -> None:
    """Its head would stand in the first letter."""
    marks, texts = (canvas := read("flow", ["[`f`] -> `word`"], 1).draw(Words())).marks, canvas.texts
    (head,) = (int(re.findall(r"H(\d+)", str(mark.given["d"]))[0]) for mark in marks if mark.name == "path")

    assert head + 3 <= next(text.left for text in texts if text.text == "word")


def test_a_struck_way_is_red_and_crossed() -> None:
    """One path: the way, and the two strokes of its cross."""
    paths = re.findall(r'<path class="wrong" d="([^"]*)"', write(drawn("keys"), ""))

    assert [path.count("M") for path in paths] == [3]


@pytest.mark.parametrize("name", ALL)
def test_markup_in_a_label_stays_text(name: str) -> None:
    """A translation can add nothing to the page."""
    hostile = "</text><script>\"&amp;'"
    svg = write(drawn(name, translated(name, hostile, (hostile, hostile))), f'"{hostile}')

    root = ET.fromstring(svg)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {"svg", "g", "rect", "circle", "path", "text"}
    assert {key for element in root.iter() for key in element.attrib} & {"onload", "style", "href", "id"} == set()


@pytest.mark.parametrize("name", ALL)
def test_a_drawing_is_small_and_has_no_colour_of_its_own(name: str) -> None:
    """At most 700 bytes as a host sends it; its colours are those of the page."""
    svg = write(drawn(name), "")

    assert len(brotli.compress(svg.encode())) <= 700
    assert re.findall(r"#[0-9a-f]{3}|rgb|style=", svg) == []
    assert re.findall(r"=\"[^\"]*\d\.\d", svg) == []


def test_the_same_lines_are_drawn_the_same() -> None:
    """Bytes change with the text alone."""
    assert [name for name in ALL if write(drawn(name), "") != write(drawn(name), "")] == []


def test_a_label_as_long_as_a_page_takes_no_longer_than_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its lines end is tried for what could fit, not for each width that it has itself."""
    tried = []
    monkeypatch.setattr(sheet, "wrap", lambda text, most: tried.append(most) or [text])

    lines("ab " * 500, 360)

    assert len(tried) < 100
