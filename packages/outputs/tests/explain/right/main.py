import argparse

import jax
import jax.numpy as jnp


def train(epochs):
    step = jax.jit(lambda w: w - 0.1 * jax.grad(lambda v: jnp.sum(v**2))(w))
    w = jnp.ones(2)
    for _ in range(epochs):
        w = step(w)
    return w


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    print(train(parser.parse_args().epochs))


if __name__ == "__main__":
    main()
