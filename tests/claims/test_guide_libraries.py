"""Counter-examples are looked for to what guide/libraries says of Flax, Equinox and Haiku."""

import dataclasses
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import nnx
from flax.errors import ModifyScopeVariableError, TraceContextError

X = jnp.array([[3.0, 5.0], [11.0, 13.0], [1.0, 9.0]])
KEY = jax.random.key(0)
STEPS = 4

Start = Callable[[], Any]
Step = Callable[[Any, Any], Any]


class NnxCount(nnx.Module):
    """A count, by hand."""

    def __init__(self) -> None:
        self.n = nnx.Variable(jnp.int32(0))

    def __call__(self, x: Any) -> Any:
        """One more."""
        self.n.set_value(self.n.get_value() + 1)
        return x * self.n.get_value()


class LinenCount(nn.Module):
    """A count that init leaves alone."""

    @nn.compact
    def __call__(self, x: Any) -> Any:
        """One more."""
        n = self.variable("counts", "n", lambda: jnp.int32(0))
        if not self.is_initializing():
            n.value += 1
        return nn.Dense(2)(x) * n.value


class EquinoxCount(eqx.Module):
    """A count in a state."""

    index: eqx.nn.StateIndex[Any]

    def __init__(self) -> None:
        self.index = eqx.nn.StateIndex(jnp.int32(0))

    def __call__(self, x: Any, state: eqx.nn.State) -> Any:
        """One more."""
        n = state.get(self.index) + 1
        return x * n, state.set(self.index, n)


class EquinoxNorm(eqx.Module):
    """The library's own layer, over a batch."""

    norm: eqx.nn.BatchNorm

    def __init__(self) -> None:
        self.norm = eqx.nn.BatchNorm(2, "batch", mode="ema")

    def __call__(self, x: Any, state: eqx.nn.State) -> Any:
        """In training."""
        return jax.vmap(self.norm, in_axes=(0, None), out_axes=(0, None), axis_name="batch")(x, state)


def haiku_count(x: Any) -> Any:
    """A count in Haiku's state."""
    n = hk.get_state("n", (), jnp.int32, init=jnp.zeros) + 1
    hk.set_state("n", n)
    return hk.Linear(2)(x) * n


def haiku_norm(x: Any) -> Any:
    """The library's own layer."""
    return hk.BatchNorm(create_scale=True, create_offset=True, decay_rate=0.9)(x, is_training=True)


def linen_of(layer: Any, collection: str, **settings: Any) -> tuple[Start, Step]:
    """A start and a step of a Linen layer, whose variables are the state."""

    def step(variables: Any, x: Any) -> Any:
        y, new = layer.apply(variables, x, mutable=collection, **settings)
        return y, variables | new

    return lambda: layer.init(KEY, X, **settings), step


def equinox_of(layer: Any) -> tuple[Start, Step]:
    """A start and a step of an Equinox layer."""
    model, _ = eqx.nn.make_with_state(layer)()
    return lambda: eqx.nn.make_with_state(layer)()[1], lambda state, x: model(x, state)


def haiku_of(function: Any) -> tuple[Start, Step]:
    """A start and a step of a function of Haiku."""
    pair = hk.transform_with_state(function)
    params, _ = pair.init(KEY, X)
    return lambda: pair.init(KEY, X)[1], lambda state, x: pair.apply(params, state, None, x)


NORM = nn.BatchNorm(momentum=0.9)
RETURNED = {
    "Linen, by hand": linen_of(LinenCount(), "counts"),
    "Linen, BatchNorm": linen_of(NORM, "batch_stats", use_running_average=False),
    "Equinox, by hand": equinox_of(EquinoxCount),
    "Equinox, BatchNorm": equinox_of(EquinoxNorm),
    "Haiku, by hand": haiku_of(haiku_count),
    "Haiku, BatchNorm": haiku_of(haiku_norm),
}
MODULES: dict[str, Callable[[], Any]] = {
    "by hand": NnxCount,
    "BatchNorm": lambda: nnx.BatchNorm(2, momentum=0.9, rngs=nnx.Rngs(0)),
}
COMPILERS: dict[str, Callable[[Any], Any]] = {
    "jax.jit": jax.jit,
    "eqx.filter_jit": eqx.filter_jit,
    "jit of vmap": lambda f: jax.jit(
        lambda state, x: jax.tree.map(lambda leaf: leaf[0], jax.vmap(f, (None, 0))(state, x[None]))
    ),
}


