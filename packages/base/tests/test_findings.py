"""A finding is data until it is printed."""

import pytest

from printproof_base.findings import ALL, Finding, Place, ReportedError, suggestion

PLACE = Place("docs/a.md", 3, docname="a", cell="jit", mode="as-written")


def test_a_report_is_place_fact_and_cure_with_its_details_below() -> None:
    """The first line is complete in itself."""
    finding = Finding(PLACE, "error", "output", "printed 1", "accept it", ("  - 2", "  + 1"))

    assert str(finding) == "docs/a.md:3: printed 1; accept it\n  - 2\n  + 1"


def test_a_line_of_a_list_says_how_grave_it_is_and_by_which_rule() -> None:
    """A person reads which lines block; a control character cannot move the line."""
    assert Finding(PLACE, "warning", "end", "no\x1b[2J mark").labelled == "docs/a.md:3: warning: end: no\\x1b[2J mark"


def test_findings_come_in_order_of_place() -> None:
    """Line 9 stands before line 10."""
    later, sooner = (Finding(Place("a.po", line), "error", "x", "y") for line in (10, 9))

    assert sorted([later, sooner]) == [sooner, later]


@pytest.mark.parametrize(("line", "place"), [(0, "a.toml"), (4, "a.toml:4")])
def test_a_refusal_is_what_stands_in_the_way(line: int, place: str) -> None:
    """The text of the exception is that of its findings."""
    refusal = ReportedError.at("a.toml", "cannot be read", "correct it", line=line)

    assert (str(refusal), refusal.findings[0].place.line) == (f"{place}: cannot be read; correct it", line)


def test_what_is_nobodys_file_has_no_place() -> None:
    """A sentence alone begins without a colon."""
    assert str(ReportedError.at("", "the lines above say what to correct")) == "the lines above say what to correct"


def test_a_name_that_is_like_none_is_answered_with_those_that_there_are() -> None:
    """All of them, as long as they can be looked through; of more the first, and how many more."""
    names = [f"section-{number}" for number in range(ALL + 1)]

    assert suggestion("x", names[:3]) == "there are section-0, section-1, section-2"
    assert suggestion("x", names) == (
        "there are section-0, section-1, section-2, section-3, section-4, section-5 and 19 more"
    )
    assert suggestion("x", []) == "there are none"
