"""A NumPy array that is changed while JAX may still read it is named with its lines, whether or not it went wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from printproof.explain.buffers import Buffers
from printproof.explain.explaining import explain
from printproof.runs.schedule import no_progress

HEAD = """import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(total, x):
    return total + x.sum()


class Loader:
    def __init__(self):
        self.batch = np.zeros(1000, np.float32)

    def fill(self, n):
        self.batch[:] = n
        return self.batch


batch, total, loader = np.zeros((2, 1000), np.float32), jnp.zeros(()), Loader()
"""
BEGIN = HEAD.count("\n")
EARLY = {
    "for n in range(3):\n    batch += n\n    total = step(total, batch)": (2, "`batch`", "line {2}"),
    "for n in range(3):\n    total = step(total, loader.fill(n))": (16 - BEGIN, "`self.batch`", "line {1}"),
    "y = step(total, batch[0])\nnp.copyto(batch, 3)": (2, "`batch`", "line {0}"),
    "y = jnp.array(batch)\nbatch[0, 1] = 3": (2, "`batch`", "line {0}"),
    "y = jax.device_put({'a': batch})\nbatch.fill(2)\nprint(y)": (2, "`batch`", "line {0}"),
    "y = jnp.asarray(batch)\ny.block_until_ready()\nbatch[1] = 3\nz = y + 1": (3, "`batch`", "line {0}"),
}
IN_TIME = [
    "for n in range(3):\n    batch += n\n    total = step(total, batch)\n    total.block_until_ready()",
    "for n in range(3):\n    batch += n\n    total = step(total, batch)\n    print(f'{total:.1f}')",
    "for n in range(3):\n    batch += n\n    total = step(total, batch)\n    losses = np.asarray(total)",
    "for n in range(3):\n    batch += n\n    y = jnp.asarray(batch)\n    jax.block_until_ready([y, step(total, y)])",
    "for n in range(3):\n    total = step(total, jnp.array(loader.fill(n).copy()))",
    "y = step(total, batch[0])\nbatch[1] = 3",
    "y = step(total, batch)\nbatch[0] = 0",
    "y = step(total, batch)\nz = step(y, 1 + np.ones(3))\nfloat(z)\nbatch[0] = 2",
    "big = np.zeros(3)\ny = step(total, big)\nbig[0] = 1",
]


Said = list[tuple[int, str, str]]
"""The line, the rule and the fact of each finding."""


def script_of(snippets: Iterable[str]) -> tuple[str, dict[str, int]]:
    """A script that does all of this with arrays of its own for each, and the line above which each begins."""
    text, above = HEAD, {}
    for snippet in snippets:
        above[snippet] = text.count("\n")
        text += f"{snippet}\n{HEAD.splitlines()[-1]}\n"
    return text, above


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Said]:
    """What is said of the script with all that changes too early, and of that with all that changes in time."""
    folder = tmp_path_factory.mktemp("scripts")
    for name, snippets in (("early", EARLY), ("in_time", IN_TIME)):
        (folder / f"{name}.py").write_text(script_of(snippets)[0], "utf-8")
    explained = explain(sorted(folder.iterdir()), [], 60, no_progress)
    return {
        path.stem: [(one.place.line, one.rule, one.fact) for one in script.findings]
        for path, script in explained.items()
    }


@pytest.mark.parametrize("text", EARLY)
def test_an_array_that_changes_too_early_is_named(said: dict[str, Said], text: str) -> None:
    """With the line that changes it and the one that gave it to JAX; by whatever way, and under the name used there."""
    (line, name, given), above = EARLY[text], script_of(EARLY)[1][text]
    changed = line if line < 0 else above - BEGIN + line
    [fact] = [fact for at, rule, fact in said["early"] if (at, rule) == (BEGIN + changed, "buffer")]

    assert f"changes {name} in place" in fact
    assert given.format(*range(above + 1, above + 5)) in fact


def test_of_an_array_that_changes_in_time_nothing_is_said(said: dict[str, Said]) -> None:
    """A result was read or waited for before, another part or nothing was changed, or JAX had made a copy."""
    assert said["in_time"] == []


class Made:
    """Stands for an array of JAX: buffers know it by its identity alone."""


def told_of(say: list[dict[str, Any]]) -> list[str]:
    """The kinds of what was told."""
    return [one["kind"] for one in say]


def test_a_computation_that_needs_another_ends_it() -> None:
    """Its result cannot be there before that of the other."""
    said: list[dict[str, Any]] = []
    buffers, array = Buffers(said.append), np.zeros(3)
    first, second = Made(), Made()
    buffers.run([array], [first], 1)
    buffers.run([first], [second], 2)
    for awaited in (Made(), second):
        buffers.await_(awaited, 3)
        [*seen] = buffers.snapshots(array)
        array += 1
        for given, before in seen:
            buffers.compare("array", 4, given, before)

    assert said == [{"kind": "pending", "changed": 4, "name": "array", "given": 1, "read": 1}]


def test_memory_that_is_given_again_with_other_content_is_told_where_no_line_changed_it() -> None:
    """As where a library fills it."""
    said: list[dict[str, Any]] = []
    buffers, array, made = Buffers(said.append), np.zeros(3), [Made(), Made()]
    buffers.run([array], made[:1], 1)
    array += 1
    buffers.run([array], made[1:], 2)

    assert told_of(said) == ["given"]


def test_an_array_that_is_gone_is_forgotten() -> None:
    """Each batch of a long training would stay otherwise."""
    buffers, kept = Buffers(print), [Made() for _ in range(1000)]
    for made in kept:
        buffers.run([np.zeros(3)], [made], 1)

    assert not buffers.watching
