"""A page of versions shows what the matrix wrote, or says at its line what is wrong with the file."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from support.small import Small

JOBS = ["jax 1", "jax 2"]
MODES = ["as-written", "jit-off", "jit-everywhere"]
SCRIPT = "# %% [a]\n"
PAGE = "# Versions\n\n```{versions} versions.json\n```\n"


@pytest.mark.parametrize(
    "text",
    ["not JSON", "[]", '{"jobs": ["x"]}', '{"jobs": 3, "scripts": {}}', '{"jobs": ["x"], "scripts": {"index": {}}}'],
)
def test_a_table_that_cannot_be_read_is_an_error_at_its_line(tmp_path: Path, text: str) -> None:
    """Whatever JSON the file holds: an author sees no traceback of ours."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "docs/versions.json": text, "examples/index.py": "# %% [a]\n"})

    built = small.build()

    assert "docs/index.md:3: ERROR" in built.said
    assert "no table of versions" in built.said
    assert "Traceback" not in built.said


def rows(folder: Path, results: dict[str, list[str]], script: str = SCRIPT) -> list[list[str]]:
    """The rows of a page of versions, whose script has these results in each mode by job; the legend comes first."""
    found = {job: dict(zip(MODES, results[job], strict=True)) for job in JOBS}
    digest = sha256(SCRIPT.encode()).hexdigest()
    data = {"jobs": JOBS, "scripts": {"index": {"digest": digest, "results": found}}}
    files = {"docs/index.md": PAGE, "docs/versions.json": json.dumps(data), "examples/index.py": script}
    html = Small(folder, files).build().html("index")
    texts = [re.sub("<[^>]+>|\n", "", part) for part in re.findall('<p class="legend">.*?</p>', html, re.DOTALL)]
    body = html.partition("<tbody>")[2]
    lines = [re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
    return [texts, *([re.sub("<[^>]+>|\n", " ", cell).split() for cell in line] for line in lines)]  # type: ignore[list-item]


def test_modes_that_agree_are_one_row(tmp_path: Path) -> None:
    """A page is one row, with a sign for each version; the legend says what stands in the table and no more."""
    found = rows(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["close"] * 3})

    assert found == [["⊜ exact ≈ to five digits"], [["Versions"], ["⊜"], ["≈"]]]


def test_modes_that_differ_are_rows_with_names(tmp_path: Path) -> None:
    """Those that agree share one."""
    found = rows(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["exact", "differs", "exact"]})

    assert [" ".join(line[0]) for line in found[1:]] == [
        "Versions Unchanged, With jit on every call",
        "Versions With jit off",
    ]
    assert [line[1:] for line in found[1:]] == [[["⊜"], ["⊜"]], [["⊜"], ["≠"]]]


def test_what_another_text_of_a_script_printed_does_not_count(tmp_path: Path) -> None:
    """It says so."""
    found = rows(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["exact"] * 3}, script="# %% [b]\n")

    assert found == [["? not seen since it changed"], [["Versions"], ["?"], ["?"]]]


def test_a_sign_says_its_meaning(tmp_path: Path) -> None:
    """A voice reads the word."""
    rows(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["raises"] * 3})

    html = Small(tmp_path, {}).build().html("index")
    assert '<span role="img" aria-label="raises">!</span>' in html
