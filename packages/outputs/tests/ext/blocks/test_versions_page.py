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


def said(
    folder: Path, results: dict[str, list[str]], script: str = SCRIPT, language: str = "en"
) -> tuple[list[str], list[list[str]]]:
    """The paragraphs of a page of versions, whose script has these results in each mode by job, and its rows."""
    found = {job: dict(zip(MODES, results[job], strict=True)) for job in JOBS}
    digest = sha256(SCRIPT.encode()).hexdigest()
    data = {"jobs": JOBS, "scripts": {"index": {"digest": digest, "results": found}}}
    files = {"docs/index.md": PAGE, "docs/versions.json": json.dumps(data), "examples/index.py": script}
    html = Small(folder, files).build(language=language).html("index")
    text, _table, body = html.partition("<tbody>")
    paragraphs = [
        re.sub("<[^>]+>|\n", "", part) for part in re.findall("<p.*?</p>", text.partition("<table")[0], re.DOTALL)
    ]
    lines = [re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
    return paragraphs, [[" ".join(re.sub("<[^>]+>|\n", " ", cell).split()) for cell in line] for line in lines]


EXACT = "JAX 1, JAX 2: the scripts of {} of 1 pages printed exactly what the pages show, in every mode."


def test_what_is_the_same_everywhere_is_a_sentence(tmp_path: Path) -> None:
    """And no table."""
    assert said(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["exact"] * 3}) == ([EXACT.format(1)], [])


def test_a_mode_that_is_close_everywhere_is_named(tmp_path: Path) -> None:
    """With its page, in one sentence more."""
    close = ["exact", "exact", "close"]

    assert said(tmp_path, {"jax 1": close, "jax 2": close}) == (
        [EXACT.format(0), "≈ to five digits: Versions (run with jit on every call)"],
        [],
    )


@pytest.mark.parametrize(
    ("language", "marks"), [("ko", r"≈ [^:]+: Versions\([^()]+\)"), ("zh_CN", "≈ [^：]+：Versions（[^（）]+）")]
)
def test_a_list_has_the_marks_of_its_language(tmp_path: Path, language: str, marks: str) -> None:
    """Korean has no blank before a parenthesis, Chinese a full-width colon and parentheses."""
    close = ["exact", "exact", "close"]
    (_exact, listed), _rows = said(tmp_path, {"jax 1": close, "jax 2": close}, language=language)

    assert re.fullmatch(marks, listed)


def test_what_differs_between_versions_alone_is_a_row(tmp_path: Path) -> None:
    """With a sign for each version; the legend says what stands in the table and no more."""
    found = said(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["exact", "differs", "exact"]})

    assert found == ([EXACT.format(0), "⊜ exact ≠ differs"], [["Versions run with jit off", "⊜", "≠"]])


def test_modes_that_agree_are_one_row(tmp_path: Path) -> None:
    """Without the names of modes."""
    found = said(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["close"] * 3})

    assert found == ([EXACT.format(0), "⊜ exact ≈ to five digits"], [["Versions", "⊜", "≈"]])


def test_what_another_text_of_a_script_printed_does_not_count(tmp_path: Path) -> None:
    """It says so."""
    found = said(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["exact"] * 3}, script="# %% [b]\n")

    assert found == ([EXACT.format(0), "? changed since this run: Versions"], [])


def test_a_sign_says_its_meaning(tmp_path: Path) -> None:
    """A voice reads the word."""
    said(tmp_path, {"jax 1": ["exact"] * 3, "jax 2": ["raises"] * 3})

    html = Small(tmp_path, {}).build().html("index")
    assert '<span role="img" aria-label="raises">!</span>' in html
