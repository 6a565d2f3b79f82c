"""Importing makes page and script of a document, loses nothing, and says what an author has to do."""

from __future__ import annotations

import itertools
import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from printproof.promises.suite import check_scripts
from printproof.scripts.loading import script_of
from printproof.scripts.myst_cells import cells_of
from printproof_base.findings import Finding
from printproof_base.project import Project, at
from printproof_converter.cell_conversion import convert_cell
from printproof_converter.code_cells import DocumentError
from printproof_converter.conversion import convert
from printproof_converter.importing import import_documents, preview_import
from printproof_converter.names import names_of
from printproof_converter.notebooks import Page, page_of

PAGE = """\
---
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# Half of it

Prose  with two blanks stays.

```{code-cell} ipython3
%matplotlib inline
import math

def half(x):

    return x / 2
```

The value of the last line:

```{code-cell} ipython3
:tags: [hide-input]

half(3)
```

## Errors

```{code-cell}
:tags: [raises-exception, remove-input]
half("three")
```

::::{tab-set}
:::{tab-item} Nested
```{code-cell}
print("in a tab")
```
:::
::::

- in a list

  ```{code-cell}
  whole = math.floor(half(5))
  whole;
  ```

```{code-cell}
ready = True
%timeit half(1)
print(ready)
```

```{code-cell}
# Only words.
```

```{code-cell}
print("said")
# Output:
print("more")
```

````{code-block} md
```{code-cell}
an_example = "of a cell"
```
````

```{code-cell}
---
tags: [hide-output]
mystnb:
  figure:
    caption: A line.
---
import matplotlib.pyplot as plt

plt.plot([1, 2])
```
"""
IMPORTED = """\
---
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# Half of it

Prose  with two blanks stays.

```{code-cell}
:example: half
```

The value of the last line:

```{code-cell}
:example: half-of-it
:tags: [hide-input]
```

## Errors

```{code-cell}
:example: errors
:tags: [remove-input]
```

::::{tab-set}
:::{tab-item} Nested
```{code-cell}
:example: errors-2
```
:::
::::

- in a list

  ```{code-cell}
  :example: whole
  ```

```{code-cell}
:example: ready
```

% not run, as only a notebook can read '%timeit half(1)'
```ipython3
%timeit half(1)
```

```{code-cell}
:example: errors-3
```

% not run, as it holds comments alone
```python
# Only words.
```

% not run, as its comment '# Output:' would begin a promise
```python
print("said")
# Output:
print("more")
```

````{code-block} md
```{code-cell}
an_example = "of a cell"
```
````

```{code-cell}
:example: errors-4
:caption: A line.
:alt: ""
:tags: [hide-output]
```
"""


def project_with(folder: Path, documents: dict[str, str]) -> Project:
    """A project that has these documents and no script."""
    for name, text in documents.items():
        place = folder / "docs" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
    return at(folder)


class Imported:
    """A project after one document was imported, with what was reported and found."""

    def __init__(self, folder: Path, name: str, text: str) -> None:
        self.said: list[str] = []
        self.project = project_with(folder, {name: text})
        self.docname = name.rpartition(".")[0]
        self.found: list[Finding] = import_documents(self.project, [self.project.docs / name], self.said.append)

    @property
    def page(self) -> str:
        """The text of the page."""
        return self.project.page(self.docname).read_bytes().decode()

    @property
    def script(self) -> str:
        """The text of the script."""
        return self.project.script(self.docname).read_bytes().decode()


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    """A page of MyST-NB that has a bit of everything."""
    return Imported(tmp_path_factory.mktemp("page"), "guide/half.md", PAGE)


def test_a_page_keeps_its_prose_and_names_its_cells(imported: Imported) -> None:
    """Every byte but those of cells stays; also cells inside of tabs and lists are named, an example of one is not."""
    assert imported.page == IMPORTED


SCRIPT = """\
# %% half
import math

def half(x):

    return x / 2

# Output: none

# %% half-of-it
half(3)

# Value:
# 1.5

# %% errors
half("three")

# Output:
# TypeError: unsupported operand type(s) for /: 'str' and 'int'

# %% errors-2
print("in a tab")

# Output:
# in a tab

# %% whole
whole = math.floor(half(5))
whole;

# Output: none

# %% ready
ready = True

# Output: none

# %% errors-3
print(ready)

# Output:
# True

# %% errors-4
import matplotlib.pyplot as plt

plt.plot([1, 2])

# Value varies: it holds an address in memory
"""


