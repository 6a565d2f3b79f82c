"""One run of a script in one mode: cell by cell in this process, everything it does recorded."""

import __future__

import ast
import atexit
import builtins
import linecache
import os
import sys
import types
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

from printproof.runs.bodies import BodyCounter, LineLog
from printproof.runs.calls import CallLog
from printproof.runs.instrument import BEGAN, CALL, JIT, LINE, instrumented
from printproof.runs.jit_everywhere import JitEverywhere
from printproof.runs.libraries import concerns_its_author, loaded
from printproof.runs.record import CellRun, Job, RaisedError, Values
from printproof.runs.shown.capture import Capture, take_figures
from printproof.runs.shown.raised import qualified, raised_error
from printproof.runs.shown.rich import Rich, rich_of
from printproof.runs.shown.text import is_drawn, writer_of
from printproof.runs.side_effects import look
from printproof.runs.state import StateReader, changed_paths
from printproof.runs.threads import running
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof.scripts.script import Cell, Script, numbers_set
from printproof_base.project import is_script

TRACE_EVENT = "/jax/core/compile/jaxpr_trace_duration"
"""The event of ``jax.monitoring`` that ends a trace; of all events of JAX it alone names the function."""


def execute(script: Script, job: Job, folder: Path, reused_key: Callable[[], str]) -> list[CellRun]:
    """Run the cells in order in one namespace, that of the file that the job names, in its mode.

    With jit everywhere functions are wrapped, with jit off JAX runs without jit; in every mode but as written the
    constants shrink that the script names. What promises say plays no part: after an error the next cell runs.
    The run notes in ``folder`` the cell that it has reached and the functions that jit refuses; ``reused_key`` gives
    what the key checker of JAX found since it was asked last.
    """
    run = _Run(script, job, folder / "refused", reused_key)
    done: list[CellRun] = []
    for cell in script.cells:
        (folder / "cell").write_text(cell.name, encoding="utf-8")
        done.append(run.cell(cell))
    done[-1] = run.end(done[-1])
    return done


