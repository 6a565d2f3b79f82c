"""Counter-examples are looked for to what guide/nodes tells readers to remember."""

import enum
from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Callable
from dataclasses import dataclass, make_dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.tree_util import GetAttrKey, register_pytree_node

ARRAY = jnp.arange(3.0)
UNEQUAL = r"metadata|Mismatch custom node data"
NO_SUM = r"unsupported operand|can only concatenate|must be str"
NOT_COMPARED = r"checking equality of metadata|Cache keys should be comparable"


class Box:
    """One child and ``aux_data``; of a class that nobody has registered."""

    def __init__(self, child: Any, aux: Any = None) -> None:
        """Keep both."""
        self.child, self.aux = child, aux


def node_class(build: Callable[..., Any] | None = None) -> Any:
    """A new class of boxes that is registered; ``build`` makes one from its child."""

    class Node(Box):
        pass

    def unflatten(aux: Any, children: Any) -> Any:
        node = object.__new__(Node)
        node.child, node.aux = build(*children) if build else children[0], aux
        return node

    register_pytree_node(Node, lambda node: ((node.child,), node.aux), unflatten)
    return Node


def is_leaf(part: Any) -> bool:
    """Whether JAX does not take it apart."""
    return bool(jax.tree_util.all_leaves([part]))


def counted(function: Callable[..., Any]) -> tuple[Callable[..., Any], list[None]]:
    """The function, compiled, and a list that grows with each trace."""
    traces: list[None] = []

    def traced(*args: Any) -> Any:
        traces.append(None)
        return function(*args)

    return jax.jit(traced), traces


class Pair(NamedTuple):
    """Two values."""

    a: Any
    b: Any


class More(Pair):
    """A class that inherits from one made with NamedTuple."""


class Fields(tuple):
    """No NamedTuple, but it has what JAX knows one by."""

    __slots__ = ()
    _fields = ("a",)


class Compared:
    """Equal to its like; it notes which operators are asked."""

    __hash__ = None  # type: ignore[assignment]
    asked: list[str] = []  # noqa: RUF012

    def __eq__(self, other: object) -> bool:
        """Note it."""
        self.asked.append("==")
        return True

    def __ne__(self, other: object) -> bool:
        """Note it."""
        self.asked.append("!=")
        return False


@jax.tree_util.register_dataclass
@dataclass
class Registered:
    """A dataclass that is a node."""

    a: Any


class Inherits(Registered):
    """Nobody has registered it."""


@dataclass
class Plain:
    """Nobody has registered it."""

    a: Any


BASES: dict[str, Callable[[], Any]] = {
    "dict": lambda: {"a": ARRAY},
    "list": lambda: [ARRAY],
    "tuple": lambda: (ARRAY,),
    "OrderedDict": lambda: OrderedDict(a=ARRAY),
    "defaultdict": lambda: defaultdict(int, a=ARRAY),
    "a registered dataclass": lambda: Registered(ARRAY),
    "a registered class": lambda: node_class()(ARRAY),
}
VALUES: dict[str, tuple[Any, Any, Any]] = {
    "numbers": (1, 1, 2),
    "strings": ("a", "".join(["a"]), "b"),
    "tuples": ((1, "a"), (1, "a"), (1, "b")),
    "sets": (frozenset({1}), frozenset({1}), frozenset({2})),
    "dtypes": (np.dtype("int32"), jnp.dtype("int32"), np.dtype("int8")),
    "flags": (True, True, False),
    "members": (enum.Enum("E", "A B", module="m")["A"],) * 2 + ("A",),
}
LOOPS: dict[str, Callable[[Callable[[Any], Any], Any], Any]] = {
    "scan": lambda step, node: lax.scan(lambda carry, _: (step(carry), None), node, length=2)[0],
    "fori_loop": lambda step, node: lax.fori_loop(0, 2, lambda _, carry: step(carry), node),
    "while_loop": lambda step, node: lax.while_loop(lambda carry: jnp.max(carry.child) < 3.5, step, node),
    "cond": lambda step, node: lax.cond(True, lambda carry: step(step(carry)), lambda carry: carry, node),
}


@pytest.mark.parametrize("base", BASES)
def test_only_the_class_itself_is_looked_up(base: str) -> None:
    """A subclass of what is a node is a leaf, with the same content."""
    part = BASES[base]()
    kind = type("Sub", (type(part),), {})
    sub = kind.__new__(kind)
    if isinstance(part, dict):
        sub.update(part)

    assert (is_leaf(part), is_leaf(sub)) == (False, True)
    assert jax.tree.leaves([sub]) == [sub]


