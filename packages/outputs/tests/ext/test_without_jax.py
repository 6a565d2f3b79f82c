"""A page whose script runs without JAX says with which libraries it was checked, and not a word of jit."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from support.one_cell import checked_of
from support.small import CELL, Built, Small

SCRIPT = """# %% tally
import numpy as np
import yaml


class Tally:
    seen = 0

    def add(self, n):
        self.seen += n
        return self.seen


tally = Tally()
print(tally.add(np.int64(1)), yaml.safe_load("2"))
print(tally.add(np.int64(2)), yaml.safe_load("3"))

# Output:
# 1 2
# 3 3
"""
CONF = 'extensions = ["printproof.ext", "printproof_site.theme"]\nhtml_theme = "printproof"\nprintproof_run = False\n'
PAGE = f"# Title\n\n{CELL.format('tally')}"
LIBRARIES = f"NumPy {version('numpy')}, PyYAML {version('pyyaml')}"
OF_JAX = re.compile(r"\b(?:jax|jit|jaxpr|trac(?:e[sd]?|ing)|compiled?|program)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A page of NumPy, run."""
    files = {"docs/conf.py": CONF, "docs/index.md": PAGE, "examples/index.py": SCRIPT}
    small = Small(tmp_path_factory.mktemp("without"), files)
    assert checked_of(small.project).findings == ()
    return small


@pytest.fixture(scope="module")
def built(small: Small) -> Built:
    """The page as HTML, with all that stands beside it."""
    return small.build()


def test_a_mark_names_the_libraries_of_the_script(built: Built) -> None:
    """And opens to what was done: each line compared, with which Python."""
    mark = re.search(r'<details class="checked"><summary>(.*?)</summary><ul>(.*?)</ul>', built.html("index"))

    assert mark
    assert mark[1] == f"Checked with {LIBRARIES}"
    assert mark[2].startswith("<li>Every output on this page was printed by its script and compared line by line.</li>")


@pytest.mark.parametrize("name", ["index.html", "index.md", "index.ipynb", "index.py"])
def test_no_word_of_a_page_is_about_jit(built: Built, name: str) -> None:
    """Neither of its cells, nor at its foot, nor beside it."""
    text = (built.folder / name).read_text(encoding="utf-8")
    said = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)

    assert OF_JAX.findall(said) == []


def test_a_notebook_installs_the_libraries_of_its_cells(built: Built) -> None:
    """By the names that pip knows."""
    text = (built.folder / "index.ipynb").read_text(encoding="utf-8")

    assert f"numpy=={version('numpy')}" in text
    assert f"PyYAML=={version('pyyaml')}" in text


def test_a_mode_that_is_not_run_cannot_be_compared(tmp_path: Path) -> None:
    """Told at the line of the option."""
    page = f"# Title\n\n{CELL.format('tally').replace('tally', 'tally' + chr(10) + ':compare: jit-off')}"
    small = Small(tmp_path, {"docs/index.md": page, "examples/index.py": SCRIPT})
    small.record("index", {"tally": "1 2\n3 3\n"})

    assert small.build().wrong == [
        "ERROR: docs/index.md:5: the script does not run with jit off, so there is nothing to compare; let it import "
        "JAX and 'jit-off' be one of the modes in pyproject.toml, or remove the option"
    ]
