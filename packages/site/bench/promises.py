"""What does it cost to check all promises, beside importing JAX and running every script once in one plain process?"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from packages.site.bench.measuring import Row, all_met, spent

from printproof.promises.suite import check_scripts
from printproof.runs.environment import run_environment
from printproof_base.processes import own_environment
from printproof_base.project import Project

LIMIT = 3.0
REASON = "four runs trace and lower each program, which neither a record nor a compiled program saves"
"""Measured: compiling, which runs share, is a third of a plain run; the rest is done again in each mode."""
PLAIN = """
import sys, warnings
from pathlib import Path
from printproof.scripts.loading import load_script
import jax, jax.numpy, numpy, matplotlib.pyplot as pyplot
for path in map(Path, sys.argv[1:]):
    namespace = {"__name__": "__main__", "__file__": str(path)}
    for cell in load_script(path).cells:
        try:
            exec(compile(cell.code, str(path), "exec"), namespace)
        except Exception as error:
            print(error)
        if pyplot.get_fignums():
            pyplot.savefig("figure.svg")
            pyplot.close("all")
"""


def measure_promises(project: Project, rounds: int) -> bool:
    """Print what checking all promises costs beside one plain run of all scripts; True where it is within the limit."""
    ratios = []
    for turn in range(1, rounds + 1):
        checked, plain = checked_seconds(project), plain_seconds(project)
        ratios.append(checked / plain)
        print(f"[{turn}/{rounds}] all promises {checked:.1f} s, one plain run {plain:.1f} s: {checked / plain:.2f}")
    return all_met(
        [Row("all promises, of one plain run of each script", statistics.median(ratios), LIMIT, reason=REASON)]
    )


def checked_seconds(project: Project) -> float:
    """The processor time of every script in every mode and once more in a perturbed environment, from no record."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        before = spent()
        check_scripts(replace(project, build=Path(folder)), project.docnames(), again=True)
        return spent() - before


def plain_seconds(project: Project) -> float:
    """The processor time of one process that imports JAX and runs each script once as written."""
    scripts = [str(project.script(docname)) for docname in project.docnames()]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        before = spent()
        env = run_environment(own_environment())
        command = [sys.executable, "-W", "ignore", "-c", PLAIN, *scripts]
        subprocess.run(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, check=True)
        return spent() - before
