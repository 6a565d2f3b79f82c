"""A promise that does not hold is told of once: where, in which mode, what differs, why, and how to accept it."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from support.one_cell import project_of, reports_of

JAX = version("jax")
COUNT = """
# %% count
import jax


class Counter:
    n = 0

    def count(self):
        self.n += 1
        return self.n


fast_count = jax.jit(Counter().count)
for _ in range(3):
    print(fast_count())

# Output:
# 1
# 1
# 1
#
# Output with jit off:
# 1
# 2
# 3
#
# Traces: count 1
""".lstrip()
PLAIN = "# %% sum\nimport jax; total = 1 + 1\nprint(total)\nprint('end')\n\n# Output:\n# 2\n# end\n"
WRONG = {
    "digit": PLAIN.replace("# 2\n", "# 3\n"),
    "mode": COUNT.replace("# 3\n", "# 4\n"),
    "no-jit": COUNT.replace("jax.jit(Counter().count)", "Counter().count"),
    "no-jit-but-equal": '# %% a\nimport jax\n\n\ndef f(x):\n    return x + 1\n\n\nprint(f(1))\n\n# Output:\n# 2\n#\n'
    "# Traces: f 1\n",
    "each-call": '# %% a\nimport jax\n\nfor n in range(3):\n    print(jax.jit(lambda n: n + 1)(n))\n\n# Output:\n# 1\n'
    "# 2\n# 3\n#\n# Traces: <lambda> 1\n",
    "order": PLAIN.replace("# 2\n# end\n", "# end\n# 2\n"),
    "nearly": "# %% a\nprint(0.249606)\n\n# Output:\n# 0.249607\n",
    "other-cell": "# %% a\nprint('one')\n\n# Output:\n# two\n\n# %% b\nprint('two')\n\n# Output:\n# two\n",
    "raises": "# %% a\nx = 1\n\n# Output: none\n\n# %% b\nprint(x)\nprint(y)\n\n# Output:\n# 1\n",
    "raises-in-a-mode": "# %% a\nimport jax\n\nassert not jax.config.jax_disable_jit\n\n# Output: none\n",
    "hangs": "# %% a\nimport time\n\n# Output: none\n\n# %% b\nwhile True:\n    time.sleep(9)\n\n# Output: none\n",
    "dies": "# %% a\nimport os\n\nos._exit(3)\n\n# Output: none\n",
    "stderr": "# %% a\nimport sys\n\nprint('oh', file=sys.stderr)\n\n# Output: none\n",
    "warns": "# %% a\nimport warnings\n\nwarnings.warn('old', FutureWarning)\n\n# Output: none\n",
    "broken": "# %% a\nprint('x\n\n# Output: x\n",
    "silent": "# %% a\nx = 1\n",
    "both-modes": COUNT.replace("print(fast_count())", "print(fast_count(), other.count())")
    .replace("for _", "other = Counter()\nfor _")
    .replace("# 1\n# 1\n# 1\n#\n# Output with jit off:\n# 1\n# 2\n# 3\n", "# 1 1\n# 1 2\n# 1 3\n"),
    "hidden": COUNT.replace("    n = 0\n", "    n = 0\n    k = 0\n").replace("self.n += 1", "Counter.k += 1")
    .replace("# Output:\n# 1\n# 1\n# 1\n#\n# Output with jit off:\n# 1\n# 2\n# 3\n", "# Output:\n# 0\n# 0\n# 0\n"),
}  # fmt: skip


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is said of each wrong script, all of them checked at once."""
    endless = {name: text for name, text in WRONG.items() if "while True" in text}
    settings = {"accept": "make accept E={docname}"}
    project = project_of(tmp_path_factory.mktemp("wrong"), WRONG.items() - endless.items(), settings)
    waiting = project_of(tmp_path_factory.mktemp("endless"), endless.items(), settings)
    found: dict[str, list[str]] = {name: [] for name in WRONG}
    for report in [*reports_of(project), *reports_of(waiting, SCRIPT_LIMIT_S="3")]:
        place = re.match(r"examples/([\w-]+)\.py:\d+: ", report)
        assert place, f"no clickable place: {report}"
        found[place[1]].append(report)
    return found


