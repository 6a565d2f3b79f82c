"""The environment variables of a run, and the digest of all that its record depends on."""

import functools
import hashlib
import json
import os
import platform
from collections.abc import Mapping
from pathlib import Path

from printproof.runs.libraries import JAX
from printproof.runs.record import RunError

RUNNER = ("runs", "scripts")  # packages whose code decides what a record says
WIDEST = "AVX2"  # what all x86-64 machines of this decade have


def run_environment(environ: Mapping[str, str]) -> dict[str, str]:
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
    # XLA would also log each error that it raises, with the time and the number of the process. JAX sets a lower level
    # for whatever a process that imported it starts.
    env["TF_CPP_MIN_LOG_LEVEL"] = "3"
    # Fixed: the order of a set is the same in each run, until the rerun takes another seed.
    env.setdefault("PYTHONHASHSEED", "0")
    # They would change what is written to stderr, and when.
    for name in ("PYTHONWARNINGS", "PYTHONUNBUFFERED"):
        env.pop(name, None)
    return env


def digest(
    script: bytes,
    mode: str,
    environ: Mapping[str, str],
    versions: Mapping[str, str],
    modules: Mapping[str, bytes] | None = None,
    svg_limit_kb: int = 0,
) -> str:
    """What a record depends on, in one word.

    What the script is run by (`Script.run_by`), the modules of the project that it imports (by path), the mode, the
    versions of Python and of the libraries that it imports, the size from which on a figure is pixels, and the runner
    itself; where JAX is one of these, also JAX_* and XLA_FLAGS. Which files a script reads is known only after its run,
    so that they stand in its record.
    """
    env = run_environment(environ)
    of_jax = [name for name in env if name.startswith("JAX_") or name == "XLA_FLAGS"] if JAX in versions else []
    settings = {name: env[name] for name in of_jax}
    imported = [(path, hashlib.sha256(code).hexdigest()) for path, code in sorted((modules or {}).items())]
    parts = [hashlib.sha256(script).hexdigest(), imported, mode, *map(sorted, (settings.items(), versions.items()))]
    return hashlib.sha256(json.dumps([*parts, svg_limit_kb, _runner()]).encode()).hexdigest()


@functools.cache
def _runner() -> str:
    folder = Path(__file__).parents[1]
    modules = (path for name in RUNNER for path in sorted((folder / name).rglob("*.py")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in modules)).hexdigest()


def time_limit(environ: Mapping[str, str]) -> float:
    """How many seconds a run may take: SCRIPT_LIMIT_S, or 120. Raises RunError where that is no time."""
    given = environ.get("SCRIPT_LIMIT_S", "120")
    try:
        limit = float(given)
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        raise RunError.at(f"SCRIPT_LIMIT_S={given}", "not a number of seconds", "write, for example, 120")
    return limit


def parallel_runs(environ: Mapping[str, str]) -> int:
    """How many runs go on at a time: SCRIPT_JOBS, or one on each processor. Raises RunError where that is no number."""
    given = environ.get("SCRIPT_JOBS") or str(os.cpu_count() or 1)
    if not given.isdecimal() or not int(given):
        raise RunError.at(f"SCRIPT_JOBS={given}", "not a number above 0", "write, for example, 2")
    return int(given)