def numbers(held: Any) -> list[Any]:
    """What is held, as lists."""
    return [leaf.tolist() for leaf in jax.tree.leaves(held)]


def kept(step: Step, state: Any) -> list[Any]:
    """The states of some steps, each passed on."""
    states = [state]
    for n in range(STEPS):
        states.append(step(states[-1], X * (n + 1))[1])
    return states[1:]


def dropped(step: Step, state: Any) -> list[Any]:
    """The states of some steps that all begin with one."""
    return [step(state, X)[1] for _ in range(STEPS)]


def distinct(states: list[Any]) -> int:
    """How many of them differ."""
    return len({str(numbers(state)) for state in states})


def is_close(one: Any, other: Any) -> bool:
    """Whether two states hold the same numbers, but for rounding."""
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(jnp.allclose(a, b, rtol=1e-4) for a, b in pairs)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("layer", RETURNED)
def test_a_state_that_comes_out_is_lost_where_it_is_dropped(layer: str, compiler: str) -> None:
    """A compiled call says nothing; where it is passed on, the numbers are those of calls without jit."""
    start, step = RETURNED[layer]
    compiled = COMPILERS[compiler](step)

    assert distinct(dropped(compiled, start())) == 1
    assert distinct(kept(compiled, start())) == STEPS
    assert is_close(kept(compiled, start())[-1], kept(step, start())[-1])


@pytest.mark.parametrize("module", MODULES)
def test_an_nnx_module_keeps_what_nnx_jit_writes_or_jax_jit_returns(module: str) -> None:
    """Under jax.jit alone it keeps nothing, and no error says so."""

    def states(call: Callable[[Any, Any], Any]) -> list[Any]:
        layer, found = MODULES[module](), []
        for n in range(STEPS):
            layer = call(layer, X * (n + 1)) or layer
            found.append(jax.tree.map(jnp.copy, nnx.state(layer)))
        return found

    def write(layer: Any, x: Any) -> None:
        layer(x)

    plain = states(write)
    assert distinct(plain) == STEPS
    assert distinct(states(jax.jit(write))) == 1
    for call in (nnx.jit(write), jax.jit(lambda layer, x: [layer(x), layer][1])):
        assert is_close(states(call)[-1], plain[-1])


@pytest.mark.parametrize("module", MODULES)
def test_an_nnx_module_from_outside_refuses_a_write(module: str) -> None:
    """While any transformation traces; what is read becomes a constant of a compiled program."""
    layer, count = MODULES[module](), NnxCount()

    def outside(x: Any) -> Any:
        return layer(x)

    assert outside(X) is not None
    for call in (
        jax.jit(layer),
        nnx.jit(layer),
        jax.jit(outside),
        nnx.jit(outside),
        jax.vmap(outside),
        jax.grad(lambda x: layer(x).sum()),
        lambda x: jax.lax.scan(lambda carry, row: (carry, layer(row)), 0, x[None]),
    ):
        with pytest.raises(TraceContextError, match="Cannot mutate"):
            call(X)

    for compiler in (jax.jit, nnx.jit):
        read = compiler(lambda x: x + count.n.get_value())
        before = read(1.0)
        count(X)
        assert read(1.0) == before != 1 + count.n.get_value()


@pytest.mark.parametrize("jit", [jax.jit, nnx.jit])
@pytest.mark.parametrize("outside", [False, True])
def test_a_variable_with_ref_true_keeps_what_either_jit_writes(jit: Any, outside: bool) -> None:
    """Also where the module comes from outside."""

    class RefCount(nnx.Module):
        def __init__(self) -> None:
            self.n = nnx.Variable(jnp.int32(0), ref=True)

        def __call__(self, x: Any) -> Any:
            self.n[...] = self.n[...] + 1
            return x * self.n[...]

    layer = RefCount()
    call = jit(layer) if outside else jit(lambda layer, x: layer(x))
    for _ in range(STEPS):
        call(X) if outside else call(layer, X)
    assert layer.n[...] == STEPS


@pytest.mark.parametrize("jit", [False, True])
@pytest.mark.parametrize("mutable", [False, ["params"], "other"])
def test_linen_refuses_a_write_that_mutable_does_not_name(mutable: Any, jit: bool) -> None:
    """Compiled or not, to a collection of one's own and to that of BatchNorm."""
    layers: list[tuple[nn.Module, dict[str, Any]]] = [(LinenCount(), {}), (NORM, {"use_running_average": False})]
    for layer, settings in layers:
        variables = layer.init(KEY, X, **settings)

        def apply(variables: Any, x: Any, layer: Any = layer, settings: Any = settings) -> Any:
            return layer.apply(variables, x, mutable=mutable, **settings)

        with pytest.raises(ModifyScopeVariableError, match="is immutable"):
            (jax.jit(apply) if jit else apply)(variables, X)


