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
    """The table of a page with what stands above it, as HTML."""
    found = re.search(r'<div class="matrix.*?</table>', built.html("index"), re.S)
    assert found
    return found[0]


def heads(html: str) -> list[str]:
    """The names of rows and columns."""
    return [re.sub(r"<[^>]+>", "", head) for head in re.findall(r'<th scope="(?:col|row)"[^>]*>(.*?)</th>', html)]


def entries(html: str, look: str) -> list[str]:
    """What entries of a look say to a voice."""
    return re.findall(rf'<td[^>]*><a class="{look}" [^>]*aria-label="([^"]*)"', html)


def test_each_row_and_column_is_headed_by_its_name(small: Small) -> None:
    """As it was printed; a name may hold blanks."""
    assert heads(table(small.build("-W"))) == ["Python", "jit", "grad", "self.n += 1", "io_callback", "a"]


def test_an_entry_says_in_words_what_it_amounts_to(small: Small) -> None:
    """What was wanted, something else without a word, a tracer left behind, or an error: one look for each."""
    html = table(small.build("-W"))

    said = {look: entries(html, look) for look in ("wanted", "otherwise", "kept", "raised")}
    assert said == {
        "wanted": [*["3 of 3: as wanted"] * 4, *["value, as in Python"] * 2],
        "otherwise": ["1 of 3: wrong, no error"],
        "kept": ["a tracer is kept: wrong later"],
        "raised": ["stops with an error"],
    }


def test_the_legend_explains_the_looks_that_are_there_and_no_other(small: Small) -> None:
    """A reader looks for what is explained."""
    small.write("examples/index.py", script("effect: jit", "print: 3/3", "b: 1/3"))

    looks = re.findall(r'<li><i class="(\w+)">', table(small.build("-W")))
    assert looks == ["wanted", "otherwise"]


def test_what_a_cell_prints_is_shown_as_text(small: Small) -> None:
    """Names and entries may hold the marks of HTML, and become no element."""
    small.write("examples/index.py", script("<b>line: <i>jit a b c d", "x<b>y: <u>/value 1/1 1/1 1/1 1/1"))

    html = table(small.build("-W"))

    assert not re.search(r"<(?:b|u)>|<i>jit", html)
    assert heads(html)[0] == "&lt;i&gt;jit"
    assert "<samp>&lt;u&gt;</samp>" in html


def test_a_word_that_is_another_one_is_not_called_wrong(small: Small) -> None:
    """Only a count was wanted; a table of words says what each line gives."""
    small.write("examples/index.py", script("line: jit", "x + 1: tracer/value", "hash(x): error/error"))

    html = table(small.build("-W"))

    assert entries(html, "other") == ["tracer, in Python value; no error"]
    assert entries(html, "raised") == ["stops with an error"]


def test_each_entry_leads_to_the_cell_that_counted_and_the_tab_key_stops_once(small: Small) -> None:
    """Each number of the table was printed there; the caption is the stop."""
    html = table(small.build("-W"))

    links = re.findall(r'<a [^>]*href="#cell-table"[^>]*>', html)
    assert len(links) == 10
    assert [link for link in links if "tabindex" not in link] == ['<a href="#cell-table">']


@pytest.mark.parametrize(("entry", "said"), [("1/3", "How often the effect"), ("tracer/value", "What each line gives")])
def test_the_caption_says_what_the_entries_are(small: Small, entry: str, said: str) -> None:
    """How often something happened, or a word for what came."""
    small.write("examples/index.py", script("line: jit", f"x + 1: {entry}"))

    assert f"<caption>{said}" in table(small.build("-W"))


def test_plain_python_has_a_column_where_columns_were_wanted_to_do_the_same(small: Small) -> None:
    """It is what was printed as wanted; columns that were wanted to differ have none."""
    small.write("examples/index.py", script("effect: jit grad", "print: 1/3 3/3", "next: 1/2 2/2"))
    alike = table(small.build("-W"))
    small.write("examples/index.py", script("effect: jit scan", "print: 1/3 3/12", "next: 1/2 2/2"))
    differing = table(small.build("-W"))

    assert heads(alike)[0] == "Python"
    assert entries(alike, "wanted")[:3] == ["3 of 3: as wanted", "3 of 3: as wanted", "2 of 2: as wanted"]
    assert heads(differing)[0] == "jit"


GROUPED = """```{outcomes} table
- `scan`, `jit`: in a *program*
- `grad`: in Python
- `print`: a line
```"""
WIDE = ("effect: jit grad scan", "print: 1/3 3/3 1/3", "next: 1/3 3/3 1/3")


def grouped(small: Small, block: str = GROUPED) -> Built:
    """A table whose columns stand in groups."""
    small.write("examples/index.py", script(*WIDE))
    small.write("docs/index.md", PAGE.replace("```{outcomes} table\n```", block))
    return small.build()


def test_groups_put_columns_in_order_below_what_they_share(small: Small) -> None:
    """The column of plain Python belongs to the first group."""
    html = table(grouped(small))

    groups = re.findall(r'<th scope="colgroup" colspan="(\d)"[^>]*>(.*?)</th>', html)
    assert groups == [("3", "<span>in a <em>program</em></span>"), ("1", "<span>in Python</span>")]
    assert heads(html)[:4] == ["Python", "scan", "jit", "grad"]
    assert entries(html, "otherwise") == ["1 of 3: wrong, no error"] * 4


def test_a_row_is_explained_beside_its_name_in_each_language(small: Small) -> None:
    """In words of the catalog of the page."""
    assert heads(table(grouped(small)))[4] == "print a line"

    small.translate("index", {"a line": "한 줄"})
    assert heads(table(small.build(language="ko")))[4] == "print 한 줄"


def test_a_reader_of_markdown_gets_the_same_table(small: Small) -> None:
    """Names explained, a column of plain Python, what is wrong marked."""
    text = (grouped(small).folder / "index.md").read_text(encoding="utf-8")

    assert re.search(r"\|\s+\| `Python`\s*\| `scan`\s*\| `jit`\s*\| `grad`\s*\|", text)
    assert re.search(r"\| `print` a line\s*\| 3/3\s*\| \*\*1/3\*\*\s*\| \*\*1/3\*\*\s*\| 3/3\s*\|", text)


def test_a_reader_of_markdown_gets_what_columns_share_and_the_legend(small: Small) -> None:
    """The first row says what the columns from there on share; an entry is written as its legend is."""
    text = (grouped(small).folder / "index.md").read_text(encoding="utf-8")

    assert re.search(r"\|\s+\| in a \*program\*\s*\|\s+\|\s+\| in Python\s*\|", text)
    assert "- … as in plain Python\n- **…** wrong, and no error says so\n" in text
    assert "stops with an error" not in text


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("- `prnt`: a line", "prnt"),
        ("- `jit`: alone", "grad"),
        ("- `jit`, `jit`: twice", "jit"),
        ("what it is", "what it is"),
    ],
)
def test_a_note_of_nothing_in_the_table_is_an_error(small: Small, line: str, named: str) -> None:
    """Nothing that an author writes is left out in silence."""
    said = grouped(small, f"```{{outcomes}} table\n{line}\n```").said

    assert f"docs/index.md:3: the table of cell 'table' and the notes on it differ at '{named}'; write" in said


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