def test_code_moves_unchanged_and_promises_what_it_prints(imported: Imported) -> None:
    """Errors are announced, values are promised, an address in memory is an example."""
    assert imported.script.startswith(SCRIPT)


def test_what_was_imported_holds(imported: Imported) -> None:
    """The scripts pass the check that the build asks of them."""
    assert check_scripts(imported.project, [imported.docname]).findings == ()


def test_the_author_is_told_what_is_left_to_do(imported: Imported) -> None:
    """A figure waits for words."""
    assert [str(finding) for finding in imported.found] == [
        "docs/guide/half.md:75: cell 'errors-4' draws a figure that has no alternative text; say what it shows with: "
        "':alt: …'"
    ]


def test_what_was_not_kept_is_told_with_its_line(imported: Imported) -> None:
    """The lines are those of the new page; each remark says what helps."""
    assert imported.said[2:] == [
        "docs/guide/half.md:12: left out, as a page does without: %matplotlib inline",
        "docs/guide/half.md:48: this cell stays as plain code, as only a notebook can read '%timeit half(1)'; "
        "time it with the module timeit, under '# Output varies: timing'",
        "docs/guide/half.md:57: this cell stays as plain code, as it holds comments alone",
        "docs/guide/half.md:62: this cell stays as plain code, as its comment '# Output:' would begin a promise; "
        "reword the comment",
    ]


def test_the_document_as_it_was_is_kept_beside_the_page(imported: Imported) -> None:
    """Nothing is lost, whether or not it was committed: what is built may be removed at any time, this may not."""
    assert imported.project.page("guide/half").with_name("half.md.orig").read_text(encoding="utf-8") == PAGE
    assert imported.said[1] == "docs/guide/half.md: the document as it was is kept as docs/guide/half.md.orig"


def test_a_document_that_was_kept_before_stays(tmp_path: Path) -> None:
    """Only its author knows whether it is still needed."""
    page = "```{code-cell}\none = 1\n```\n"
    project = project_with(tmp_path, {"page.md": page, "page.md.orig": "Of last year.\n"})

    import_documents(project, [project.page("page")], str)

    kept = [(project.docs / name).read_text(encoding="utf-8") for name in ("page.md.orig", "page.md.orig1")]
    assert kept == ["Of last year.\n", page]


