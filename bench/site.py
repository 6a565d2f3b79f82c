"""What do all languages cost beside one? Processor time of both from clean, by turns, in copies of the project."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from printproof.project import Project, find_project

LIMIT = 1.5
LEFT = ("_build", ".*", "__pycache__", "node_modules")


def run_bench(arguments: list[str]) -> int:
    """Measure the site of all languages against that of one; fails above the limit."""
    parser = argparse.ArgumentParser(prog="printproof bench", description=run_bench.__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often both are built (3)")
    chosen = parser.parse_args(arguments)
    project = find_project(Path.cwd())
    one = project.source
    ratios = []
    for turn in range(1, chosen.rounds + 1):
        whole, part = cpu_seconds(project, []), cpu_seconds(project, [one])
        ratios.append(whole / part)
        print(f"[{turn}/{chosen.rounds}] all languages {whole:.1f} s, {one} alone {part:.1f} s: {whole / part:.2f}")
    middle = statistics.median(ratios)
    print(f"all languages cost {middle:.2f} times {one} alone in processor time; the limit is {LIMIT}")
    return int(middle > LIMIT)


def cpu_seconds(project: Project, arguments: list[str]) -> float:
    """The processor time of a build from clean, with all its processes. Raises CalledProcessError where it fails."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        copy = Path(folder) / project.root.name
        shutil.copytree(project.root, copy, ignore=shutil.ignore_patterns(*LEFT))
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        before = _spent()
        command = [sys.executable, "-m", "printproof", "site", *arguments]
        subprocess.run(command, cwd=copy, env=env, stdout=subprocess.DEVNULL, check=True)
        return _spent() - before


def _spent() -> float:
    """The processor time of all processes that this one has waited for, theirs included."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
