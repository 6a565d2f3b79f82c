"""A diagram is read from lines that an author writes by hand; what cannot be read is one line with a cure."""

import random
import re
import time

import pytest

from printproof_diagrams.canvas import Words
from printproof_diagrams.grammar import FUNCTION, HIDDEN, STATE, VALUE, DiagramError, Line
from printproof_diagrams.kinds import KINDS, read
from support.drawings import ALL, DRAWERS, FLOW, KEYS, TREE, diagram, drawn, kind_of


@pytest.mark.parametrize("name", ALL)
def test_words_are_messages_and_code_is_none(name: str) -> None:
    """A label in backquotes is the same in every language."""
    found = diagram(name).messages()

    assert found
    assert [label.text for label in found if f"`{label.text}`" in ALL[name]] == []
    assert len(found) == len({label.text for label in found})


@pytest.mark.parametrize("name", ALL)
def test_a_label_knows_its_line(name: str) -> None:
    """A translator is led to it, and so is an author."""
    lines = ALL[name].split("\n")

    assert [label for label in diagram(name).labels if label.text not in lines[label.line - 1]] == []


def test_brackets_say_what_a_shape_is() -> None:
    """Square for a function, round twice for state, curly for what it hides."""
    line = Line(1, "")
    found = line.shape("[`counter` {`n = ?`}]")

    assert (found.kind, found.inside and found.inside.kind, line.shape("((`n`))").kind) == (FUNCTION, HIDDEN, STATE)


@pytest.mark.parametrize(("held", "kind"), [("((`[1]`))", STATE), ("(`(4,)`)", VALUE), ("{`n`}", HIDDEN)])
def test_a_box_may_hold_any_shape(held: str, kind: str) -> None:
    """Two names of one array lead to a box that holds it."""
    found = Line(1, "").shape(f"[one array {held}]")

    assert (found.label.text, found.inside and found.inside.kind) == ("one array", kind)


def test_brackets_and_bars_in_code_are_code() -> None:
    """A call, a set or a union of types is a label like any other."""
    found = read("flow", ["(`f(x) | {1: 2} -> 3`) -> [`g[0]`]"], 1)

    assert [label.text for label in found.labels] == ["f(x) | {1: 2} -> 3", "g[0]"]


ACROSS = KEYS.replace("-> ((`x", "-> ((`y`))\n    -> ((`x").replace("-x `init`", "-x `y`")
WRONG = {
    "unknown kind": ("flows", FLOW, 0, "no kind of diagram is called 'flows'; did you mean 'flow'?"),
    "empty": ("flow", "\n", 0, "this diagram is empty; write its lines"),
    "unknown word": ("drawers", DRAWERS.replace("ignored", "ingored"), 2, "a line cannot begin with 'ingored'; did"),
    "twice": ("drawers", DRAWERS + "\ncall: `a`", 7, "'call' stands here a second time; write it once"),
    "no result": ("flow", FLOW.replace("explicit: `1`", "explicit: 1"), 3, "'1' is no result; write `1`, `1` as"),
    "open bracket": ("flow", "((`a`) -> [`f`]", 1, r"'((`a`)' is not closed; end it with '))'"),
    "open backquote": ("flow", "`a -> [`f`]", 1, "a backquote has no partner; close the code"),
    "mixed label": ("flow", "call `a` -> [`f`]", 1, "the label 'call `a`' mixes words and code; write two labels"),
    "empty label": ("flow", "[] -> `a`", 1, "a label is empty; write words, or `code`"),
    "unseen": ("flow", "[a\u202eb] -> `a`", 1, r"has a character that nobody sees; remove it"),
    "long label": ("flow", f"[{'long ' * 20}] -> `a`", 1, "a label has 99 characters; write 80 at most"),
    "places": ("flow", FLOW.replace("explicit: `1` | `2`", "explicit: `1`"), 3, "has 1 results, and there are 2"),
    "no chain": ("flow", "title: a", 1, "a part of this flow has no chain; write one with arrows"),
    "edge from nowhere": ("tree", "-> [`a`]", 1, "an edge leads from nowhere; indent this line"),
    "zip of nothing": ("tree", "zip `m`: [`f`]", 1, "a zip has no tree above it; write the trees"),
    "zip of a value": ("tree", TREE.replace("[`p - 0.5 * g`]", "(`p`)"), 7, "'(`p`)' is no function; write it"),
    "zip that makes nothing": ("tree", TREE.partition("[new")[0], 7, "a zip makes one tree, and 0 stand below it"),
    "other leaves": ("tree", TREE.replace("`b`: (`-1", "`c`: (`-1"), 4, "'grads' and 'params' have other leaves"),
    "unknown end": ("tree", KEYS.replace("-x `init`", "-x `inti`"), 9, "'inti'; did you mean 'init'?"),
    "way across": ("tree", ACROSS, 10, "would cross other shapes; write it as the first"),
    "no drawer": ("drawers", "call: `a`", 1, "this cache has no drawer; write one"),
    "unknown drawer": ("drawers", DRAWERS.replace("kept", "keep", 1), 5, "'keep'; did you mean 'kept'?"),
    "words above nothing": ("drawers", "looks the cache", 1, "'looks' says nothing; write a colon after it"),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "line", "said"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_said_at_its_line(kind: str, text: str, line: int, said: str) -> None:
    """The fact and the cure, on one line."""
    with pytest.raises(DiagramError, match=re.escape(said)) as caught:
        read(kind, text.split("\n"), 1)

    (finding,) = caught.value.findings
    assert (finding.place.line, "\n" in str(finding)) == (line, False)


@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_lines_are_refused_at_once(kind: str) -> None:
    """No reader could take them in, and no build should wait for them."""
    begun = time.process_time()

    with pytest.raises(DiagramError, match="10000 lines, and 40 are what a reader can take in; draw two"):
        read(kind, [f"{' ' * n}[`a`]" for n in range(10_000)], 1)

    assert time.process_time() - begun < 1


@pytest.mark.parametrize("text", ["[" * 10_000, "`a` -> " * 10_000 + "`b`", "(" * 5000 + "a" + ")" * 5000])
def test_one_endless_line_is_refused_at_once(text: str) -> None:
    """Brackets are not followed inwards, and a row has an end."""
    begun = time.process_time()

    with pytest.raises(DiagramError, match=";"):
        read("flow", [text], 1)

    assert time.process_time() - begun < 1


def test_any_lines_are_drawn_or_refused() -> None:
    """An author who mistypes gets a line with a cure, never a traceback."""
    chance = random.Random(11)
    pieces = [*"|:->[](){}` \n", "((", "))", "-x", "---", "zip", "prints", "note", "looks", "kept", "-> ", "\n  "]
    words = [part for text in ALL.values() for part in text.replace("\n", " \n ").split(" ")]
    refused: list[str] = []
    for _ in range(600):
        name = chance.choice(list(ALL))
        lines = ALL[name].split("\n")
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(lines))
            place = chance.randrange(len(lines[at]) + 1)
            put = chance.choice(pieces if chance.random() < 0.6 else words)
            lines[at] = lines[at][:place] + put + lines[at][place + chance.randint(0, 4) :]
        try:
            read(kind_of(name), "\n".join(lines).split("\n"), 1).draw(Words())
        except DiagramError as error:
            refused.append(str(error))

    assert 60 < len(refused) < 600
    assert [report for report in refused if "\n" in report] == []


def test_each_kind_can_be_drawn() -> None:
    """The examples of the tests are what they seem."""
    assert [name for name in ALL if drawn(name).tight] == []
