"""Counter-examples are looked for to what guide/optimizers says of batches that are put together."""

import jax.numpy as jnp
import optax
import pytest


@pytest.mark.parametrize("k", [2, 4])
def test_multi_steps_averages_k_gradients_and_its_schedule_counts_changes(k: int) -> None:
    """Between two changes the parameters stay; the second change has the second learning rate of the schedule."""
    optimizer = optax.MultiSteps(optax.sgd(lambda count: jnp.where(count < 1, 1.0, 0.1)), every_k_schedule=k)
    params = jnp.float32(0)
    state, seen = optimizer.init(params), [0.0]
    for gradient in jnp.arange(1.0, 2 * k + 1):
        updates, state = optimizer.update(gradient, state, params)
        params = optax.apply_updates(params, updates)
        seen.append(float(params))

    means = jnp.arange(1.0, k + 1).mean(), jnp.arange(k + 1.0, 2 * k + 1).mean()
    assert seen[k] == pytest.approx(-means[0])
    assert seen[2 * k] == pytest.approx(-means[0] - 0.1 * means[1])
    assert len(set(seen)) == 3
