"""A page says with what its outputs were checked and how the modes compare, and the script is linked."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from printproof.runs.record import FunctionRun, read_record, write_record
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, MODES
from support.built import Page
from support.one_cell import digests_of
from support.small import CELL, Small

THEME = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
SCRIPT = "# %% first\nimport jax\n\nprint(1)\n\n# Output:\n# 1\n"
PHRASE = {JIT_OFF: "jit off", JIT_EVERYWHERE: "jit everywhere"}


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page in our theme whose script was run."""
    page = f"# Title\n\n{CELL.format('first')}"
    small = Small(tmp_path, {"docs/conf.py": THEME, "docs/index.md": page, "examples/index.py": SCRIPT})
    small.record("index", {"first": "1\n"})
    return small


def foot(html: str) -> str:
    """The facts at the foot of a page."""
    return html.split('<div class="facts">')[1].split("</footer>", maxsplit=1)[0]


def differ(small: Small, mode: str, **facts: Any) -> None:
    """Let the run in a mode have done something else."""
    path = small.project.record("index", mode)
    record = read_record(path)
    write_record(path, replace(record, cells=(replace(record.cells[0], **facts),)))


def announce(small: Small, *lines: str) -> None:
    """Let the script promise more, so that what was run keeps all it promises."""
    small.write("examples/index.py", SCRIPT + "".join(f"# {line}".rstrip() + "\n" for line in ("", *lines)))


def test_a_page_says_once_with_which_jax_it_was_checked(small: Small) -> None:
    """At its first output, and not again at its foot."""
    html = small.build().html("index")

    assert html.count("hecked with JAX 0.10.2") == 1
    assert "JAX" not in foot(html)


def test_a_preview_says_that_nothing_was_verified(small: Small) -> None:
    """No version, and no word on modes."""
    small.write("examples/index.py", SCRIPT.replace("print(1)", "print(1)  # changed"))

    said = foot(small.build().html("index"))

    assert "<p>The outputs on this page were not verified in this build.</p>" in said
    assert "jit" not in said


def test_a_page_without_a_script_says_nothing_of_outputs(small: Small) -> None:
    """It has none."""
    small.write("docs/prose.md", "---\norphan: true\n---\n\n# Prose\n\nNothing runs here.\n")

    said = foot(small.build().html("prose"))

    assert "utputs" not in said
    assert "Script" not in said


def test_a_page_without_a_jitted_call_says_nothing_of_jit_on_every_call(small: Small) -> None:
    """There is no verdict where nothing was tried."""
    html = small.build().html("index")

    assert "<li>Prints the same with jit off</li>" in html
    assert "every call" not in html


def test_a_mark_says_how_many_calls_were_jitted(small: Small) -> None:
    """Those that could not be count among all; those inside of a program are compiled with it."""
    left = {"arguments": 1, "refused": 2, "traced": 5}
    differ(small, JIT_EVERYWHERE, functions=(FunctionRun("f", 3, left), FunctionRun("g", 1)))

    html = small.build().html("index")

    assert "<li>Prints the same with jit off and with jit on 4 of 7 calls</li>" in html


def test_a_mark_names_the_cells_that_print_something_else(small: Small) -> None:
    """In a mode of which the page shows no output."""
    differ(small, JIT_OFF, stdout="2\n3\n")
    announce(small, "Output with jit off:", "2", "3")

    html = small.build().html("index")

    assert "<li>Other output with jit off: <code>first</code></li>" in html


def test_a_mark_does_not_name_a_cell_that_shows_what_was_wanted(small: Small) -> None:
    """Beside its line: as many lines came, so that a wrong one cannot be seen and is marked where it stands."""
    differ(small, JIT_OFF, stdout="2\n")
    announce(small, "Output with jit off:", "2")

    html = small.build().html("index")

    assert ("<mark>1</mark>" in html, "Other output" in html) == (True, False)


def test_the_script_is_published_beside_its_page(small: Small) -> None:
    """Linked as a download; one of cells alone has nothing above them but the title."""
    built = small.build()

    link = Page(built.folder / "index.html").all("a", href="index.py")
    assert [("download" in a.given, a.text) for a in link] == [(True, "Python script")]
    assert (built.folder / "index.py").read_text().startswith('"""Title"""\n\n# %% first\n')


def test_a_mark_opens_to_modes_and_versions(small: Small) -> None:
    """What was checked stands behind the word that it was."""
    path = small.project.record("index", AS_WRITTEN)
    record = read_record(path)
    versions = {"python": "3.11.7", "jax": "0.10.2", "numpy": "2.4.6", "matplotlib": "3.11.2"}
    write_record(path, replace(record, versions=versions))
    differ(small, JIT_OFF, stdout="2\n3\n")
    announce(small, "Output with jit off:", "2", "3")
    for mode in MODES:
        known = read_record(small.project.record("index", mode))
        digest = digests_of(small.project, "index")[mode]
        write_record(small.project.record("index", mode), replace(known, digest=digest))

    html = small.build().html("index")

    versions = "Python 3.11.7, JAX 0.10.2, Matplotlib 3.11.2, NumPy 2.4.6"
    mark = re.search(r'<details class="checked"><summary>Checked with JAX 0.10.2</summary><ul>(.*?)</ul>', html)
    assert mark
    said = re.findall("<li>(.*?)</li>", mark[1])
    assert (said[1], said[-1]) == ("Other output with jit off: <code>first</code>", versions)


@pytest.mark.parametrize(
    ("modes", "said"),
    [
        ((), "Prints the same with jit off and with jit on every call (calls: 2)"),
        (("jit-off",), "Other output with jit off: <code>first</code>"),
        (("jit-everywhere",), "Other output with jit on every call: <code>first</code>"),
        (
            ("jit-off", "jit-everywhere"),
            "Other output with jit off: <code>first</code></li><li>"
            "Other output with jit on every call: <code>first</code>",
        ),
    ],
    ids=["none", "off", "everywhere", "both"],
)
def test_a_mark_says_in_which_modes_cells_print_something_else(small: Small, modes: tuple[str, ...], said: str) -> None:
    """By value and not by the text; another state is no other output."""
    for mode in MODES:
        printed = "Array(1, dtype=int32)\n" if mode not in modes else "2\n3\n"
        functions = (FunctionRun("f", 2),) if mode == JIT_EVERYWHERE else ()
        stdout = "1\n" if mode == AS_WRITTEN else printed
        differ(small, mode, stdout=stdout, changed={"n": mode}, functions=functions)
    outputs = [f"Output with {PHRASE[mode]}:\n# 2\n# 3" for mode in modes]
    states = [f"State with {PHRASE[mode]}:\n# n = '{mode}'" for mode in PHRASE]
    announce(small, "\n#\n# ".join([*outputs, *states]))

    built = small.build()
    assert built.wrong == []
    assert f"<li>{said}</li>" in built.html("index")
