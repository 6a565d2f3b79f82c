"""Counter-examples are looked for to what guide/pytrees tells readers to remember."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax


@jax.tree_util.register_dataclass
@dataclass
class Model:
    """State in a class whose objects can be changed."""

    n: Any
    parts: list[Any]
    name: str = field(default="a", metadata={"static": True})


def in_dict(tree: Any) -> None:
    """Change an entry and add one."""
    tree["n"] = tree["n"] + 1
    tree["more"] = 0


def in_list(tree: Any) -> None:
    """Change an entry and add one."""
    tree[0] = tree[0] + 1
    tree.append(0)


def in_model(tree: Any) -> None:
    """Change fields, a list in one of them among them."""
    tree.n = tree.n + 1
    tree.parts.append(tree.n)
    tree.name = "b"


def nested(tree: Any) -> None:
    """Change what lies deep inside."""
    tree["a"][0]["n"] = tree["a"][0]["n"] + 1


CONTAINERS: dict[str, tuple[Any, Callable[[Any], None]]] = {
    "dict": ({"n": 1}, in_dict),
    "OrderedDict": (OrderedDict(n=1.0), in_dict),
    "defaultdict": (defaultdict(int, n=jnp.ones(2)), in_dict),
    "list": ([jnp.ones(2), 2], in_list),
    "registered dataclass": (Model(1.0, [2]), in_model),
    "nested": ({"a": [{"n": 1}]}, nested),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "jit": jax.jit,
    "jit(jit)": lambda f: jax.jit(jax.jit(f)),
    "jit(checkpoint)": lambda f: jax.jit(jax.checkpoint(f)),
    "jit(cond)": lambda f: jax.jit(lambda tree: lax.cond(True, f, lambda _: 0, tree)),
    "jit with a keyword": lambda f: lambda tree: jax.jit(lambda *, state: f(state))(state=tree),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(("tree", "change"), CONTAINERS.values(), ids=CONTAINERS)
def test_the_function_gets_a_copy(tree: Any, change: Callable[[Any], None], way: Callable[[Any], Any]) -> None:
    """What it changes is not the container that was passed."""
    mine = deepcopy(tree)

    way(lambda state: (change(state), 0)[1])(mine)

    assert str(mine) == str(tree)


STRUCTURES = {
    "None": ({"n": 1, "best": None}, {"n": 1, "best": 2}),
    "names": ({"a": 1}, {"b": 1}),
    "static field": (Model(1, [], "a"), Model(1, [], "b")),
    "class": ([1], (1,)),
    "length": ([1], [1, 1]),
}


@pytest.mark.parametrize(("first", "second"), STRUCTURES.values(), ids=STRUCTURES)
def test_all_but_leaves_is_part_of_the_key(first: Any, second: Any) -> None:
    """Another structure is another trace; another leaf of the same type is none, and both are known afterwards."""
    traced = []
    function = jax.jit(lambda tree: traced.append(1) or 0)

    for tree in (first, second, jax.tree.map(lambda leaf: leaf + 5, first), second):
        function(tree)

    assert len(traced) == 2
