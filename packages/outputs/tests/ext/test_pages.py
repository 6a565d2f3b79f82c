"""A page shows the cells of its script, all of them, with what they printed, and says when it cannot be trusted."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from printproof.promises.reproducibility import RERUN
from printproof.runs.record import RaisedError, read_record, write_record
from printproof.scripts.modes import AS_WRITTEN
from support.small import CELL, CONF, Small

SCRIPT = """# %% first
print("one")

# Output:
# one

# %% second
print("two")

# Output:
# two
"""
PAGE = f"# Title\n\nSome text.\n\n{CELL.format('first')}\n{CELL.format('second')}"
MODULES = """
def setup(app):
    import sys
    never = {"jax", "jaxlib", "numpy", "matplotlib"}
    app.connect("build-finished", lambda *_: print("LOADED", never & set(sys.modules)))
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page that shows both cells of its script."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})


def test_a_cell_shows_its_code_and_what_it_promises(small: Small) -> None:
    """Without a run record a page shows promises, and says that it does."""
    built = small.build("-W")

    page = built.page("index")
    assert (built.status, built.wrong) == (0, [])
    assert page.code == {"first": 'print("one")\n', "second": 'print("two")\n'}
    assert page.outputs == {("first", "as-written"): "one\n", ("second", "as-written"): "two\n"}
    assert built.html("index").count('<p class="unchecked">Not verified in this build</p>') == 2


@pytest.mark.parametrize("builder", ["html", "gettext"])
def test_a_page_that_is_not_utf_8_is_told_at_its_line(small: Small, builder: str) -> None:
    """Sphinx would report a crash, and name no page."""
    (small.root / "docs/index.md").write_bytes(PAGE.encode() + b"caf\xe9\n")

    built = small.build(builder=builder)

    line = f"docs/index.md:{len(PAGE.splitlines()) + 1}: a byte is not UTF-8; save the file as UTF-8"
    assert (built.status, [one for one in built.said.splitlines() if "UTF-8" in one]) == (2, [f"ERROR: {line}"])
    assert "Traceback" not in built.said


def test_a_current_record_is_what_a_page_shows(small: Small) -> None:
    """The mark of the page names the version that printed the outputs."""
    small.record("index", {"first": "one\n", "second": "two\n"})

    html = small.build("-W").html("index")

    assert html.count("<summary>Checked with JAX 0.10.2</summary>") == 1
    assert "unchecked" not in html


def test_a_record_of_another_script_is_not_current(small: Small) -> None:
    """A changed script is shown with its promises until it is run again."""
    small.record("index", {"first": "one\n", "second": "two\n"})
    small.write("examples/index.py", SCRIPT.replace("one", "ONE"))

    built = small.build("-W")

    assert built.page("index").outputs["first", "as-written"] == "ONE\n"
    assert "Not verified" in built.html("index")


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (["firts", "second"], "docs/index.md:3: the script has no cell 'firts'; did you mean 'first'?"),
        (["first", "first", "second"], "docs/index.md:7: cell 'first' was shown in line 3; show each cell once"),
        (
            ["second", "first"],
            "docs/index.md:7: cell 'first' is shown after 'second' and stands before it in examples/index.py; "
            "show cells in the order of the script",
        ),
        (
            ["first"],
            "docs/index.md:3: cell 'second' of examples/index.py:7 is not shown; "
            "show it below this line with: ':example: second'",
        ),
    ],
    ids=["misspelt", "repeated", "disordered", "unused"],
)
def test_a_page_that_shows_other_cells_than_its_script_is_refused(small: Small, shown: list[str], said: str) -> None:
    """One sentence per mistake, with page, line and cure; no warning need be an error."""
    small.write("docs/index.md", "# Title\n\n" + "\n".join(CELL.format(name) for name in shown))

    built = small.build()

    assert (built.status, built.wrong) == (1, [f"ERROR: {said}"])


def test_a_cell_must_name_its_example(small: Small) -> None:
    """Code of its own would be code that nobody checked."""
    small.write("docs/index.md", PAGE + "\n```{code-cell}\nprint(3)\n```\n")

    built = small.build()

    assert built.status == 1
    assert any("docs/index.md:13: this cell names no example; write ':example: NAME'" in line for line in built.wrong)
    assert "print(3)" not in built.html("index")


