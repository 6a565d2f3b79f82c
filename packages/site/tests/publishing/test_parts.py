"""What is taken again is what a build from clean would make: a part of a site is kept only under all it is made of."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from printproof_base.project import Project, ProjectError, at
from printproof_site.publishing import build as making
from printproof_site.publishing import parts
from printproof_site.publishing.build import SiteError, build_environment, make_site
from printproof_site.publishing.inputs import Inputs, inputs_of
from printproof_site.publishing.parts import why_not
from support.built import ROOT

SITE = ROOT / "tests/sites/two-languages"
LAYOUT = "packages/site/src/printproof_site/look/layout.html"
CATALOG = "locales/ko/LC_MESSAGES/guide/count.po"
PAGE = "docs/guide/count.md"
SCRIPT = "examples/guide/count.py"
DATED = "SOURCE_DATE_EPOCH", "1790000000"
TABLES = "\n```{glossary-table}\n```\n\n```{translations}\n```\n"
GLOSSARY = (
    "term,ko,keep,note,also,definition,definition ko\nnumber,수,no,,,A word for how many.,얼마나 많은지 이르는 말.\n"
)
# What another program reads nobody can observe: it counts because it is declared.
TITLED = """
import subprocess
html_title = subprocess.run(
    ["cat", "TITLE"], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
).stdout
"""
DECLARED = '[tool.printproof]\ninputs = ["TITLE"]\n'


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder, with their bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def change(path: Path, before: str, after: str) -> None:
    """Replace a text in a file, once."""
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def built(lines: Iterable[str]) -> list[str]:
    """The languages that a build says that it built."""
    found = [line.removeprefix("building ") for line in lines if line.startswith("building ")]
    return [language for line in found for language in line.split(", ")]


def made_here(root: Path) -> tuple[list[str], dict[str, bytes]]:
    """The languages that were built to make the site of a project, and its files."""
    lines: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*DATED)
        make_site(at(root), report=lines.append)
    return built(lines), tree(root / "_build/site")


def made_by(packages: Path, root: Path) -> tuple[list[str], dict[str, bytes]]:
    """The same, where the verb is typed and other packages are installed."""
    env = {**os.environ, **dict([DATED]), "PYTHONPATH": os.pathsep.join(map(str, packages.glob("*/src")))}
    command = [sys.executable, "-m", "printproof", "site", "build"]
    done = subprocess.run(command, cwd=root, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return built(done.stdout.splitlines()), tree(root / "_build/site")


def from_clean(root: Path) -> Path:
    """A copy of a project in which a build finds nothing but runs."""
    other = root.with_name("clean")
    shutil.rmtree(other, ignore_errors=True)
    return Path(shutil.copytree(root, other, ignore=shutil.ignore_patterns("parts", "site", "stamps")))


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of whatever pages can show, made once; each test goes on from where the one before left it."""
    root = Path(shutil.copytree(SITE, tmp_path_factory.mktemp("parts") / "project"))
    change(root / "docs/index.md", "\n```{toctree}", f"{TABLES}\n```{{toctree}}")
    (root / "conf.py").write_text((root / "conf.py").read_text(encoding="utf-8") + TITLED, "utf-8")
    for name, text in (("docs/glossary.csv", GLOSSARY), ("pyproject.toml", DECLARED), ("../title", "Two")):
        (root / name).write_text(text, encoding="utf-8")
    (root / "TITLE").symlink_to("../title")  # what a link leads to may lie anywhere
    return root


EVERYWHERE = [
    (PAGE, "A name **remembers**", "Each name **remembers**"),
    ("docs/glossary.csv", "how many", "how much"),
    (SCRIPT, "number + 1\nprint(number)\n\n# Output:\n# 2", "3\nprint(number)\n\n# Output:\n# 3"),
]


