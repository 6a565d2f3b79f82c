"""What readers take along prints what the page shows: each notebook in a new kernel, and scripts are those that do."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest

from printproof.formats.notebook import INSTALL
from printproof.formats.script import script
from printproof.html.page import read_tree, rendered
from printproof.scripts.comments import code_tokens
from printproof_base.languages import segment
from printproof_base.project import at
from support import representative
from support.built import ROOT
from support.executed import Said, execute, said_by
from support.taken import HEADINGS, taken_of
from support.tour import offending

PROJECT = at(ROOT)
IN_ALL = [f"{segment(language)}/{docname}" for language in PROJECT.languages() for docname in PROJECT.docnames()]

RUN_IN_KERNEL = "test_a_notebook_prints_what_it_says"
Results = dict[str, "Future[dict[str, Said]]"]


def notebook_of(site: Path, place: str) -> nbformat.NotebookNode:
    """A notebook of the built site."""
    return nbformat.read(site / f"{place}.ipynb", as_version=nbformat.NO_CONVERT)


@pytest.fixture(scope="module")
def executed(
    whole_site: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Results]:
    """What the notebooks say that were asked for; two kernels at a time, and nothing but the core of a machine each."""
    items = [item for item in request.session.items if getattr(item, "originalname", "") == RUN_IN_KERNEL]
    places = [f"{PROJECT.source}/{item.callspec.params['docname']}" for item in items]  # type: ignore[attr-defined]
    with ThreadPoolExecutor(2) as pool:
        folder = tmp_path_factory.mktemp("kernels")
        yield {place: pool.submit(execute, whole_site / f"{place}.ipynb", folder) for place in places}
        pool.shutdown(cancel_futures=True)


def unlike_its_page(site: Path, place: str) -> list[str]:
    """The cells of a notebook that say something else than the page beside it, or draw another number of figures."""
    notebook = notebook_of(site, place)
    nbformat.validate(notebook)
    # The page leaves out what these print, or shows it as a table: a notebook hides it by the same tag.
    left_out = {cell.id for cell in notebook.cells if "remove-output" in cell.metadata.get("tags", ())}
    said = {cell: one for cell, one in said_by(notebook).items() if cell not in {INSTALL, *left_out}}
    page = rendered(read_tree(site / f"{place}.html"))
    shown = {cell: text for (cell, mode), text in page.outputs.items() if mode == "as-written"}
    html = (site / f"{place}.html").read_text(encoding="utf-8")
    figures = sum(one.figures for one in said.values()) != html.count(" data-figure=")
    return [cell for cell, one in said.items() if one.text != shown.get(cell, "")] + ["figures"] * figures


def test_a_notebook_says_what_its_page_shows(whole_site: Path) -> None:
    """In every language: the same text below the same cells, and as many figures."""
    assert offending(IN_ALL, lambda place: unlike_its_page(whole_site, place)) == {}


@pytest.mark.parametrize("place", [place for place in IN_ALL if place.endswith("/guide/stateful")])
def test_words_in_code_are_in_the_language_of_the_page(whole_site: Path, place: str) -> None:
    """Comments, docstrings, and what the first cell says of itself; ids of cells are the same everywhere."""
    english = "# The result, then the state for the next call.", "A counter that changes itself.", "# This cell is not"
    cells = notebook_of(whole_site, place).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    taken = (whole_site / f"{place}.py").read_text(encoding="utf-8")
    ours = place.startswith(f"{PROJECT.source}/")

    assert [words in code for words in english] == [ours] * 3
    assert [words in taken for words in english[:2]] == [ours] * 2
    source = notebook_of(whole_site, f"{PROJECT.source}/guide/stateful")
    assert [cell.id for cell in cells] == [cell.id for cell in source.cells]


# In the language of the source; the code of the others is verified to be the same token by token.
@pytest.mark.parametrize("docname", representative.run(PROJECT.docnames()))
def test_a_notebook_prints_what_it_says(executed: Results, whole_site: Path, docname: str) -> None:
    """Run from scratch: printed text, values, errors as far as they are promised, and each figure."""
    place = f"{PROJECT.source}/{docname}"
    notebook = notebook_of(whole_site, place)
    promised, said = said_by(notebook), executed[place].result()
    varies = {cell.id for cell in notebook.cells if "nbval-ignore-output" in cell.metadata.get("tags", ())}

    assert {cell: one.as_far_as(promised[cell]) for cell, one in said.items() if cell not in varies} == {
        cell: one for cell, one in promised.items() if cell not in varies
    }


def test_a_script_is_the_one_that_prints_what_its_page_shows(whole_site: Path) -> None:
    """Token by token, without its comments; `test_plain_python` runs it to its end."""

    def differs(docname: str) -> bool:
        taken = (whole_site / PROJECT.source / f"{docname}.py").read_text(encoding="utf-8")
        return code_tokens(taken) != code_tokens(script(taken_of(docname), HEADINGS))

    assert offending(PROJECT.docnames(), differs) == {}


def test_a_script_in_another_language_is_the_same_script(whole_site: Path) -> None:
    """Token by token, without its comments: run, it does the same."""

    def differs(place: str) -> bool:
        ours = (whole_site / f"{place}.py").read_text(encoding="utf-8")
        english = (whole_site / PROJECT.source / f"{place.partition('/')[2]}.py").read_text(encoding="utf-8")
        return code_tokens(ours) != code_tokens(english)

    assert offending(IN_ALL, differs) == {}