def test_an_unknown_option_offers_the_nearest(small: Small) -> None:
    """A misspelt option would be lost without a word."""
    small.write("docs/index.md", PAGE.replace("second\n", "second\n:captoin: Two.\n"))

    built = small.build()

    assert built.wrong == ["ERROR: docs/index.md:11: a cell has no option 'captoin'; did you mean 'caption'?"]


def test_options_that_cannot_be_read_are_refused_without_a_traceback(small: Small) -> None:
    """A page with a broken option block says so in one line."""
    small.write("docs/index.md", PAGE.replace(":example: second", "---\na: [\n---"))

    built = small.build()

    assert built.status == 1
    assert "Traceback" not in built.said
    assert "ERROR: docs/index.md:9: the head of this cell cannot be read; write each option" in built.wrong[0]


def test_a_page_that_begins_with_no_settings_is_like_any_other(small: Small) -> None:
    """An empty head says nothing of the page; MyST warns of it, as of one that holds no settings."""
    small.write("docs/index.md", f"---\n---\n\n{PAGE}")

    built = small.build()

    assert list(built.page("index").code) == ["first", "second"]
    assert [line for line in built.wrong if "[myst.topmatter]" not in line] == []


def test_a_page_with_a_kernel_is_run_by_nobody(small: Small) -> None:
    """What MyST-NB takes for a notebook is ours all the same; a theme with launch buttons finds the kernel."""
    small.write("docs/conf.py", f"{CONF}html_context = {{}}\n")
    small.write("docs/index.md", f"---\nkernelspec:\n  name: python3\n  display_name: P\n---\n\n{PAGE}")
    small.record("index", {"first": "one\n", "second": "two\n"})

    built = small.build("-W")

    assert built.status == 0, built.said
    assert built.page("index").outputs == {("first", "as-written"): "one\n", ("second", "as-written"): "two\n"}


def test_a_raw_cell_is_for_its_format(small: Small) -> None:
    """One without a format is shown nowhere."""
    html = "```{raw-cell}\n:format: text/html\n<hr class='raw'>\n```"
    markdown = "```{raw-cell}\n---\nformat: text/markdown\n---\n*Read*\n```"
    small.write("docs/index.md", f"{PAGE}\n{html}\n\n{markdown}\n\n```{{raw-cell}}\nnowhere\n```\n")

    built = small.build("-W")

    assert built.status == 0, built.said
    shown = [part in built.html("index") for part in ("<hr class='raw'>", "<em>Read</em>", "nowhere")]
    assert shown == [True, True, False]


def test_alternative_text_that_is_empty_is_none(small: Small) -> None:
    """No word stands for it, such as that of Python for nothing."""
    small.write("docs/index.md", PAGE.replace(":example: first", ":example: first\n:alt:"))

    assert "None" not in small.build().html("index")


def test_an_empty_page_is_no_crash(small: Small) -> None:
    """Sphinx says what it says of such a page, and goes on."""
    small.write("docs/empty.md", "")

    built = small.build()

    assert "Traceback" not in built.said
    assert (built.folder / "empty.html").is_file()


def test_a_page_with_cells_needs_a_script(small: Small) -> None:
    """The missing script is named."""
    (small.root / "examples/index.py").unlink()

    built = small.build()

    said = "docs/index.md:5: the page shows cell 'first', and examples/index.py does not exist"
    assert (built.status, built.wrong) == (1, [f"ERROR: {said}; write it, or remove the cell"])


def test_a_script_needs_a_page(small: Small) -> None:
    """A script that no page shows is said once in each build."""
    small.write("examples/guide/lost.py", SCRIPT)

    small.build()
    built = small.build()

    said = "examples/guide/lost.py: no page shows this script; docs/guide/lost.md: write the page, or remove the script"
    assert (built.status, built.wrong) == (1, [f"ERROR: {said}"])


def test_a_page_without_cells_needs_no_script(small: Small) -> None:
    """Prose alone is a page."""
    small.write("docs/prose.md", "---\norphan: true\n---\n\n# Prose\n\nNothing runs here.\n")

    built = small.build("-W")

    assert (built.status, built.wrong) == (0, [])
    assert "Nothing runs here." in built.html("prose")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_contradicted_promise_ends_every_build_with_an_error(small: Small, language: str) -> None:
    """Also one that reads no page anew, and without -W; the promise's line is named once."""
    small.record("index", {"first": "one\n", "second": "TWO\n"})
    small.build(language=language)

    built = small.build(language=language)

    assert built.status == 1
    assert len(built.wrong) == 1
    assert "ERROR: examples/index.py:11: cell 'second' printed 'TWO'; its promise says 'two'" in built.wrong[0]