def test_a_named_tuple_is_a_node_and_its_subclass_too() -> None:
    """However it was made, by hand, too, as JAX asks for the fields of a tuple; and None, which has no leaf."""
    for part in (Pair(1, 2), More(1, 2), namedtuple("N", "a b")(1, 2), type("Sub", (More,), {})(1, 2)):
        assert jax.tree.leaves(part) == [1, 2]
        assert isinstance(jax.tree.map(lambda x: x, part), type(part))
    assert (jax.tree.leaves(None), is_leaf(None)) == ([], False)
    assert jax.tree.leaves(Fields((1, 2))) == [1, 2]
    assert is_leaf(type("NoTuple", (list,), {"_fields": ("a",)})([1]))


@pytest.mark.parametrize("content", [ARRAY, [ARRAY], {"a": ARRAY}, Pair(ARRAY, 1), 1.0])
def test_another_object_is_one_leaf_whatever_it_contains(content: Any) -> None:
    """A function over the leaves gets the object, and returning it puts the object itself into the new tree."""
    for part in (Box(content), Plain(content), {1.5}, frozenset({1.5}), "text", range(3)):
        got: list[Any] = []
        tree = {"part": part, "w": ARRAY}
        new = jax.tree.map(lambda x, got=got: got.append(x) or x, tree)

        assert got[0] is part
        assert new["part"] is part


def test_jit_refuses_what_tree_map_passes_on() -> None:
    """As an argument and as a result; so do vmap, grad and scan."""
    box = Box(ARRAY)
    calls: list[Callable[[], Any]] = [
        lambda: jax.jit(lambda b: 1)(box),
        jax.jit(lambda: box),
        lambda: jax.vmap(lambda b: 1)(box),
        lambda: jax.grad(lambda b: 1.0)(box),
        lambda: lax.scan(lambda c, _: (c, None), box, length=2),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"not a valid JAX type|Error interpreting argument"):
            call()


def test_a_class_is_registered_once() -> None:
    """Whichever way is taken the second time."""
    kind = node_class()
    with pytest.raises(ValueError, match="Duplicate custom"):
        register_pytree_node(kind, lambda node: ((), None), lambda aux, children: kind(1))


def test_a_gradient_with_respect_to_an_object_is_such_an_object() -> None:
    """With the same aux_data."""
    node = node_class()(ARRAY, "name")
    gradient = jax.grad(lambda node: jnp.sum(node.child**2))(node)

    assert (type(gradient), gradient.aux, gradient.child.tolist()) == (type(node), "name", [0, 2, 4])


@pytest.mark.parametrize("count", [2, True, jnp.int32(2), np.int8(2)])
def test_grad_refuses_an_object_with_an_integer_leaf(count: Any) -> None:
    """Unless it is told to allow it; then the place of the integer holds no number."""
    kind = node_class()
    ratio = lambda node: node.child[0] / node.child[1]  # noqa: E731
    with pytest.raises(TypeError, match="real- or complex-valued"):
        jax.grad(ratio)(kind((3.0, count), "name"))
    gradient = jax.grad(ratio, allow_int=True)(kind((3.0, count), "name"))

    assert (type(gradient), gradient.aux, gradient.child[0]) == (kind, "name", 1 / float(count))
    assert gradient.child[1].dtype == jax.dtypes.float0


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_carries_what_is_a_child(loop: str) -> None:
    """A batch of objects, too."""
    kind = node_class()

    def step(node: Any) -> Any:
        return kind(node.child + 1, node.aux)

    assert LOOPS[loop](step, kind(ARRAY, "name")).child.tolist() == [2, 3, 4]
    both = jax.vmap(lambda node: LOOPS[loop](step, node))(kind(jnp.stack([ARRAY, ARRAY]), "name"))
    assert (both.child.shape, both.aux) == ((2, 3), "name")


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_refuses_aux_data_that_changes(loop: str) -> None:
    """It is structure, which a carry has to keep and branches have to share."""
    kind = node_class()
    with pytest.raises(TypeError, match=r"pytree structure|metadata"):
        LOOPS[loop](lambda node: kind(node.child + 1, node.aux + 1), kind(ARRAY, 0))


