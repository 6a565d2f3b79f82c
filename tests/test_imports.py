"""Imports point one way: between distributions as their ``pyproject.toml`` says, inside of one as the table says."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packages.tools.builds import EPOCH, build

from support.built import ROOT

PACKAGES = ROOT / "packages"
FAMILY = "printproof"

WRITTEN = {"scripts"}
RUN = {*WRITTEN, "runs"}
CHECKED = {*RUN, "promises"}
SHOWN = {*CHECKED, "pages", "html", "formats", "style"}

MAY_IMPORT = {
    "printproof": {
        **{"scripts": set(), "runs": WRITTEN, "promises": RUN, "pages": CHECKED, "html": set(), "style": set()},
        **{
            "formats": {*WRITTEN, "html", "style"},
            "ext": SHOWN,
            "pytest_plugin": CHECKED,
            "explain": {*CHECKED, "pages", "style"},
        },
        **{"verbs": {*CHECKED, "explain"}},
    },
    "printproof_base": {
        **{"findings": set(), "languages": set(), "archives": set(), "files": set(), "processes": set()},
        **{"text": {"languages"}, "project": {"findings", "languages"}, "forms": {"findings"}},
        **{"colours": set(), "report": {"colours", "findings", "forms", "project"}},
        **{"arguments": {"findings", "report"}, "cli": {"arguments", "colours", "files", "findings", "report"}},
    },
    "printproof_catalogs": {"sentences": set()},
    "printproof_site": {
        **{"lanes": set(), "formats": {"lanes"}, "search": set(), "pictures": set(), "books": set(), "look": set()},
        **{"originals": {"look", "pictures"}, "preview": {"look"}},
        **{"publishing": {"formats", "lanes", "originals", "pictures", "books", "look"}},
        **{"theme": {"formats", "lanes", "search", "pictures", "originals", "books", "look"}},
    },
}
"""What each part of a distribution may import beside itself; a part that is not named may import every one."""

GLUE = {
    "printproof.ext": {"priorities", "settings", "nodes", "wording"},
    "printproof_site.theme": {"contents", "lessons"},
    "printproof_site.books.ext": set(),
    "printproof_site.preview.ext": set(),
    "printproof_diagrams.ext": {"figures", "sentences"},
}
"""What knows Sphinx; with the modules that their others share. Else none imports another."""

STARTS_SPHINX = {"printproof_site.publishing.languages", "printproof_site.preview.worker"}
WEB = {"sphinx", "docutils", "myst_nb"}
RUNNER = re.compile(r"printproof\.(?:runs|promises|scripts)\b")
BY_NAME = re.compile(r"setup_extension|import_module|__import__|iter_modules|walk_packages")

MODULES = {
    ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
    for source in sorted(PACKAGES.glob("*/src"))
    for path in sorted(source.rglob("*.py"))
}
DISTRIBUTIONS = {
    tomllib.loads(path.read_text(encoding="utf-8"))["project"]["name"]: path.parent
    for path in sorted(PACKAGES.glob("*/pyproject.toml"))
}


def named(folder: Path) -> set[str]:
    """The packages of the family that the ``pyproject.toml`` of a distribution names, as they are imported."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (re.split(r"[^\w.-]", one)[0].replace("-", "_") for one in [project["name"], *project["dependencies"]])
    return {name for name in found if name.startswith(FAMILY)}


MAY_NAME = {next((folder / "src").glob("printproof*/")).name: named(folder) for folder in DISTRIBUTIONS.values()}