def test_a_promise_kept_again_ends_the_error(small: Small) -> None:
    """What was refused is read again in each build."""
    small.record("index", {"first": "one\n", "second": "TWO\n"})
    small.build()
    small.record("index", {"first": "one\n", "second": "two\n"})

    built = small.build()

    assert (built.status, built.wrong) == (0, [])
    assert "Not verified" not in built.html("index")


def test_a_site_can_refuse_what_was_not_run(small: Small) -> None:
    """The published site shows nothing that was not verified."""
    built = small.build("-D", "printproof_require_records=1")

    said = "examples/index.py: has not been run as it stands now; run it with: printproof check index"
    assert (built.status, built.wrong) == (1, [f"ERROR: {said}"])


def test_a_changed_script_reads_only_its_page_again(small: Small) -> None:
    """Other pages stay as they are."""
    small.write("docs/other.md", "---\norphan: true\n---\n\n# Other\n")
    small.build()
    small.write("examples/index.py", SCRIPT.replace("print(", "print( "))

    built = small.build()

    assert "0 added, 1 changed, 0 removed" in built.said
    assert built.page("index").code["first"] == 'print( "one")\n'


def test_nothing_changed_reads_nothing_again(small: Small) -> None:
    """Neither a page without records nor one with them."""
    small.build()

    built = small.build()

    assert "0 added, 0 changed, 0 removed" in built.said


def test_a_new_record_reads_its_page_again(small: Small) -> None:
    """A preview becomes a verified page as soon as the script was run."""
    small.build()
    small.record("index", {"first": "one\n", "second": "two\n"})

    built = small.build()

    assert "0 added, 1 changed, 0 removed" in built.said
    assert "Checked with JAX" in built.html("index")


@pytest.mark.parametrize("time", [1_000_000_000, 4_000_000_000], ids=["long ago", "not yet"])
@pytest.mark.parametrize("builder", ["html", "gettext"])
def test_a_page_that_changed_is_read_whatever_its_time_says(small: Small, builder: str, time: int) -> None:
    """A clock was set back, or the file copied from an archive."""
    small.build(builder=builder)
    small.write("docs/index.md", PAGE.replace("Some text.", "Other text."))
    os.utime(small.root / "docs/index.md", (time, time))

    assert "0 added, 1 changed, 0 removed" in small.build(builder=builder).said


def test_words_for_a_figure_stay_where_the_cell_was_not_reached(small: Small) -> None:
    """Behind an error that nobody announced a cell may draw all the same: its page is not told to drop them."""
    small.record("index", {"first": "one\n", "second": "two\n"})
    small.write("docs/index.md", PAGE.replace(":example: second", ":example: second\n:alt: A line."))
    path = small.project.record("index", AS_WRITTEN)
    record = read_record(path)
    first = replace(record.cells[0], error=RaisedError("KeyError", "1", "first", 1))
    write_record(path, replace(record, cells=(first, *record.cells[1:])))

    assert [line for line in small.build().wrong if "draws no figure" in line] == []


def test_a_page_says_that_its_script_was_not_run_a_second_time(small: Small) -> None:
    """Behind its mark, until there is the record of such a run, which reads the page again."""
    small.record("index", {"first": "one\n", "second": "two\n"})
    assert "<li>The script was not run a second time, in other surroundings.</li>" in small.build().html("index")
    written = read_record(small.project.record("index", AS_WRITTEN))
    write_record(small.project.record("index", RERUN), written)

    built = small.build()

    assert "0 added, 1 changed, 0 removed" in built.said
    assert "second time" not in built.html("index")


@pytest.mark.parametrize("blank", ["\n", "\n\n\n", "\n  \n\n"])
def test_warnings_name_true_lines_below_cells(small: Small, blank: str) -> None:
    """MyST-NB counts these lines wrongly; should it stop, this goes red."""
    page = f"# Title\n\nSome text.\n\n{CELL.format('first')}{blank}{CELL.format('second')}{blank}See {{nowhere}}`x`.\n"
    small.write("docs/index.md", page)
    line = page.count("\n", 0, page.index("See")) + 1

    built = small.build()

    assert [warning.split(": ")[0].rsplit("/")[-1] for warning in built.wrong] == [f"index.md:{line}"]


