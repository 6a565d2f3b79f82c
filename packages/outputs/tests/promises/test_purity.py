"""Modes are compared by what they print, and what functions do beside returning a value is named."""

from __future__ import annotations

from printproof.promises.purity import differing_modes, functions_with_effects
from printproof.runs.record import CellRun, FunctionRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED


def records(**cells: tuple[CellRun, ...]) -> dict[str, Record]:
    """Records by mode, which printed the same unless said otherwise; ``_`` stands for ``-`` in a mode."""
    same = {mode.replace("-", "_"): (CellRun("a", "1\n"),) for mode in (AS_WRITTEN, JIT_OFF, JIT_EVERYWHERE)}
    modes = {mode.replace("_", "-"): found for mode, found in {**same, **cells}.items()}
    return {mode: Record("x", mode, "", {"jax": "0.10.2"}, found) for mode, found in modes.items()}


def test_the_repr_of_an_array_is_no_difference() -> None:
    """It is compared by its value."""
    assert differing_modes("a", records(jit_everywhere=(CellRun("a", "Array(1, dtype=int32)\n"),))) == ()


def test_a_mode_that_prints_something_else_is_named() -> None:
    """And no other."""
    assert differing_modes("a", records(jit_off=(CellRun("a", "2\n"),))) == (JIT_OFF,)


def test_reduced_modes_are_compared_with_a_run_that_is_reduced_as_well() -> None:
    """A shorter loop prints something else than the whole one, in every mode."""
    short = (CellRun("a", "3\n"),)

    assert differing_modes("a", records(jit_off=short, jit_everywhere=short, **{REDUCED: short})) == ()


def test_a_cell_that_a_mode_did_not_reach_prints_something_else_in_it() -> None:
    """A run that ended before it printed nothing of it."""
    assert differing_modes("a", records(jit_off=())) == (JIT_OFF,)


def test_functions_with_a_side_effect_are_named_once() -> None:
    """One that only returns a value is not."""
    ref = FunctionRun("RefCounter.count", 2, {}, ("ref",))

    run = CellRun("a", functions=(ref, FunctionRun("f", 2), ref))

    assert functions_with_effects(run) == ("RefCounter.count",)
