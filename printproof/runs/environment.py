"""With which variables do scripts run, and what does a run record depend on?"""

import ast
import functools
import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from printproof.project import Project
from printproof.runs.record import RunError

PACKAGES = ("jax", "jaxlib", "numpy", "matplotlib", "optax")
RUNNER = ("runs", "scripts")  # packages whose code decides what a record says
WIDEST = "AVX2"  # what all x86-64 machines of this decade have


def surroundings(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment variables of a run: CPU, no colours, one instruction set on every x86-64 machine.

    The last digit of a sum depends on fused multiply-add, so XLA may use no wider instructions than AVX2
    unless XLA_FLAGS names a cap already.
    """
    env = dict(environ)
    env.setdefault("JAX_PLATFORMS", "cpu")
    flags = env.get("XLA_FLAGS", "")
    if platform.machine().lower() in {"x86_64", "amd64"} and "xla_cpu_max_isa" not in flags:
        env["XLA_FLAGS"] = f"{flags} --xla_cpu_max_isa={WIDEST}".strip()
    # Jaxprs are coloured where JAX takes the output for a terminal's; figures must open no window.
    env.update(JAX_PPRINT_USE_COLOR="0", MPLBACKEND="Agg", PYTHONIOENCODING="utf-8")
    env.setdefault("PYTHONHASHSEED", "0")
    # They would change what is written to stderr, and when.
    for name in ("PYTHONWARNINGS", "PYTHONUNBUFFERED"):
        env.pop(name, None)
    return env


@functools.cache
def versions() -> dict[str, str]:
    """The versions that outputs depend on, as installed; a package that is missing is left out."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def digest(script: bytes, mode: str, environ: Mapping[str, str], modules: Mapping[str, bytes] | None = None) -> str:
    """What a record depends on, in one word.

    What the script is run by (`Script.run_by`), the modules of the project that it imports (by path), the mode, JAX_*
    and XLA_FLAGS, the versions of Python and of what scripts are made of, and the runner itself. Files that a script
    reads are not known.
    """
    # Read one by one: a build notes which variables it asks for.
    env = surroundings({name: environ[name] for name in environ if _counts(name)})
    settings = {name: value for name, value in env.items() if _counts(name)}
    imported = [(path, hashlib.sha256(code).hexdigest()) for path, code in sorted((modules or {}).items())]
    parts = [hashlib.sha256(script).hexdigest(), imported, mode, *map(sorted, (settings.items(), versions().items()))]
    return hashlib.sha256(json.dumps([*parts, _runner()]).encode()).hexdigest()


def _counts(variable: str) -> bool:
    """Whether a record depends on a variable of the environment."""
    return variable.startswith("JAX_") or variable == "XLA_FLAGS"


def imported_modules(project: Project, script: Path, environ: Mapping[str, str]) -> dict[Path, bytes]:
    """The modules inside a project that a script imports, and those that they import, with their code.

    Found in the text of import statements, also inside functions; a module imported by a name that is put together
    while the script runs is not known. Looked for where the runner finds them: beside the script, in the working
    folder, in the project's root, on PYTHONPATH. One that something installed would shadow may be among them.
    """
    paths = [script.parent, Path.cwd(), project.root, *map(Path, environ.get("PYTHONPATH", "").split(os.pathsep))]
    found: dict[Path, bytes] = {}
    waiting = [script]
    while waiting:
        path = waiting.pop()
        code = found.get(path) or path.read_bytes()
        for level, name in _imported_names(code):
            folders = [path.parents[level - 1]] if 0 < level <= len(path.parents) else paths
            for file in (file for folder in folders for file in _files_of(folder, name)):
                if file not in found and file != script and file.is_relative_to(project.root):
                    found[file] = file.read_bytes()
                    waiting.append(file)
    return found


@functools.lru_cache(maxsize=256)
def _imported_names(code: bytes) -> tuple[tuple[int, str], ...]:
    """Each name that a piece of code imports with the number of dots before it; none where it cannot be read."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError):
        return ()
    names: list[tuple[int, str]] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = f"{node.module}." if node.module else ""
            names += [(node.level, f"{base}{alias.name}") for alias in node.names]
    return tuple(names)


def _files_of(folder: Path, name: str) -> Iterator[Path]:
    """The files that are run when ``a.b.c`` is imported from a folder: those of its packages and its own."""
    for part in name.split("."):
        folder = folder / part
        places = (folder / "__init__.py", folder.with_name(f"{part}.py"))
        yield from (path for path in places if path.is_file())


@functools.cache
def _runner() -> str:
    folder = Path(__file__).parents[1]
    modules = (path for name in RUNNER for path in sorted((folder / name).glob("*.py")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in modules)).hexdigest()


def time_limit(environ: Mapping[str, str] = os.environ) -> float:
    """How many seconds a run may take: SCRIPT_LIMIT_S, or 120. Raises RunError where that is no time."""
    given = environ.get("SCRIPT_LIMIT_S", "120")
    try:
        limit = float(given)
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        raise RunError.at(f"SCRIPT_LIMIT_S={given}", "not a number of seconds", "write, for example, 120")
    return limit
