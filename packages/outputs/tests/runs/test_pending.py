"""A run waits for nothing that the script does not wait for itself."""

from pathlib import Path

from support.one_cell import cells_of, project_of

SCRIPT = """
# %% call
import jax
import jax.numpy as jnp

add_one = jax.jit(lambda x: x + 1)
numbers = jnp.arange(3_000_000.0)[::-1]
add_one(jnp.sort(numbers)[0])
first = add_one(jnp.sort(numbers)[0])
second = add_one(first)
print(second.is_ready())
print(second)

# Output:
# False
# 2.0
#
# Traces: <lambda> 1
"""


def test_a_recorded_call_waits_for_no_array(tmp_path: Path) -> None:
    """The script goes on while JAX computes; the record holds the numbers all the same."""
    project = project_of(tmp_path, [("index", SCRIPT)])

    [cell] = cells_of(project, "index")

    assert cell.stdout == "False\n2.0\n"
    assert [call.result for call in cell.calls] == [{"": 1.0}, {"": 1.0}, {"": 2.0}]


LATE = """
# %% failed
import jax


def barrier():
    raise RuntimeError("too large")


jax.effects_barrier = barrier

# Output:
# RuntimeError: too large

# %% next
print(2)

# Output:
# 2
"""


def test_an_error_that_comes_when_one_waits_is_that_of_its_cell(tmp_path: Path) -> None:
    """As of a callback on a GPU; JAX raises it at each wait from then on, which is no error of the next cell."""
    project = project_of(tmp_path, [("index", LATE)])

    failed, following = cells_of(project, "index")

    assert (failed.error and failed.error.last_line, following.error) == ("RuntimeError: too large", None)