class _Run:
    """The namespace of a script, and the hooks that record what its cells do."""

    def __init__(self, script: Script, job: Job, refused: Path, reused_key: Callable[[], str]) -> None:
        self.script = script
        self.mode = job.mode
        self.svg_limit_kb = job.svg_limit_kb
        self.reused_key = reused_key
        self.filename = job.script
        self.text = writer_of(script.is_notebook)
        if script.page:  # where Python looks for lines of code it finds those of the cells, and not what is around them
            linecache.cache[self.filename] = (0, None, script.text.splitlines(keepends=True), self.filename)
        self.reduced = script.reduced if job.mode != AS_WRITTEN else {}
        self.capture = Capture()
        self.bodies = BodyCounter(self.filename)
        self.lines = LineLog(script)
        self.calls = CallLog(script, self.filename, self.bodies, self.capture, self.lines)
        self.own = _defined(script)
        # A true module, so that a class of the script can be pickled and a dataclass finds its annotations.
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.namespace = vars(module)
        self.namespace |= {"__file__": self.filename, "__doc__": script.docstring, "__builtins__": builtins}
        self.flags = _future_flags(script)
        self.jit: JitEverywhere | None = None
        if job.mode == JIT_EVERYWHERE:
            look_at = partial(look, self.filename, self.namespace, self.capture)
            self.jit = JitEverywhere(look_at, job.not_jitted, partial(_note, refused))
        self.state = StateReader(self.filename)
        self.values: Values = {}
        self.holders: dict[str, str] = {}
        self.told: set[str] = set()
        sys.argv = [self.filename]
        # As Python does for a script that it runs.
        sys.path.insert(0, os.path.dirname(self.filename))
        sys.meta_path.insert(0, _Libraries(Path(self.filename).parent))
        sys.dont_write_bytecode = True  # a module beside the script leaves nothing there either
        if loaded("jax"):
            from jax import monitoring

            monitoring.register_event_duration_secs_listener(self._on_event)

    def _on_event(self, event: str, duration_secs: float, **facts: str | int) -> None:
        if event == TRACE_EVENT and facts.get("fun_name") in self.own:
            self.bodies.on_trace(str(facts["fun_name"]))

    def cell(self, cell: Cell) -> CellRun:
        """What one cell does."""
        self.bodies.restart()
        value, rich, error, caught = self._execute(cell)
        traced = dict(sorted(self.bodies.traced.items()))
        drawn = (*take_figures(self.svg_limit_kb), *filter(None, [rich.picture]))
        figures = () if cell.echoes else drawn  # below a prompt no page shows one
        changed, gone = self._state_change()
        stdout = self.capture.new(1)
        return CellRun(
            name=cell.name,
            stdout=stdout,
            value=value,
            stderr=self.capture.new(2),
            warnings=caught,
            error=error,
            figures=figures,
            traces=traced,
            changed=changed,
            holders={path: self.holders[path] for path in changed},
            gone=gone,
            running=running(),
            calls=self.calls.finish(stdout),
            functions=self.jit.finish() if self.jit else (),
            reused_key=self.reused_key(),
            rich=rich.kept,
            refused=rich.refused,
        )

    def _execute(self, cell: Cell) -> tuple[str | None, Rich, RaisedError | None, tuple[str, ...]]:
        """The value of the last expression, what else it is in a notebook, the error of the cell, and warnings."""
        value: str | None = None
        rich = Rich()
        error: RaisedError | None = None
        with warnings.catch_warnings(record=True) as caught, self._mode():
            # By default Python ignores some warnings, and shows one of a line once.
            warnings.simplefilter("always")
            try:
                statements, expression = self._code(cell)
                exec(statements, self.namespace)
                last = eval(expression, self.namespace) if expression else None
                if cell.echoes:
                    sys.__displayhook__(last)
                    last = None
                rich = rich_of(last)
                # A picture is shown in the place of its text.
                pictured = rich.picture or (self.script.is_notebook and is_drawn(last))
                value = None if last is None or pictured else self.text(last)
            except BaseException as raised:  # also SystemExit and KeyboardInterrupt: a cell may promise them
                error = raised_error(raised, self.filename, self.script)
                error = replace(error, type=qualified(raised)) if cell.echoes else error
            error = self._after_waiting(error)
        warned = tuple(f"{w.category.__name__}: {w.message}" for w in caught if not concerns_its_author(w))
        return value, rich, error, warned

    def _after_waiting(self, error: RaisedError | None) -> RaisedError | None:
        """The error of a cell, or else that of a callback, which JAX raises on a GPU only where somebody waits for it.

        From then on JAX raises it wherever somebody waits: one that was told is no error of a later cell.
        """
        try:
            if jax := loaded("jax"):
                jax.effects_barrier()  # what JAX prints on its own threads belongs to this cell
        except Exception as raised:
            late = raised_error(raised, self.filename, self.script)
            if error is None and late.text not in self.told:
                error = late
        if error:
            self.told.add(error.text)
        return error

    def end(self, last: CellRun) -> CellRun:
        """The last cell with what Python prints when a script is over."""
        # The process ends by os._exit, which would forget what the script registered.
        atexit._run_exitfuncs()
        return replace(last, stdout=last.stdout + self.capture.new(1), stderr=last.stderr + self.capture.new(2))

    def _code(self, cell: Cell) -> tuple[Any, Any]:
        """The statements of a cell, and its last expression where the value of that is shown."""
        tree = ast.parse(cell.code)
        # So that tracebacks and warnings name lines of the file.
        ast.increment_lineno(tree, cell.code_line - 1)
        _reduce(tree, self.reduced)
        # Put there before each cell, as a script may clear its globals.
        self.namespace |= {BEGAN: self.bodies, LINE: self.lines.hook, CALL: self.calls, JIT: self.jit}
        tree = instrumented(tree, self.mode)
        last = tree.body.pop() if cell.shows_value else None
        expression = ast.Expression(last.value) if isinstance(last, ast.Expr) else None
        return self._compiled(tree, "exec"), self._compiled(expression, "eval") if expression else None

    def _compiled(self, tree: Any, kind: str) -> Any:
        return compile(tree, self.filename, kind, flags=self.flags, dont_inherit=True)

    def _mode(self) -> Any:
        jax = loaded("jax") if self.mode == JIT_OFF else None
        return jax.disable_jit() if jax else nullcontext()

    def _state_change(self) -> tuple[Values, tuple[str, ...]]:
        before, self.values = self.values, self.state.read(dict(sorted(self.namespace.items())))
        held, self.holders = self.holders, dict(self.state.holders)
        # The same value of another object is new.
        changed = changed_paths(before, self.values) | {p for p in self.values if held.get(p) != self.holders[p]}
        gone = tuple(sorted(before.keys() - self.values.keys()))
        return {path: value for path, value in self.values.items() if path in changed}, gone


class _Libraries(MetaPathFinder):
    """Finds a library although a script in the folder has its name: the page about pandas is often called so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        """Where the library is found behind that folder; None where no script hides it."""
        if path is not None or not is_script(self.folder / f"{name}.py"):
            return None
        return PathFinder.find_spec(name, [entry for entry in sys.path if Path(entry) != self.folder])


def _note(refused: Path, name: str) -> None:
    """Add a function that jit refuses to a file: at once, as a run that goes on may not end."""
    with refused.open("a", encoding="utf-8") as file:
        print(name, file=file)


def _defined(script: Script) -> set[str]:
    """The names under which functions of the script are traced."""
    nodes = [node for cell in script.cells for node in ast.walk(ast.parse(cell.code))]
    named = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return named | ({"<lambda>"} if any(isinstance(node, ast.Lambda) for node in nodes) else set())


def _future_flags(script: Script) -> int:
    """What `from __future__ import …` switches on, for every cell as for a script in one piece."""
    nodes = [node for cell in script.cells for node in ast.parse(cell.code).body if isinstance(node, ast.ImportFrom)]
    names = [alias.name for node in nodes if node.module == "__future__" for alias in node.names]
    flags = 0
    for name in names:
        flags |= getattr(__future__, name).compiler_flag
    return flags


def _reduce(tree: ast.Module, constants: Mapping[str, int | float]) -> None:
    for name, node in numbers_set(tree):
        if name in constants:
            node.value = ast.copy_location(ast.Constant(constants[name]), node.value)
