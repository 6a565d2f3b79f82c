"""What did the calls of two cells do that are shown as rails? A counter that forgets, and a call that fails.

A third cell prints the program of the counter.
"""

from printproof.runs.record import Call, CellRun, Record, write_record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF, MODES
from support.one_cell import digests_of
from support.small import Small

SCRIPT = """# %% calls
class Counter:
    n = 0

    def count(self):
        # Count this call.
        self.n += 1
        return self.n

# Output: none

# %% jit
import jax

print(1)

# Output:
# 1
# 1
# 1
#
# Output with jit off:
# 1
# 2
# 3

# %% stops
print(2)

# Output:
# 2

# %% program
print(3)

# Output:
# { lambda ; . let
#     a = 1
#   in (a,) }
"""
PROGRAM = "{ lambda ; . let\n    a = 1\n  in (a,) }"
COUNTED = {"name": "count", "cell": "calls", "line": 4, "printed": "1\n", "jaxpr": PROGRAM, "jaxpr_lines": (0, 7, 0)}
WALKED = (
    Call(**COUNTED, lines=(6, 7), ran=True, traced=True, before={"self.n": 0}, after={"self.n": 1}),  # type: ignore[arg-type]
    *[Call(**COUNTED, before={"self.n": 1}, after={"self.n": 1})] * 2,  # type: ignore[arg-type]
)
STOPS = (
    Call("shift", ran=True, traced=True, given={"x": 1}, result={"": 2}, printed="2\n"),
    Call("shift", ran=True, traced=True, given={"x": 1.0}, raised="TypeError"),
)


def record(small: Small, program: str = PROGRAM) -> None:
    """Write records of the script as the one of the page ``index``, whose last cell prints a program."""
    for mode in MODES:
        written = mode == AS_WRITTEN
        cells = (
            CellRun("calls"),
            CellRun("jit", "1\n2\n3\n" if mode == JIT_OFF else "1\n1\n1\n", calls=WALKED if written else ()),
            CellRun("stops", "2\n", calls=STOPS if written else ()),
            CellRun("program", f"{program}\n"),
        )
        digest = digests_of(small.project, "index")[mode]
        write_record(small.project.record("index", mode), Record("index", mode, digest, {"jax": "0.10.2"}, cells))
