"""A project made without us follows `about/adopt` line by line: pages stay, one is handed over, one digit turns red."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from support.built import ROOT
from support.typed import CHANGE, Shell, Step, checkout, files_in, fresh_shell, steps

SITE = ROOT / "tests" / "sites" / "adopted"
PAGE = ROOT / "docs" / "about" / "adopt.md"
STEPS = steps(PAGE)
EXTENSIONS = re.compile(r"^extensions = .*\n", re.MULTILINE)
HANDED_OVER = "tutorials/averages"
BEFORE, BUILD, CHECK = "sphinx-build -E -a docs _build/html", "sphinx-build docs _build/html", "printproof check"


@dataclass
class Followed:
    """The project, and what its reader has seen after each command of the page."""

    shell: Shell
    project: Path
    ended: list[tuple[str, subprocess.CompletedProcess[str]]] = field(default_factory=list)
    sites: list[dict[str, bytes]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)

    @property
    def script(self) -> Path:
        """The script of the page that is handed over."""
        return self.project / "examples" / f"{HANDED_OVER}.py"

    def type(self, command: str, where: Path | None = None) -> None:
        """Type one command in the project, and look at what there is then."""
        self.ended.append((command, self.shell.type(command, where or self.project)))
        if command in {BEFORE, BUILD}:
            self.sites.append(dict(files_in(self.project / "_build" / "html")))
        if self.script.exists():
            self.scripts.append(self.script.read_text(encoding="utf-8"))

    def change(self, path: Path, before: str, after: str) -> None:
        """Change the first place of a text in a file."""
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after, 1), encoding="utf-8")

    def follow(self, step: Step, checkout: Path) -> None:
        """Do what a step of the page says."""
        for command in step.commands:
            self.type(command, checkout if command.startswith("pip ") else None)
        if step.kind == CHANGE:
            self.change(self.script, step.text, step.instead)
        elif EXTENSIONS.fullmatch(step.text):
            conf = self.project / "docs" / "conf.py"
            self.change(conf, EXTENSIONS.findall(conf.read_text(encoding="utf-8"))[0], step.text)

    def said(self, command: str, nth: int = 0) -> subprocess.CompletedProcess[str]:
        """How a command of the page ended, the first time that it was typed or a later one."""
        return [done for typed, done in self.ended if typed == command][nth]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """The page from its first line to its last, as a reader follows it who copies every block."""
    folder = tmp_path_factory.mktemp("adopted")
    followed = Followed(fresh_shell(folder / "venv"), Path(shutil.copytree(SITE, folder / "project")))
    (followed.project / "examples" / "old.py").write_text('print "for Python 2"\n', encoding="utf-8")  # none of ours
    source = checkout(folder / "checkout")
    followed.type("sphinx-build docs _build/html")
    followed.type(BEFORE)  # again: MyST-NB names the version of its style sheet only where one lies there already
    for step in STEPS:
        followed.follow(step, source)
    return followed


def without_versions(file: tuple[str, bytes]) -> tuple[str, bytes]:
    """A file of the site; where Sphinx lists the extensions that a search index was made with, without this list."""
    name, text = file
    return name, re.sub(rb'"envversion":\{[^}]*\}', b"", text) if name == "searchindex.js" else text


def shown(kind: str) -> list[str]:
    """The blocks of a kind on the page."""
    return [step.text for step in STEPS if step.kind == kind]


def test_each_command_of_the_page_ends_as_it_says(followed: Followed) -> None:
    """All are done but the check of a changed digit, which ends with 1."""
    statuses = {(number, typed): done.returncode for number, (typed, done) in enumerate(followed.ended)}
    red = [typed for (_, typed), status in statuses.items() if status]

    assert red == [CHECK], "".join(done.stdout + done.stderr for _, done in followed.ended if done.returncode)
    assert followed.said(CHECK, 1).returncode == 1


def test_the_extension_alone_changes_no_byte(followed: Followed) -> None:
    """Pages, notebooks, styles and words of the search are what they were, and MyST-NB has run what it runs."""
    _, before, added, _ = (dict(map(without_versions, site.items())) for site in followed.sites)

    assert {name for name in {*before, *added} if before.get(name) != added.get(name)} == set()
    assert b"mean 32" in before[f"{HANDED_OVER}.html"]


def test_a_page_handed_over_changes_no_other_page(followed: Followed) -> None:
    """What the theme's search knows of its words may change, and files may stand beside it."""
    _, _, added, handed = followed.sites
    changed = {name for name in added if handed.get(name) != added[name]}

    assert {name for name in changed if name.endswith(".html")} == {f"{HANDED_OVER}.html"}