@pytest.mark.parametrize(
    ("changes", "languages"),
    [
        ([(CATALOG, "다시 세기", "한 번 더 세기")], ["ko"]),
        ([(CATALOG, 'msgstr "한 번 더 세기"', 'msgstr ""')], ["en", "ko"]),
        (EVERYWHERE, ["en", "ko"]),
        ([("../title", "Two", "Three")], ["en", "ko"]),
    ],
    ids=["a sentence", "numbers of a language", "sources of pages", "a declared file that another program reads"],
)
def test_a_site_of_kept_parts_is_that_from_clean(
    larger: Path, changes: list[tuple[str, str, str]], languages: list[str]
) -> None:
    """Byte for byte, whatever changed; only the languages are built whose pages it may stand in."""
    made_here(larger)
    for name, before, after in changes:
        change(larger / name, before, after)

    done, site = made_here(larger)

    assert done == languages
    assert site == made_here(from_clean(larger))[1]


def test_other_packages_make_the_site_that_they_make_from_clean(larger: Path, tmp_path: Path) -> None:
    """The verb finds each file of theirs that has changed."""
    for source in ROOT.glob("packages/*/src"):
        left_out = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(source, tmp_path / source.relative_to(ROOT), ignore=left_out)
    packages = tmp_path / "packages"
    made_by(packages, larger)
    change(tmp_path / LAYOUT, "<body", '<body data-changed="1"')

    done, site = made_by(packages, larger)

    assert done == ["en", "ko"]
    assert site == made_by(packages, from_clean(larger))[1]


