"""The mark of a page opens to how its outputs were checked, and for which edition."""

import os
from pathlib import Path

import pytest

from support.small import CELL, Small

SCRIPT = "# %% first\nprint(1)\n\n# Output:\n# 1\n\n# %% second\nprint(2)\n\n# Output:\n# 2\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with two cells that were run."""
    page = "# Title\n\n" + CELL.format("first") + "\n" + CELL.format("second")
    small = Small(tmp_path, {"docs/index.md": page, "examples/index.py": SCRIPT})
    small.record("index", {"first": "1\n", "second": "2\n"})
    return small


def test_the_first_mark_says_for_which_edition_outputs_were_compared(small: Small) -> None:
    """Its day is that of the sources, once a page: who builds them again another day gets the same page."""
    html = small.build("-W", environ={**os.environ, "SOURCE_DATE_EPOCH": "1000000000"}).html("index")

    assert html.count("Compared for the version of 2001-09-09.") == 1
    assert html.index("2001-09-09") < html.index('id="cell-second"')
