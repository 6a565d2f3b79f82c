"""Counter-examples are looked for to what guide/statistics defines."""

import jax
import jax.numpy as jnp
import pytest

NORMALIZED = {
    "spread": ([1.0, 2.0, 6.0], 1),
    "far-from-0": ([1000.0, 1001.0, 1007.0], 1),
    "almost-equal": ([0.0, 0.001, 0.0], 0),
    "equal": ([3.0, 3.0, 3.0], 0),
    "one-example": ([3.0], 0),
}


@pytest.mark.parametrize(("values", "variance"), NORMALIZED.values(), ids=NORMALIZED)
def test_a_feature_that_varies_gets_mean_0_and_variance_1(values: list[float], variance: int) -> None:
    """One whose values are almost equal keeps a variance near 0, because of what is added below the root."""
    x = jnp.array(values)[:, None]
    z = (x - x.mean(axis=0)) / jnp.sqrt(x.var(axis=0) + 1e-5)

    assert jnp.allclose(z.mean(axis=0), 0, atol=1e-3)
    assert jnp.allclose(z.var(axis=0), variance, atol=0.05)


def test_a_gradient_does_not_reach_into_the_call_that_made_the_statistics() -> None:
    """One loss over two batches has another gradient than two losses, though each prints the same numbers."""
    batches = jnp.array([1.0, 2.0])

    def loss(w: jax.Array, mean: jax.Array, xs: jax.Array) -> tuple[jax.Array, jax.Array]:
        total = jnp.float32(0)
        for x in xs:
            total, mean = total + w * x - mean, 0.5 * mean + 0.5 * w * x
        return total, mean

    run = jax.value_and_grad(loss, has_aux=True)
    (whole, end), gradient = run(1.0, 0.0, batches)
    (first, mean), one = run(1.0, 0.0, batches[:1])
    (second, last), two = run(1.0, mean, batches[1:])

    assert (whole, end) == (first + second, last)
    assert gradient == one + two - 0.5
