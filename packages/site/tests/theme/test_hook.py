"""A lesson that names a cell says below its title what it prints wrongly, and what was wanted, as its run says."""

from dataclasses import replace
from pathlib import Path

import pytest

from printproof.html.page import parse
from printproof.runs.record import read_record, write_record
from support.small import CELL, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
SCRIPT = "# %% one\nimport jax\n\nprint(1)\nprint(1)\n\n# Output:\n# 1\n# 1\n#\n# Output with jit off:\n# 1\n# 2\n"
PAGE = f"---\nprints: one\n---\n\n# Title\n\nThe lead.\n\n{CELL.format('one')}"
SENTENCE = "The wrong program prints {wrong}, the right one {right}."


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that names its cell, which prints with jit off what is wanted."""
    small = Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": PAGE, "examples/index.py": SCRIPT})
    small.record("index", {"one": "1\n1\n"})
    wanted(small, "1\n2\n")
    return small


def wanted(small: Small, printed: str) -> None:
    """Let the cell have printed this with jit off."""
    path = small.project.record("index", "jit-off")
    record = read_record(path)
    write_record(path, replace(record, cells=(replace(record.cells[0], stdout=printed),)))


def said(small: Small) -> list[str]:
    """The sentence of the page, as HTML."""
    page = parse(small.build().html("index"))
    return [element.inner_html() for element in page.find("div") if element.attributes.get("class") == "hook"]


def code(name: str, text: str) -> str:
    """A value with the sign of its class."""
    return f'<code class="{name}" translate="no">{text}</code>'


def test_both_values_are_those_of_the_run(small: Small) -> None:
    """One sentence, which a voice reads; the style draws the signs."""
    assert said(small) == [SENTENCE.format(wrong=code("no", "1 1"), right=code("yes", "1 2"))]


def test_another_digit_in_a_record_is_another_digit_in_the_sentence(small: Small) -> None:
    """Nothing of it is written by hand."""
    wanted(small, "1\n7\n")

    assert said(small) == [SENTENCE.format(wrong=code("no", "1 1"), right=code("yes", "1 7"))]


def test_it_stands_between_title_and_lead(small: Small) -> None:
    """In the first screen."""
    html = small.build().html("index")

    assert html.index("</h1>") < html.index('class="hook"') < html.index("<p>The lead.")


def test_no_document_of_the_page_is_missing_for_it(small: Small) -> None:
    """In Markdown nothing stands in its place, and nobody is told to write anything."""
    built = small.build()

    assert built.wrong == []
    assert "wrong program" not in (built.folder / "index.md").read_text(encoding="utf-8")


def test_a_page_that_names_no_cell_says_nothing(small: Small) -> None:
    """However wrong its outputs are."""
    small.write("docs/index.md", PAGE.partition("---\n\n")[2])

    assert said(small) == []


def test_a_language_orders_its_sentence_as_it_wants(small: Small) -> None:
    """It is one message; no line begins with what follows a value."""
    small.translate("printproof", {SENTENCE: "{right}이고 {wrong}입니다."})

    expected = f"{code('yes', '1 2')}\u2060이고 {code('no', '1 1')}\u2060입니다."
    assert f'<div class="hook">{expected}</div>' in small.build(language="ko").html("index")


def test_a_language_without_the_sentence_says_that_it_is_english(small: Small) -> None:
    """A voice reads it as what it is."""
    page = small.build(language="fi").html("index")

    assert '<div class="hook" lang="en">The wrong program' in page


@pytest.mark.parametrize(
    ("name", "fact"),
    [("one", "cell 'one' prints what was wanted"), ("two", "cell 'two' prints nothing on this page")],
)
def test_a_cell_of_which_nothing_can_be_said_is_named(small: Small, name: str, fact: str) -> None:
    """At its line in the front matter, with the cure."""
    small.write("docs/index.md", PAGE.replace("prints: one", f"prints: {name}"))
    wanted(small, "1\n1\n")

    built = small.build()

    assert 'class="hook"' not in built.html("index")
    assert [line for line in built.wrong if "prints:" in line] == [
        f"docs/index.md:2: WARNING: prints: {fact}; name one whose output is marked as wrong [printproof.lesson]"
    ]
