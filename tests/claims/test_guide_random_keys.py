"""Counter-examples are looked for to what guide/random-keys tells readers to remember."""

import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import pytest

DRAWS: dict[str, Callable[[jax.Array], jax.Array]] = {
    "uniform": lambda key: jax.random.uniform(key, (2,)),
    "normal": lambda key: jax.random.normal(key, (2,)),
    "randint": lambda key: jax.random.randint(key, (2,), 1, 7),
    "permutation": lambda key: jax.random.permutation(key, 4),
    "split": lambda key: jax.random.key_data(jax.random.split(key)),
}
SEEDS = (0, 7, 2**31, 2**32 - 1)


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_same_key_same_numbers(draw: Callable[[jax.Array], jax.Array]) -> None:
    """Alone, in a jitted vmap of equal keys and in a scan, with keys of JAX's default kind."""

    @jax.jit
    def together(key: jax.Array) -> tuple[jax.Array, jax.Array]:
        _, steps = jax.lax.scan(lambda carry, _: (carry, draw(carry)), key, length=2)
        return jax.vmap(draw)(jnp.stack([key, key])), steps

    for key in map(jax.random.key, SEEDS):
        for again in (draw(key)[None], *together(key)):
            assert jnp.array_equal(jnp.broadcast_to(draw(key), again.shape), again)


@pytest.mark.parametrize("shape", [(), (1,), (5,), (128, 1), (0,)], ids=str)
def test_normal_begins_with_the_same_number_for_every_shape(shape: tuple[int, ...]) -> None:
    """`poisson`, `binomial` and `permutation` do not, so the page says it of `normal` alone."""
    for key in map(jax.random.key, SEEDS):
        first = jax.random.normal(key)
        assert jnp.array_equal(jax.random.normal(key, shape).ravel()[:1], jnp.full(min(1, math.prod(shape)), first))


class Dice:
    """An object that hides its key."""

    def __init__(self, key: jax.Array) -> None:
        """Keep the key."""
        self.key = key

    def roll(self) -> jax.Array:
        """Split the key, keep one part and draw with the other."""
        self.key, now = jax.random.split(self.key)
        return jax.random.uniform(now)


jax.tree_util.register_pytree_node(Dice, lambda dice: ((dice.key,), None), lambda _, keys: Dice(*keys))


def rolled(dice: Dice) -> tuple[jax.Array, Dice]:
    """One roll, and the dice after it."""
    return dice.roll(), dice


def test_a_key_from_outside_is_frozen_unless_a_traced_argument_or_a_ref_holds_it() -> None:
    """Frozen in a bound method and in a static argument; as a returned traced argument or in a ref, it moves."""
    bound = jax.jit(Dice(jax.random.key(0)).roll)
    assert bound() == bound()

    static, dice = jax.jit(Dice.roll, static_argnums=0), Dice(jax.random.key(0))
    assert static(dice) == static(dice)

    traced = jax.jit(rolled)
    first, after = traced(Dice(jax.random.key(0)))
    assert first != traced(after)[0]

    held = jax.new_ref(jax.random.key(0))

    @jax.jit
    def rolled_in_place() -> jax.Array:
        held[...], now = jax.random.split(held[...])
        return jax.random.uniform(now)

    assert rolled_in_place() != rolled_in_place()


@pytest.mark.parametrize(
    "draw", [jax.random.uniform, jax.random.split, jax.random.permutation], ids=["draw", "split", "permute"]
)
def test_the_checker_catches_a_hidden_key_that_is_split_or_drawn_with(draw: Callable[..., jax.Array]) -> None:
    """It lets `fold_in` pass, which gives the same numbers in every call as well."""
    key = jax.random.key(0)
    numbers = (4,) if draw is jax.random.permutation else ()
    hidden, folded = jax.jit(lambda: draw(key, *numbers)), jax.jit(lambda: jax.random.fold_in(key, 1))
    with jax.debug_key_reuse(True):
        folded(), folded()
        hidden()
        with pytest.raises(jax.errors.KeyReuseError, match=r"already consumed|Previously-consumed"):
            hidden()


def test_the_checker_misses_a_second_loop_over_an_array_of_keys() -> None:
    """Though it catches a second use of one of them that was taken out by its index."""
    with jax.debug_key_reuse(True):
        keys = jax.random.split(jax.random.key(0), 3)
        first, again = ([float(jax.random.uniform(key)) for key in keys] for _ in range(2))
        assert first == again

        others = jax.random.split(jax.random.key(1), 3)
        jax.random.uniform(others[0])
        with pytest.raises(jax.errors.KeyReuseError, match=r"already consumed|Previously-consumed"):
            jax.random.uniform(others[0])
