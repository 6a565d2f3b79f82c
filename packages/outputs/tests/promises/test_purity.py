"""Modes are compared by what they print and leave; what depends on where jit is names its cells."""

from __future__ import annotations

from printproof.promises.purity import Reason, compare_modes, differing_modes
from printproof.runs.record import CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED


def records(**cells: tuple[CellRun, ...]) -> dict[str, Record]:
    """Records by mode, which printed and left the same unless said otherwise; ``_`` stands for ``-`` in a mode."""
    same = {mode.replace("-", "_"): (CellRun("a", "1\n"),) for mode in (AS_WRITTEN, JIT_OFF, JIT_EVERYWHERE)}
    modes = {mode.replace("_", "-"): found for mode, found in {**same, **cells}.items()}
    return {mode: Record("x", mode, "", {"jax": "0.10.2"}, found) for mode, found in modes.items()}


def test_a_script_that_does_the_same_in_each_mode_has_no_reason() -> None:
    """The dress of an array does not count."""
    assert compare_modes(records(jit_everywhere=(CellRun("a", "Array(1, dtype=int32)\n"),))).same


def test_each_reason_names_mode_cell_and_path() -> None:
    """Another print, another state, a tracer that was kept."""
    found = compare_modes(
        records(
            as_written=(CellRun("a", "1\n", changed={"kept": {"tracer": "DynamicJaxprTracer"}}),),
            jit_off=(CellRun("a", "2\n", changed={"kept": {"tracer": "DynamicJaxprTracer"}, "m": 1, "n": 1}),),
            jit_everywhere=(CellRun("a", "1\n", changed={"kept": {"tracer": "DynamicJaxprTracer"}}),),
        )
    )

    leak = Reason("leak", AS_WRITTEN, "a", "kept")
    assert found.reasons == (Reason("print", JIT_OFF, "a"), Reason("state", JIT_OFF, "a", "m"), leak)


def test_reduced_modes_are_compared_with_a_run_that_is_reduced_as_well() -> None:
    """A shorter loop prints something else than the whole one, in every mode."""
    short = (CellRun("a", "3\n"),)

    assert compare_modes(records(jit_off=short, jit_everywhere=short, **{REDUCED: short})).same


def test_a_cell_that_a_mode_did_not_reach_prints_something_else_in_it() -> None:
    """A run that ended before it printed nothing of it."""
    assert differing_modes("a", records(jit_off=())) == (JIT_OFF,)
