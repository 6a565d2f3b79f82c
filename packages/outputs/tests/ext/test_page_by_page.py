"""The extension takes over the pages that ask for it: to all others, and to their settings, it does nothing."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.built import ROOT
from support.small import CELL, Small
from support.sphinx_server import run_sphinx

SITE = ROOT / "tests" / "sites" / "foreign"
ENVIRON = {**os.environ, "SOURCE_DATE_EPOCH": "1790000000"}
OURS = '\nextensions.append("printproof.ext")\nprintproof_run = False\n'
SEARCH = re.compile(rb'"envversion":\{[^}]*\},')
BUILDERS = ("html", "gettext", "epub", "latex", "ko")
SCRIPT = '# %% first\nprint("one")\n\n# Output:\n# one\n'


@dataclass(frozen=True)
class Site:
    """A copy of the project of somebody else."""

    root: Path

    def add(self, path: str, text: str) -> None:
        """Write to the end of a file."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("a", encoding="utf-8") as file:
            file.write(text)

    def build(self, builder: str = "html", *options: str) -> tuple[int, str]:
        """Build it; ``ko`` is the site in Korean. Gives the status, and what was said."""
        out, log = self.root / "out" / builder, self.root / "log"
        language = ["-D", "language=ko", "-b", "html"] if builder == "ko" else ["-b", builder]
        where = ["-d", str(self.root / "trees" / builder), str(self.root / "docs"), str(out)]
        status = run_sphinx(["--no-color", *language, *options, *where], self.root, log, ENVIRON)
        return status, log.read_text(encoding="utf-8")

    def tree(self, builder: str = "html") -> Mapping[str, bytes]:
        """What was published: each file with its bytes, those of a book one by one; not the stamp of the settings."""
        folder = self.root / "out" / builder
        found = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
        return {
            name: _content(path) for name, path in found.items() if name != ".buildinfo" and "/.buildinfo" not in name
        }


def _content(path: Path) -> bytes:
    """The bytes of a file, without what names the extensions of the build, and the hours at which a book was packed."""
    if path.suffix != ".epub":
        return SEARCH.sub(b"", path.read_bytes()) if path.name == "searchindex.js" else path.read_bytes()
    with zipfile.ZipFile(path) as book:
        return b"".join(name.encode() + book.read(name) for name in book.namelist())


def _build_all(site: Site) -> None:
    """Build it in each way; pages a second time, as MyST-NB has no style yet when it first writes the address of it."""
    built = [site.build(builder, "-W") for builder in BUILDERS] + [site.build("html", "-W", "-a")]
    assert [said for status, said in built if status] == []


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The project as it is, built in each way."""
    site = Site(Path(shutil.copytree(SITE, tmp_path_factory.mktemp("plain") / "project")))
    (site.root / "examples" / "torn.py").write_text(
        "print(\n", encoding="utf-8"
    )  # no test may hold what Python cannot read
    site.add("tests/test_own.py", "def test_own():\n    pass\n")
    site.add("examples/test_of_others.py", "def test_of_others():\n    raise AssertionError\n")
    _build_all(site)
    return site


@pytest.fixture(scope="module")
def extended(plain: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The same with our extension, built in the same place: the paths of MyST-NB's files are relative to it."""
    site = Site(tmp_path_factory.mktemp("extended") / "project")
    shutil.copytree(plain.root, site.root, ignore=shutil.ignore_patterns("out", "trees"))
    site.add("docs/conf.py", OURS)
    _build_all(site)
    return site


@pytest.fixture
def site(extended: Site, tmp_path: Path) -> Iterator[Site]:
    """The built project with our extension, for a test that changes it; afterwards it is as it was, in its place."""
    shutil.copytree(extended.root, tmp_path / "before")
    yield extended
    shutil.rmtree(extended.root)
    shutil.copytree(tmp_path / "before", extended.root)


@pytest.mark.parametrize("builder", BUILDERS)
def test_no_page_changes_until_one_asks(plain: Site, extended: Site, builder: str) -> None:
    """Every byte is as it was, whether MyST-NB runs a page, shows stored outputs, or a catalog translates it."""
    before, after = plain.tree(builder), extended.tree(builder)

    assert sorted(before) == sorted(after)
    assert [name for name in before if before[name] != after[name]] == []


