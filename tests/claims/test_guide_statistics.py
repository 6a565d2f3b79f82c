"""Counter-examples are looked for to what guide/statistics defines."""

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
