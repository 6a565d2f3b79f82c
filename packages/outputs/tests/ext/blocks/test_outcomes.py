"""A page shows the many cases that a cell has tried as one table, in which what nobody would notice stands out."""

import re
from pathlib import Path

import pytest

from support.small import CELL, Built, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
"""
PRINTED = ["effect: jit grad", "self.n += 1: 1/3 3/3", "io_callback: 3/3 error/3", "a: leak/value value/value"]
PAGE = "# Title\n\n```{outcomes} table\n```\n\n" + CELL.format("table")


def script(*lines: str) -> str:
    """A script whose cell ``table`` prints lines."""
    code = "\n".join(f"print({line!r})" for line in lines)
    printed = "\n".join(f"# {line}" for line in lines)
    return f"# %% table\n{code}\n\n# Output:\n{printed}\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with a table."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": script(*PRINTED)})


def table(built: Built) -> str:
    """The table of a page, as HTML."""
    found = re.search(r'<table class="outcomes".*?</table>', built.html("index"), re.S)
    assert found
    return found[0]


def test_each_row_and_column_is_headed_by_its_name(small: Small) -> None:
    """As it was printed; a name may hold blanks."""
    heads = re.findall(r"<th [^>]*><code>(.*?)</code></th>", table(small.build("-W")))

    assert heads == ["jit", "grad", "self.n += 1", "io_callback", "a"]


def test_what_came_otherwise_without_a_word_is_marked(small: Small) -> None:
    """What was wanted is not, and neither is an error, which says itself that something is wrong."""
    html = table(small.build("-W"))

    marked = [re.sub(r"<[^>]+>", "", mark) for mark in re.findall(r"<mark>.*?</mark>", html)]
    assert marked == ["1/3", "leak"]
    assert re.findall(r"<b><samp>(\w+)</samp></b>", html) == ["error"]


def test_a_voice_hears_a_table_where_a_phone_shows_blocks(small: Small) -> None:
    """Style sheets take the roles away when they change how rows are laid out."""
    roles = re.findall(r'role="(\w+)"', table(small.build("-W")))

    assert [roles.count(role) for role in ("table", "row", "rowheader", "columnheader", "cell")] == [1, 4, 3, 2, 7]


def test_the_caption_leads_to_the_cell_that_counted(small: Small) -> None:
    """Each number of the table was printed there."""
    assert re.search(r'<caption>.*<a href="#cell-table">', table(small.build("-W")))


@pytest.mark.parametrize(("entry", "said"), [("1/3", "How often the effect"), ("tracer/value", "What each line gives")])
def test_the_caption_says_what_the_entries_are(small: Small, entry: str, said: str) -> None:
    """How often something happened, or a word for what came."""
    small.write("examples/index.py", script("line: jit", f"x + 1: {entry}"))

    assert f"<caption>{said}" in table(small.build("-W"))


def test_its_rules_weigh_on_no_other_page(small: Small) -> None:
    """They are in the page that shows a table."""
    small.write("docs/conf.py", CONF)
    small.write("docs/other.md", "---\norphan: true\n---\n\n# Other\n")

    built = small.build("-W")

    assert ["<style>" in built.html(page) for page in ("index", "other")] == [True, False]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("1",), "'1'"),
        (("effect: jit",), "''"),
        (("effect: jit grad", "print: 1/3"), "'print: 1/3'"),
        (("effect: jit", "print: 1"), "'1'"),
    ],
)
def test_a_cell_that_prints_no_table_is_an_error_at_the_line_of_the_page(
    small: Small, lines: tuple[str, ...], why: str
) -> None:
    """The line that is none is named, with what a table looks like."""
    small.write("examples/index.py", script(*lines))

    built = small.build()

    assert f"docs/index.md:3: cell 'table' prints no table of outcomes: {why}; let it print" in built.said


def test_a_cell_that_is_not_there_is_an_error_with_the_nearest(small: Small) -> None:
    """As for every directive that names a cell."""
    small.write("docs/index.md", PAGE.replace("{outcomes} table", "{outcomes} tabel"))

    assert "the script has no cell 'tabel'; did you mean 'table'?" in small.build().said


def test_a_page_without_a_script_is_told_so(small: Small) -> None:
    """A table that is not shown is never missed in silence."""
    (small.root / "examples/index.py").unlink()
    small.write("docs/index.md", PAGE.split(CELL.format("table"))[0])

    fact = "examples/index.py: cannot be read (No such file or directory)"
    assert small.build().wrong == [f"ERROR: {fact}; each page with cells has a script"]
