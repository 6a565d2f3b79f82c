"""A diagram stands in its page in the words of the page; what it shows of a cell is what the cell does."""

import re
from pathlib import Path

import pytest

from support.drawings import KEYS
from support.small import CELL, CONF, Small

FLOW = """```{diagram} flow
:example: jit
:alt: Call 1 is right, call 2 is not.

title: Two calls
((`n`)) -> [call 1] -> ((`n`)) -> [call 2] -> ((`n`))
prints: `1` as wanted | `1` wanted `2`

Python runs once

Only call 1 runs `count`.
```
"""
SCRIPT = """# %% jit
for n in (1, 1):
    print(n)

# Output:
# 1
# 1
#
# Output with jit off:
# 1
# 2

# %% tree
print({"w": 1.0, "b": 0.5})

# Output:
# {'w': 1.0, 'b': 0.5}
"""
CELLS = f"# Title\n\n{CELL.format('jit')}\n{CELL.format('tree')}\n"
FIRST = len(CELLS.splitlines()) + 2
"""The line of the fence of a diagram."""
TREE = """```{diagram} tree
:example: tree
:alt: A tree of two leaves.

[`a`]
  `w`: (`1.0`)
  `b`: (`0.5`)
zip `m`: [`f`]
[`new`]
  `w`: (`1.0`)
  `b`: (`0.5`)

A tree
```
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with a diagram of calls."""
    conf = CONF.replace("printproof.ext", "printproof_diagrams.ext")
    return Small(tmp_path, {"docs/conf.py": conf, "docs/index.md": f"{CELLS}\n{FLOW}", "examples/index.py": SCRIPT})


def wrong(small: Small, diagram: str) -> list[str]:
    """What a build says of a diagram."""
    small.write("docs/index.md", f"{CELLS}\n{diagram}")
    return small.build().wrong


def test_a_diagram_is_in_the_page(small: Small) -> None:
    """Its drawing, its point and what to notice; it takes no request and no script."""
    html = small.build("-W").html("index")

    figure = html.partition('<figure class="diagram')[2].partition("</figure>")[0]
    assert 'role="img" aria-label="Call 1 is right, call 2 is not."' in figure
    assert ">Two calls</text>" in figure
    assert '<span class="caption-text">Python runs once</span>' in figure
    assert 'Only call 1 runs <code class="docutils literal notranslate"><span class="pre">count</span></code>' in figure


def test_words_of_a_diagram_are_messages_at_their_true_lines(small: Small) -> None:
    """Alternative, labels, point and notice; code is none."""
    template = (small.build("-W", builder="gettext").folder / "index.pot").read_text()

    for line, message in {
        2: "Call 1 is right, call 2 is not.",
        4: "Two calls",
        5: "call 1",
        8: "Python runs once",
        10: "Only call 1 runs `count`.",
    }.items():
        assert f'docs/index.md:{FIRST + line}\nmsgid "{message}"\n' in template
    assert 'msgid "1"' not in template


def test_words_of_a_diagram_are_in_the_language_of_the_page(small: Small) -> None:
    """Its boxes are as wide as that language needs."""
    said = {
        "call 1": "호출 1",
        "call 2": "호출 2",
        "Two calls": "호출 두 번",
    }
    small.translate("index", {**said, "Call 1 is right, call 2 is not.": "호출 1만 맞습니다."})

    html = small.build(language="ko").html("index")

    svg = html.partition("<svg")[2].partition("</svg>")[0]
    assert 'aria-label="호출 1만 맞습니다."' in svg
    assert ">호출 두 번</text>" in svg
    assert re.search(r"call|lang=", svg) is None


def test_an_untranslated_alternative_says_its_language(small: Small) -> None:
    """A voice reads it as what it is."""
    html = small.build(language="ko").html("index")

    assert re.search(r'<svg[^>]* lang="en"', html)


@pytest.mark.parametrize("builder", ["text", "latex", "man", "texinfo", "epub"])
def test_other_formats_show_the_words_of_a_diagram(small: Small, builder: str) -> None:
    """None of them fails."""
    built = small.build(builder=builder)

    files = [path.read_text(errors="replace") for path in built.folder.rglob("*") if path.is_file()]
    assert built.status == 0
    assert any("call 2 is not." in text for text in files)


def test_two_diagrams_have_two_ids(small: Small) -> None:
    """The same in every language: they count the diagrams of the page."""
    small.write("docs/index.md", f"{CELLS}\n{FLOW}\n{TREE}")

    html = small.build("-W").html("index")

    assert re.findall(r'<figure class="diagram[^>]* id="([^"]+)"', html) == ["diagram-1", "diagram-2"]


def test_a_heading_above_a_diagram_keeps_its_id(small: Small) -> None:
    """The diagram has the next one."""
    small.write("docs/index.md", f"{CELLS}\n## Diagram 1\n\n{FLOW}")

    ids = re.findall(r' id="(diagram-[^"]+)"', small.build("-W").html("index"))

    assert ids == ["diagram-1", "diagram-2"]