def test_the_page_shows_the_page_of_this_project() -> None:
    """What is imported is what readers see, but for its front matter."""
    text = (SITE / "docs" / f"{HANDED_OVER}.md").read_text(encoding="utf-8")

    assert text.endswith(f"---\n\n{shown('markdown')[0]}")


def test_the_page_shows_what_import_writes(followed: Followed) -> None:
    """A cell of the page, and the beginning of the script below its docstring."""
    page = (followed.project / "docs" / f"{HANDED_OVER}.md").read_text(encoding="utf-8")

    assert shown("markdown")[1] in page
    assert shown("python")[1] in followed.scripts[0]


def test_prose_and_tags_are_kept(followed: Followed) -> None:
    """Each line that is no code stands where it stood; the promise says which error there is."""
    before = (SITE / "docs" / f"{HANDED_OVER}.md").read_text(encoding="utf-8")
    after = (followed.project / "docs" / f"{HANDED_OVER}.md").read_text(encoding="utf-8")
    kept = re.compile(r"^(?:[A-Z#].*|:tags:.*)$", re.MULTILINE)

    assert [*kept.findall(after), ":tags: [raises-exception]"] == kept.findall(before)


def test_the_page_shows_the_report_of_a_changed_digit(followed: Followed) -> None:
    """The change that it names gives the line that it shows, wherever the Python is another one."""
    [report] = shown("text")
    python = re.compile(r"python [\d.]+")

    assert python.sub("", report) in python.sub("", followed.said(CHECK, 1).stderr)


def test_accept_writes_the_promise_back(followed: Followed) -> None:
    """The script is what it was after the import."""
    assert followed.scripts[-1] == followed.scripts[0]


def test_a_broken_promise_ends_the_build_and_stands_on_the_page(followed: Followed, tmp_path: Path) -> None:
    """In another theme, too; the page never says that it was checked."""
    # With the pages as they were read: but for the one whose script has changed there is nothing to run again.
    read = shutil.copytree(followed.project / "_build/html/.doctrees", tmp_path / "read")
    out, kept = tmp_path / "out", followed.script.read_text(encoding="utf-8")
    followed.script.write_text(followed.scripts[0].replace("# 5\n", "# 6\n", 1), encoding="utf-8")

    built = followed.shell.type(
        f"sphinx-build -d {read} -D html_theme=pydata_sphinx_theme docs {out}", followed.project
    )

    followed.script.write_text(kept, encoding="utf-8")
    page = (out / f"{HANDED_OVER}.html").read_text(encoding="utf-8")
    assert built.returncode == 1
    assert "cell 'visits' ends in '5'; its promise says '6'" in built.stderr
    assert "Checked with" not in page


def test_the_notebook_comes_back_with_code_and_outputs(followed: Followed) -> None:
    """Whoever leaves takes all along."""
    notebook = json.loads(next(followed.project.rglob("averages.ipynb")).read_text(encoding="utf-8"))
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]

    assert code[0].endswith("mean(visits)")
    assert "mean([])" in code[-1]


def test_an_imported_notebook_is_compared_with_its_stored_outputs(followed: Followed, tmp_path: Path) -> None:
    """A line that somebody wrote, and that no run prints, is red at once."""
    project = Path(shutil.copytree(followed.project, tmp_path / "project"))

    done = followed.shell.type("printproof import docs/howto/plot.ipynb", project)

    assert done.returncode == 1
    assert "10 far" in done.stdout + done.stderr
    assert "10 near" in done.stdout + done.stderr
