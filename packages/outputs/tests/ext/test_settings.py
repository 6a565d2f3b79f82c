"""What every part of a build needs is settled once, before anything is read."""

from pathlib import Path

import pytest

from support.small import CELL, CONF, Small

SCRIPT = '# %% one\nimport jax\n\nprint("one")\n\n# Output:\n# one\n'
NAMES = ["pyproject.toml", "as-written.json", "jit-off.json", "index.py"]
COUNTED = """
import os, sys

opened = []
sys.addaudithook(lambda event, given: event == "open" and opened.append(os.path.basename(str(given[0]))))

def setup(app):
    app.connect("build-finished", lambda app, error: print("OPENED", {name: opened.count(name) for name in NAMES}))
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A project with settings, and a page with a script that was run."""
    small = Small(tmp_path, {"pyproject.toml": "", "docs/index.md": f"# Title\n\n{CELL.format('one')}"})
    small.write("examples/index.py", SCRIPT)
    small.record("index", {"one": "one\n"})
    return small


@pytest.mark.parametrize(("source", "marked"), [("ko", 0), ("en", 1)])
def test_pages_are_in_the_source_language_of_the_project(small: Small, source: str, marked: int) -> None:
    """Unless the settings of Sphinx say otherwise; in that language nothing is marked as not translated."""
    small.write("pyproject.toml", f'[tool.printproof]\nsource = "{source}"\n')

    html = small.build("-W", language="ko").html("index")

    assert html.count('<h1 lang="en">') == marked


def test_a_setting_of_sphinx_comes_before_that_of_the_project(small: Small) -> None:
    """It is what a build was started with."""
    small.write("pyproject.toml", '[tool.printproof]\nsource = "ko"\n')

    html = small.build("-W", "-D", "printproof_source_language=zh_CN", language="ko").html("index")

    assert '<h1 lang="zh-CN">' in html


def test_a_build_reads_the_project_and_each_record_once(small: Small) -> None:
    """However many parts ask; a script is asked whether it is ours, read, and compared with what was read."""
    page = CELL.format("one") + "\n```{promise} one\n```\n\n```{translations}\n```\n"
    small.write("docs/index.md", f"# Title\n\n{page}")
    small.write("docs/conf.py", f"{CONF}\nNAMES = {NAMES}\n{COUNTED}")

    printed = small.build().said

    # The fourth time the script is not read: the one that readers take along is written, by the same name.
    assert f"OPENED {dict(zip(NAMES, [1, 1, 1, 4], strict=True))}" in printed