def imported(text: str) -> Iterator[str]:
    """All that a module imports, at its top, for types and inside functions: ``a.b`` for ``from a import b``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def is_below(module: str, package: str) -> bool:
    """Whether a module is a package, or lies in it."""
    return f"{module}.".startswith(f"{package}.")


def broken(module: str, text: str) -> Iterator[str]:
    """Each import of a module that is not granted, with the reason."""
    for name in imported(text):
        if name.startswith("."):
            yield f"{module} imports {name}: an import names its package"
        elif name.split(".")[0] in WEB and not _knows_sphinx(module):
            yield f"{module} imports {name}: only the glue and the two programs that start Sphinx know it"
        elif name.startswith(FAMILY):
            yield from (f"{module} imports {name}: {reason}" for reason in _not_granted(module, name))


def _knows_sphinx(module: str) -> bool:
    return module in STARTS_SPHINX or any(is_below(module, glue) for glue in GLUE)


def _not_granted(module: str, name: str) -> Iterator[str]:
    own, there = module.split(".", maxsplit=1)[0], name.split(".", maxsplit=1)[0]
    if there not in MAY_NAME[own]:
        yield f"the pyproject.toml of {own} does not name {there}"
    if own == "printproof_catalogs" and RUNNER.match(name):
        yield "catalogs are checked where nothing can run"
    if own != there:
        return
    glue = next((one for one in GLUE if is_below(module, one) and module != one), None)
    if glue and is_below(name, glue):
        if not any(is_below(name, f"{glue}.{one}") for one in GLUE[glue]):
            yield f"of {glue} its modules share {', '.join(sorted(GLUE[glue]))}"
        return
    part, target = (f"{one}.".split(".")[1] for one in (module, name))
    if part != target and target not in MAY_IMPORT.get(own, {}).get(part, {target}) and target in _parts(own):
        yield f"{own}.{part} imports nothing of {own}.{target}"


def _parts(own: str) -> set[str]:
    return {name.split(".")[1] for name in MODULES if name.startswith(f"{own}.")}


def test_a_module_imports_what_is_granted() -> None:
    """No arrow points upwards, none hides in a function, and the core knows no Sphinx."""
    found = [line for name, path in MODULES.items() for line in broken(name, path.read_text(encoding="utf-8"))]

    assert found == []


def test_no_module_imports_by_a_name_in_a_string() -> None:
    """A string evades the table: only lists of parts, and what warms up for others or is asked of them, may use one."""
    found = {name for name, path in MODULES.items() if BY_NAME.search(path.read_text(encoding="utf-8"))}

    assert found == {
        *("printproof.ext", "printproof_site.theme", "printproof_diagrams.ext", "printproof.runs.forkserver"),
        *("printproof.promises.cluster", "printproof_base.processes", *STARTS_SPHINX),
    }


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("printproof.runs.record", "from printproof.promises.check import prove\n"),
        ("printproof.scripts.script", "def f():\n    from printproof.runs import record\n"),
        ("printproof.promises.check", "from sphinx.util import logging\n"),
        ("printproof.promises.check", "from printproof_site.publishing import build\n"),
        ("printproof_converter.myst", "from printproof_catalogs.catalog import read_catalog\n"),
        ("printproof_diagrams.canvas", "from sphinx.util import logging\n"),
        ("printproof_site.publishing.build", "from printproof_site.theme.page import describe\n"),
        ("printproof.ext.cells", "from printproof.ext.outputs import output\n"),
        ("printproof.pages.cell_fences", "from printproof.ext.priorities import Transform\n"),
        ("printproof_base.text", "from .project import Project\n"),
        ("printproof_base.findings", "from printproof_base.project import Project\n"),
    ],
)
def test_an_arrow_that_points_upwards_is_refused(module: str, text: str) -> None:
    """Upward, inside a function, from core to Sphinx, to a distribution that is not named, from glue to glue."""
    assert len(list(broken(module, text))) == 1


def test_the_checker_of_catalogs_may_not_import_the_runner() -> None:
    """Neither by its pyproject.toml nor by the rule of its own."""
    found = list(broken("printproof_catalogs.update", "from printproof.runs.schedule import bring_up_to_date\n"))

    assert [line.partition(": ")[2] for line in found] == [
        "the pyproject.toml of printproof_catalogs does not name printproof",
        "catalogs are checked where nothing can run",
    ]


def test_the_distributions_have_one_version() -> None:
    """What was tested together is released together."""
    texts = (folder / "pyproject.toml" for folder in DISTRIBUTIONS.values())
    found = {tomllib.loads(path.read_text(encoding="utf-8"))["project"]["version"] for path in texts}

    assert len(found) == 1


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each distribution, by the name of its package."""
    folder = tmp_path_factory.mktemp("wheels")
    built = build(PACKAGES, folder, {**os.environ, EPOCH: "0"})
    return {path.name.partition("-")[0]: path for path in built if path.suffix == ".whl"}


@pytest.mark.parametrize("package", sorted(MAY_NAME))
def test_a_wheel_is_imported_where_the_others_are_absent(package: str, wheels: dict[str, Path], tmp_path: Path) -> None:
    """Each of its modules, beside those that its pyproject.toml names and what these name."""
    needed, waiting = set(), {package}
    while waiting:
        needed |= waiting
        waiting = set().union(*(MAY_NAME[one] for one in waiting)) - needed
    for one in needed:
        zipfile.ZipFile(wheels[one]).extractall(tmp_path)
    modules = [name for name in MODULES if name.split(".")[0] == package and not name.endswith("__main__")]
    # What is installed here is an editable install, which must not offer the other distributions.
    code = (
        "import importlib, sys\n"
        f"sys.path[:] = [{str(tmp_path)!r}, *(p for p in sys.path if {str(PACKAGES)!r} not in p)]\n"
        f"for name in {modules}: importlib.import_module(name)\n"
        "print(*{name.split('.')[0] for name in sys.modules if name.startswith('printproof')})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.stderr, {*done.stdout.split()} - needed, package in done.stdout) == ("", set(), True)
