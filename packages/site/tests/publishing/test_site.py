"""A site is published whole, after every step has passed, or it stays as it was."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from printproof.html.page import read_tree, rendered
from printproof_base.findings import Finding, Place
from printproof_base.languages import segment
from printproof_base.processes import own_environment
from printproof_base.project import Project, ProjectError, at
from printproof_site.publishing import build as making
from printproof_site.publishing.build import SiteError, make_site, sphinx_arguments
from printproof_site.publishing.conflicts import conflicts
from printproof_site.publishing.inputs import inputs_of
from printproof_site.publishing.publish import exclusive_lock
from support.built import ROOT
from support.interrupted import interruptible
from support.no_room import on_full_disk

SOURCE = ROOT / "tests" / "sites" / "two-languages"
HERE = own_environment({**os.environ, "PYTHONPATH": str(ROOT)})
SCRIPT = "examples/guide/count.py"
PAGE = "docs/guide/count.md"
CATALOG = "locales/ko/LC_MESSAGES/guide/count.po"


@pytest.fixture
def project(made: tuple[Project, list[str]], tmp_path: Path) -> Project:
    """A copy of the project whose site is published, to be changed."""
    shutil.copytree(made[0].root, tmp_path / "project")
    return at(tmp_path / "project")


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder, with their bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def change(project: Project, name: str, before: str, after: str) -> None:
    """Replace a text in a file of the project."""
    path = project.root / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_site_holds_every_language_below_its_root(made: tuple[Project, list[str]]) -> None:
    """The languages are the source language and the folders of locales/."""
    site = made[0].build / "site"

    assert [path.name for path in sorted(site.iterdir()) if path.is_dir()] == ["en", "ko"]
    assert (site / "index.html").is_file()


def test_a_page_holds_the_outputs_of_its_script(made: tuple[Project, list[str]]) -> None:
    """Code and outputs are those of the script, in every language; comments are translated."""
    page = rendered(read_tree(made[0].build / "site" / "ko" / "guide" / "count.html"))

    assert page.outputs == {("one", "as-written"): "1\n", ("two", "as-written"): "2\n"}
    assert page.code["one"] == "number = 1  # 첫 번째 수\nprint(number)\n"


def test_each_script_runs_once_per_mode(made: tuple[Project, list[str]]) -> None:
    """The number of languages does not count; without JAX there is one mode."""
    assert "1 runs (1 scripts)" in made[1]


def test_a_second_build_starts_no_script(project: Project) -> None:
    """It makes the same bytes again."""
    before = tree(project.build / "site")
    said: list[str] = []

    make_site(project, report=said.append)

    assert ("0 runs" in said, tree(project.build / "site")) == (True, before)


def test_languages_side_by_side_equal_plain_sphinx(made: tuple[Project, list[str]], tmp_path: Path) -> None:
    """A fork of a process that has imported Sphinx makes the same bytes as Sphinx itself."""
    project = made[0]
    for language in ("en", "ko"):
        command = [sys.executable, "-m", "sphinx", "-q", *sphinx_arguments(project, language, tmp_path / language)]
        subprocess.run(command, cwd=ROOT, env=making.build_environment(project), check=True)
        plain = tree(tmp_path / language / "html")
        plain.pop(".buildinfo")
        made_there = tree(project.build / "site" / segment(language))
        assert {name: data for name, data in made_there.items() if not name.endswith(".original.js")} == plain


def test_a_build_leaves_nothing_in_the_sources(made: tuple[Project, list[str]]) -> None:
    """What is compiled lies in the build folder."""
    made_there = {name for name in tree(made[0].root) if not name.startswith("_build/")}

    assert made_there == {name for name in tree(SOURCE) if "__pycache__" not in name and not name.startswith("_build/")}


def test_sphinx_never_imports_jax(made: tuple[Project, list[str]]) -> None:
    """What builds the pages never runs a script, and has nothing to run one with."""
    code = "import pathlib, sys; from printproof_site.publishing.languages import load\nload(pathlib.Path(sys.argv[1]))"
    code += "\nprint('jax' in sys.modules)"
    command = [sys.executable, "-c", code, str(made[0].conf)]

    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        (SCRIPT, "# Output:\n# 2", "# Output:\n# 3", f"{SCRIPT}:15: cell 'two' printed '2'; its promise says '3'"),
        (SCRIPT, "# Output:\n# 2", "", f"{SCRIPT}:10: cell 'two' does not say what it prints"),
        (CATALOG, 'msgstr "다시 세기"', 'msgstr "다시 세기', f"{CATALOG}:"),
        (PAGE, "# Count again", "# Count {doc}`nothing`", "the lines above say what to correct"),
        ("conf.py", "extensions", "import nothing\nextensions", "not built: en, ko; the lines above"),
        (PAGE, "A name **remembers**", "A name \\*\\*remembers\\*\\*", "en/guide/count.html: readers see a stray **"),
    ],
    ids=[
        "a changed digit",
        "a missing promise",
        "a broken catalog",
        "a warning of Sphinx",
        "broken settings",
        "a stray mark",
    ],
)
def test_a_failure_leaves_the_published_site(project: Project, name: str, before: str, after: str, said: str) -> None:
    """Whatever step finds something wrong says where, and readers keep what they have."""
    published = tree(project.build / "site")
    change(project, name, before, after)

    with pytest.raises(SiteError) as raised:
        make_site(project)

    assert said in str(raised.value)
    assert tree(project.build / "site") == published


def test_what_languages_warn_of_is_said_once(project: Project, capfd: pytest.CaptureFixture[str]) -> None:
    """A mistake in a page, such as a misspelt cell, is one line, with the languages that it is seen in."""
    published = tree(project.build / "site")
    change(project, PAGE, ":example: two", ":example: too")

    with pytest.raises(SiteError, match="the lines above say what to correct"):
        make_site(project)

    assert tree(project.build / "site") == published
    said = [line for line in capfd.readouterr().err.splitlines() if "too" in line]
    assert len(said) == 1
    assert (said[0].startswith("en, ko: "), f" {PAGE}:13: " in said[0]) == (True, True)


@pytest.mark.parametrize("size", [1, 5_000, 20_000], ids=["no file", "no page", "no index"])
def test_a_full_disk_leaves_the_published_site(project: Project, size: int) -> None:
    """Whichever process finds no room, one line says so, and readers keep what they have."""
    published = tree(project.build / "site")
    change(project, PAGE, "remembers", "keeps")

    ended = on_full_disk(project.root, "site", "build", size=size)

    said = ["no room to write: the disk is full, or a quota is; make room, then run it again"]
    assert ended.stderr.splitlines() == [*said, "nothing was published; _build/site is as it was"]
    assert (ended.returncode, tree(project.build / "site") == published) == (2, True)


@interruptible()
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_an_interruption_leaves_the_published_site(project: Project, how: signal.Signals) -> None:
    """However a build ends, the site is whole, and the next build can begin."""
    published = tree(project.build / "site")
    change(project, PAGE, "remembers", "keeps")
    command = [sys.executable, "-m", "printproof", "site", "build"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=project.root, env=HERE, text=True, start_new_session=True, **pipes) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith("building"))
        os.killpg(process.pid, how)
        process.communicate()

    status = -how if how == signal.SIGKILL else 128 + how
    assert (process.returncode, tree(project.build / "site") == published) == (status, True)
    with exclusive_lock(project.build):
        pass


def test_a_build_that_is_asked_to_end_leaves_no_process(project: Project) -> None:
    """As `kill` asks a job of a shell's background, which hears no Ctrl-C; the published site is as it was."""
    published = tree(project.build / "site")
    change(project, PAGE, "remembers", "keeps")
    slow = (
        "def setup(app):\n    import time\n    print('begun', file=sys.__stderr__, flush=True)\n    time.sleep(300)\n"
    )
    change(project, "conf.py", "from pathlib", f"import sys\n\n{slow}\nfrom pathlib")
    ignoring = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    )
    command = [sys.executable, "-c", ignoring, sys.executable, "-m", "printproof", "site", "build"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=project.root, env=HERE, text=True, **pipes) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith("begun"))
        process.terminate()
        said, _ = process.communicate(timeout=60)  # until all that it has started have ended

    ends = [line for line in said.splitlines() if line != "begun"]  # the other languages may begin until they are told
    note = "nothing was published; _build/site is as it was"
    assert (process.returncode, ends[-2:]) == (143, ["interrupted", note])
    assert tree(project.build / "site") == published


