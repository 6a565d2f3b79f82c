"""What a PRNG key costs that is used twice, and how JAX finds it."""
# SPDX-License-Identifier: Apache-2.0
# init() is adapted from the JAX documentation, Copyright The JAX Authors,
# Apache-2.0; changed: one PRNG key per purpose, cells and names added.

# %% init
import jax


def init(key):
    weight_key, bias_key = jax.random.split(key)
    weight = jax.random.normal(weight_key, ())
    bias = jax.random.normal(bias_key, ())
    return weight, bias

# Output: none

# %% same-key
rng = jax.random.key(42)
x_rng, noise_rng = jax.random.split(rng)
xs = jax.random.normal(x_rng, (128, 1))
# init() splits the same key again.
weight, bias = init(rng)
print(f"first data point {xs[0, 0]:.4f}")
print(f"first weight {weight:.4f}")

# Output:
# first data point 0.0759
# first weight 0.0759
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% key-reuse
with jax.debug_key_reuse(True):
    rng = jax.random.key(42)
    x_rng, noise_rng = jax.random.split(rng)
    # init() splits the same key again.
    jax.random.split(rng)

# Output:
# KeyReuseError: Previously-consumed key passed to …

# %% one-key-each
init_key, x_key, noise_key = jax.random.split(jax.random.key(42), 3)
xs = jax.random.normal(x_key, (128, 1))
weight, bias = init(init_key)
print(f"first data point {xs[0, 0]:.4f}")
print(f"first weight {weight:.4f}")

# Output:
# first data point 0.6058
# first weight -0.7198

# %% exercise
@jax.jit
def draw(key):
    later, now = jax.random.split(key)
    return jax.random.uniform(now), later


key = jax.random.key(0)
for _ in range(3):
    number, key = draw(key)
    print(f"{number:.4f}")

# Output:
# 0.0073
# 0.1043
# 0.0826
#
# Traces: draw 1
