"""Do the packages work on the oldest and the newest of what they depend on?

``python -m packages.tools.compatibility FOLDER``.

The Python that runs this makes an environment in the folder and installs the wheels there; ``--lowest`` pins each
dependency to the oldest version that its pyproject.toml allows. Then the project of ``tests/sites/third-party`` is
built, checked and tested by pytest, and a changed digit has to be found. Needs nothing but the standard library.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "tests" / "sites" / "third-party"
INSTALLED = {"base": "", "catalogs": "", "outputs": "[jax,pytest]"}
"""The folders of the packages that a project installs, with their extras."""

SCRIPT = "examples/lessons/counting.py"
BOUND = re.compile(r"^([\w-]+)>=([\w.]+)")
SHOWN = ("sphinx", "myst-nb", "myst-parser", "docutils", "jax", "numpy", "pytest")
STEPS = (
    (0, "sphinx", "-q", "-W", "docs", "out"),
    (0, "printproof", "check"),
    (0, "pytest", "-q", "--promises", "-p", "no:cacheprovider"),
)
BROKEN = ((1, "printproof", "check"), (1, "sphinx", "-q", "docs", "out"))
"""The same project after one digit was changed, each step with the exit status that it has to have."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the environment, take each step and print how it ended; 1 where one ended otherwise than it has to."""
    parser = argparse.ArgumentParser(
        prog="python -m packages.tools.compatibility", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="where the environment is made, anew")
    parser.add_argument("--lowest", action="store_true", help="the oldest versions that pyproject.toml allows")
    chosen = parser.parse_args(arguments)
    python = environment(chosen.folder, lowest() if chosen.lowest else [])
    print(", ".join([f"Python {sys.version.split()[0]}", *versions(python)]), flush=True)
    project = Path(shutil.copytree(SITE, chosen.folder / "project"))
    held = [step(python, project, *one) for one in STEPS]
    script = project / SCRIPT
    script.write_text(script.read_text(encoding="utf-8").replace("# 1 1 1", "# 1 1 2"), encoding="utf-8")
    held += [step(python, project, *one) for one in BROKEN]
    return 0 if all(held) else 1


def lowest() -> list[str]:
    """The oldest version of each dependency that has a bound, as pip pins it."""
    project = tomllib.loads((ROOT / "packages/outputs/pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    bounds = map(BOUND.match, [*project["dependencies"], *extras["jax"], *extras["pytest"]])
    return [f"{bound[1]}=={bound[2]}" for bound in bounds if bound]


def environment(folder: Path, pins: Sequence[str]) -> Path:
    """The Python of a new environment with the wheels, JAX, pytest and the pinned versions."""
    shutil.rmtree(folder, ignore_errors=True)
    source = folder / "source"  # a copy: what builds a wheel writes beside its source
    for name in INSTALLED:
        ignored = shutil.ignore_patterns("*.egg-info", "build")
        shutil.copytree(ROOT / "packages" / name, source / name, ignore=ignored)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, *(f"{source / name}{extras}" for name, extras in INSTALLED.items()), *pins], check=True)
    return python


def versions(python: Path) -> Iterator[str]:
    """What is installed of that on which most depends."""
    done = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True)
    found = dict(line.lower().split("==") for line in done.stdout.splitlines() if "==" in line)
    return (f"{name} {found[name]}" for name in SHOWN if name in found)


def step(python: Path, project: Path, wanted: int, module: str, *words: str) -> bool:
    """Run a module in the project; True where it ended as wanted, else its last lines are printed."""
    done = subprocess.run([python, "-m", module, *words], cwd=project, capture_output=True, text=True, check=False)
    # Sphinx says 2 for what broke while pages were written.
    held = bool(done.returncode) == bool(wanted)
    print(
        f"  {'as wanted' if held else 'OTHERWISE'}: {module} {' '.join(words)} ended with {done.returncode}", flush=True
    )
    if not held:
        print("\n".join((done.stdout + done.stderr).splitlines()[-30:]), flush=True)
    return held


if __name__ == "__main__":
    sys.exit(main())
