"""A table of synonyms that cannot be read is one line at its place; a row is named by its line of the file."""

from pathlib import Path

import pytest

from printproof_site.search.synonyms import SynonymError, check_synonyms, read_synonyms
from support.small import Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
"""
UNREADABLE = {
    "other bytes": (b"section,en\nt,caf\xe9\n", "search.csv:2: these bytes are not UTF-8; save the file as UTF-8"),
    "byte order mark": (
        b"\xef\xbb\xbfsection,en\nt,x\n",
        "search.csv:1: the heading does not begin with 'section'; see",
    ),
    "another heading": (
        b"sect,en\nt,x\n",
        "search.csv:1: the heading does not begin with 'section'; see its first line",
    ),
    "an open quote": (b'section,en\nt,"x\n', "search.csv:2: not a table: unexpected end of data; quote cells"),
    "a huge cell": (b"section,en\nt," + b"x" * 200_000, "search.csv:2: not a table: field larger than field limit"),
}


@pytest.mark.parametrize(("table", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, table: bytes, said: str) -> None:
    """With the line of the file, and what helps."""
    (tmp_path / "search.csv").write_bytes(table)

    with pytest.raises(SynonymError) as error:
        read_synonyms(tmp_path / "search.csv", "search.csv")

    assert str(error.value).startswith(said)


def test_a_row_is_named_by_its_line_of_the_file(tmp_path: Path) -> None:
    """Blank lines and cells of several lines count."""
    (tmp_path / "search.csv").write_text('section,en\n\nt,"a\nb"\nx,c\n', encoding="utf-8")

    found = check_synonyms(read_synonyms(tmp_path / "search.csv", "search.csv"), ["t"], "search.csv")

    assert [finding.place.line for finding in found] == [5]


def test_a_build_tells_of_it_and_goes_on(tmp_path: Path) -> None:
    """The search does without; a build that takes warnings seriously ends red."""
    small = Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": "# Title\n\nWords.\n", "examples/none.txt": ""})
    (tmp_path / "docs" / "search.csv").write_bytes(b"section,en\nt,caf\xe9\n")

    built = small.build()

    assert (built.status, built.wrong) == (
        0,
        ["WARNING: docs/search.csv:2: these bytes are not UTF-8; save the file as UTF-8"],
    )
