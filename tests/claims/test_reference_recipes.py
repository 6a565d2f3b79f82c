"""Counter-examples are looked for to what reference/recipes says of ten programs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.tree_util import register_dataclass


def test_a_method_that_changes_the_object_changes_a_copy() -> None:
    """One that returns a new object does not lose the change."""

    @register_dataclass
    @dataclass
    class Counter:
        n: Any

        @jax.jit
        def change(self) -> None:
            self.n = self.n + 1

        @jax.jit
        def count(self) -> "Counter":
            return replace(self, n=self.n + 1)

    counter = Counter(jnp.int32(0))
    counter.change()
    assert counter.n == 0
    assert counter.count().count().n == 2


KINDS: dict[str, Any] = {
    "float32": jnp.ones((2, 3)),
    "bfloat16": jnp.ones(2, jnp.bfloat16),
    "bool": jnp.ones(2, bool),
    "complex": jnp.ones(2, complex),
    "empty": jnp.ones((0, 2)),
    "key": jax.random.key(3),
    "raw key": jax.random.PRNGKey(3),
    "weak": jnp.asarray(1.0),
    "number": 1.0,
    "NumPy": np.ones(2),
}


@pytest.mark.parametrize("kind", KINDS)
def test_zeros_like_keeps_the_type_of_a_state(kind: str) -> None:
    """So a step goes on without a new trace."""
    state, traces = {"a": [KINDS[kind], None]}, []
    zeros = jax.tree.map(jnp.zeros_like, state)
    f = jax.jit(lambda _: traces.append(1))
    f(state), f(zeros)
    assert len(traces) == 1
    assert jax.tree.structure(zeros) == jax.tree.structure(state)


CHOICES: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "shape": (lambda x: x.shape[0] * 2 > 3, True),
    "length": (len, True),
    "dtype": (lambda x: jnp.issubdtype(x.dtype, jnp.floating), True),
    "NumPy": (lambda _: np.sum(np.ones(3)) > 2, True),
    "argument": (lambda x: x[0] > 0, False),
    "computed": (lambda x: jnp.sum(x) > 0, False),
    "constant": (lambda _: jnp.sum(jnp.ones(3)) > 2, False),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_an_if_under_jit_cannot_depend_on_what_jax_computes(choice: str) -> None:
    """It can on shapes, dtypes and what NumPy computes."""
    condition, works = CHOICES[choice]
    f = jax.jit(lambda x: x if condition(x) else -x)
    if works:
        assert f(jnp.ones(2)).tolist() == [1, 1]
        return
    with pytest.raises(jax.errors.TracerBoolConversionError, match="boolean conversion of traced array"):
        f(jnp.ones(2))


@pytest.mark.parametrize("begin", [jnp.int32(0), np.int32(0)])
def test_a_count_in_the_state_shares_a_program(begin: Any) -> None:
    """One that Python keeps stays at 1."""
    traces: list[int] = []
    counted = jax.jit(lambda n: n + 1 + 0 * bool(traces.append(1)))
    n = begin
    for _ in range(3):
        n = counted(n)
    assert (int(n), len(traces)) == (3, 1)
    calls: list[int] = []
    outside = jax.jit(lambda x: x + len(calls) if calls.append(1) is None else x)
    assert [int(outside(0)) for _ in range(3)] == [1, 1, 1]