@pytest.mark.parametrize("jit", [False, True])
def test_sow_without_mutable_writes_nothing(jit: bool) -> None:
    """And there is no error, so the collection stays as it was; with `mutable` it counts."""

    class Sown(nn.Module):
        @nn.compact
        def __call__(self, x: Any) -> Any:
            self.sow("counts", "n", jnp.int32(1), reduce_fn=lambda a, b: a + b, init_fn=lambda: jnp.int32(0))
            return x

    def apply(variables: Any, mutable: Any = False) -> Any:
        call = lambda variables: Sown().apply(variables, X, mutable=mutable)  # noqa: E731
        return (jax.jit(call) if jit else call)(variables)

    variables = {"counts": {"n": jnp.int32(3)}}
    assert (apply(variables) == X).all()
    assert numbers(variables) == [3]
    assert numbers(apply(variables, "counts")[1]) == [4]


def test_a_linen_module_that_is_bound_holds_its_state() -> None:
    """Two calls of it count to two; the module that was bound holds none."""
    layer = LinenCount()
    bound = layer.bind(layer.init(KEY, X), mutable="counts")
    bound(X)
    bound(X)

    assert bound.variables["counts"]["n"] == 2
    with pytest.raises(ValueError, match="unbound modules"):
        layer.variables  # noqa: B018


@pytest.mark.parametrize("layer", RETURNED)
def test_a_call_that_donates_the_old_state_notices(layer: str) -> None:
    """The next call with the old one is an error, as in plain JAX."""
    for start, step in (RETURNED[layer], (lambda: jnp.int32(0), lambda n, x: (x, n + 1))):
        donating = jax.jit(step, donate_argnums=0)
        state = jax.tree.map(jnp.array, start())
        donating(state, X)
        with pytest.raises((ValueError, RuntimeError), match="deleted"):
            donating(state, X)


def test_new_variables_are_merged_into_the_old() -> None:
    """They hold only the collections that may change; the others, such as params, are there still."""
    start, step = RETURNED["Linen, by hand"]
    variables = start()
    _, new = LinenCount().apply(variables, X, mutable="counts")

    assert set(new) == {"counts"}
    assert set(step(variables, X)[1]) == {"counts", "params"}


def test_init_runs_the_layer_and_linen_keeps_what_it_wrote() -> None:
    """Haiku returns the first value that each state had."""

    class Eager(nn.Module):
        @nn.compact
        def __call__(self, x: Any) -> Any:
            n = self.variable("counts", "n", lambda: jnp.int32(0))
            n.value += 1
            return x

    def count(x: Any) -> Any:
        hk.set_state("set", jnp.int32(5))
        hk.set_state("set", hk.get_state("set") + 1)
        return haiku_count(x)

    for jit in (jax.jit, lambda function: function):
        assert jit(Eager().init)(KEY, X)["counts"]["n"] == 1
        assert jit(LinenCount().init)(KEY, X)["counts"]["n"] == 0
        assert numbers(jit(hk.transform_with_state(count).init)(KEY, X)[1]) == [0, 5]


def test_equinox_reports_an_old_state_but_under_jit_and_vmap() -> None:
    """Nor where it was copied otherwise: by a loop, a branch, `checkpoint` or hand; any other old one is reported."""
    start, step = RETURNED["Equinox, by hand"]

    def with_loss(x: Any, state: Any) -> Any:
        y, new = step(state, x)
        return y.sum(), new

    with pytest.raises(ValueError, match="Attempted to use old state"):
        dropped(step, start())

    with pytest.raises(ValueError, match="Attempted to use old state"):
        dropped(lambda state, x: jax.grad(with_loss, has_aux=True)(x, state), start())

    def twice(state: Any) -> Any:
        return step(state, X)[1], step(state, X)[1]

    for compiled in (jax.jit(twice), eqx.filter_jit(twice)):
        with pytest.raises(ValueError, match="Attempted to use old state"):
            compiled(start())

    over_rows, loop = jax.vmap(step, in_axes=(None, 0), out_axes=(0, None)), jax.lax.scan
    for transformed in (
        jax.jit(step),
        eqx.filter_jit(step),
        over_rows,
        jax.checkpoint(step),
        lambda state, x: (x, jax.lax.cond(True, lambda state: step(state, x)[1], lambda state: state, state)),
        lambda state, x: (x, jax.lax.fori_loop(0, 1, lambda _, state: step(state, x)[1], state)),
        lambda state, x: step(jax.tree.map(jnp.copy, state), x),
        lambda state, x: loop(lambda carry, row: step(carry, row)[::-1], state, x)[::-1],
    ):
        assert distinct(dropped(transformed, start())) == 1
    assert distinct(dropped(RETURNED["Equinox, BatchNorm"][1], RETURNED["Equinox, BatchNorm"][0]())) == 1


