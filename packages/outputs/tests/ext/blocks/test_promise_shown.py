"""A page that explains promises shows them as they stand in its script."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from support.small import CELL, Small

SCRIPT = """# %% first
print("Output:")

# Output:
# \\\\Output:
#
# Traces: count 1

# %% second
print("two")

# Output:
# two
"""
PAGE = f"# Title\n\n{CELL.format('first')}\n```{{promise}} first\n```\n\n{CELL.format('second')}"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that shows both cells of its script, and the promise of the first."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})


def promises(html: str) -> list[str]:
    """The text of each promise that a page shows."""
    blocks = re.findall(r'<div class="promise [^"]*">.*?<pre>(.*?)</pre>', html, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", block)) for block in blocks]


def test_a_promise_is_shown_as_it_stands_in_the_script(small: Small) -> None:
    """Comment marks, backslashes and empty lines included."""
    html = small.build("-W").html("index")

    assert promises(html) == ["# Output:\n# \\\\Output:\n#\n# Traces: count 1\n"]


def test_a_changed_promise_is_shown_by_the_next_build(small: Small) -> None:
    """The page itself did not change."""
    small.build("-W")
    small.write("examples/index.py", SCRIPT.replace("count 1", "count 2"))

    html = small.build("-W").html("index")

    assert "# Traces: count 2" in promises(html)[0]


def test_a_promise_of_an_unknown_cell_is_refused_at_its_line(small: Small) -> None:
    """With the nearest name that exists."""
    small.write("docs/index.md", PAGE.replace("{promise} first", "{promise} frist"))

    built = small.build()

    assert built.status == 1
    assert re.search(r"docs/index\.md:7: the script has no cell 'frist'; did you mean 'first'\?", built.said)


def test_a_promise_without_a_script_is_refused(small: Small) -> None:
    """A page that shows a promise has a script."""
    small.write("docs/index.md", "# Title\n\n```{promise} first\n```\n")
    (small.root / "examples/index.py").unlink()

    built = small.build()

    assert built.status == 1
    assert (
        "examples/index.py: cannot be read (No such file or directory); each page with cells has a script" in built.said
    )
