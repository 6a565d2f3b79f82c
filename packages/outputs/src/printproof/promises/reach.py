"""How far did the mode in which jit is everywhere reach? It counts the calls that were jitted, and those left alone."""

from dataclasses import dataclass

from printproof.runs.jittable import TRACED
from printproof.runs.record import CellRun


@dataclass(frozen=True)
class Calls:
    """How many calls of the script's functions jit everywhere compiled, and how many it could not."""

    jitted: int = 0
    left: int = 0


def calls_of(*runs: CellRun) -> Calls:
    """How many calls of the script's functions were jitted in cells, and how many could not be.

    A call inside of a program that is being traced is compiled with it; it is neither.
    """
    functions = [function for run in runs for function in run.functions]
    left = (count for function in functions for why, count in function.left.items() if why != TRACED)
    return Calls(sum(function.jitted for function in functions), sum(left))
