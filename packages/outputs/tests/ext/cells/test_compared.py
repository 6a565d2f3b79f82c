"""A page that compares modes says which side has jit, and marks there, and only there, what is not as wanted."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from printproof.runs.record import RaisedError, read_record, write_record
from support.small import Small

SCRIPT = "# %% one\nimport jax\n\nprint(1)\nprint(2)\n\n# Output:\n# 1\n# 2\n"
CELL = "# Title\n\n```{{code-cell}}\n:example: one\n:compare: {}\n```\n"
OFF, EVERYWHERE = "jit-off", "jit-everywhere"
ERROR = {"stdout": "", "error": RaisedError("TypeError", "no", "", 1)}


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that compares the modes of a script that was run, and in each printed two lines."""
    small = Small(tmp_path, {"docs/index.md": CELL.format(OFF), "examples/index.py": SCRIPT})
    small.record("index", {"one": "1\n2\n"})
    return small


def printed(small: Small, mode: str, **facts: Any) -> None:
    """Let a mode have printed something else."""
    path = small.project.record("index", mode)
    record = read_record(path)
    write_record(path, replace(record, cells=(replace(record.cells[0], **facts),)))


def sides(small: Small) -> list[tuple[str, str, str]]:
    """What a page calls each side, what it says of it, and what stands below."""
    html = small.build().html("index")
    found = re.findall(r'<p class="mode">(.*?) <span class="\w+">(.*?)</span></p>\n(.*?)</div>\n', html, re.DOTALL)
    return [(name, said, re.sub(r"\s*</?pre[^>]*>\s*", "", below)) for name, said, below in found]


def test_the_side_without_jit_is_first_and_plain(small: Small) -> None:
    """As written, the cell has jit."""
    printed(small, OFF, stdout="1\n3\n")

    wrong = '1\n<mark>2</mark><span class="no" data-said="wanted 3"></span>'
    assert sides(small) == [("Without jit", "as wanted", "1\n3"), ("With jit", "1 of 2 wrong", wrong)]


def test_beside_jit_on_every_call_what_is_written_is_the_side_without(small: Small) -> None:
    """It prints what it prints with jit off, so it is right."""
    small.write("docs/index.md", CELL.format(EVERYWHERE))
    printed(small, EVERYWHERE, stdout="1\n1\n")

    assert [side[:2] for side in sides(small)] == [("Without jit", "as wanted"), ("With jit", "1 of 2 wrong")]


@pytest.mark.parametrize(
    ("modes", "names"),
    [
        (f"{EVERYWHERE} {OFF}", ["With jit off", "Unchanged", "With jit on every call"]),
        (EVERYWHERE, ["Unchanged", "With jit on every call"]),
    ],
    ids=["three", "both-wrong"],
)
def test_sides_that_are_no_such_pair_are_called_by_their_modes(small: Small, modes: str, names: list[str]) -> None:
    """Where two sides have jit, neither is the one with jit."""
    small.write("docs/index.md", CELL.format(modes))
    printed(small, OFF, stdout="1\n3\n")

    assert [name for name, *_ in sides(small)] == names


def test_what_differs_in_its_dress_alone_is_as_wanted(small: Small) -> None:
    """Numbers count by value."""
    printed(small, OFF, stdout="Array(1, dtype=int32)\n2\n")

    assert [said for _, said, _ in sides(small)] == ["as wanted", "as wanted"]


@pytest.mark.parametrize(
    ("wanted", "said", "below"),
    [
        ("1\n", "1 of 2 wrong", '1\n<mark>2</mark><span class="no" data-said="not wanted"></span>'),
        ("1\n2\n3 <b>\n", "1 of 3 wrong", '1\n2<p><span class="no">wanted 3 &lt;b&gt;</span></p>'),
    ],
    ids=["more", "less"],
)
def test_lines_that_are_too_many_or_missing_say_so(small: Small, wanted: str, said: str, below: str) -> None:
    """They have no line beside them."""
    printed(small, OFF, stdout=wanted)

    assert sides(small)[1] == ("With jit", said, below)


def test_an_error_in_the_place_of_a_line_says_what_was_wanted(small: Small) -> None:
    """The words stand beside it, and are none of its text."""
    printed(small, "as-written", **ERROR)

    html = small.build().html("index")

    assert '<b>TypeError</b>: no<span class="no" data-said="wanted 1"></span>' in html
    assert small.build().page("index").outputs["one", "as-written"] == "TypeError: no\n"


def test_two_errors_of_one_type_are_the_same(small: Small) -> None:
    """As the promise compares them."""
    printed(small, "as-written", **ERROR)
    printed(small, OFF, **{**ERROR, "error": RaisedError("TypeError", "not so", "", 1)})

    assert "wrong</span>" not in small.build().html("index")


def alone(small: Small, option: str = "") -> str:
    """The output of a cell that stands alone, with its marks."""
    small.write("docs/index.md", CELL.format(option).replace(":compare: \n", ""))
    return re.findall(r'<pre data-output="as-written">(.*?)\n</pre>', small.build().html("index"), re.DOTALL)[0]


