"""A page shows the last value of a cell, what it announces to leave behind, and what varies, each as what it is."""

from __future__ import annotations

import pytest

from printproof.promises.suite import check_scripts
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.loading import script_of
from support.small import CELL, Small

SCRIPT = """# %% value
"text"

# Value:
# 'text'

# %% silent
import jax


class Counter:
    n = 0

    def count(self):
        self.n += 1
        return self.n


counter = Counter()
count = jax.jit(counter.count)
count()
count();

# Output: none
#
# State:
# counter.n = 1
#
# State with jit off:
# counter.n = 2
#
# Traces: count 1

# %% everywhere
counter = Counter()
counter.count()
counter.count();

# Output: none
#
# State with jit everywhere:
# counter.n = 1

# %% varies
print(object())

# Output varies: an address
# <object object at 0x7f>

# %% error
raise ValueError("one and more\\ntwo at length")

# Output:
# ValueError: one …

# %% keys
key = jax.random.key(0)
print(jax.random.bits(key) == jax.random.bits(key))

# Output:
# True
#
# Key reuse: KeyReuseError: Previously-consumed key …
"""
NAMES = ("value", "silent", "everywhere", "varies", "error", "keys")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A page that shows a cell of each kind, its script not run."""
    page = "# Title\n\n" + "\n".join(map(CELL.format, NAMES))
    return Small(tmp_path_factory.mktemp("left"), {"docs/index.md": page, "examples/index.py": SCRIPT})


@pytest.fixture(scope="module")
def promised(small: Small) -> str:
    """The page of a script that was not run."""
    return small.build("-W", "-D", "printproof_run=0").html("index")


@pytest.fixture(scope="module")
def shown(small: Small, promised: str) -> str:
    """The page of the script once it was run."""
    assert bring_up_to_date(small.project, [script_of(small.project, "index")]).failures == ()
    return small.build("-W").html("index")


def cell(html: str, name: str) -> str:
    """What stands in the element of a cell."""
    return html.split(f'id="cell-{name}"', maxsplit=1)[1].split('id="cell-', maxsplit=1)[0]


@pytest.mark.parametrize("page", ["promised", "shown"])
def test_the_last_value_is_an_output(page: str, request: pytest.FixtureRequest) -> None:
    """As Python writes it, whether it was run or only promised."""
    assert "<pre data-output=\"as-written\">'text'\n</pre>" in cell(request.getfixturevalue(page), "value")


def test_what_a_silent_cell_leaves_is_told_and_checked(shown: str) -> None:
    """Behind the mark of the page."""
    said = cell(shown, "value").partition("</details>")[0]

    assert "<li>State that no line prints: <code>counter.n = 1</code></li>" in said
    assert "<li>State that no line prints, with jit off: <code>counter.n = 2</code></li>" in said


def test_what_jit_on_every_call_leaves_is_told(shown: str) -> None:
    """The value comes from the run."""
    assert "<li>State that no line prints, with jit on every call: <code>counter.n = 1</code></li>" in shown


def test_what_varies_is_the_example_and_says_so(shown: str) -> None:
    """The same bytes in each build, and no word that it was checked."""
    said = cell(shown, "varies")

    assert "&lt;object object at 0x7f&gt;" in said
    assert "Varies from run to run; not compared" in said
    assert "checked" not in said.replace("unchecked", "")


def test_of_an_error_only_what_was_compared_is_shown(shown: str) -> None:
    """The cut is marked."""
    assert "<b>ValueError</b>: one …\n</pre>" in cell(shown, "error")
    output = cell(shown, "error").split("output", maxsplit=1)[1]
    assert "and more" not in output
    assert "at length" not in output


def test_a_message_opens_to_what_a_second_run_has_said_as_well(small: Small, shown: str) -> None:
    """Its beginning alone is a promise, and stays the output."""
    assert check_scripts(small.project, ["index"], again=True).findings == ()

    built = small.build("-W")

    markdown = (built.folder / "index.md").read_text(encoding="utf-8")
    assert "<summary>Whole message</summary>\n\n```text\nValueError: one and more\ntwo at length\n```" in markdown
    said = cell(built.html("index"), "error")
    assert "<b>ValueError</b>: one …\n</pre>\n<details><summary>Whole message</summary>" in said
    assert "<pre><b>ValueError</b>: one and more\ntwo at length</pre></details>" in said


def test_a_reused_key_is_told_as_announced(shown: str) -> None:
    """In the words of JAX."""
    assert "<span>Previously-consumed</span> key&#160;…</code></li>" in cell(shown, "value")