def test_a_named_diagram_can_be_referred_to(small: Small) -> None:
    """By the name of its option."""
    small.write(
        "docs/index.md",
        f"{CELLS}\n{FLOW.replace(':alt:', ':name: the-flow' + chr(10) + ':alt:')}\n{{ref}}`the-flow`\n",
    )

    html = small.build("-W").html("index")

    assert 'href="#diagram-1"><span class="std std-ref">Python runs once</span>' in html


FACTS = {
    "a digit of a result": (
        FLOW.replace("`1` wanted", "`2` wanted"),
        6,
        "result 2 is shown as '2', and cell 'jit' prints '1'; write `1`",
    ),
    "a wanted result": (
        FLOW.replace("wanted `2`", "wanted `3`"),
        6,
        "result 2 is said to be wanted as '3', and with jit off it is '2'; write `1` wanted `2`",
    ),
    "a verdict": (
        FLOW.replace("`1` wanted `2`", "`1` as wanted"),
        6,
        "result 2 is said to be wanted as '1', and with jit off it is '2'; write `1` wanted `2`",
    ),
    "more results": (
        FLOW.replace("[call 2]", "[call 2] -> ((`n`)) -> [call 3]").replace("wanted `2`", "wanted `2` | `3`"),
        6,
        "'prints' shows 3 results, and cell 'jit' prints 2; show no more than the cell prints",
    ),
    "an unknown cell": (FLOW.replace(": jit", ": jti"), 1, "the script has no cell 'jti'; did you mean 'jit'?"),
    "no cell": (
        FLOW.replace(":example: jit\n", ""),
        5,
        "no cell prints these results; name it: 'prints CELL: `1` | `2`'",
    ),
    "a number of a label": (
        TREE.replace("`w`: (`1.0`)", "`w`: (`7.0`)", 1),
        5,
        "the label '7.0' shows 7, which no cell holds or prints; correct it, or name its cell "
        "with ':example:'; named are 'tree'",
    ),
    "a number without a cell": (
        TREE.replace(":example: tree\n", "").replace("`0.5`", "`c`").replace("`1.0`", "`c`", 1),
        8,
        "the label '1.0' shows a number, and the diagram names no cell; name the one that "
        "it comes from with: ':example: NAME'",
    ),
    "leaves that were exchanged": (
        TREE.replace("[`new`]\n  `w`: (`1.0`)", "[`new`]\n  `w`: (`0.5`)"),
        9,
        "'w' is shown as 0.5, and its cell prints 1; write `1.0`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("diagram", "line", "said"), FACTS.values(), ids=FACTS)
def test_what_no_cell_does_is_an_error_at_its_line(small: Small, diagram: str, line: int, said: str) -> None:
    """No number of a diagram is unverified."""
    assert wrong(small, diagram)[0] == f"ERROR: docs/index.md:{FIRST + line}: {said}"


@pytest.mark.parametrize(
    ("diagram", "line", "said"),
    [
        (FLOW.replace("`1` as", "1 as"), 6, "'1 as wanted' is no result; write `1`, `1` as wanted, or `1` wanted `2`"),
        (FLOW.replace("} flow", "} flows"), 0, "no kind of diagram is called 'flows'; did you mean 'flow'?"),
        (re.sub(":alt.*\n", "", FLOW), 0, "this diagram has no alternative text; say what it shows with: ':alt: …'"),
        (
            FLOW.partition("\nPython runs")[0] + "```\n",
            0,
            "this diagram has no caption; write its point below a blank line, and what to notice in a paragraph "
            "below that",
        ),
    ],
    ids=["line", "kind", "alternative", "caption"],
)  # fmt: skip
def test_what_an_author_mistypes_is_one_line(small: Small, diagram: str, line: int, said: str) -> None:
    """With its place and its cure, and the build ends red."""
    assert wrong(small, diagram) == [f"ERROR: docs/index.md:{FIRST + line}: {said}"]


def test_a_label_without_room_is_a_warning_at_its_line(small: Small) -> None:
    """English when the page is read."""
    (said,) = wrong(small, FLOW.replace("Two calls", "Two of all the calls that there are, however many of them"))

    assert f"docs/index.md:{FIRST + 4}: WARNING: the label" in said


def test_a_translation_without_room_is_a_warning(small: Small) -> None:
    """Its English may have room."""
    small.translate("index", {"Two calls": "하나하나 빠짐없이 헤아려 본 모든 호출 가운데 맨 처음 두 번"})

    said = small.build(language="ko").wrong

    assert [line for line in said if "ko/LC_MESSAGES/index.po:5: WARNING: the label '하나" not in line] == []
    assert said


def test_markup_in_a_translation_stays_text(small: Small) -> None:
    """A catalog can add nothing to a page."""
    small.translate("index", {"call 1": "<script>"})

    assert "<script>" not in small.build(language="ko").html("index").partition("<svg")[2].partition("</svg>")[0]


def test_a_tree_of_keys_needs_no_cell_without_numbers(small: Small) -> None:
    """Where nothing was printed, nothing is compared."""
    lines = KEYS.replace("key(42)", "key")

    assert wrong(small, f"```{{diagram}} tree\n:alt: Keys.\n\n{lines}\n\nKeys\n```\n") == []
