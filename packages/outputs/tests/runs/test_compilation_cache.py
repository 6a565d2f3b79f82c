"""Programs of a run beside the one as written are lowered in one context, and are the same programs."""

import subprocess
import sys

import pytest

from printproof_base.processes import own_environment

LOWERS = """
import jax
from jax._src.interpreters import mlir
from printproof.runs.compilation_cache import share_context
plain = jax.jit(lambda x: x + 1).lower(1.0).as_text()
share_context()
shared = jax.jit(lambda x: x + 1).lower(1.0).as_text()
print(mlir.make_ir_context() is mlir.make_ir_context(), plain == shared)
"""


def words_of(code: str) -> list[str]:
    """What a process of its own prints: what is shared is shared in all of a process."""
    ran = subprocess.run(
        [sys.executable, "-c", code], env=own_environment(), capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


def test_programs_share_a_context_and_stay_the_same() -> None:
    """What JAX makes anew for each program is made once in a thread."""
    pytest.importorskip("jax")

    assert words_of(LOWERS) == ["True", "True"]


def test_without_jax_nothing_is_imported() -> None:
    """A script without JAX runs without it."""
    code = (
        "import sys; from printproof.runs.compilation_cache import share_context; share_context();"
        "print('jax' in sys.modules)"
    )

    assert words_of(code) == ["False"]


def test_a_jax_that_makes_contexts_elsewhere_lowers_as_it_does() -> None:
    """The name is private: without it each program has a context of its own."""
    pytest.importorskip("jax")
    without = LOWERS.replace("share_context()\n", "made = mlir.__dict__.pop('make_ir_context')\nshare_context()\n")
    code = without.replace("shared =", "mlir.make_ir_context = made\nshared =")

    assert words_of(code) == ["False", "True"]