def test_myst_nb_runs_its_pages_and_keeps_its_settings(extended: Site) -> None:
    """What a cell prints and returns is there; what it writes to the error stream is removed, as is set."""
    html = extended.tree()["run.html"].decode()

    assert ("Counted by MyST-NB" in html, "42" in html, "unseen</" in html) == (True, True, False)


def test_pytest_finds_no_promise(extended: Site) -> None:
    """The tests of the project run; no file below examples/ is taken for a script or for tests."""
    command = [sys.executable, "-m", "pytest", "-p", "printproof.pytest_plugin", "-p", "no:cacheprovider", "-q"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}

    done = subprocess.run([*command, "--promises"], cwd=extended.root, env=env, check=False, stdout=subprocess.PIPE)

    assert (done.returncode, b"1 passed" in done.stdout) == (0, True)


def test_only_the_page_that_asks_changes(site: Site) -> None:
    """The index of the search knows its words; no other file differs, and our style alone is added."""
    before = site.tree()
    (site.root / "examples/plain.py").write_text(SCRIPT, encoding="utf-8")
    site.add("docs/plain.md", f"\n{CELL.format('first')}")

    status, said = site.build("html", "-W")

    after = site.tree()
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    own = {"plain.html", "searchindex.js", "_sources/plain.md.txt", "_static/printproof-guest.css"}
    assert (status, changed) == (0, own), said
    assert '<pre data-output="as-written">one\n</pre>' in after["plain.html"].decode()


def test_a_script_with_cells_takes_its_page_over_and_gives_it_back(site: Site) -> None:
    """Its page is read again although its text is the same: it must show the cells, until the script is gone."""
    (site.root / "examples/plain.py").write_text(SCRIPT, encoding="utf-8")

    taken = site.build()
    (site.root / "examples/plain.py").unlink()
    given_back = site.build()

    assert (taken[0], given_back[0]) == (1, 0)
    assert "docs/plain.md:1: cell 'first' of examples/plain.py:1 is not shown" in taken[1]


def test_a_page_that_asks_for_a_script_without_cells_says_so(site: Site) -> None:
    """The script is somebody's, and the page wants a cell of it."""
    site.add("docs/plain.md", f"\n{CELL.format('first')}")

    status, said = site.build()

    assert status == 1
    assert "examples/plain.py:1: the script has no cell; begin one with '# %% name'" in said


def test_a_script_with_cells_needs_a_page_of_markdown(site: Site) -> None:
    """A notebook of the same name is no page that shows it."""
    (site.root / "examples/stored.py").write_text(SCRIPT, encoding="utf-8")

    status, said = site.build()

    assert status == 1
    assert "examples/stored.py: no page shows this script; docs/stored.md: write the page, or remove" in said


def test_pages_of_both_kinds_are_read_side_by_side(site: Site) -> None:
    """Each process reads pages of ours and of others, in any order."""
    (site.root / "examples/plain.py").write_text(SCRIPT, encoding="utf-8")
    site.add("docs/plain.md", f"\n{CELL.format('first')}")

    before = site.tree()["run.html"]

    status, said = site.build("html", "-W", "-E", "-j", "2")

    assert (status, site.tree()["run.html"]) == (0, before), said


def test_a_page_of_ours_keeps_the_translations_of_sphinx(site: Site) -> None:
    """Catalogs of a project are its own: nothing in them is refused, and the page that asks is translated as before."""
    (site.root / "examples/plain.py").write_text(SCRIPT, encoding="utf-8")
    site.add("docs/plain.md", f"\n{CELL.format('first')}")

    status, said = site.build("ko", "-W")

    assert status == 0, said
    assert 'href="https://example.org/new">링크</a>' in site.tree("ko")["plain.html"].decode()


@pytest.mark.parametrize("extensions", [["myst_parser", "printproof.ext"], ["printproof.ext", "myst_parser"]])
def test_a_project_that_names_myst_parser_needs_no_other_order(tmp_path: Path, extensions: list[str]) -> None:
    """MyST-NB takes pages of Markdown over from it; the other way round Sphinx would end with a traceback."""
    files = {"docs/index.md": f"# Title\n\n{CELL.format('first')}", "examples/index.py": SCRIPT}
    small = Small(tmp_path, {"docs/conf.py": f"extensions = {extensions}\nprintproof_run = False\n", **files})

    built = small.build("-W")

    assert built.status == 0, built.said
    assert built.page("index").outputs == {("first", "as-written"): "one\n"}