def notebook(*cells: dict[str, object], **metadata: object) -> str:
    """The text of a notebook."""
    whole = [{"metadata": {}, "outputs": [], "execution_count": 1, **cell} for cell in cells]
    return json.dumps({"cells": whole, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def code(source: str, *outputs: dict[str, object], **more: object) -> dict[str, object]:
    """A cell of code with what it kept."""
    return {"cell_type": "code", "source": source.splitlines(keepends=True), "outputs": list(outputs), **more}


def printed(text: str) -> dict[str, object]:
    """A stream of text that a notebook kept."""
    return {"output_type": "stream", "name": "stdout", "text": [text]}


def value(text: str) -> dict[str, object]:
    """The last value of a cell that a notebook kept."""
    return {"output_type": "execute_result", "data": {"text/plain": text}, "execution_count": 1, "metadata": {}}


NOTEBOOK = notebook(
    {"cell_type": "markdown", "source": "\n# Sums\n"},
    {"cell_type": "markdown", "source": "Two cells of prose."},
    code("total = 1 + 1\nprint(total)", printed("3\n")),
    code("total", value("2"), metadata={"tags": ["hide-input"]}),
    code("total * 0.1", value("0.2000001")),
    code("{}['a']", {"output_type": "error", "ename": "KeyError", "evalue": "'a'", "traceback": ["\x1b[31mno"]}),
    code("print(total * 0.1)", printed("0.2000001\n")),
    code("int", value("int")),
    code("import numpy as np\nnp.array([0.1, 0.25])", value("array([0.1 , 0.25 ])")),
    code("%time total", printed("CPU times")),
    kernelspec={"name": "python3", "language": "python"},
)


@pytest.fixture(scope="module")
def from_notebook(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    """A notebook that kept outputs, one of which is no longer true."""
    return Imported(tmp_path_factory.mktemp("notebook"), "sums.ipynb", NOTEBOOK)


def test_a_notebook_becomes_a_page(from_notebook: Imported) -> None:
    """Prose and tags are those of its cells, and two cells of prose stay two."""
    assert from_notebook.page.startswith(
        "---\nkernelspec:\n  language: python\n  name: python3\n---\n\n# Sums\n\n+++\n\nTwo cells of prose.\n\n"
        "```{code-cell}\n:example: total\n```\n\n```{code-cell}\n:example: sums\n:tags: [hide-input]\n```\n"
    )
    assert not (from_notebook.project.docs / "sums.ipynb").exists()


@pytest.mark.parametrize("kind", ["raw", "markdown"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_front_matter_of_a_notebook_is_that_of_the_page(tmp_path: Path, kind: str, end: str) -> None:
    """All of its lines, also where Jupyter saved no line end behind the last; of its cell nothing else is left."""
    head = {"cell_type": kind, "source": f"---\ntitle: One\norphan: true\n---{end}"}
    (tmp_path / "page.ipynb").write_text(notebook(head, code("one = 1")), encoding="utf-8")

    assert page_of(tmp_path / "page.ipynb").text == (
        "---\ntitle: One\norphan: true\n---\n\n```{code-cell}\none = 1\n```\n"
    )


def test_lines_in_a_notebook_of_a_page_are_no_front_matter_where_the_page_has_its_own(tmp_path: Path) -> None:
    """What stands between two rules at the beginning of its prose stays there."""
    prose = {"cell_type": "markdown", "source": "---\n\nBetween rules.\n\n---"}
    text = notebook(prose, code("one = 1"), printproof={"front_matter": "---\norphan: true\n---\n\n"})
    (tmp_path / "page.ipynb").write_text(text, encoding="utf-8")

    assert page_of(tmp_path / "page.ipynb").text.startswith(
        "---\norphan: true\n---\n\n---\n\nBetween rules.\n\n---\n\n```{code-cell}\n"
    )


def test_an_output_that_is_no_longer_true_is_found(from_notebook: Imported) -> None:
    """What a notebook kept is the first promise, so the difference stands at its line; what holds is accepted."""
    assert [str(finding).partition(" [as written")[0] for finding in from_notebook.found] == [
        "examples/sums.py:6: cell 'total' printed '2'; its promise says '3'"
    ]
    assert [list(finding.detail) for finding in from_notebook.found] == [
        [
            "  (- promised, + printed)",
            "    - 3",
            "    + 2",
            f"  accept it with: {from_notebook.project.accept.format(docname='sums')}",
            "  the promise is what was kept in docs/sums.ipynb (cell 3)",
        ]
    ]


def test_a_number_that_agrees_to_five_digits_is_what_is_printed_now(from_notebook: Imported) -> None:
    """Another machine printed what the notebook kept: its last digits are no promise."""
    assert script_of(from_notebook.project, "sums").cell("sums-2").promise.value("as-written").printed == ("0.2",)


def test_prose_between_directives_that_hold_examples_of_cells_is_left_alone(imported: Imported) -> None:
    """A page about MyST shows how to write a cell; that is none."""
    assert 'an_example = "of a cell"' in imported.page


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("prose.md", "# No code\n", r"docs/prose\.md: holds no code cell that can run: nothing to import"),
        ("old.md", PAGE, r"docs/old\.md: is imported already: examples/old\.py exists"),
        ("both.ipynb", NOTEBOOK, r"docs/both\.ipynb: is imported already: docs/both\.md exists"),
        ("julia.ipynb", notebook(code("1"), kernelspec={"language": "julia"}), "its cells are written in julia"),
        ("broken.ipynb", "{", r"docs/broken\.ipynb:1: is no notebook: "),
        (
            "half.ipynb",
            notebook({"cell_type": "markdown", "source": "\ud800"}, code("1")),
            "cannot be read as a notebook",
        ),
        ("ancient.ipynb", '{"nbformat": 3, "metadata": {}}', "is a notebook of format 3, and only 4 can be checked"),
        ("r.md", "---\nkernelspec: {language: R}\n---\n```{code-cell}\n1\n```\n", "its cells are written in R"),
        ("page.rst", "Page\n", r"docs/page\.rst: is no page and no notebook"),
        ("../README.md", PAGE, r"README\.md: lies outside of the pages in docs"),
    ],
)
def test_what_cannot_be_imported_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str, text: str, reason: str
) -> None:
    """All that was named is as it was, also a page that could have been imported."""
    project = project_with(tmp_path, {"good.md": PAGE, name: text, "both.md": "# Both\n"})
    project.examples.mkdir()
    (project.examples / "old.py").write_text("# ours\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    with pytest.raises(DocumentError, match=reason):
        import_documents(project, [project.docs / "good.md", project.docs / name], str)

    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def files_of(project: Project, name: str) -> dict[str, bytes]:
    """What lies in a project, without what is built, of one document."""
    found = [path for folder in (project.docs, project.examples) for path in folder.rglob(f"*{name}*")]
    return {str(project.shown(path)): path.read_bytes() for path in found}


def interrupt(monkeypatch: pytest.MonkeyPatch, project: Project, at: int) -> None:
    """Let an author interrupt what changes files outside of the build: before a change, or right after it."""
    moments = itertools.count()

    def interrupted(change: Callable[..., None]) -> Callable[..., None]:
        def changes(*paths: Path, **more: object) -> None:
            change(*paths, **more) if Path(paths[-1]).is_relative_to(project.build) else do(*paths, **more)

        def do(*paths: Path, **more: object) -> None:
            if next(moments) == at:
                raise KeyboardInterrupt("here")
            change(*paths, **more)
            if next(moments) == at:
                raise KeyboardInterrupt("here")

        return changes

    monkeypatch.setattr("os.replace", interrupted(os.replace))
    monkeypatch.setattr("os.unlink", interrupted(os.unlink))


def test_an_interrupted_import_leaves_each_document_imported_or_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whatever moment: never a script without its page, never a page beside the notebook that it was."""
    drawn = "```{code-cell}\nimport matplotlib.pyplot as plt\n\nplt.plot([1, 2]);\n```\n"
    documents = {"one.md": drawn, "two.ipynb": notebook(code("2 + 2", value("4")))}
    names, files = ["one", "two"], [tmp_path / "docs" / name for name in documents]
    project = project_with(tmp_path, documents)
    before = {name: files_of(project, name) for name in names}
    import_documents(project, files, str)
    after = {name: files_of(project, name) for name in names}

    for moment in itertools.count():
        for folder in (project.docs, project.examples):
            shutil.rmtree(folder)
        project_with(tmp_path, documents)
        with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
            interrupt(patch, project, moment)
            import_documents(project, files, str)
            break
        for name in names:
            assert files_of(project, name) in (before[name], after[name]), (moment, name)
    assert moment > 2 * 7  # two scripts, two documents kept, a figure, two scripts with promises, two pages


@pytest.mark.parametrize("page_is_there", [False, True], ids=["before its page", "before its notebook went"])
def test_what_a_killed_import_left_is_imported_by_the_next_one(tmp_path: Path, page_is_there: bool) -> None:
    """The script that it wrote first, and at worst the page that it wrote last, are made again as they were."""
    documents = {"two.ipynb": notebook(code("2 + 2", value("4")))}
    project = project_with(tmp_path, documents)
    import_documents(project, [tmp_path / "docs/two.ipynb"], str)
    after = files_of(project, "two")
    project_with(tmp_path, documents)
    if not page_is_there:
        project.page("two").unlink()

    import_documents(project, [tmp_path / "docs/two.ipynb"], str)

    assert files_of(project, "two") == after


def test_a_notebook_that_readers_took_along_comes_back_by_its_names(tmp_path: Path) -> None:
    """Its first cell only installs what is missing elsewhere; the others are called what they are called here."""
    installing = code("install()", id="install_missing", metadata={"printproof": {"part_of_page": False}})
    text = notebook(installing, code("one = 1", id="first"), printproof={"docname": "page", "head": '"""Kept."""'})
    (tmp_path / "page.ipynb").write_text(text, encoding="utf-8")

    conversion = convert("page", "page.ipynb", page_of(tmp_path / "page.ipynb"))

    assert conversion.script == '"""Kept."""\n\n# %% first\none = 1\n'


@pytest.mark.parametrize("head", ["kernelspec: python3", "kernelspec:", "kernelspec: {name: python3}"])
def test_a_page_need_not_say_its_language(tmp_path: Path, head: str) -> None:
    """Then it is Python; what stands at its head stays, whatever it is."""
    page = Imported(tmp_path, "page.md", f"---\n{head}\n---\n\n```{{code-cell}}\none = 1\n```\n").page

    assert page == f"---\n{head}\n---\n\n```{{code-cell}}\n:example: one\n```\n"


def test_a_cell_that_cannot_stand_where_it_stands_stays_on_the_page() -> None:
    """It alone, also below a string that holds what looks like headings of cells."""
    text = 'one = """\n# %% text\n# %% more\n"""', "from __future__ import annotations", "two = 2"
    page = Page("\n".join(f"```{{code-cell}}\n{source}\n```\n" for source in text))

    conversion = convert("page", "page.md", page)

    assert [cell.code for cell in conversion.cells.values()] == [text[0], text[2]]
    assert "line: from __future__ imports must occur at the beginning of the file\n```python\n" in conversion.page()[0]


@pytest.mark.parametrize(
    ("source", "obstacle", "cure"),
    [
        ("%%bash\nls", "only a notebook can read '%%bash'", "say it in Python, such as with subprocess.run or open(…)"),
        ("!pip install jax", "only a notebook can read '!pip install jax'", "what a page needs is installed before"),
        ("jax.jit?", "only a notebook can read 'jax.jit?'", "say it in Python, as with print(…)"),
        ("x = !ls", "only a notebook can read 'x = !ls'", "say it in Python, such as with subprocess.run or open(…)"),
        ("%%writefile a.py\nx = 1", "only a notebook can read '%%writefile a.py'", "write the file with Path(…)"),
        ("print 1", "Python cannot read it (Missing parentheses", "show a mistake of syntax with compile("),
        ("a = '\0'", "Python cannot read it (source code string cannot contain null bytes)", "show a mistake of"),
        ("a = '\x0c'", "it holds the control character '\\x0c'", "write it as an escape, such as \\x1b"),
        ("a = 1\n# %% b\nc = 1", "its comment '# %% b' would begin a cell", "reword the comment"),
        ("# Output:\n# 1", "it holds comments alone", ""),
    ],
)
def test_what_no_script_can_hold_has_a_reason_and_a_cure(source: str, obstacle: str, cure: str) -> None:
    """The code stays on the page, and nothing is claimed of it."""
    found = convert_cell(source, [])

    assert (found.code, found.obstacle[: len(obstacle)], found.cure[: len(cure)]) == ("", obstacle, cure)


def test_a_promise_below_the_code_is_taken_as_one() -> None:
    """It is what a cell inside of a tab brings back from a notebook."""
    found = convert_cell("# %% named\nprint(1)\n\n# Output:\n# 1", [])

    assert (found.code, found.promise) == ("print(1)", ("# Output:", "# 1"))


@pytest.mark.parametrize(
    ("head", "source", "name"),
    [
        ("", "# Draw a line\nplot()", "draw-a-line"),
        ("", "def solve_it(x):\n    return x", "solve-it"),
        ("", "loss, other = 1, 2", "loss"),
        ("", "import math", "imports"),
        ("# Über die Größe\n\n", "1 + 1", "uber-die-groe"),
        ("", "1 + 1", "cell-1"),
        ("", ":name: figure-one\n1 + 1", "figure-one"),
        ("# One of the many words of this long heading\n\n", "x", "one-of-the-many-words-of-this"),
    ],
)
def test_a_cell_is_named_by_what_stands_in_it(head: str, source: str, name: str) -> None:
    """Words that an author would have chosen, and that stay the same."""
    assert names_of(cells_of(f"{head}```{{code-cell}}\n{source}\n```\n")) == [name]


def test_a_tag_with_a_line_break_stays_one_option(tmp_path: Path) -> None:
    """In a page each option is a line: what stood behind the break would be another one."""
    cell = {"cell_type": "code", "metadata": {"tags": ["nope\n:example: other"]}, "source": "print(1)", "outputs": []}
    book = {"cells": [{**cell, "execution_count": None}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.ipynb").write_text(json.dumps(book), encoding="utf-8")
    source = page_of(tmp_path / "docs" / "a.ipynb")

    text, _ = convert("a", "docs/a.ipynb", source).page()

    assert [cell.tags for cell in cells_of(text)] == [["nope\n:example: other"]]
    assert [cell.options["example"] for cell in cells_of(text)] == ["cell-1"]


@pytest.fixture
def site(tmp_path: Path) -> Project:
    """A project with one page of MyST-NB that is not yet imported."""
    page = tmp_path / "docs" / "half.md"
    page.parent.mkdir()
    page.write_text(PAGE, encoding="utf-8")
    return at(tmp_path)


def test_a_dry_run_says_what_would_be_made(site: Project) -> None:
    """It runs and writes nothing."""
    before = sorted(site.root.rglob("*"))
    said: list[str] = []

    preview_import(site, [site.page("half")], said.append)

    assert said[0] == "docs/half.md: 8 cells would run from examples/half.py"
    assert sorted(site.root.rglob("*")) == before


def test_an_import_without_a_run_runs_nothing(site: Project) -> None:
    """Page and script are written; what cells print nobody knows yet."""
    import_documents(site, [site.page("half")], lambda _: None, run=False)

    script = script_of(site, "half")
    assert ":example: " in site.page("half").read_text(encoding="utf-8")
    assert not (site.build / "runs").exists()
    assert {cell.promise.outputs for cell in script.cells if not cell.promise.raises} == {()}
