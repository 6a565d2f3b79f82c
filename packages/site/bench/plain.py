"""What do promises cost a project without JAX, beside plain Python that runs its scripts one after another?"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from packages.site.bench.measuring import Row, all_met, copied, spent

from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project, at

SITE = Path(__file__).parents[3] / "tests/sites/numpy"
LIMIT = 1.3
WAYS = {
    "check": [*own_module("printproof"), "check"],
    "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "printproof.pytest_plugin", "--promises"],
}
"""What runs each script once as written, and what runs it once more in a perturbed environment."""


def measure_plain(rounds: int) -> bool:
    """Print what each way costs beside plain Python, in processor time and on the clock; True where a check is within.

    The limit is one of processor time: on the clock scripts run at once, as many as there are processors.
    """
    ratios: dict[str, list[float]] = {way: [] for way in WAYS}
    for turn in range(1, rounds + 1):
        plain = _plain()
        print(f"[{turn}/{rounds}] plain Python {_told(plain)}")
        for way, command in WAYS.items():
            with copied(at(SITE)) as project:
                taken = _measured(project, [command])
            ratios[way].append(taken[0] / plain[0])
            print(f"        {way} {_told(taken)}: {taken[0] / plain[0]:.2f}, on the clock {taken[1] / plain[1]:.2f}")
    print(f"pytest costs {statistics.median(ratios['pytest']):.2f} times plain Python in processor time")
    return all_met([Row("check without JAX, of plain Python", statistics.median(ratios["check"]), LIMIT)])


def _plain() -> tuple[float, float]:
    with copied(at(SITE)) as project:
        scripts = (str(project.script(docname)) for docname in project.docnames())
        return _measured(project, [[sys.executable, script] for script in scripts])


def _measured(project: Project, commands: Sequence[Sequence[str]]) -> tuple[float, float]:
    """The seconds of the processor and of the clock that commands take one after another."""
    before, clock = spent(), time.perf_counter()
    for command in commands:
        subprocess.run(command, cwd=project.root, env=own_environment(), stdout=subprocess.DEVNULL, check=True)
    return spent() - before, time.perf_counter() - clock


def _told(taken: tuple[float, float]) -> str:
    return f"{taken[0]:.2f} s of the processor, {taken[1]:.2f} s on the clock"
