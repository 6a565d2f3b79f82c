"""A value that a notebook shows as more than text is kept beside its script, or refused at its cell; never lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from printproof.pages.figure import labels
from printproof.pages.rich import formula_of, html_of
from printproof.promises.accept import accept_scripts
from printproof.runs.schedule import no_progress
from printproof_base.project import Project
from support.one_cell import project_of, reports_of
from support.small import CELL, Small

TABLE = """# %% a
class Table:
    def __repr__(self):
        return "a  1"

    def {name}(self):
        return {given}


{last}

# {heading}
# a  1
"""
HTML = "'<table><tr><td>a</td><td>1</td></tr></table>'"
VIEW = "application/vnd.jupyter.widget-view+json"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
PLOT = """# %% a
import matplotlib.pyplot as plt

plt.figure(figsize=(4, 2))
plt.title("rising")
plt.plot([1, 2]);

# Output: none
"""
DISPLAYED = """# %% a
from IPython.display import Markdown, display

display(Markdown("**bold**"))

# Output:
# <IPython.core.display.Markdown object>
"""
PROXY = """# %% a
class Proxy:
    def __repr__(self):
        return "proxy"

    def __getattr__(self, name):
        return lambda: "anything"


Proxy()

# Value:
# proxy
"""


def table(last: str = "Table()", heading: str = "Value:", name: str = "_repr_html_", given: str = HTML) -> str:
    """A script whose value a notebook would show as a table."""
    return TABLE.format(name=name, given=given, last=last, heading=heading)


REFUSED = {
    "script": (table(given="'<b>1</b><script>run()</script>'"), "shows as text/html with <script>,"),
    "widget": (
        table(name="_repr_mimebundle_", given=f"{{'{VIEW}': {{}}, 'text/html': '<b>1</b>'}}"),
        f"shows as {VIEW},",
    ),
    "jpeg": (table(name="_repr_jpeg_", given="b'x'"), "shows as image/jpeg,"),
    "styled": (
        table(name="_repr_svg_", given="'<svg><style>*{}</style></svg>'"),
        "shows as image/svg+xml with <style>,",
    ),
    "displayed": (DISPLAYED, "displays Markdown of IPython,"),
}
TEXT = {
    "printed": table("print(Table())", "Output:"),
    "none": table(given="None"),
    "failing": table(given="1 / 0"),
    "class": table("Table", "Value:").replace("# a  1", "# <class '__main__.Table'>"),
    "json": table(name="_repr_json_", given="{}"),
    "proxy": PROXY,
}
KEPT = {
    "html": (table(), "text/html"),
    "latex": (table(name="_repr_latex_", given="r'$x_0$'"), "text/latex"),
    "markdown": (table(name="_repr_markdown_", given="'**a**', {'meta': 1}"), "text/markdown"),
}
PICTURES = {
    "bytes": table(name="_repr_png_", given=f"__import__('base64').b64decode('{PIXEL}')"),
    "bundle": table(name="_repr_mimebundle_", given=f"{{'text/plain': 'a  1', 'image/png': '{PIXEL}'}}, {{}}"),
    "svg": table(name="_repr_svg_", given="'<svg><path/></svg>'"),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """All of them, which run together."""
    scripts = {name: text for group in (REFUSED, KEPT) for name, (text, _) in group.items()}
    return project_of(tmp_path_factory.mktemp("rich"), [*scripts.items(), *TEXT.items(), *PICTURES.items()])


@pytest.fixture(scope="module")
def reports(project: Project) -> list[str]:
    """What is wrong with them before anything is accepted."""
    return reports_of(project)


def of(reports: list[str], name: str) -> list[str]:
    """The reports of one script."""
    return [report for report in reports if Path(report.split(":")[0]).stem == name]


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_page_can_keep_is_refused_at_its_cell(reports: list[str], name: str) -> None:
    """With the type that a page would lose, and what to do."""
    found = of(reports, name)

    assert [REFUSED[name][1] in report for report in found] == [True]
    assert "and no page here can keep that; print it, as text: print(…), or " in found[0]


@pytest.mark.parametrize("name", TEXT)
def test_what_a_notebook_shows_as_text_needs_no_more(reports: list[str], name: str) -> None:
    """Also a method that gives nothing or fails, JSON, and an object that answers to every name."""
    assert of(reports, name) == []


@pytest.mark.parametrize("name", KEPT)
def test_what_is_more_than_text_is_a_promise_in_a_file(reports: list[str], name: str) -> None:
    """Until it is accepted it is missing, whatever the text of the value says."""
    found = of(reports, name)

    assert [f"ends in {KEPT[name][1]}, and examples/{name}.a." in report for report in found] == [True]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_a_figure(reports: list[str], name: str) -> None:
    """It has no text beside it."""
    found = of(reports, name)

    assert "cell 'a' ends in nothing; its promise says 'a  1'" in found[1]
    assert f"draws a figure, and examples/{name}.a.svg does not keep it" in found[-1]


def test_a_table_that_is_accepted_holds_until_it_changes(tmp_path: Path) -> None:
    """The text may stay the same."""
    project = project_of(tmp_path, [("a", table())])
    assert accept_scripts(project, ["a"], no_progress) == []
    assert (tmp_path / "examples/a.a.html").read_text("utf-8") == "<table><tr><td>a</td><td>1</td></tr></table>\n"
    assert reports_of(project) == []

    project.script("a").write_text(table(given=HTML.replace("1", "2")), "utf-8")

    assert ["ends in another text/html than examples/a.a.html keeps" in one for one in reports_of(project)] == [True]


def test_a_table_that_is_gone_leaves_no_file(tmp_path: Path) -> None:
    """And no other file goes with it."""
    kept, other = tmp_path / "examples/a.a.html", tmp_path / "examples/a.notes.html"
    project = project_of(tmp_path, [("a", table(given="None"))])
    kept.write_text("<b>1</b>\n", "utf-8")
    other.write_text("mine\n", "utf-8")

    accept_scripts(project, ["a"], no_progress)

    assert (kept.exists(), other.exists()) == (False, True)


@pytest.mark.parametrize(
    ("kind", "text", "shown"),
    [
        (
            "text/html",
            "<style>b{}</style><table onclick='run()' class='dataframe'></table>",
            '<table class="dataframe"></table>',
        ),
        ("text/html", "<a href='javascript:run()'>a</a>", '<a rel="noopener noreferrer">a</a>'),
        ("text/html", "<p style='position:fixed'>a</p><!-- b -->", "<p>a</p>"),
        (
            "text/markdown",
            "**a** <script>run()</script>",
            "<p><strong>a</strong> &lt;script&gt;run()&lt;/script&gt;</p>",
        ),
    ],
)
def test_a_page_shows_words_and_tables_and_nothing_that_runs(kind: str, text: str, shown: str) -> None:
    """Whoever writes a value cannot draw over the page or run anything in it."""
    assert html_of(kind, text) == shown


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (r"$\displaystyle x_0$", "x_0"),
        ("$$\nx\n$$", "x"),
        (r"\[x\]", "x"),
        ("$x$ and $y$", ""),
        (r"\begin{tabular}\end{tabular}", ""),
    ],
)
def test_a_formula_is_shown_as_one(text: str, formula: str) -> None:
    """Other LaTeX, such as a table, is shown as the text of the value."""
    assert formula_of("text/latex", text) == formula


@pytest.mark.parametrize(("limit", "pixels"), [(1, True), (200, False)])
def test_a_figure_above_a_size_is_kept_as_pixels(tmp_path: Path, limit: int, pixels: bool) -> None:
    """Two for each of a screen, in a file like that of any figure; the setting says from which size on."""
    project = replace(project_of(tmp_path, [("a", PLOT)]), svg_limit_kb=limit)

    assert accept_scripts(project, ["a"], no_progress) == []

    kept = (tmp_path / "examples/a.a.svg").read_text("utf-8")
    assert ('width="384" viewBox="0 0 288 144"' in kept) is pixels
    assert ("data:image/png" in kept) is pixels
    assert ("rising" in labels(kept)) is not pixels


def test_a_page_shows_the_table_in_the_place_of_its_text(tmp_path: Path) -> None:
    """As a notebook does; other formats have the text."""
    small = Small(tmp_path, {"docs/index.md": f"# Title\n\n{CELL.format('a')}", "examples/index.py": table()})
    small.write("examples/index.a.html", "<table><tr><td>a</td><td>1</td></tr></table>\n")

    html, text = small.build("-W").html("index"), small.build(builder="text").folder / "index.txt"

    assert '<div class="output text_html"><table><tbody><tr><td>a</td><td>1</td></tr></tbody></table></div>' in html
    assert "a  1" not in html.partition('class="output')[2]
    assert "   a  1" in text.read_text("utf-8")
