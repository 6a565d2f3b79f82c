"""A thread that a cell leaves running is named; one of a pool that waits for work is not."""

from pathlib import Path

import pytest

from support.one_cell import cells_of, project_of

SCRIPT = """
# %% pool
import threading
from concurrent.futures import ThreadPoolExecutor

pool, go = ThreadPoolExecutor(1, thread_name_prefix="pool"), threading.Event()
pool.submit(print, end="").result()
{then}

# Output: none

# %% end
go.set()

# Output: none
"""
IDLE = "pool"
BUSY = "pool.submit(go.wait)"
PLAIN = "threading.Thread(target=go.wait, name='plain').start()"
STILL_A_MOMENT = "pool.submit(lambda: sum(range(1_000_000)))"


@pytest.mark.parametrize(
    ("line", "named"), [(IDLE, ()), (BUSY, ("pool_0",)), (PLAIN, ("plain",)), (STILL_A_MOMENT, ())]
)
def test_only_a_thread_with_work_runs(line: str, named: tuple[str, ...], tmp_path: Path) -> None:
    """A pool keeps its threads for later, as the libraries do that write checkpoints."""
    project = project_of(tmp_path, [("index", SCRIPT.format(then=f"{line};"))])

    assert cells_of(project, "index")[0].running == named