@pytest.mark.parametrize("values", VALUES)
def test_new_aux_data_needs_a_trace_and_equal_aux_data_does_not(values: str) -> None:
    """As it is, or in a tuple; a child with a new value needs none."""
    first, equal, other = VALUES[values]
    for wrap in (lambda x: x, lambda x: (x, "more")):
        kind = node_class()
        call, traces = counted(lambda node: node.child + 1)
        counts = []
        for value in (first, equal, other, first):
            call(kind(ARRAY, wrap(value)))
            call(kind(ARRAY * 2, wrap(value)))
            counts.append(len(traces))
        assert counts == [1, 1, 2, 2]


def test_a_count_in_aux_data_is_traced_each_time() -> None:
    """As a child once."""
    kind = node_class()
    for start, change, wanted in (
        (kind(ARRAY, 0), lambda node: kind(node.child, node.aux + 1), 5),
        (kind(jnp.int32(0)), lambda node: kind(node.child + 1), 1),
    ):
        call, traces = counted(change)
        node = start
        for _ in range(5):
            node = call(node)
        assert len(traces) == wanted


def test_what_is_computed_under_jit_is_a_tracer_in_aux_data() -> None:
    """From an argument or a constant array; among the children it gets a value."""
    for compute in (lambda x: x + 1, lambda x: jnp.int32(1) + 1, lambda x: jnp.zeros(2), lambda x: [x]):
        kind = node_class()
        kept = jax.jit(lambda x, kind=kind, compute=compute: kind(compute(x), compute(x)))(1.0)

        assert any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(kept.aux))
        assert all(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(kept.child))
        assert not any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(kept.child))
        with pytest.raises(jax.errors.UnexpectedTracerError, match="unexpected tracer"):
            jax.tree.map(lambda leaf: leaf + 1, kept.aux)


@pytest.mark.parametrize("make", [lambda: np.array([1, 2]), lambda: jnp.array([1, 2]), lambda: np.array(["a", "b"])])
@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: (x,)])
def test_an_array_in_aux_data_fails_in_the_second_call(make: Callable[[], Any], wrap: Callable[[Any], Any]) -> None:
    """With an equal one, not with the same; afterwards a tuple fails as well, but not in another class."""
    kind = node_class()
    call = jax.jit(lambda node: node.child + 1)
    array = make()
    for _ in range(2):
        call(kind(ARRAY, wrap(array)))
    for aux in (wrap(make()), wrap((1, 2))):
        with pytest.raises(ValueError, match=NOT_COMPARED):
            call(kind(ARRAY, aux))

    kind = node_class()
    for _ in range(2):
        call(kind(ARRAY, wrap((1, 2))))


@pytest.mark.parametrize("make", [lambda: np.array([1]), lambda: jnp.array(1), lambda: np.array([["a"]])])
@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: (x,)])
def test_an_array_of_one_entry_in_aux_data_can_be_compared(make: Callable[[], Any], wrap: Callable[[Any], Any]) -> None:
    """An equal one needs no trace; one without an entry fails as one with several does."""
    kind = node_class()
    call, traces = counted(lambda node: node.child + 1)
    for _ in range(3):
        call(kind(ARRAY, wrap(make())))
    assert len(traces) == 1

    kind = node_class()
    call(kind(ARRAY, wrap(jnp.array([]))))
    with pytest.raises(ValueError, match=NOT_COMPARED):
        call(kind(ARRAY, wrap(jnp.array([]))))


@pytest.mark.parametrize(("wrap", "operator"), [(lambda x: x, "!="), (lambda x: (x,), "==")])
def test_aux_data_is_compared_by_either_operator(wrap: Callable[[Any], Any], operator: str) -> None:
    """What is in a tuple by the other one; the same object is not asked, and neither is its hash."""
    kind = node_class()
    call, traces = counted(lambda node: node.child + 1)
    same = wrap(Compared())
    for aux, asked in ((same, set()), (same, set()), (wrap(Compared()), {operator})):
        Compared.asked.clear()
        call(kind(ARRAY, aux))
        assert set(Compared.asked) == asked
    assert len(traces) == 1
    Compared.asked.clear()
    jax.tree.map(lambda x, y: x, kind(1, same), kind(2, wrap(Compared())))
    assert set(Compared.asked) == {operator}


def test_a_string_is_no_child_for_jit() -> None:
    """Though it may change from call to call; in aux_data it is taken."""
    kind = node_class()
    with pytest.raises(TypeError, match=r"not a valid JAX type|Error interpreting argument"):
        jax.jit(lambda node: 1)(kind("a"))
    assert jax.jit(lambda node: 1)(kind(ARRAY, "a")) == 1


