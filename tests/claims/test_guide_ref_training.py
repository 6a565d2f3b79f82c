"""Counter-examples are looked for to what guide/ref-training tells readers to remember."""

from collections.abc import Callable
from operator import getitem, setitem
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

NEW = jax.__version_info__ >= (0, 11)
"""Whether with_refs takes the gradient of a ref, and of an entry."""


def scanned(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The result of a function that a loop calls once."""
    return lambda x: lax.scan(lambda c, _: (c, f(x)), 0, None, length=1)[1][0]


def chosen(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The branch that is taken."""
    return lambda x: lax.cond(jnp.sum(x) > -1e9, f, lambda x: jnp.zeros_like(f(x)), x)


AROUND: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "as written": lambda f: f,
    "jit": jax.jit,
    "checkpoint": jax.checkpoint,
    "scan": scanned,
    "cond": chosen,
}
DTYPES = ("float32", "bfloat16", "complex64")


def loss(w: Any, x: Any, y: Any) -> jax.Array:
    """A mean over examples."""
    return jnp.mean((x @ w - y) ** 2)


def examples(seed: int, number: int) -> tuple[jax.Array, jax.Array]:
    """Whole numbers, so that sums are exact."""
    made = np.random.default_rng(seed)
    return jnp.array(made.integers(-4, 5, (number, 3)), "float32"), jnp.array(made.integers(-4, 5, number), "float32")


