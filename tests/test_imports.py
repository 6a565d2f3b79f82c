"""Imports point one way: each package imports only what the table grants it, also inside functions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.built import ROOT

PACKAGE = ROOT / "printproof"

BESIDE = {"project", "languages", "findings", "base", "theme"}
"""Modules beside the packages: they import each other and nothing else of printproof."""

WRITTEN = {*BESIDE, "scripts"}
RUN = {*WRITTEN, "runs"}
CHECKED = {*RUN, "promises"}
SAID = {*WRITTEN, "sentences"}
TRANSLATED = {*SAID, "catalogs"}
ALL = {*CHECKED, *TRANSLATED, "pages", "pages.diagrams", "html", "formats", "formats.books"}

MAY_IMPORT = {
    **dict.fromkeys(BESIDE, BESIDE),
    "scripts": BESIDE,
    "runs": WRITTEN,
    "promises": RUN,
    "sentences": WRITTEN,
    "catalogs": SAID,
    "pages.diagrams": BESIDE,
    "pages": {*CHECKED, "pages.diagrams"},
    "html": BESIDE,
    "documents": {*CHECKED, "formats", "html", "pages"},
    "formats": WRITTEN,
    "formats.books": {*BESIDE, "html"},
    "ext": ALL,
    "ext.theme": ALL,
    "site": {*CHECKED, *TRANSLATED, "html", "formats", "formats.books"},
    "preview": {*TRANSLATED, "html"},
    "pytest_plugin": CHECKED,
    "cli": {*ALL, "documents", "site", "preview", "__init__"},
    "__main__": {"cli"},
    "__init__": set(),
}
"""What each package, or module beside them, may import; a package may always import itself, except ``ext``."""

GLUE = {"ext", "ext.theme"}
SHARED = {"ext.stages", "ext.settings", "ext.theme.contents", "ext.nodes", "ext.wording", "ext.formats.pages"}
"""Modules of the glue that its parts may import: order, settings, contents, nodes, sentences, pages taken along."""

STARTS_SPHINX = {"site.languages", "preview.resident"}
WEB = ("sphinx", "docutils", "myst_nb")
MODULES = sorted(PACKAGE.rglob("*.py"))
OWED: set[str] = set()
"""Modules that still break the table; one that no longer does leaves this set."""
ASKED = re.compile(r"setup_extension|import_module|__import__|iter_modules")


def dotted(path: Path) -> str:
    """The name of a module below ``printproof``, such as ``runs.record``; a package is its own name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def room(module: str) -> str:
    """The row of the table that a module belongs to."""
    return next(row for row in sorted(MAY_IMPORT, key=len, reverse=True) if f"{module}.".startswith(f"{row}."))


def imported(text: str) -> Iterator[str]:
    """All that a module imports, at its top, for types and inside functions: ``a.b`` for ``from a import b``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def broken(module: str, text: str) -> Iterator[str]:
    """Each import of a module that the table does not grant."""
    own = room(module)
    for name in imported(text):
        if name.startswith("."):
            yield f"{name}: imports name the package"
        if name.split(".")[0] in WEB and own not in GLUE and module not in STARTS_SPHINX | {"pages.notebook"}:
            yield f"{name}: only the glue and the two programs that start Sphinx know it"
        if not name.startswith("printproof."):
            continue
        target = name.removeprefix("printproof.")
        there = room(target)
        granted = there == own if own not in GLUE else any(f"{target}.".startswith(f"{one}.") for one in SHARED)
        if not granted and there not in MAY_IMPORT[own]:
            yield f"{name}: {own} may import {', '.join(sorted(MAY_IMPORT[own])) or 'nothing'}"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_a_module_imports_what_the_table_grants(path: Path) -> None:
    """No arrow points upwards, none hides in a function, and the core knows no Sphinx."""
    assert bool(list(broken(dotted(path), path.read_text(encoding="utf-8")))) == (dotted(path) in OWED)


def test_no_module_imports_by_a_name_in_a_string() -> None:
    """A string evades the table: only the lists of parts and the program that warms Sphinx up may use one."""
    found = {dotted(path) for path in MODULES if ASKED.search(path.read_text(encoding="utf-8"))}

    assert found == {"ext", "ext.theme", "preview.resident", "runs.forkserver", "site.languages"}


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("runs.record", "from printproof.promises.check import prove\n"),
        ("scripts.script", "def f():\n    from printproof.runs import record\n"),
        ("promises.check", "from sphinx.util import logging\n"),
        ("catalogs.update", "from printproof.runs.schedule import bring_up_to_date\n"),
        ("site.build", "from printproof.ext.languages import SOURCE\n"),
        ("ext.cells", "from printproof.ext.outputs import output\n"),
        ("pages.notebook", "from printproof.ext.stages import Transform\n"),
        ("base.text", "from ..project import Project\n"),
    ],
)
def test_the_table_refuses_an_arrow_that_points_upwards(module: str, text: str) -> None:
    """Upward, inside a function, from core to Sphinx, from glue to glue, without the package's name."""
    assert len(list(broken(module, text))) == 1