def test_a_change_of_an_array_in_aux_data_goes_unnoticed() -> None:
    """The program has the old numbers."""
    kind = node_class()
    call = jax.jit(lambda node: node.child + node.aux[0][0])
    array = np.array([1.0, 2.0])
    first = call(kind(ARRAY, (array,))).tolist()
    array[0] = 100

    assert call(kind(ARRAY, (array,))).tolist() == first


def with_vjp(node: Any) -> Any:
    """A gradient through a function with its own rule, which gives None for an object."""
    function = jax.custom_vjp(lambda node: jnp.sum(node.child))
    function.defvjp(lambda node: (jnp.sum(node.child), None), lambda _, g: (type(node)(g * ARRAY),))
    return jax.grad(function)(node)


CALLS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "eval_shape": (lambda node: jax.eval_shape(lambda n: n, node), "ShapeDtypeStruct"),
    "shapes": (lambda node: jax.tree.map(jnp.shape, node), "tuple"),
    "names": (lambda node: jax.tree.map(lambda x: str(x.dtype), node), "str"),
    "None": (lambda node: jax.tree.map(lambda x: None, node), "NoneType"),
    "jacobian": (jax.jacobian(lambda n: n), "Node"),
    "lower": (lambda node: jax.jit(lambda n: n).lower(node).args_info, "ArgInfo"),
    "custom_vjp": (with_vjp, "object"),
}


@pytest.mark.parametrize("name", CALLS)
def test_unflatten_gets_what_is_no_array(name: str) -> None:
    """So one that converts or checks fails; one that keeps what it gets does not."""
    call, wanted = CALLS[name]
    got: set[str] = set()
    call(node_class(lambda child: got.add(type(child).__name__) or child)(ARRAY))
    assert wanted in got

    with pytest.raises((ValueError, TypeError, AttributeError), match=NO_SUM):
        call(node_class(lambda child: child + 1)(ARRAY))


def test_only_the_backward_pass_of_a_custom_vjp_passes_an_object() -> None:
    """The call alone, under jit or vmap, and the forward pass do not."""
    got: set[str] = set()
    node = node_class(lambda child: got.add(type(child).__name__) or child)(ARRAY)
    function = jax.custom_vjp(lambda node: node)
    function.defvjp(lambda node: (node, None), lambda _, gradient: (gradient,))
    for call in (function, jax.jit(function), jax.vmap(function)):
        call(node)
    _, backward = jax.vjp(function, node)
    assert "object" not in got
    backward(node)
    assert "object" in got


def test_vmap_passes_no_object() -> None:
    """Tracers and arrays only, with axes of each form."""
    for axes in (0, (0,), ({"node": 0},)):
        got: set[type] = set()
        node = node_class(lambda child, got=got: got.add(type(child)) or child)(ARRAY)
        argument = {"node": node} if isinstance(axes, tuple) and isinstance(axes[0], dict) else node
        jax.vmap(lambda x: x, in_axes=axes)(argument)
        assert got
        assert all(issubclass(kind, (jax.core.Tracer, jax.Array)) for kind in got)


def test_a_shape_that_a_check_refuses_comes_with_stacking() -> None:
    """And with the outputs of scan; without the check, vmap takes such an object."""

    def number(child: Any) -> Any:
        if child.shape != ():
            raise ValueError("no number")
        return child

    for build in (number, None):
        kind = node_class(build)
        node = kind(jnp.float32(0))
        for call in (
            lambda node=node: jax.tree.map(lambda x: jnp.stack([x, x]), node),
            lambda node=node: lax.scan(lambda c, _: (c, c), node, length=2)[1],
        ):
            if build:
                with pytest.raises(ValueError, match="no number"):
                    call()
            else:
                assert jax.vmap(lambda n: n.child + 1)(call()).tolist() == [1, 1]


def test_keys_name_the_children_in_paths_and_errors() -> None:
    """Without them there is a number."""
    plain, named = node_class(), type("Named", (Box,), {})
    jax.tree_util.register_pytree_with_keys(
        named, lambda n: (((GetAttrKey("child"), n.child),), n.aux), lambda aux, c: named(c[0], aux)
    )
    for kind, name in ((plain, "[<flat index 0>]"), (named, ".child")):
        tree = [kind((jnp.zeros(2), jnp.zeros(3)))]
        paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(tree)]
        assert paths == [f"[0]{name}[0]", f"[0]{name}[1]"]
        with pytest.raises(ValueError, match="inconsistent sizes") as error:
            jax.vmap(lambda tree: 1)(tree)
        assert name in str(error.value)
    registered = jax.tree_util.tree_leaves_with_path(Registered(1))
    assert jax.tree_util.keystr(registered[0][0]) == ".a"


