"""A value that a notebook shows as more than text is refused at its cell: shown as text it would be lost in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.one_cell import project_of, reports_of

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
    "html": (table(), "ends in a value that a notebook shows as text/html,"),
    "latex": (table(name="_repr_latex_", given="r'$x_0$'"), "ends in a value that a notebook shows as text/latex,"),
    "bundle": (
        table(name="_repr_mimebundle_", given="{'text/plain': 'a  1', 'image/png': 'iVBO'}, {}"),
        "ends in a value that a notebook shows as image/png,",
    ),
    "displayed": (DISPLAYED, "displays Markdown of IPython,"),
}
KEPT = {
    "printed": table("print(Table())", "Output:"),
    "none": table(given="None"),
    "failing": table(given="1 / 0"),
    "class": table("Table", "Value:").replace("# a  1", "# <class '__main__.Table'>"),
    "proxy": PROXY,
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is wrong with all of them, which run together."""
    scripts = [*((name, text) for name, (text, _) in REFUSED.items()), *KEPT.items()]
    return reports_of(project_of(tmp_path_factory.mktemp("rich"), scripts))


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_more_than_text_is_refused_at_its_cell(reports: list[str], name: str) -> None:
    """With the type that a page would lose, and what to do."""
    found = [report for report in reports if Path(report.split(":")[0]).stem == name]

    assert [REFUSED[name][1] in report for report in found] == [True]
    assert "and a page here shows text alone; print it, as text: print(…), or " in found[0]


@pytest.mark.parametrize("name", KEPT)
def test_what_a_notebook_shows_as_text_is_kept(reports: list[str], name: str) -> None:
    """Also a method that gives nothing or fails, and an object that answers to every name."""
    assert [report for report in reports if Path(report.split(":")[0]).stem == name] == []