def test_alone_a_row_that_jit_made_wrong_in_silence_is_marked(small: Small) -> None:
    """Nobody has to set up a comparison: the records know."""
    printed(small, OFF, stdout="1\n3\n")
    assert alone(small) == '1\n<mark>2</mark><span class="no" data-said="wanted 3"></span>'


def test_a_page_can_say_that_no_row_is_wrong(small: Small) -> None:
    """Of one that counts traces, say."""
    printed(small, OFF, stdout="1\n3\n")
    assert alone(small, "none") == "1\n2"


RIGHT = "\n# %% right\nprint(1)\nprint({0})\n\n# Output:\n# 1\n# {0}\n"
BOTH = "# Title\n\n```{{code-cell}}\n:example: one\n:wanted: {}\n```\n\n```{{code-cell}}\n:example: right\n```\n"


def named(small: Small, right: str, last: int) -> None:
    """Let a cell name the one that puts it right; the cell ``right`` prints this last."""
    small.write("docs/index.md", BOTH.format(right))
    small.write("examples/index.py", SCRIPT + RIGHT.format(last))
    small.record("index", {"one": "1\n2\n", "right": f"1\n{last}\n"})


def test_a_row_is_marked_that_another_cell_puts_right(small: Small) -> None:
    """Also where jit off prints the same, so that no mode knows."""
    named(small, "right", last=3)

    outputs = re.findall(r'<pre data-output="as-written">(.*?)\n</pre>', small.build().html("index"), re.DOTALL)
    assert outputs == ['1\n<mark>2</mark><span class="no" data-said="wanted 3"></span>', "1\n3"]


@pytest.mark.parametrize(
    ("right", "last", "said"),
    [
        ("wrong", 3, "'wrong' is no other cell of the script"),
        ("one", 3, "'one' is no other cell of the script"),
        ("right", 2, "cell 'one' prints what 'right' prints, so nothing in it is wrong"),
    ],
    ids=["unknown", "itself", "the same"],
)
def test_a_cell_that_puts_nothing_right_is_refused(small: Small, right: str, last: int, said: str) -> None:
    """At the line of the option."""
    named(small, right, last)

    assert f"ERROR: docs/index.md:5: {said}" in small.build().said


@pytest.mark.parametrize(
    ("written", "off"),
    [
        ({"stdout": "1\n2\n"}, {"stdout": "1\n2\n3\n"}),
        ({"stdout": "1\nJitTracer(int32[])\n"}, {"stdout": "1\n2\n"}),
        ({"stdout": "1\n{ lambda ; . let  in () }\n"}, {"stdout": "1\n2\n"}),
        ({"stdout": "1\n2\n"}, ERROR),
    ],
    ids=["rows come", "tracer", "jaxpr", "error"],
)
def test_a_difference_that_can_be_seen_is_not_marked(
    small: Small, written: dict[str, Any], off: dict[str, Any]
) -> None:
    """It shows what jit does, and nothing that looks right and is not."""
    printed(small, "as-written", **written)
    printed(small, OFF, **off)
    assert "<mark>" not in alone(small)


def test_of_different_length_rows_are_paired_by_what_they_say(small: Small) -> None:
    """The value with the value, and the missing line below."""
    printed(small, "as-written", stdout="[ 0. 15.]\n")
    printed(small, OFF, stdout="Python runs\n[ 0. 19.]\n")

    _, _, below = sides(small)[1]
    assert below == (
        '<mark>[ 0. 15.]</mark><span class="no" data-said="wanted [ 0. 19.]"></span>'
        '<p><span class="no">wanted Python runs</span></p>'
    )


def test_a_page_has_one_mark(small: Small) -> None:
    """In its first cell."""
    script = "\n".join(f"# %% {name}\nprint(1)\n\n# Output:\n# 1\n" for name in ("a", "b", "c"))
    cells = "\n".join(f"```{{code-cell}}\n:example: {name}\n```\n" for name in ("a", "b", "c"))
    small.write("examples/index.py", script)
    small.write("docs/index.md", f"# Title\n\n{cells}")
    small.record("index", dict.fromkeys("abc", "1\n"))

    html = small.build().html("index")

    assert re.findall(r"<summary[^>]*>(.*?)</summary>", html) == ["Checked with JAX 0.10.2"]
    assert html.index("compared line by line") < html.index('id="cell-b"')


def test_a_mark_leaves_out_what_was_not_compared(small: Small) -> None:
    """Where a cell of the page varies, the words say that it was not compared."""
    small.write(
        "examples/index.py",
        "# %% a\nimport jax; print(1)\n\n# Output:\n# 1\n\n# %% b\nprint(2)\n\n# Output varies: luck\n# 2\n",
    )
    small.write("docs/index.md", "# Title\n\n```{code-cell}\n:example: a\n```\n\n```{code-cell}\n:example: b\n```\n")
    small.record("index", {"a": "1\n", "b": "3\n"})

    html = small.build().html("index")

    assert "What does not vary was compared, also with jit off." in html
    assert "compared line by line" not in html


def test_a_strip_leads_to_its_cell(small: Small) -> None:
    """By an id that is its name in every language."""
    html = small.build().html("index")

    assert '<a href="#cell-one"><code><span>index.py › </span>one</code></a>' in html
    assert html.count('id="cell-one"') == 1