def test_two_objects_need_equal_aux_data_and_children_in_the_same_places() -> None:
    """None in the first is no place for a leaf, unless it counts as one."""
    kind = node_class()

    def left(x: Any, y: Any) -> Any:
        return y if x is None else x

    assert jax.tree.map(left, kind(1, "a"), kind(2, "a")).child == 1
    with pytest.raises(ValueError, match=UNEQUAL):
        jax.tree.map(left, kind(1, "a"), kind(2, "b"))
    with pytest.raises(ValueError, match=r"different types|Expected None"):
        jax.tree.map(left, kind(None), kind(2))
    assert jax.tree.map(left, kind(None), kind(2), is_leaf=lambda x: x is None).child == 2
    whole = jax.tree.map(lambda x, y: (x.aux, y.aux), kind(1, "a"), kind(2, "b"), is_leaf=lambda x: isinstance(x, Box))
    assert whole == ("a", "b")


@pytest.mark.parametrize("frozen", [False, True])
def test_register_dataclass_calls_the_class(frozen: bool) -> None:
    """So what checks in __post_init__ gets any child, and an __init__ with other arguments fails."""
    got: list[Any] = []
    kind = make_dataclass("D", ["a"], namespace={"__post_init__": lambda self: got.append(self.a)}, frozen=frozen)
    one = jax.tree_util.register_dataclass(kind)(ARRAY)
    jax.tree.map(jnp.shape, one)
    jax.tree.map(lambda x: None, one)
    assert got[1:] == [(3,), None]

    sized = make_dataclass("E", ["a"], namespace={"__init__": lambda self, size: setattr(self, "a", jnp.zeros(size))})
    one = jax.tree_util.register_dataclass(sized)(3)
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        jax.tree.map(jnp.shape, one)


@pytest.mark.parametrize("base", [dict, list, object])
def test_an_object_is_made_without_init(base: type) -> None:
    """Python refuses it to object for what inherits from a container, but not to the class itself."""

    def init(self: Any) -> None:
        raise AssertionError

    kind = type("Made", (base,), {"__init__": init})
    assert type(kind.__new__(kind)) is kind
    if base is object:
        assert type(object.__new__(kind)) is kind
    else:
        with pytest.raises(TypeError, match="is not safe"):
            object.__new__(kind)


def test_a_method_may_change_the_object_that_unflatten_made() -> None:
    """If it is returned; the one outside stays as it was."""
    kind = node_class()

    def change(node: Any) -> Any:
        node.child = node.child + 1
        return node

    for call in (jax.jit(change), jax.vmap(change), *(lambda n, loop=loop: LOOPS[loop](change, n) for loop in LOOPS)):
        node = kind(ARRAY)
        new = call(node)
        assert node.child.tolist() == [0, 1, 2]
        assert new.child.tolist() in ([1, 2, 3], [2, 3, 4])


def test_jax_registers_some_subclasses_of_dict_itself() -> None:
    """A defaultdict makes its entry in a compiled function; another factory is another structure."""
    traces: list[None] = []

    @jax.jit
    def add(state: Any, x: Any) -> Any:
        traces.append(None)
        state["sum"] += x
        return state

    first = defaultdict(float)
    second = add(first, 1.0)
    third = add(second, 1.0)
    assert (dict(first), second["sum"], third["sum"], len(traces)) == ({}, 1, 2, 2)
    add(second, 1.0)
    add(defaultdict(int, second), 1.0)
    assert len(traces) == 3
    assert jax.tree.leaves(OrderedDict(a=1)) == [1]


@pytest.mark.parametrize("calls", [1, 3])
def test_post_init_runs_in_the_program_and_on_each_object_that_a_call_returns(calls: int) -> None:
    """So a half is taken twice in each call, whether or not JAX traces."""

    def halve(self: Any) -> None:
        self.rate = self.rate / 2

    rate = make_dataclass("Rate", [("rate", Any)], namespace={"__post_init__": halve})
    jax.tree_util.register_dataclass(rate, data_fields=["rate"], meta_fields=[])
    step, state = jax.jit(lambda state: state), rate(jnp.float32(64))
    for _ in range(calls):
        state = step(state)

    assert state.rate == 32 / 4**calls