@pytest.mark.parametrize("name", WRONG)
def test_one_fault_gives_one_report(reports: dict[str, list[str]], name: str) -> None:
    """Not one for each mode, and none for what only follows."""
    assert len(reports[name]) == 1, "\n".join(reports[name])


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("digit", 7), ("mode", 25), ("no-jit", 19), ("no-jit-but-equal", 14), ("each-call", 12), ("order", 7),
        ("nearly", 5), ("other-cell", 5), ("raises", 8), ("raises-in-a-mode", 4), ("hangs", 6), ("dies", 1),
        ("stderr", 1), ("warns", 1), ("broken", 2), ("silent", 1), ("hidden", 18), ("both-modes", 18),
    ],
)  # fmt: skip
def test_a_report_names_the_line_that_is_wrong(reports: dict[str, list[str]], name: str, line: int) -> None:
    """The line of the promise, or of the code where the code is at fault."""
    assert reports[name][0].startswith(f"examples/{name}.py:{line}: ")


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("digit", "as written"),
        ("mode", "with jit off"),
        ("raises-in-a-mode", "with jit off"),
        ("hidden", "with jit off"),
    ],
)
def test_a_report_names_mode_and_version(reports: dict[str, list[str]], name: str, mode: str) -> None:
    """What was run, in its first line."""
    assert f"[{mode}, jax {JAX}]" in reports[name][0].split("\n")[0]


def test_a_report_shows_what_differs_with_a_legend(reports: dict[str, list[str]]) -> None:
    """Promised and printed lines, marked, and what the marks mean."""
    assert reports["digit"][0].split("\n") == [
        f"examples/digit.py:7: cell 'sum' printed '2\\nend'; its promise says '3\\nend' [as written, jax {JAX}]",
        "  (- promised, + printed)",
        "    - 3",
        "    + 2",
        "      end",
        "  accept it with: make accept E=digit",
    ]


def test_a_long_output_is_shown_where_it_differs(tmp_path: Path) -> None:
    """Quoted from its first line that does, and with two equal lines around; the others are counted."""
    lines = "".join(f"# line {number}\n" for number in range(60)).replace("# line 30\n", "# line 3\n")
    script = f"# %% long\nfor number in range(60):\n    print('line', number)\n\n# Output:\n{lines}"
    [report] = reports_of(project_of(tmp_path, [("long", script)]))
    head, *below = report.split("\n")

    assert head.startswith("examples/long.py:36: cell 'long' printed '…line 30\\nline 31\\n")
    assert "its promise says '…line 3\\nline 31\\n" in head
    assert below[1:-1] == [
        *("      … 28 equal lines", "      line 28", "      line 29", "    - line 3", "    + line 30"),
        *("      line 31", "      line 32", "      … 27 equal lines"),
    ]


@pytest.mark.parametrize("name", ["digit", "mode", "no-jit", "each-call", "silent", "raises"])
def test_a_report_ends_in_the_command_that_accepts(reports: dict[str, list[str]], name: str) -> None:
    """Complete, to be copied."""
    assert f"make accept E={name}" in reports[name][0]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no-jit", "it prints the same with jit off: was jax.jit removed?"),
        ("no-jit-but-equal", "nothing was traced: was jax.jit removed?"),
        ("each-call", "is a jitted function made anew for each call? it is then traced each time"),
        ("order", "the same lines came in another order: does it depend on the order of a set?"),
        ("nearly", "the numbers agree to five digits: print them rounded, the last digits depend on the machine"),
        ("other-cell", "cell 'b' prints just that: does the promise stand under the wrong cell?"),
        ("raises", "raises \"NameError: name 'y' is not defined\" and does not say so"),
        ("raises", "if it is meant, end the promise with '# NameError: …'"),
        ("raises-in-a-mode", "end the promise under '# Output with jit off:' with '# AssertionError: …'"),
        ("hangs", "did not end within 3 s (SCRIPT_LIMIT_S sets another limit) [as written]; make it shorter"),
        ("dies", "ended the process with exit status 3 [as written]; let the cell end in Python, by itself"),
        ("stderr", "writes to stderr: 'oh'; print to standard output, or silence it"),
        ("warns", "leaves a warning: 'FutureWarning: old'; use what it advises"),
        ("broken", "Python cannot read this line: unterminated string literal"),
        ("silent", "does not say what it prints; record it with: make accept E=silent"),
        ("hidden", "leaves another Counter.k with jit off than as written"),
    ],
)
def test_a_known_pattern_is_explained(reports: dict[str, list[str]], name: str, sentence: str) -> None:
    """A sentence of diagnosis or cure where the cause can be told."""
    assert sentence in reports[name][0]
