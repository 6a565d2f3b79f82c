"""A run knows by which libraries its script prints what it prints: those that provide the names that it imports."""

from __future__ import annotations

import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

from printproof.runs.imports import imports_of
from printproof.runs.libraries import how_to_install, named_versions, versions_of
from printproof.runs.schedule import modes_of
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN, MODES
from support.one_cell import project_of, reports_of

WITH_JAX = ["jax", "jaxlib", "numpy", "python"]


def libraries(
    folder: Path, code: str, files: dict[str, str] | None = None, environ: dict[str, str] | None = None
) -> list[str]:
    """The libraries of a script with this code, in a project that also holds these files."""
    project = project_of(folder, [("guide/a", f"# %% a\n{code}\n")])
    for path, text in (files or {}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return sorted(
        versions_of(imports_of(project, script_of(project, "guide/a"), environ or {}).names), key=str.casefold
    )


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import os, json.decoder\nfrom collections import abc", ["python"]),
        ("import numpy.linalg", ["numpy", "python"]),
        ("import yaml\nfrom PIL import Image", ["pillow", "python", "PyYAML"]),
        ("from mpl_toolkits import mplot3d", ["matplotlib", "python"]),
        ("import sphinxcontrib.jsmath", ["python", "sphinxcontrib-jsmath"]),
        ("def f():\n    import numpy", ["numpy", "python"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import jax", ["python"]),
        ("import typing as t\nif t.TYPE_CHECKING:\n    import jax\nelse:\n    import numpy", ["numpy", "python"]),
        ("if not TYPE_CHECKING:\n    import numpy", ["numpy", "python"]),
        ("try:\n    import numpy\nexcept ImportError:\n    import nothing_of_this_name", ["numpy", "python"]),
        ("import jax", WITH_JAX),
        ("from jaxlib import xla_client", WITH_JAX),
        ("import optax", sorted(["optax", *WITH_JAX])),
    ],
)
def test_the_libraries_of_a_script_are_those_of_the_names_that_it_imports(
    tmp_path: Path, code: str, found: list[str]
) -> None:
    """Python's own modules are none, a namespace is that of one package, and what requires JAX brings JAX along."""
    names = {name.casefold(): name for name in libraries(tmp_path, code)}

    assert [names[name.casefold()] for name in found] == list(names.values())


def test_a_library_has_the_version_that_is_installed(tmp_path: Path) -> None:
    """What a page says is what ran."""
    project = project_of(tmp_path, [("a", "# %% a\nimport yaml\n")])

    assert versions_of(imports_of(project, script_of(project, "a"), {}).names)["PyYAML"] == version("pyyaml")


@pytest.mark.parametrize(
    ("code", "files"),
    [
        ("import helper", {"examples/guide/helper.py": "import numpy"}),
        ("import common.inner", {"common/inner.py": "from . import deep", "common/deep.py": "import numpy"}),
        ("import helper", {"examples/guide/helper.py": "import second", "examples/guide/second.py": "import numpy"}),
    ],
)
def test_what_the_modules_of_a_project_import_counts_as_well(tmp_path: Path, code: str, files: dict[str, str]) -> None:
    """Beside the script and in the root, absolutely and by dots, through any number of them."""
    assert libraries(tmp_path, code, files) == ["numpy", "python"]


def test_a_module_beside_a_script_is_no_library(tmp_path: Path) -> None:
    """Python finds it there first, whatever else has its name."""
    assert libraries(tmp_path, "import yaml", {"examples/guide/yaml.py": ""}) == ["python"]


def test_a_project_may_be_the_library_that_its_pages_are_about(tmp_path: Path) -> None:
    """Its own folder lies in the root, and what is installed of it has a version."""
    assert libraries(tmp_path, "import yaml", {"yaml/__init__.py": "import os"}) == ["python", "PyYAML"]


@pytest.mark.parametrize(
    ("code", "settings", "modes"),
    [
        ("import numpy", {}, (AS_WRITTEN,)),
        ("import optax", {}, MODES),
        ("import jax", {}, MODES),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import jax", {}, (AS_WRITTEN,)),
        ("import jax", {"modes": [AS_WRITTEN, "jit-everywhere"]}, (AS_WRITTEN, "jit-everywhere")),
        ("import jax", {"modes": ["jit-off", AS_WRITTEN]}, (AS_WRITTEN, "jit-off")),
        ("import numpy", {"modes": list(MODES)}, (AS_WRITTEN,)),
    ],
)
def test_a_script_runs_in_the_modes_of_its_project_where_it_imports_jax(
    tmp_path: Path, code: str, settings: dict[str, str], modes: tuple[str, ...]
) -> None:
    """Any other prints the same in each of them."""
    project = project_of(tmp_path, [("a", f"# %% a\n{code}\n")], settings)

    assert modes_of(project, script_of(project, "a")) == modes


@pytest.mark.parametrize(
    ("versions", "named"),
    [
        ({"python": "3.11.7", "numpy": "2.4.6", "jax": "0.10.2"}, {"jax": "0.10.2"}),
        ({"python": "3.11.7", "numpy": "2.4.6", "PyYAML": "6.0"}, {"numpy": "2.4.6", "PyYAML": "6.0"}),
        ({"python": "3.11.7"}, {"python": "3.11.7"}),
        ({}, {}),
    ],
)
def test_outputs_are_checked_with_jax_or_else_with_all_libraries(
    versions: dict[str, str], named: dict[str, str]
) -> None:
    """Or with Python alone; the others stand where there is room for them."""
    assert named_versions(versions) == named


@pytest.mark.parametrize(
    ("module", "cure"),
    [
        ("jax", "pip install 'printproof[jax]'"),
        ("sklearn.svm", "pip install scikit-learn"),
        ("lmfit", "pip install lmfit, or put it on PYTHONPATH where it is your own"),
        ("winreg", "it belongs to Python, and this one has no winreg"),
        ("numpy.nothing", f"numpy {version('numpy')} has no module of that name: correct it, or"),
    ],
)
def test_the_cure_for_a_missing_module_is_to_install_what_provides_it(
    module: str, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name that pip knows; nothing is installed for a misspelt module of a library that is there."""
    from printproof.runs import libraries

    missing = {"jax", "sklearn", "lmfit"}
    known = libraries._installed
    monkeypatch.setattr(libraries, "_installed", lambda name: None if name in missing else known(name))

    assert how_to_install(module).startswith(cure)


@pytest.mark.parametrize("name", ["purelib", "platlib"])
@pytest.mark.parametrize("category", ["DeprecationWarning", "PendingDeprecationWarning", "FutureWarning"])
def test_a_library_that_uses_what_is_deprecated_is_no_fault_of_the_script(
    tmp_path: Path, category: str, name: str
) -> None:
    """As Python has it; what the script itself uses is told of, and so is a warning that is meant for users."""
    there = Path(sysconfig.get_path(name), "library.py")
    warn = f"import warnings\nwarnings.warn_explicit('old', {category}, FILE, 1)\n\n# Output: none\n"
    cells = "".join(
        f"# %% {cell}\n{warn.replace('FILE', file)}\n"
        for cell, file in (("lib", repr(str(there))), ("own", "__file__"))
    )

    told = reports_of(project_of(tmp_path, [("a", cells)]))

    assert [line.partition("cell ")[2].partition(" leaves a warning")[0] for line in told] == (
        ["'lib'", "'own'"] if category == "FutureWarning" else ["'own'"]
    )