def test_catalogs_name_true_lines_of_page_and_script(small: Small) -> None:
    """A translator finds each message where its catalog says."""
    small.write("docs/index.md", PAGE + "\n\n\nThe end.\n")
    small.write("examples/index.py", SCRIPT.replace('print("two")', '# Say two.\nprint("two")'))

    built = small.build("-W", builder="gettext")

    template = (built.folder / "index.pot").read_text()
    assert (built.status, built.wrong) == (0, [])
    for place, message in {
        "docs/index.md:1": "Title",
        "docs/index.md:3": "Some text.",
        "docs/index.md:15": "The end.",
        "examples/index.py:8": "Say two.",
    }.items():
        assert f'{place}\nmsgid "{message}"\n' in template


def test_code_and_outputs_are_no_messages(small: Small) -> None:
    """A catalog holds words; what a program says is the same in every language."""
    built = small.build("-W", builder="gettext")

    template = (built.folder / "index.pot").read_text()

    assert "print" not in template
    assert 'msgid "one"' not in template


@pytest.mark.parametrize("builder", ["html", "gettext"])
def test_a_build_imports_neither_jax_nor_what_it_needs(small: Small, builder: str) -> None:
    """Building a page runs nothing of the guide."""
    small.write("docs/conf.py", CONF + MODULES)
    small.record("index", {"first": "one\n", "second": "two\n"})

    built = small.build("-W", builder=builder)

    assert "LOADED set()" in built.said


def test_no_notebook_is_published_but_ours(small: Small) -> None:
    """MyST-NB's own files stay with the doctrees; the one beside the page says whose it is."""
    built = small.build("-W")

    published = [path for path in built.folder.rglob("*") if "jupyter" in str(path) or path.suffix == ".ipynb"]

    assert published == [built.folder / "index.ipynb"]
    assert '"docname": "index"' in published[0].read_text(encoding="utf-8")
    assert not (built.folder.parent / "jupyter_execute").exists()


def test_an_error_shows_as_its_last_line(small: Small) -> None:
    """What the cell printed before stands above it, and the words above the error are none of its output."""
    small.write("docs/index.md", f"# Title\n\n{CELL.format('fails')}")
    small.write(
        "examples/index.py",
        '# %% fails\nprint("before <b>")\nraise TypeError("no")\n\n# Output:\n# before <b>\n# TypeError: no\n',
    )

    built = small.build("-W")

    assert built.page("index").outputs == {("fails", "as-written"): "before <b>\nTypeError: no\n"}
    error = '<div class="error"><p>Stops with</p><pre data-output="as-written"><b>TypeError</b>: no\n</pre>'
    assert error in built.html("index")
    assert "before &lt;b&gt;" in built.html("index")


def test_a_silent_cell_has_no_output(small: Small) -> None:
    """No empty box stands under it."""
    small.write("docs/index.md", f"# Title\n\n{CELL.format('quiet')}")
    small.write("examples/index.py", "# %% quiet\nx = 1\n\n# Output: none\n")

    built = small.build("-W")

    assert built.page("index").outputs == {}
    assert 'class="output"' not in built.html("index")


def test_a_silent_cell_shows_what_other_versions_print(small: Small) -> None:
    """Its promise says it, so its page does."""
    small.write("docs/index.md", f"# Title\n\n{CELL.format('quiet')}")
    small.write("examples/index.py", "# %% quiet\nx = 1\n\n# Output: none\n#\n# Output before jax 0.8:\n# old\n")

    html = small.build("-W").html("index")

    assert "<summary>JAX before 0.8 prints something else</summary><pre>old\n</pre>" in html


def test_a_cell_can_show_another_mode_beside(small: Small) -> None:
    """The side without jit is first and plain; lines with jit that are not as it prints them are marked."""
    small.write("docs/index.md", "# Title\n\n```{code-cell}\n:example: jit\n:compare: jit-off\n```\n")
    small.write("examples/index.py", "# %% jit\nprint(1)\n\n# Output:\n# 1\n# 1\n#\n# Output with jit off:\n# 1\n# 2\n")

    built = small.build("-W")

    assert built.page("index").outputs == {("jit", "as-written"): "1\n1\n", ("jit", "jit-off"): "1\n2\n"}
    without, jitted = built.html("index").split('<div class="compared')[1].split('<div class="output ')[1:]
    assert '<p class="mode">Without jit <span class="yes">as wanted</span></p>' in without
    assert '<pre data-output="jit-off">1\n2\n</pre>' in without
    assert '<p class="mode">With jit <span class="no">1 of 2 wrong</span></p>' in jitted
    assert '1\n<mark>1</mark><span class="no" data-said="wanted 2"></span>\n</pre>' in jitted


