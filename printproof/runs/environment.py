"""In which surroundings do scripts run, and when is a run record still current?"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("jax", "jaxlib", "numpy", "matplotlib")
RUNNER = ("runs", "scripts")  # packages whose code decides what a record says
WIDEST = "AVX2"


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
    env.update(JAX_PPRINT_USE_COLOR="0", JAX_DEBUG_KEY_REUSE="1", MPLBACKEND="Agg", PYTHONIOENCODING="utf-8")
    env.setdefault("PYTHONHASHSEED", "0")
    for name in ("PYTHONWARNINGS", "PYTHONUNBUFFERED"):
        env.pop(name, None)
    return env


@functools.cache
def versions() -> dict[str, str]:
    """The versions that outputs depend on, as installed; a package that is missing is left out."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def digest(script: bytes, mode: str, environ: Mapping[str, str]) -> str:
    """What a record depends on, in one word: script, mode, JAX_* and XLA_FLAGS, versions, the runner itself."""
    env = surroundings(environ)
    settings = {key: value for key, value in env.items() if key.startswith("JAX_") or key == "XLA_FLAGS"}
    parts = [hashlib.sha256(script).hexdigest(), mode, sorted(settings.items()), sorted(versions().items()), _runner()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@functools.cache
def _runner() -> str:
    folder = Path(__file__).parents[1]
    modules = (path for name in RUNNER for path in sorted((folder / name).glob("*.py")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in modules)).hexdigest()


def time_limit(environ: Mapping[str, str] = os.environ) -> float:
    """How many seconds a run may take: SCRIPT_LIMIT_S, or 120."""
    said = environ.get("SCRIPT_LIMIT_S", "120")
    try:
        limit = float(said)
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        sys.exit(f"SCRIPT_LIMIT_S={said}: not a number of seconds; write, for example, 120")
    return limit
