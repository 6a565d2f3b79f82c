"""Counter-examples are looked for to what definitions of the glossary say."""

from collections import OrderedDict, namedtuple
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

KINDS = {int: ("int8", "int16", "int32", "uint8", "uint32"), float: ("float16", "bfloat16", "float32")}
SAME_KIND = [(number, dtype) for number, dtypes in KINDS.items() for dtype in dtypes]


@pytest.mark.parametrize(("number", "dtype"), SAME_KIND)
def test_a_weak_type_gives_way(number: Any, dtype: str) -> None:
    """A number, and what arithmetic makes of it; also under jit and vmap. (A sum has no weak type any more.)"""
    array = jnp.ones(2, dtype)
    weak = [number(2), jnp.asarray(number(2)), jnp.asarray(number(2)) * number(3), jnp.full((2,), number(2))]

    for value in weak:
        for found in (array + value, value * array, jax.jit(jnp.subtract)(value, array), jnp.maximum(array, value)):
            assert found.dtype == array.dtype
        assert jax.vmap(lambda x, value=value: x + value)(array).dtype == array.dtype


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "bfloat16", "float16"])
def test_a_dot_product_of_small_integers_refuses_a_weak_type(dtype: str) -> None:
    """That is why the definition says usually: of floats, it takes their dtype."""
    array, integers = jnp.ones(2, dtype), "int" in dtype
    weak = jnp.full((2,), 2 if integers else 2.0)
    if integers:
        with pytest.raises(TypeError, match="preferred_element_type"):
            jnp.dot(array, weak)
    else:
        assert jnp.dot(array, weak).dtype == array.dtype


def test_lax_functions_refuse_a_weak_type_of_another_dtype() -> None:
    """The definition names jnp, since these functions convert nothing."""
    with pytest.raises(TypeError, match="requires arguments to have the same dtypes"):
        jax.lax.add(jnp.float16(1), jnp.asarray(2.0))


@pytest.mark.parametrize("result", [3, True, 1j, jnp.int32(3)], ids=str)
def test_a_gradient_needs_a_floating_point_number(result: Any) -> None:
    """A single number of another kind is refused; a float of each size is differentiated."""
    with pytest.raises(TypeError, match="grad requires real-valued outputs"):
        jax.grad(lambda x: result)(1.0)
    for dtype in KINDS[float]:
        assert jax.grad(lambda x, dtype=dtype: (x * x).astype(dtype))(1.0) == 2


def test_a_complex_result_needs_a_holomorphic_function() -> None:
    """That is why the definition says usually."""
    assert jax.grad(lambda z: z * z, holomorphic=True)(3j) == 6j
    with pytest.raises(TypeError, match="grad requires real-valued outputs"):
        jax.grad(lambda x: x * 1j)(3.0)


def test_vmap_computes_while_it_traces() -> None:
    """Its stand-ins hold results, where those of jit record an operation for later."""
    batches: list[Any] = []
    jax.vmap(lambda x: batches.append((x + 1).val))(jnp.ones(2))

    assert jnp.array_equal(batches[0], jnp.full(2, 2.0))
    assert "add" in str(jax.make_jaxpr(lambda x: x + 1)(1.0))


@pytest.mark.parametrize("leaf", [3.0, np.ones(2), jnp.ones(2)], ids=["number", "NumPy", "JAX"])
def test_a_leaf_alone_is_a_pytree(leaf: Any) -> None:
    """Functions of pytrees take it as one that has one leaf."""
    assert jax.tree.leaves(leaf)[0] is leaf
    assert jax.tree.structure(leaf) == jax.tree.structure(0)


@pytest.mark.parametrize("kind", [dict, list, tuple])
def test_a_subclass_is_a_leaf(kind: type) -> None:
    """JAX takes apart the class itself, and of its subclasses those that it knows, such as named tuples."""
    own = type("Own", (kind,), {})([("a", 1)])

    assert jax.tree.leaves(own) == [own]
    for known in (kind([("a", 1)]), OrderedDict(a=1), namedtuple("Named", "a")(1)):
        assert 1 in jax.tree.leaves(known)


@pytest.mark.parametrize("make", [np.ones, jnp.ones], ids=["NumPy", "JAX"])
def test_an_if_depends_on_numbers_of_a_concrete_array(make: Any) -> None:
    """It needs one number, so an array of two, as concrete as any, is refused as a whole."""
    pair = make(2)

    assert 1 if pair[0] > 0 else 0
    with pytest.raises(ValueError, match="truth value of an array with more than one element is ambiguous"):
        bool(pair > 0)


def test_a_result_is_returned_before_it_is_computed() -> None:
    """At least once among twenty large products."""
    big = jnp.ones((1500, 1500))

    assert not all((big @ big).is_ready() for _ in range(20))