@pytest.mark.parametrize("function", [haiku_count, haiku_norm])
def test_hk_transform_is_for_functions_without_state(function: Any) -> None:
    """One that reads a state, or one that writes it, is refused before it has parameters."""
    for jit in (jax.jit, lambda function: function):
        with pytest.raises(ValueError, match=r"use `hk\.transform_with_state`"):
            jit(hk.transform(function).init)(KEY, X)


def test_an_equinox_module_refuses_assignments_once_it_is_made() -> None:
    """A method cannot assign to a field, but a NumPy array in one can still change."""

    class Held(eqx.Module):
        n: Any

        def assign(self) -> None:
            self.n = 1

    held = Held(np.zeros(1))
    held.n[:] += 1

    assert numbers(held) == [[1.0]]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign"):
        held.assign()


def test_filter_jit_takes_what_jax_jit_refuses() -> None:
    """A function or a text in a module; both are static."""

    class Named(eqx.Module):
        weight: Any
        act: Any
        name: str

        def __call__(self, x: Any) -> Any:
            return self.act(x @ self.weight)

    def call(model: Any, x: Any) -> Any:
        return model(x)

    for model in (eqx.nn.MLP(2, 1, 4, depth=1, key=KEY), Named(jnp.ones(2), jnp.tanh, "a")):
        with pytest.raises(TypeError, match="Error interpreting argument"):
            jax.jit(call)(model, X[0])
        assert jnp.allclose(eqx.filter_jit(call)(model, X[0]), model(X[0]), rtol=1e-5)


def test_filter_jit_traces_arrays_and_nothing_else() -> None:
    """Those of NumPy and its numbers as well; a Python number is static, and what a module holds beside arrays."""
    seen = []
    note = eqx.filter_jit(lambda tree: seen.append([isinstance(leaf, jax.core.Tracer) for leaf in tree]))
    note([jnp.ones(2), np.ones(2), np.float32(2), np.bool_(True), KEY, 2.0, 3, True, 1j, "a", jnp.tanh])

    assert seen == [[True] * 5 + [False] * 6]


def test_a_call_draws_anew_but_may_keep_the_elements_of_another() -> None:
    """Of four elements there are 16 masks, so among 17 calls two are equal."""
    masks = [jax.random.bernoulli(jax.random.fold_in(KEY, n), shape=(4,)).tolist() for n in range(17)]

    assert len({str(mask) for mask in masks}) < 17
    assert all(one != other for one, other in pairwise(masks))


@pytest.mark.parametrize("seed", range(5))
def test_the_dropout_of_each_library_makes_its_keys_in_its_own_way(seed: int) -> None:
    """From one seed come four masks."""
    ones, key = jnp.ones(64), jax.random.key(seed)
    masks = [
        nnx.Dropout(0.5, rngs=nnx.Rngs(seed))(ones),
        nn.Dropout(0.5, deterministic=False).apply({}, ones, rngs={"dropout": key}),
        hk.transform(lambda x: hk.dropout(hk.next_rng_key(), 0.5, x)).apply({}, key, ones),
        eqx.nn.Dropout(0.5)(ones, key=key),
    ]

    assert all((one != other).any() for one, other in combinations(masks, 2))


def test_an_error_without_jit_may_not_come_with_it() -> None:
    """Nor may one with jit come without it."""
    start, step = RETURNED["Equinox, by hand"]
    layer = NnxCount()
    assert [distinct(dropped(jax.jit(step), start())), layer(X).shape] == [1, X.shape]

    with pytest.raises(ValueError, match="old state"):
        dropped(step, start())
    with pytest.raises(TraceContextError, match="Cannot mutate"):
        jax.jit(layer)(X)
