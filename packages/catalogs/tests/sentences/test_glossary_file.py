"""A glossary that cannot be read is refused at its line; what is no mistake is read."""

from pathlib import Path

import pytest

from printproof_catalogs.sentences.glossary import GlossaryError, read_glossary

HEADING = "term,ko,keep,note\n"
BROKEN = {
    "another heading": (
        "word,ko\nstate,상태\n",
        1,
        "the heading does not begin with 'term'; see its first line in git",
    ),
    "empty": ("", 1, "the heading does not begin with 'term'; see its first line in git"),
    "a comma too many": (
        f"{HEADING}state,상태,no,a, b\n",
        2,
        "not as many cells as the heading; quote cells with commas",
    ),
    "a cell too few": (f"{HEADING}state,상태\n", 2, "not as many cells as the heading; quote cells with commas"),
    "no term": (f"{HEADING} ,상태,no,\n", 2, "not as many cells as the heading; quote cells with commas"),
    "a quote that is not closed": (f'{HEADING}state,"상태,no,\n', 2, "not a table: unexpected end of data"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_glossary_is_refused_at_its_line(tmp_path: Path, name: str) -> None:
    """By the name that messages have for it, with the cure."""
    text, line, why = BROKEN[name]
    (tmp_path / "glossary.csv").write_text(text, encoding="utf-8")

    with pytest.raises(GlossaryError, match=f"^glossary.csv:{line}: {why}"):
        read_glossary(tmp_path / "glossary.csv", "glossary.csv")


def test_a_definition_is_read_for_each_language(tmp_path: Path) -> None:
    """That of the source has no name behind it; an empty cell is none, and no column of definitions is a language."""
    rows = "term,ko,also,definition,definition ko\nstate,상태,states | stated,A value.,값입니다.\nclass,클래스,,,\n"
    (tmp_path / "glossary.csv").write_text(rows, encoding="utf-8")

    state, other = read_glossary(tmp_path / "glossary.csv").terms

    assert (state.definitions, state.also, list(state.forms)) == (
        {"": "A value.", "ko": "값입니다."},
        ("states", "stated"),
        ["ko"],
    )
    assert (other.definitions, other.also, other.explained) == ({}, (), False)


def test_a_glossary_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """It is no traceback."""
    (tmp_path / "glossary.csv").write_bytes(f"{HEADING}state,상태,no,\n".encode("euc-kr"))

    with pytest.raises(GlossaryError, match="csv:2: these bytes are not UTF-8; save the file as UTF-8"):
        read_glossary(tmp_path / "glossary.csv")


def test_no_glossary_is_an_empty_one(tmp_path: Path) -> None:
    """A project need not have one."""
    assert read_glossary(tmp_path / "glossary.csv").terms == ()