@pytest.fixture(scope="module")
def standing(made: tuple[Project, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the small project whose site is published."""
    root = Path(shutil.copytree(made[0].root, tmp_path_factory.mktemp("standing") / "project"))
    make_site(at(root), report=lambda line: None)
    return at(root)


@pytest.fixture
def known(standing: Project) -> Inputs:
    """What the published site is made of."""
    return inputs_now(standing)


def inputs_now(project: Project, **variables: str) -> Inputs:
    """What the site of a project would be made of, with variables that are not set yet."""
    return inputs_of(project, {**build_environment(project), **variables})


def stale(inputs: Inputs) -> list[str]:
    """The languages whose part was made of something else."""
    return [language for language in inputs.project.languages() if why_not(inputs.project, language, inputs)]


def test_parts_are_current_where_nothing_changed(known: Inputs) -> None:
    """Each is what its stamp says, and made of what there is."""
    assert stale(known) == []


@contextmanager
def written(path: Path) -> Iterator[None]:
    """One line more in a file, for as long as this lasts; one that was not there goes away again."""
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((before or b"") + b"\n")
    try:
        yield
    finally:
        path.unlink() if before is None else path.write_bytes(before)


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("conf.py", ["en", "ko"]),
        ("pyproject.toml", ["en", "ko"]),
        ("docs/index.md", ["en", "ko"]),
        ("docs/new.md", ["en", "ko"]),
        ("docs/glossary.csv", ["en", "ko"]),
        ("docs/search.csv", ["en", "ko"]),
        ("locks/requirements-jax-0.1.0.txt", ["en", "ko"]),
        (SCRIPT, ["en", "ko"]),
        ("_build/runs/guide/count/as-written.json", ["en", "ko"]),
        ("locales/ko/LC_MESSAGES/index.po", ["ko"]),
        ("locales/ko/LC_MESSAGES/printproof.po", ["en", "ko"]),
        ("README.md", []),
        ("notes/plan.md", []),
    ],
)
def test_a_file_that_changed_makes_parts_stale(standing: Project, name: str, languages: list[str]) -> None:
    """Also one that was not there; the catalog of a page is the concern of its language, an undeclared file of none."""
    with written(standing.root / name):
        assert stale(inputs_now(standing)) == languages


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("packages/catalogs/src/printproof_catalogs/locales/ko/LC_MESSAGES/printproof.po", ["en", "ko"]),
        ("packages/catalogs/src/printproof_catalogs/locales/ko/LC_MESSAGES/guide/refs.po", ["ko"]),
        ("packages/base/src/printproof_base/languages/ko.toml", ["en", "ko"]),
        (LAYOUT, ["en", "ko"]),
    ],
)
def test_a_file_of_a_package_that_changed_makes_parts_stale(known: Inputs, name: str, languages: list[str]) -> None:
    """In a checkout the catalogs of the guide lie behind a link of a package: of them a language has its own."""
    path = str(ROOT / name)

    assert path in known.of_site
    assert stale(replace(known, of_site={**known.of_site, path: "another"})) == languages


@pytest.mark.parametrize("pattern", ["notes/*.md", "notes/**", "notes/plan.md"])
def test_a_declared_file_that_changed_makes_parts_stale(standing: Project, pattern: str) -> None:
    """A pattern begins at the root of the project."""
    with written(standing.root / "notes/plan.md"):
        assert stale(inputs_now(replace(standing, inputs=(pattern,)))) == ["en", "ko"]


@pytest.mark.parametrize("pattern", ["notes/*.csv", "docs", "", "/nothing"])
def test_a_pattern_without_a_file_is_refused(standing: Project, pattern: str) -> None:
    """Nobody declares nothing on purpose; the folder itself is no file."""
    said = re.escape(f"pyproject.toml: [tool.printproof] inputs: {pattern!r} matches no file; correct it or remove it")

    with pytest.raises(ProjectError, match=said):
        make_site(replace(standing, inputs=(pattern,)), report=lambda line: None)


def test_a_file_that_is_not_declared_is_not_read(standing: Project) -> None:
    """Data beside the pages may be larger than any memory."""
    data = standing.root / "data.bin"
    with written(data):
        os.truncate(data, 1 << 40)  # without a byte on the disk

        assert stale(inputs_now(standing)) == []


@pytest.mark.parametrize(
    "name", ["SITE_URL", "SITE_REPOSITORY", "SITE_ISSUES", "SOURCE_DATE_EPOCH", "LC_ALL", "TZ", "XLA_FLAGS"]
)
def test_a_variable_that_counts_makes_parts_stale(standing: Project, name: str) -> None:
    """Set where it was not, or to something else."""
    assert stale(inputs_now(standing, **{name: "1790000001"})) == ["en", "ko"]


def test_a_variable_counts_where_it_is_declared(standing: Project) -> None:
    """Another terminal builds no language."""
    declared = replace(standing, inputs=("env:RELEASE",))

    assert stale(inputs_now(standing, TERM="other", RELEASE="7")) == []
    assert stale(inputs_now(declared)) == []
    assert stale(inputs_now(declared, RELEASE="7")) == ["en", "ko"]


@pytest.mark.parametrize("what", ["packages", "Python", "languages", "folder", "day"])
def test_another_machine_makes_parts_stale(known: Inputs, what: str) -> None:
    """What is installed, which languages there are, and when the year ends."""
    name = f"the {what}"

    assert stale(replace(known, of_site={**known.of_site, name: known.of_site[name] + "1"})) == ["en", "ko"]


@pytest.fixture
def project(standing: Project) -> Iterator[Project]:
    """The copy, which must be left as it was found: its site is compared."""
    before = tree(standing.build / "site")
    make_site(standing, report=lambda line: None)
    yield standing
    make_site(standing, report=lambda line: None)
    assert tree(standing.build / "site") == before


def said(project: Project) -> list[str]:
    """What a build of the site says."""
    lines: list[str] = []
    make_site(project, report=lines.append)
    return [line for text in lines for line in text.splitlines()]


def test_where_nothing_changed_nothing_is_done(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is published was verified with these very inputs, and is whole: it stays in its place."""
    place = (project.build / "site").stat().st_ino
    monkeypatch.delattr(making, "_assemble")

    assert said(project) == ["0 runs", "nothing changed: en, ko"]
    assert (project.build / "site").stat().st_ino == place


def test_a_log_in_the_root_that_grows_is_no_change(project: Project) -> None:
    """Such as ``make site > build.log`` writes: it is not declared, so that nothing is made of it."""
    change(project.root / PAGE, "A name", "Any name")
    log = project.root / "build.log"
    with written(log), log.open("a", encoding="utf-8") as file:
        make_site(project, report=lambda line: print(line, file=file, flush=True))

        assert said(project) == ["0 runs", "nothing changed: en, ko"]
    change(project.root / PAGE, "Any name", "A name")


@pytest.mark.parametrize("how", ["changed", "one more", "removed"])
def test_a_part_that_was_changed_by_hand_is_built_anew(project: Project, how: str) -> None:
    """The digest of its files tells, also where nothing else changed."""
    page = project.build / "parts/ko/index.html"
    if how == "changed":
        page.write_bytes(page.read_bytes() + b" ")
    elif how == "one more":
        page.with_name("more.html").write_bytes(page.read_bytes())
    else:
        page.unlink()

    assert said(project)[1:3] == ["ko: its part is damaged", "building ko"]


def test_a_published_site_that_was_changed_by_hand_is_joined_anew(project: Project) -> None:
    """Its parts are whole, so no language is built."""
    page = project.build / "site/ko/index.html"
    published = page.read_bytes()
    page.write_bytes(published + b" ")

    assert said(project) == ["0 runs"]
    assert page.read_bytes() == published


@pytest.mark.parametrize("text", ["", "{}", "[]", "[1", '{"fingerprint": {}, "files": "", "numbers": []}'])
def test_a_part_whose_stamp_cannot_be_read_is_built_anew(project: Project, text: str) -> None:
    """Half a stamp is none."""
    (project.build / "stamps/ko.json").write_text(text, encoding="utf-8")

    assert "building ko" in said(project)


@pytest.mark.parametrize("step", ["publish", "write_stamp"])
def test_a_part_that_is_half_kept_is_never_taken(project: Project, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Wherever a build ends while it keeps a part, the published site is whole and the next build makes that part."""
    published = tree(project.build / "site")
    change(project.root / CATALOG, "다시 세기", "거듭 세기")

    def end(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, step, end)
    with pytest.raises(KeyboardInterrupt):
        make_site(project, report=lambda line: None)
    monkeypatch.undo()
    change(project.root / CATALOG, "거듭 세기", "다시 세기")

    assert tree(project.build / "site") == published
    assert "building ko" in said(project)


def test_a_part_whose_inputs_changed_while_it_was_built_is_not_taken_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows which of both it was made of, also where the change is taken back."""
    build = making.start_sphinx

    def meanwhile(*arguments: object) -> object:
        change(project.root / CATALOG, "거듭 세기", "다시 세기")
        answer = build(*arguments)  # type: ignore[arg-type]
        change(project.root / CATALOG, "다시 세기", "거듭 세기")
        return answer

    change(project.root / CATALOG, "다시 세기", "거듭 세기")
    with monkeypatch.context() as patch:
        patch.setattr(making, "start_sphinx", meanwhile)
        make_site(project, report=lambda line: None)

    assert said(project)[1:3] == ["ko: its inputs changed while it was built", "building ko"]
    change(project.root / CATALOG, "거듭 세기", "다시 세기")


def test_what_was_built_beside_a_failure_is_kept(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that cannot be built leaves the published site, and the others need not be built again."""
    published, build = tree(project.build / "site"), making.start_sphinx
    change(project.root / "docs/index.md", "Read", "Now read")

    monkeypatch.setattr(making, "start_sphinx", lambda *arguments: replace(build(*arguments), failed=["en"]))
    with pytest.raises(SiteError, match="not built: en; the lines above say what to correct"):
        make_site(project, report=lambda line: None)
    monkeypatch.undo()

    assert tree(project.build / "site") == published
    assert "building en" in said(project)
    change(project.root / "docs/index.md", "Now read", "Read")


def test_a_promise_that_fails_is_found_beside_kept_parts(project: Project) -> None:
    """That it held before is known of other inputs only; what is published stays."""
    published = tree(project.build / "site")
    change(project.root / SCRIPT, "# Output:\n# 2", "# Output:\n# 3")

    for _ in range(2):
        with pytest.raises(SiteError, match="cell 'two' printed '2'; its promise says '3'"):
            make_site(project, report=lambda line: None)

    assert tree(project.build / "site") == published
    change(project.root / SCRIPT, "# Output:\n# 3", "# Output:\n# 2")


def test_a_language_alone_is_its_part(project: Project) -> None:
    """It is built where it must be, verified each time, and joined as it stands."""
    lines: list[str] = []

    place = make_site(project, "ko", lines.append)

    assert (place, lines) == (project.build / "parts/ko", ["0 runs"])
