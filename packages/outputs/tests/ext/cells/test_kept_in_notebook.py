"""A notebook that keeps its code shows what it was checked to print, as a page in MyST does."""

import json
import re
from pathlib import Path

from printproof.promises.accept import accept_scripts
from support.notebooks import code, prose, written
from support.small import Small

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
CELLS = (
    prose("# Mean\n\n![a dot](attachment:dot.png)\n\n- one"),
    prose("- two\n\nSee [more](nowhere.md)."),
    code("%matplotlib inline\nmean = sum([2, 4, 9]) / 3\nprint(mean)", tags=["hide-input"]),
    code("!pip install nothing", tags=["skip-execution"]),
    code(
        "import matplotlib.pyplot as plt\n\nplt.plot([1, 2]);",
        mystnb={"image": {"alt": "a line"}, "figure": {"caption": "The *line*"}},
    ),
    prose("Gone.", tags=["remove-cell"]),
    {"cell_type": "raw", "id": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": ["<i>raw</i>"]},
)
CELLS[0]["attachments"] = {"dot.png": {"image/png": PIXEL}}
TEXT = written(*CELLS, title="A notebook")
FILES = {"pyproject.toml": '[tool.printproof]\ncode_in_pages = ["*"]\n', "docs/index.ipynb": TEXT}


def accepted(root: Path) -> Small:
    """The project, after its outputs were accepted."""
    small = Small(root, FILES)
    assert not accept_scripts(small.project, ["index"])
    return small


def test_the_page_shows_code_outputs_and_figures(tmp_path: Path) -> None:
    """The tags and words of MyST-NB hold; a list ends with its cell, and a picture inside of one is there."""
    small = accepted(tmp_path)
    line = (
        (tmp_path / "docs/index.ipynb").read_text(encoding="utf-8").split("\n").index('    "See [more](nowhere.md)."')
    )
    built = small.build()
    html = built.html("index")

    assert built.status == 0
    assert [f"docs/index.ipynb:{line + 1}: WARNING" in wrong for wrong in built.wrong if "myst" in wrong] == [True]
    assert [wrong for wrong in built.wrong if "myst" not in wrong and "no form in Markdown" not in wrong] == []
    assert ["5.0" in html, "<svg" in html, "a line" in html, "The <em>line</em>" in html] == [True] * 4
    assert re.search(r"<li><p>one</p></li>\s*</ul>", html)
    assert ["Gone." in html, "<i>raw</i>" in html, 'alt="a dot"' in html] == [False, True, True]


def test_a_cell_that_does_not_run_is_code_alone(tmp_path: Path) -> None:
    """It is shown, as its author meant it to be, and nothing says that it was checked."""
    text = re.sub("<[^>]*>", "", accepted(tmp_path).build().html("index"))
    assert text.count("!pip install nothing") == 1
    assert "2 ›" not in text


def test_a_wrong_output_ends_the_build_at_the_line_of_the_file(tmp_path: Path) -> None:
    """As `printproof check` says it; the page is made anew because what is stored is another output."""
    small = accepted(tmp_path)
    assert small.build().status == 0
    page = tmp_path / "docs/index.ipynb"
    text = page.read_text(encoding="utf-8").replace('"5.0\\n"', '"4.0\\n"')
    small.write("docs/index.ipynb", text)
    built = small.build()

    assert built.status == 1
    line = text.split("\n").index('      "4.0\\n"') + 1
    assert f"docs/index.ipynb:{line}: cell '1' printed '5.0'; its promise says '4.0'" in built.said


def test_without_words_for_a_figure_the_warning_says_where_they_go(tmp_path: Path) -> None:
    """Into the metadata of its cell, where an option of a page would be in vain."""
    notebook = json.loads(TEXT)
    del notebook["cells"][4]["metadata"]["mystnb"]
    small = Small(tmp_path, {**FILES, "docs/index.ipynb": json.dumps(notebook, indent=1)})
    assert not accept_scripts(small.project, ["index"])
    assert 'say what it shows with: "printproof": {"alt": "…"} in its metadata' in small.build().said


def test_a_notebook_that_no_pattern_fits_stays_myst_nbs(tmp_path: Path) -> None:
    """It is shown with what it stores."""
    small = Small(tmp_path, {**FILES, "pyproject.toml": '[tool.printproof]\ncode_in_pages = ["tour/*"]\n'})
    html = small.build("-D", "nb_execution_mode=off").html("index")
    assert ["data-cell" in html, "mean = sum" in re.sub("<[^>]*>", "", html)] == [False, True]