def test_classes_of_a_cell_are_on_its_element(small: Small) -> None:
    """A page can set a cell apart."""
    small.write("docs/index.md", PAGE.replace("first\n", "first\n:class: lane stale\n"))

    html = small.build("-W").html("index")

    assert '<div class="lane stale cell docutils container" id="cell-first">' in html


def test_a_named_cell_can_be_referred_to(small: Small) -> None:
    """A name is a target of the page."""
    small.write("docs/index.md", PAGE.replace("first\n", "first\n:name: the-first\n") + "\nSee [here](#the-first).\n")

    html = small.build("-W", "-n").html("index")

    assert 'id="the-first"' in html
    assert 'href="#the-first"' in html


def test_pages_read_side_by_side_are_the_same(small: Small) -> None:
    """Reading in several processes changes nothing, and loses no error."""
    for number in range(6):
        small.write(f"docs/p{number}.md", f"---\norphan: true\n---\n\n{PAGE}")
        small.write(f"examples/p{number}.py", SCRIPT)
    small.write("docs/p5.md", "---\norphan: true\n---\n\n# Title\n\n" + CELL.format("second"))
    small.build()
    alone = small.build("-E", "-a")
    html = alone.html("p3")

    built = small.build("-E", "-a", "-j", "2")

    assert built.html("p3") == html
    assert (built.status, built.wrong) == (1, alone.wrong)
    assert "cell 'first' of examples/p5.py:1 is not shown" in built.wrong[0]


def test_each_part_names_a_page_alike_where_its_settings_lie_elsewhere(tmp_path: Path) -> None:
    """Where no folder above the pages holds scripts, the project is that of the settings, for every part."""
    wrong = "```{code-cell}\n:example: jti\n```\n\n```{promise} jti\n```\n"
    script = '# %% jit\nprint("one")\n\n# Output:\n# one\n'
    small = Small(tmp_path / "site", {"conf.py": CONF, "examples/index.py": script})
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/index.md").write_text(f"# Title\n\n{wrong}", encoding="utf-8")
    (small.root / "docs/conf.py").unlink()
    (small.root / "docs").rmdir()
    (small.root / "docs").symlink_to(tmp_path / "pages")  # Sphinx asks where the folder really lies
    small.record("index", {"jit": "one\n"})

    built = small.build("-c", str(small.root))

    page = tmp_path / "pages/index.md"
    lines = [line.removeprefix(f"ERROR: {page}:").partition(":")[0] for line in built.wrong]
    assert (built.status, lines) == (1, ["3", "7"])


@pytest.mark.parametrize(
    ("path", "before", "after", "where", "times"),
    [
        ("examples/index.py", "# two", "# three", "in this cell", 1),
        ("docs/index.md", "second\n```", "second\n```\n\n```{promise} missing\n```", "on this page", 2),
    ],
    ids=["a broken promise", "a directive without its cell"],
)
def test_a_page_with_an_error_never_says_that_it_was_checked(
    small: Small, path: str, before: str, after: str, where: str, times: int
) -> None:
    """Neither do its other cells, nor the files beside it; the wrong cell says so, or each where no cell is wrong."""
    small.write(path, (small.root / path).read_text(encoding="utf-8").replace(before, after))
    small.record("index", {"first": "one\n", "second": "two\n"})

    built = small.build()

    texts = [built.html("index"), *((built.folder / f"index.{kind}").read_text() for kind in ("md", "ipynb", "py"))]
    assert built.status == 1
    assert [text.count("Checked") + text.count("were compared with") for text in texts] == [0, 0, 0, 0]
    assert texts[0].count(f'<p class="unchecked">Not verified: the build found an error {where}</p>') == times
    assert texts[1].count(f"*Not verified: the build found an error {where}*") == times


def test_a_book_with_an_error_never_says_that_it_was_checked(small: Small) -> None:
    """Neither its pages nor what stands about the whole book."""
    small.write("docs/conf.py", CONF.replace('"printproof.ext"', '"printproof.ext", "printproof_site.books.ext"'))
    small.write("examples/index.py", SCRIPT.replace("# two", "# three"))
    small.record("index", {"first": "one\n", "second": "two\n"})

    built = small.build(builder="epub")

    said = "".join(path.read_text(encoding="utf-8") for path in sorted(built.folder.rglob("*.xhtml")))
    assert (built.status, "Checked" in said) == (1, False)
    assert "Some outputs in this book were not verified in this build." in said