def test_one_language_is_made_as_a_part(project: Project) -> None:
    """The published site is left alone."""
    published = tree(project.build / "site")
    change(project, PAGE, "(and-again)=", "(and-once-more)=")

    place = make_site(project, "ko")

    assert (place, (place / "guide" / "count.html").is_file()) == (project.build / "parts" / "ko", True)
    assert tree(project.build / "site") == published


def test_a_language_that_is_not_there_is_refused(project: Project) -> None:
    """The languages that there are stand beside it."""
    with pytest.raises(ProjectError, match=r"locales: no language 'ja'; there are en, ko"):
        make_site(project, "ja")


@pytest.fixture(scope="module")
def larger(made: tuple[Project, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with one more language, which has no translation yet, made for a public address."""
    root = Path(shutil.copytree(made[0].root, tmp_path_factory.mktemp("larger") / "project"))
    subprocess.run([sys.executable, "-m", "printproof", "i18n", "new", "nl"], cwd=root, env=HERE, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://state.example/docs")
        return make_site(at(root))


def test_a_new_language_needs_no_list(larger: Path) -> None:
    """A folder with catalogs is a language of the site, and no sentence of another language leaks into it."""
    page = rendered(read_tree(larger / "nl" / "guide" / "count.html"))

    assert "".join(page.words).count("다시 세기") == 0


def canonical(page: Path) -> str:
    """The public address that a built page says it has."""
    links = [link.attributes for link in read_tree(page).find("link")]
    return next(given["href"] for given in links if given.get("rel") == "canonical")


def test_a_public_address_is_one_setting(larger: Path) -> None:
    """SITE_URL gives what must be absolute; the site is verified with it as without."""
    page = larger / "ko" / "guide" / "count.html"

    assert canonical(page) == "https://state.example/docs/ko/guide/count.html"
    assert "<loc>https://state.example/docs/ko/guide/count.html</loc>" in (larger / "sitemap.xml").read_text("utf-8")


def test_the_public_address_may_stand_in_the_settings_of_sphinx(project: Project) -> None:
    """What the pages name as their own address is what the sitemap names."""
    conf = project.root / "conf.py"
    conf.write_text(conf.read_text(encoding="utf-8") + 'html_baseurl = "https://state.example"\n', encoding="utf-8")

    make_site(project)

    site = project.build / "site"
    assert canonical(site / "ko/index.html") == "https://state.example/ko/index.html"
    assert "<loc>https://state.example/ko/index.html</loc>" in (site / "sitemap.xml").read_text("utf-8")


def test_the_settings_may_start_another_program(project: Project) -> None:
    """As those do that ask git for a version."""
    change(project, "conf.py", "extensions", 'import subprocess\nsubprocess.run(["git", "--version"])\nextensions')
    said: list[str] = []

    make_site(project, report=said.append)

    assert "building en, ko" in said


def test_a_site_with_more_findings_than_a_person_reads_names_their_number() -> None:
    """The first twenty are shown."""
    found = [Finding(Place("en/a.html"), "error", "ids", f"fact {number}") for number in range(23)]

    assert str(SiteError(*found)).splitlines()[-2:] == ["en/a.html: fact 19", "… and 3 more"]


MINE = "<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> branch\n"


@pytest.mark.parametrize("name", [PAGE, SCRIPT, CATALOG])
def test_a_conflict_that_git_has_left_is_said_before_anything_runs(project: Project, name: str) -> None:
    """Scripts take minutes, and in a page of prose nothing else would notice."""
    path = project.root / name
    lines = path.read_text(encoding="utf-8").count("\n")
    path.write_text(path.read_text(encoding="utf-8") + MINE, encoding="utf-8")
    said: list[str] = []

    with pytest.raises(SiteError, match=f"^{name}:{lines + 1}: a conflict mark of git; choose one "):
        make_site(project, report=said.append)

    assert said == []


@pytest.mark.parametrize("text", ["    " + MINE.replace("\n", "\n    "), "A page\n=======\n", ">>>>>>> far\n"])
def test_what_looks_like_a_part_of_a_conflict_is_none(project: Project, text: str) -> None:
    """An example of git that is indented, a heading that is underlined, a quotation in a quotation."""
    (project.root / PAGE).write_text(text, encoding="utf-8")

    assert list(conflicts(inputs_of(project, {}))) == []


def test_a_broken_glossary_stops_the_site_in_one_line(project: Project) -> None:
    """The published tree stays, and no traceback is shown."""
    before = tree(project.build / "site")
    project.glossary.write_text("word,ko\nstate,상태\n", encoding="utf-8")
    command = [sys.executable, "-m", "printproof", "site", "build"]

    done = subprocess.run(command, cwd=project.root, env=HERE, check=False, capture_output=True)

    complaint = done.stderr.decode()
    assert done.returncode == 1
    assert "docs/glossary.csv:1: the heading does not begin with 'term'; see its first line in git\n" in complaint
    assert "Traceback" not in complaint
    assert tree(project.build / "site") == before