def test_an_assignment_writes_only_with_brackets() -> None:
    """Under jit, scan, cond and as written: a name that is assigned leaves the ref alone, and raises no error."""

    def named(ref: Any) -> None:
        ref = ref[...] + 1

    def written(ref: Any) -> None:
        ref[...] = ref[...] + 1

    def looped(write: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda ref: lax.fori_loop(0, 1, lambda i, c: (write(ref), c)[1], None)

    def branch(write: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda ref: lax.cond(True, lambda: write(ref), lambda: None)

    for way in (lambda f: f, jax.jit, looped, branch):
        ref = jax.new_ref(jnp.float32(0))
        way(named)(ref)
        assert ref[...] == 0
        way(written)(ref)
        assert ref[...] == 1


WRITES: list[Callable[[Any], Any]] = [
    lambda ref: jax.ref.set(ref, ..., jnp.float32(5)),
    lambda ref: jax.ref.swap(ref, ..., jnp.float32(5)),
    lambda ref: jax.ref.addupdate(ref, ..., jnp.float32(5)),
    lambda ref: bound(lambda x: 5 * x, jnp.float32(1), ref),
]


@pytest.mark.parametrize("write", WRITES)
def test_a_call_writes_as_well(write: Callable[[Any], Any]) -> None:
    """Without any assignment; += on the name alone is an error."""
    for run in (lambda f: f, jax.jit):
        ref = jax.new_ref(jnp.float32(0))
        run(lambda ref: (write(ref), 0)[1])(ref)
        assert ref[...] == 5
    with pytest.raises((TypeError, AttributeError), match=r"\+=|_add"):
        ref += 1


@pytest.mark.parametrize("dtype", ["float32", "int32", "bfloat16"])
def test_a_sum_in_a_ref_from_outside_goes_on(dtype: str) -> None:
    """From call to call, closed over or passed, whichever loop adds; one that is made inside begins again."""
    xs = jnp.arange(4, dtype=dtype)
    outside, passed = jax.new_ref(jnp.zeros((), dtype)), jax.new_ref(jnp.zeros((), dtype))
    loops: list[Callable[[Any], Any]] = [
        lambda ref: lax.scan(lambda c, x: (c, jax.ref.addupdate(ref, ..., x)), None, xs),
        lambda ref: lax.fori_loop(0, 4, lambda i, c: (jax.ref.addupdate(ref, ..., xs[i]), c)[1], None),
        lambda ref: [jax.ref.addupdate(ref, ..., x) for x in xs],
    ]

    for calls, loop in enumerate(loops, 1):

        @jax.jit
        def add(ref: Any, loop: Any = loop) -> jax.Array:
            inside = jax.new_ref(jnp.zeros((), dtype))
            for one in (outside, ref, inside):
                loop(one)
            return inside[...]

        assert add(passed) == 6
        assert outside[...] == passed[...] == 6 * calls


@pytest.mark.parametrize("way", AROUND)
@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_what_a_loss_reads_from_an_outside_ref_is_a_constant(way: str, dtype: str) -> None:
    """Its gradient is zero if it reads nothing else, and its value has the gradient that was meant."""
    weights = jax.new_ref(jnp.arange(3, dtype=dtype))

    def closed(w: Any) -> jax.Array:
        return jnp.sum(weights[...] ** 2)

    def passed(w: Any, ref: Any) -> jax.Array:
        return jnp.sum(ref[...] ** 2) + 0 * jnp.sum(w)

    value = weights[...]
    for gradient in (jax.grad(AROUND[way](closed)), jax.jit(jax.grad(AROUND[way](closed)))):
        assert gradient(value).tolist() == [0, 0, 0]
    assert jax.grad(passed)(value, weights).tolist() == [0, 0, 0]
    assert jax.grad(AROUND[way](lambda w: jnp.sum(w**2)))(value).tolist() == [0, 2, 4]


def test_grad_takes_no_ref() -> None:
    """At any place, in grad and value_and_grad; it may take one that it does not differentiate."""
    ref = jax.new_ref(jnp.float32(2))
    for call in (jax.grad(lambda r: r[...] ** 2), jax.value_and_grad(lambda r: r[...] ** 2)):
        with pytest.raises((ValueError, TypeError), match="Ref"):
            call(ref)
    with pytest.raises((ValueError, TypeError), match="Ref"):
        jax.grad(lambda w, r: w * r[...], argnums=1)(1.0, ref)
    assert jax.grad(lambda w, r: w * r[...])(1.0, ref) == 2


@pytest.mark.parametrize("seed", range(5))
def test_gradients_of_sums_add_up_to_that_of_the_batch(seed: int) -> None:
    """For parts of any size, if they are divided once; means do so only for parts of one size."""
    x, y = examples(seed, 8)
    w = jnp.array([1.0, -2.0, 3.0])
    whole = jax.grad(loss)(w, x, y)

    for ends in ([1], [2, 3, 7], [4], [2, 4, 6], [1, 2, 3, 4, 5, 6, 7]):
        sums, means = jax.new_ref(jnp.zeros(3)), jax.new_ref(jnp.zeros(3))
        parts = list(zip(jnp.split(x, ends), jnp.split(y, ends), strict=True))
        for part in parts:
            sums[...] += jax.grad(lambda w, x, y: jnp.sum((x @ w - y) ** 2))(w, *part)
            means[...] += jax.grad(loss)(w, *part)

        assert (sums[...] / 8).tolist() == whole.tolist()
        equal = len({len(part[1]) for part in parts}) == 1
        assert bool(jnp.allclose(means[...] / len(parts), whole, rtol=1e-6)) == equal


def test_the_carry_of_a_scan_needs_no_more_than_a_ref() -> None:
    """For several sizes and numbers of steps."""
    for size, steps in ((100, 2), (1000, 4), (5000, 9)):
        batches = jnp.zeros((steps, 2, size)), jnp.zeros((steps, 2))

        def carried(w: Any, batches: Any) -> Any:
            return lax.scan(lambda c, b: (c + jax.grad(loss)(w, *b), None), jnp.zeros_like(w), batches)[0]

        def kept(w: Any, batches: Any) -> Any:
            total = jax.new_ref(jnp.zeros_like(w))
            lax.scan(lambda c, b: (c, jax.ref.addupdate(total, ..., jax.grad(loss)(w, *b))), None, batches)
            return total[...]

        needed = [
            jax.jit(f).lower(jnp.zeros(size), batches).compile().memory_analysis().temp_size_in_bytes  # type: ignore[union-attr]
            for f in (carried, kept)
        ]
        assert needed[0] == needed[1]


def test_a_step_with_refs_saves_what_donation_saves() -> None:
    """The state is written where it was, and the peak is that of a donated state, half of the other."""

    def explicit(w: Any, m: Any) -> Any:
        m = 0.5 * m + w
        return w - m, m

    def with_refs(w: Any, m: Any) -> None:
        m[...] = 0.5 * m[...] + w[...]
        w[...] -= m[...]

    def peak(function: Any, *state: Any) -> float:
        memory: Any = function.lower(*state).compile().memory_analysis()
        return round(memory.peak_memory_in_bytes / 40_000)

    arrays = lambda: (jnp.zeros(10_000), jnp.zeros(10_000))  # noqa: E731
    refs = [jax.new_ref(array) for array in arrays()]
    before = [ref.unsafe_buffer_pointer() for ref in refs]
    jax.jit(with_refs)(*refs)

    assert [ref.unsafe_buffer_pointer() for ref in refs] == before
    assert peak(jax.jit(with_refs), *refs) == peak(jax.jit(explicit, donate_argnums=(0, 1)), *arrays()) == 2
    assert peak(jax.jit(explicit), *arrays()) == 4


def test_the_order_of_lines_decides_what_a_read_gives() -> None:
    """A read before the write has the old value, one after it the new one."""

    @jax.jit
    def both(ref: Any) -> Any:
        before = ref[...]
        ref[...] += 1
        return before, ref[...]

    assert [value.item() for value in both(jax.new_ref(jnp.int32(3)))] == [3, 4]


def test_the_order_of_lines_matters_in_both_steps() -> None:
    """Parameters that are updated first get the momentum of the step before, whether m is a name or a ref."""
    x, y = examples(0, 8)

    def explicit(w: Any, m: Any, first: bool) -> Any:
        gradient = jax.grad(loss)(w, x, y)
        if first:
            w = w - m
        m = 0.5 * m + gradient
        return (w if first else w - m), m

    def with_refs(w: Any, m: Any, first: bool) -> None:
        gradient = jax.grad(loss)(w[...], x, y)
        if first:
            w[...] -= m[...]
        m[...] = 0.5 * m[...] + gradient
        if not first:
            w[...] -= m[...]

    found = []
    for first in (False, True):
        state: Any = (jnp.zeros(3), jnp.zeros(3))
        refs = [jax.new_ref(array) for array in state]
        for _ in range(2):
            state = jax.jit(explicit, static_argnums=2)(*state, first)
            jax.jit(with_refs, static_argnums=2)(*refs, first)
        assert jnp.allclose(state[0], refs[0][...])
        found.append(state[0])
    assert not jnp.allclose(found[0], found[1])


@pytest.mark.parametrize("dtype", [*DTYPES, "int32"])
def test_state_that_was_read_goes_on_in_new_refs(dtype: str) -> None:
    """A ref is a leaf of any tree; what was saved does not change, and a new ref shares nothing with it."""
    state = {"a": jax.new_ref(jnp.ones(3, dtype)), "b": [jax.new_ref(jnp.zeros((), dtype))]}
    saved = jax.tree.map(lambda ref: ref[...], state)
    again = jax.tree.map(jax.new_ref, saved)
    for ref in (*jax.tree.leaves(state), *jax.tree.leaves(again)):
        ref[...] += jnp.ones((), dtype)

    assert [leaf.tolist() for leaf in jax.tree.leaves(saved)] == [[1, 1, 1], 0]
    assert [leaf[...].tolist() for leaf in jax.tree.leaves(again)] == [[2, 2, 2], 1]


def square(w: Any) -> Any:
    """A loss of all entries."""
    return jnp.sum(w**2)


def bound(f: Callable[[Any], Any], w: Any, ref: Any) -> Any:
    """What the backward pass returns that adds to a ref."""
    value, backward = jax.vjp(f, w)
    return backward.with_refs(ref)(jnp.ones_like(value))


@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_with_refs_adds_to_what_is_there(dtype: str) -> None:
    """As written, under jit, and in loops; it returns a placeholder, and takes a tree of refs."""
    w = jnp.arange(3, dtype=dtype)
    for run in (lambda f: f, jax.jit):
        ref = jax.new_ref(jnp.full(3, 100, dtype))
        run(lambda ref: lax.scan(lambda c, _: (c, bound(square, w, ref)[1:]), 0, None, length=2)[0])(ref)
        assert ref[...].tolist() == [100, 104, 108]

    assert "GradRef()" in repr(bound(square, w, ref))
    tree = {"a": jax.new_ref(jnp.zeros(3, dtype)), "b": jax.new_ref(jnp.zeros((), dtype))}
    bound(lambda t: square(t["a"]) + t["b"], {"a": w, "b": jnp.ones((), dtype)}, tree)
    assert (tree["a"][...].tolist(), tree["b"][...].item()) == ([0, 2, 4], 1)


def test_with_refs_makes_another_function() -> None:
    """The one that jax.vjp returned still gives the gradient, and leaves the ref alone."""
    ref = jax.new_ref(jnp.zeros(3))
    value, backward = jax.vjp(square, jnp.arange(3.0))
    adding = backward.with_refs(ref)
    (gradient,) = backward(jnp.ones_like(value))
    assert (gradient.tolist(), ref[...].tolist()) == ([0, 2, 4], [0, 0, 0])
    for calls in (1, 2):
        adding(jnp.ones_like(value))
        assert ref[...].tolist() == [0, 2 * calls, 4 * calls]


def test_with_refs_wants_the_shape_and_the_dtype_of_the_parameter() -> None:
    """A sum of float32 takes bfloat16 where the ref is written directly."""
    for ref in (jax.new_ref(jnp.zeros(3, "bfloat16")), jax.new_ref(jnp.zeros(2))):
        with pytest.raises(ValueError, match=r"Invalid (dtype|shape)|unexpected JAX type"):
            bound(square, jnp.ones(3), ref)
    total = jax.new_ref(jnp.zeros(3))
    with pytest.raises(ValueError, match=r"Invalid dtype|unexpected JAX type"):
        bound(square, jnp.ones(3, "bfloat16"), total)
    total[...] += jax.grad(square)(jnp.ones(3, "bfloat16"))
    assert total[...].tolist() == [2, 2, 2]


@pytest.mark.parametrize("f", [lambda w: w[1] ** 2, lambda w: square(w[1:2]), jax.jit(lambda w: w[1] ** 2)])
def test_with_refs_takes_an_entry_since_0_11(f: Callable[[Any], Any]) -> None:
    """Or a slice; before, there is an error of JAX. It adds to that entry alone, as no gradient of zeros is made."""
    ref = jax.new_ref(jnp.full(4, 5.0))
    if not NEW:
        with pytest.raises(TypeError, match="NoneType"):
            bound(f, jnp.ones(4), ref)
        return
    bound(f, jnp.ones(4), ref)
    assert ref[...].tolist() == [5, 7, 5, 5]
    assert "f32[4] = " not in str(jax.make_jaxpr(lambda: bound(f, np.ones(4, "float32"), ref) and None)())


def test_with_refs_takes_an_index_that_is_an_array_under_jit() -> None:
    """On all versions; outside jit there is an error of JAX, because the index stands where a number is compared."""
    at = jnp.int32(5)

    def run() -> Any:
        ref = jax.new_ref(jnp.zeros(7))
        bound(lambda w: w[at] ** 2, jnp.ones(7), ref)
        return ref[...]

    with pytest.raises(jax.errors.TracerBoolConversionError, match="boolean conversion"):
        run()
    assert jax.jit(run)().tolist() == [0, 0, 0, 0, 0, 2, 0]


def test_some_slices_worked_with_refs_before_0_11() -> None:
    """Such as one with all entries."""
    ref = jax.new_ref(jnp.zeros(4))
    for index in (slice(None), slice(None, None, 2)):
        bound(lambda w, index=index: jnp.sum(w[index] ** 2), jnp.ones(4), ref)
    assert ref[...].tolist() == [4, 2, 4, 2]


def test_an_array_of_indices_works_with_refs_on_all_versions() -> None:
    """Each time that an entry occurs is added."""
    ref = jax.new_ref(jnp.zeros(4))
    bound(lambda w: jnp.sum(w[jnp.array([1, 1, 3])] ** 2), jnp.ones(4), ref)
    assert ref[...].tolist() == [0, 4, 0, 2]


def test_a_ref_has_a_gradient_with_refs_since_0_11() -> None:
    """That with respect to what it held before the function wrote to it."""

    def cubed(ref: Any) -> Any:
        ref[...] = ref[...] ** 3
        return 2 * ref[...]

    ref, gradient = jax.new_ref(jnp.float32(2)), jax.new_ref(jnp.float32(0))
    if NEW:
        bound(cubed, ref, gradient)
        assert (ref[...], gradient[...]) == (8, 24)
    else:
        with pytest.raises(ValueError, match="cotangent type"):
            bound(cubed, ref, gradient)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("looped", [False, True])
def test_the_last_layer_writes_its_gradient_first(compiled: bool, looped: bool) -> None:
    """So what remains in a shared slot is that of the first layer."""

    @jax.custom_vjp
    def watch(x: Any, ref: Any, slot: Any) -> Any:
        return x

    def backward(kept: Any, gradient: Any) -> Any:
        ref, slot = kept
        ref[slot] = gradient
        return gradient, None, None

    watch.defvjp(lambda x, ref, slot: (x, (ref, slot)), backward)

    def deep(x: Any, ref: Any, slots: Any) -> Any:
        if looped:
            return lax.scan(lambda x, slot: (watch(2 * x, ref, slot), None), x, slots)[0]
        for slot in range(3):
            x = watch(2 * x, ref, slots[slot])
        return x

    for slots, wanted in (([0, 1, 2], [4, 2, 1]), ([0, 0, 0], [4, 0, 0]), ([2, 0, 2], [2, 0, 4])):
        ref = jax.new_ref(jnp.zeros(3))
        gradient = jax.grad(deep)
        (jax.jit(gradient) if compiled else gradient)(1.0, ref, jnp.array(slots))
        assert ref[...].tolist() == wanted


INDICES: list[Any] = [0, -1, (1, 2), slice(1, 3), slice(-2, None), slice(0, 3, 2), slice(0, 9), slice(1, 1)]
INDICES += [(slice(None), 1), (..., -1), np.array([0, 2]), (slice(None), np.array([0, 2])), (0, np.array([1, 3])), ()]
INDICES += [(np.array([0, 2]), np.array([1, 3])), np.array([[0, 1], [2, 2]]), np.array([], int), np.array([-1])]


@pytest.mark.parametrize("index", INDICES, ids=repr)
@pytest.mark.parametrize("compiled", [False, True])
def test_most_indices_are_those_of_an_array(index: Any, compiled: bool) -> None:
    """Read and written."""
    array = jnp.arange(12).reshape(3, 4)
    ref = jax.new_ref(array)
    run: Callable[[Any], Any] = jax.jit if compiled else lambda f: f
    read = run(lambda ref: ref[index])(ref)
    assert read.tolist() == array[index].tolist()
    run(lambda ref, new: ref.__setitem__(index, new))(ref, read + 1)
    assert ref[...].tolist() == array.at[index].set(read + 1).tolist()


def test_an_integer_may_be_known_only_at_run_time() -> None:
    """Alone, beside slices, and below zero."""
    array = jnp.arange(12).reshape(3, 4)
    read = jax.jit(lambda ref, i: (ref[i], ref[:, i], ref[i, 1:3]))
    for i in (0, 1, -1):
        assert [one.tolist() for one in read(jax.new_ref(array), i)] == [
            *(array[i].tolist(), array[:, i].tolist(), array[i, 1:3].tolist())
        ]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_repeated_index_is_added_once_or_each_time(compiled: bool) -> None:
    """Once by +=, each time by addupdate."""
    run: Callable[[Any], Any] = jax.jit if compiled else lambda f: f
    places, ones = jnp.array([0, 0, 2]), jnp.ones(3)
    once, each = jax.new_ref(jnp.zeros(3)), jax.new_ref(jnp.zeros(3))
    run(lambda ref: ref.__setitem__(places, ref[places] + ones))(once)
    run(lambda ref: jax.ref.addupdate(ref, places, ones))(each)
    assert (once[...].tolist(), each[...].tolist()) == ([1, 0, 1], [2, 0, 1])


@pytest.mark.parametrize("compiled", [False, True])
def test_the_table_of_indices_is_true(compiled: bool) -> None:
    """Masks, backward slices, new axes and slices from the end are errors; 1.7 and True are 1 without one."""
    ref = jax.new_ref(jnp.array([10, 20, 30]))
    run: Callable[[Any], Any] = jax.jit if compiled else lambda f: f
    mask = np.array([True, False, True])
    refused: list[Any] = [slice(None, None, -1), (slice(None), None), slice(3, None), *([] if compiled else [mask])]
    words = "step >= 1|must not be longer|Out of bound slice|must be concrete"
    for index in refused:
        with pytest.raises((ValueError, IndexError), match=words):
            run(lambda ref, index=index: ref[index])(ref)
    for new in (1, jnp.array([1, 2])):
        with pytest.raises(ValueError, match="Invalid shape for `swap`"):
            run(lambda ref, new=new: ref.__setitem__(mask, new))(ref)
    for index in (1.7, True):
        assert run(lambda ref, index=index: ref[index])(ref) == 20
    if compiled or jax.__version_info__ >= (0, 12):
        run(lambda ref: ref.at[1:].__setitem__(0, 7))(ref)
        assert ref[...].tolist() == [10, 7, 30]
    else:
        with pytest.raises(NotImplementedError, match=r"^$"):
            print(ref.at[0])


@pytest.mark.parametrize("index", [..., slice(1, None), np.array([0, 2]), np.array([True, False, True])], ids=repr)
@pytest.mark.parametrize("compiled", [False, True])
def test_a_ref_does_not_broadcast(index: Any, compiled: bool) -> None:
    """A number is refused where a value has a shape, which an array takes."""
    ref = jax.new_ref(jnp.arange(3))
    run: Callable[[Any], Any] = jax.jit if compiled else lambda f: f
    with pytest.raises(ValueError, match="Invalid shape for `swap`"):
        run(lambda ref: ref.__setitem__(index, 7))(ref)
    assert 7 in ref[...].at[index].set(7)


def test_a_mask_may_work_under_jit_with_a_wrong_shape() -> None:
    """A sum of the read and a += are right, the shape is that of the mask, so a mean is wrong; elsewhere all raise."""
    mask = np.array([True, False, True])
    read: list[Callable[[Any], Any]] = [lambda ref: ref[mask].sum(), lambda ref: ref[mask].mean()]
    ref = jax.new_ref(jnp.array([10.0, 20.0, 30.0]))

    def add(ref: Any) -> None:
        ref[mask] += 1

    for call in (*read, add):
        with pytest.raises(IndexError, match="must be concrete"):
            call(ref)
    assert [round(jax.jit(call)(ref).item(), 2) for call in read] == [40, 13.33]
    assert jax.jit(lambda ref: ref[mask].shape[0])(ref) == 3
    jax.jit(add)(ref)
    assert ref[...].tolist() == [11, 20, 31]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_branch_of_cond_writes_only_if_it_is_taken(compiled: bool) -> None:
    """Under jit and as written, to a ref that is closed over or passed."""
    ref, passed = jax.new_ref(jnp.int32(0)), jax.new_ref(jnp.int32(0))

    def add(ref: Any) -> None:
        ref[...] += 1

    def maybe(yes: Any, passed: Any) -> None:
        lax.cond(yes, lambda: add(ref), lambda: None)
        lax.cond(yes, add, lambda ref: None, passed)

    for yes in (True, False, True):
        (jax.jit(maybe) if compiled else maybe)(yes, passed)
    assert passed[...] == 2
    assert ref[...] == 2


@pytest.mark.parametrize(
    ("keeper", "name", "get", "put"),
    [([None], 0, getitem, setitem), ({}, "ref", getitem, setitem), (SimpleNamespace(), "ref", getattr, setattr)],
)
def test_a_compiled_function_keeps_the_ref_that_it_found(keeper: Any, name: Any, get: Any, put: Any) -> None:
    """In a list, a dict and an attribute, whatever stands there later; as written it finds the new one."""
    first = jax.new_ref(jnp.int32(0))
    put(keeper, name, first)

    def hit() -> jax.Array:
        get(keeper, name)[...] += 1
        return get(keeper, name)[...]

    compiled = jax.jit(hit)
    assert compiled() == 1
    put(keeper, name, jax.new_ref(jnp.int32(10)))
    assert (compiled(), first[...], get(keeper, name)[...]) == (2, 2, 10)
    assert (hit(), first[...]) == (11, 2)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("value", "fits"),
    [(jnp.arange(3), False), (jnp.ones(3, "float16"), False), (np.ones(3), True), (jnp.ones(3), True)],
)
def test_a_value_that_is_written_has_the_dtype_of_the_ref(value: Any, fits: bool, compiled: bool) -> None:
    """After JAX has converted it; a Python float fits, an integer does not."""
    ref = jax.new_ref(jnp.zeros(3))

    def write(ref: Any, index: Any, value: Any) -> None:
        ref[index] = value

    way = jax.jit(write, static_argnums=1) if compiled else write
    way(ref, 0, 5.0)
    assert ref[0] == 5
    with pytest.raises(ValueError, match="Invalid dtype for `swap`"):
        way(ref, 0, 5)
    if fits:
        way(ref, ..., value)
        assert ref[...].tolist() == [1, 1, 1]
    else:
        with pytest.raises(ValueError, match="Invalid dtype for `swap`"):
            way(ref, ..., value)
