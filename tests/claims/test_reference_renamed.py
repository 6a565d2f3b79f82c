"""Counter-examples are looked for to what reference/renamed says of names that are old."""

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

VALUE = jnp.float32(1)
SEEN: dict[str, Callable[[Callable[[Any], Any]], Any]] = {
    "jit": lambda f: jax.jit(f)(VALUE),
    "grad": lambda f: jax.grad(f)(VALUE),
    "vmap": lambda f: jax.vmap(f)(jnp.ones(2)),
    "checkpoint": lambda f: jax.checkpoint(f)(VALUE),
    "scan": lambda f: jax.lax.scan(lambda c, _: (f(c), None), VALUE, length=2),
    "a key": lambda f: jax.jit(f)(jax.random.key(0)),
}


@pytest.mark.parametrize("place", SEEN)
def test_a_tracer_is_an_array(place: str) -> None:
    """NumPy's arrays, numbers and refs are not."""
    seen: list[bool] = []

    def look(x: Any) -> Any:
        seen.append(isinstance(x, jax.Array) and isinstance(x, jax.core.Tracer))
        return x

    SEEN[place](look)
    assert set(seen) == {True}
    assert not any(isinstance(x, jax.Array) for x in (1.0, VALUE.__array__(), jax.new_ref(VALUE)))


def test_the_text_of_xla_is_that_of_hlo() -> None:
    """Without a name of the dialect it is another."""
    lowered = jax.jit(jnp.sin).lower(1.0)
    assert lowered.as_text("hlo").startswith("HloModule")
    assert not lowered.as_text().startswith("HloModule")


@pytest.mark.parametrize("place", ["alone", "jit"])
def test_the_check_for_reused_keys_does_not_see_raw_ones(place: str) -> None:
    """Only the setting, or its block, switches it on; a call does not."""

    def twice(key: Any) -> Any:
        return jax.random.normal(key) + jax.random.uniform(key)

    run = {"alone": twice, "jit": jax.jit(twice)}[place]
    jax.debug_key_reuse(True)
    run(jax.random.key(0))
    jax.config.update("jax_debug_key_reuse", True)
    jax.clear_caches()  # on JAX 0.8.3 the setting makes no new program
    try:
        run(jax.random.PRNGKey(0))
        with pytest.raises(jax.errors.KeyReuseError, match="consumed"):
            run(jax.random.key(0))
    finally:
        jax.config.update("jax_debug_key_reuse", False)


def test_an_old_name_that_warns_raises_where_warnings_are_errors() -> None:
    """The line is in the traceback; JAX itself raises nothing."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        from jax.experimental import pjit

        assert pjit.pjit
    assert [warning.category for warning in said] == [DeprecationWarning]
    program = "import jax\nfrom jax.experimental import pjit\nold = pjit.pjit"
    command = [sys.executable, "-W", "error::DeprecationWarning", "-c"]
    done = subprocess.run([*command, program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "line 3" in done.stderr
    assert "DeprecationWarning: jax.experimental.pjit.pjit" in done.stderr
    assert subprocess.run([*command, "import jax; jax.numpy.ones(2)"], capture_output=True, check=False).returncode == 0
