"""A page lists what goes wrong without an error, in lines of code that cells have."""

import re
from pathlib import Path

import pytest

from printproof.html.page import parse
from support.small import CELL, Built, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
ENTRY = """```{symptom} a#count
:not: n += 1
:but: return n + 1

It *stays*

Because nothing changes.

[Read on](a.md)
```
"""
INDEX = "# Errors\n\n" + ENTRY + "\n" + ENTRY.replace("stays", "stops") + "\n```{toctree}\na\n```\n"
SCRIPT = """# %% count
def count(n):
    n += 1
    return n


print(1)
print(1)

# Output:
# 1
# 1

# %% more
def count(n):
    return n + 1

# Output: none
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with two symptoms, and the page that shows the cells."""
    page = "# Lesson\n\n" + CELL.format("count") + "\n" + CELL.format("more")
    return Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": INDEX, "docs/a.md": page, "examples/a.py": SCRIPT})


def words(built: Built, tag: str) -> list[str]:
    """What stands in each element of a kind."""
    return [" ".join(element.text.split()) for element in parse(built.html("index")).find(tag)]


def test_a_symptom_begins_with_what_the_cell_printed(small: Small) -> None:
    """In one line, before the words of the page."""
    assert words(small.build("-W"), "dt") == ["1 1 It stays", "1 1 It stops"]


def test_below_it_stand_the_reason_the_lines_of_code_and_where_to_read_on(small: Small) -> None:
    """In this order."""
    assert words(small.build("-W"), "dd")[0] == "Because nothing changes. not n += 1 but return n + 1 Read on"


def test_symptoms_that_follow_each_other_are_one_list(small: Small) -> None:
    """A voice says how many there are."""
    assert len(re.findall(r'<dl class="[^"]*errors', small.build("-W").html("index"))) == 1


def test_a_symptom_is_told_in_the_language_of_the_page(small: Small) -> None:
    """What was printed, and code, is the same in all."""
    small.translate("index", {"It *stays*": "*그대로*입니다", "Because nothing changes.": "바뀌지 않기 때문입니다."})

    built = small.build(language="ko")

    assert words(built, "dt")[0] == "1 1 그대로입니다"
    assert words(built, "dd")[0].startswith("바뀌지 않기 때문입니다. 수정 전 n += 1")


def test_a_changed_output_changes_the_page(small: Small) -> None:
    """Though its own text was not touched."""
    small.build("-W")
    small.write("examples/a.py", SCRIPT.replace("# 1\n# 1", "# 1\n# 2").replace("print(1)\n\n", "print(2)\n\n"))

    assert words(small.build("-W"), "dt")[0] == "1 2 It stays"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (":not: n += 1", ":not: n += 2", "no cell of 'a' has the line 'n += 2'; did you mean 'n += 1'?"),
        ("a#count", "a#cuont", "'a' has no cell 'cuont' that prints something; did you mean 'count'?"),
        ("a#count", "a#more", "'a' has no cell 'more' that prints something; "),
        ("a#count", "b#count", "cannot be read"),
    ],
)
def test_what_no_cell_has_is_an_error_at_its_line(small: Small, old: str, new: str, said: str) -> None:
    """No line of code is shown that was not run."""
    small.write("docs/index.md", INDEX.replace(old, new, 1))

    built = small.build()

    assert "ERROR: docs/index.md:3: " in built.said
    assert said in built.said
