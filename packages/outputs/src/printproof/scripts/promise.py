"""The promise of a cell: outputs by mode and version, its last value, its traces, the state that it leaves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from printproof.scripts.modes import AS_WRITTEN, PHRASES
from printproof_base.findings import Finding, Place, ReportedError

OUTPUT, VALUE = "Output", "Value"
"""What a block of lines speaks of: what a cell prints and raises, or the value of its last expression."""


class ScriptError(ReportedError):
    """A script, or a promise in it, that cannot be read."""


def refused(place: Place, line: int, fact: str, cure: str = "") -> ScriptError:
    """The error about a line of a script; line 0 is the script as a whole."""
    return ScriptError(Finding(replace(place, line=line), "error", "script", fact, cure))


def unprintable(line: str) -> str | None:
    """The first character that would end a line of a comment, or be no part of one."""
    # Beside the control characters of ASCII: DEL, and what editors take for line ends, NEL, LS and PS.
    return next((c for c in line if (c < " " and c != "\t") or c in "\x7f\x85\u2028\u2029"), None)


@dataclass(frozen=True)
class Output:
    """One block of promised lines.

    ``line`` is the line of its heading in the script (1 = first), ``printed`` the lines that a cell prints or that its
    last value is written in (``kind``), ``raised`` the last line of an error the cell ends with, empty where it ends
    with none. ``edge`` is ``before`` and the first version of jax for which the block no longer holds, or ``since`` and
    the first for which it does; both are empty for a block that holds on the reference version. ``varies`` is the
    reason why the lines are an example that is not compared, empty for a promise. ``places`` are the lines of the file
    that hold ``lines``, where these do not follow the heading. ``flags`` are options of doctest by which it compares.
    """

    mode: str
    line: int
    printed: tuple[str, ...]
    raised: str = ""
    kind: str = OUTPUT
    edge: tuple[str, str] = ("", "")
    varies: str = ""
    places: tuple[int, ...] = ()
    flags: int = 0

    def says(self, lines: tuple[str, ...]) -> bool:
        """True where these lines are the printed ones, or are taken for them."""
        return self.printed == lines or self._fits("\n".join(self.printed), "\n".join(lines))

    def _fits(self, promised: str, actual: str) -> bool:
        if not self.flags:
            return False
        import doctest  # only where an example of it asks: it is slow to load

        strict = doctest.DONT_ACCEPT_TRUE_FOR_1 | doctest.DONT_ACCEPT_BLANKLINE
        if self.raised and self.flags & doctest.IGNORE_EXCEPTION_DETAIL:
            promised, actual = (text.partition(":")[0].rpartition(".")[2] for text in (promised, actual))
        return doctest.OutputChecker().check_output(f"{promised}\n", f"{actual}\n", self.flags | strict)

    def place_of(self, number: int) -> int:
        """The line of the file that holds a line (0 = first); one behind the last is the last."""
        last = min(number, len(self.lines) - 1)
        return self.places[last] if self.places else self.line + 1 + last

    @property
    def of_other_versions(self) -> bool:
        """True where the block speaks of other versions of jax than the reference."""
        return any(self.edge)

    def holds_on(self, version: tuple[int, ...]) -> bool:
        """True where a block of other versions speaks of this one."""
        word, edge = self.edge
        return version < numbers_of(edge) if word == "before" else version >= numbers_of(edge)

    def announces(self, error: str) -> bool:
        """True where the last line of an error is the promised one, or begins as it does where it ends in ``…``."""
        if self.raised.endswith("…"):
            return error.startswith(self.raised[:-1].rstrip())
        return error == self.raised or self._fits(self.raised, error)

    @property
    def heading(self) -> str:
        """The words of its heading, as in the script, but for the reason why it varies."""
        word, version = self.edge
        edge, varies = f" {word} jax {version}" if word else "", " varies" if self.varies else ""
        return f"{self.kind}{PHRASES[self.mode]}{edge}{varies}:"

    @property
    def lines(self) -> tuple[str, ...]:
        """What a reader sees: the printed lines and the error's line."""
        return self.printed + ((self.raised,) if self.raised else ())


@dataclass(frozen=True)
class State:
    """Values that a cell leaves behind in one mode and shows nobody, announced: each as text, by path.

    A value is empty where it is not written yet. ``line`` is the line of its heading.
    """

    mode: str
    line: int
    values: Mapping[str, str]

    @property
    def heading(self) -> str:
        """The words of its heading, as in the script."""
        return f"State{PHRASES[self.mode]}:"


@dataclass(frozen=True)
class Promise:
    """Everything a cell promises: outputs and values by mode and version, traces by function, reduced constants.

    ``states`` announce what it leaves behind by mode, ``key_reuse`` the first words of what JAX's checker says of a key
    that it uses twice. The line of what it does not say is 0.
    """

    outputs: tuple[Output, ...] = ()
    traces: Mapping[str, int] = field(default_factory=dict)
    traces_line: int = 0
    reduced: Mapping[str, int | float] = field(default_factory=dict)
    reduced_line: int = 0
    states: tuple[State, ...] = ()
    key_reuse: str = ""
    key_reuse_line: int = 0

    @property
    def raises(self) -> bool:
        """True where the cell may end with an error, in any mode and on any version."""
        return any(output.raised for output in self.outputs)

    def output(self, mode: str, version: tuple[int, ...] | None = None) -> Output | None:
        """The block that says what is printed in a mode on a version of jax (None: the reference)."""
        return _nearest((block for block in self.outputs if block.kind == OUTPUT), mode, version)

    def value(self, mode: str, version: tuple[int, ...] | None = None) -> Output | None:
        """The block that says what the last expression gives in a mode on a version of jax."""
        return _nearest((block for block in self.outputs if block.kind == VALUE), mode, version)

    def varies(self, kind: str) -> str:
        """Why what the cell prints, or its last value, is not compared; empty where it is."""
        return next((block.varies for block in self.outputs if block.kind == kind and block.varies), "")

    def state(self, mode: str) -> State:
        """What the cell announces to leave behind in a mode; nothing where it announces nothing."""
        return next((state for state in self.states if state.mode == mode), State(mode, 0, {}))

    def announces_reuse(self, error: str) -> bool:
        """True where what the checker of JAX says is announced, whole or by its first words and ``…``."""
        # An error is announced in one way, wherever it is: whole, or by its first words.
        return Output(AS_WRITTEN, 0, (), self.key_reuse).announces(error)


def numbers_of(version: str) -> tuple[int, ...]:
    """A version as it is compared with others."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _nearest(outputs: Iterable[Output], mode: str, version: tuple[int, ...] | None) -> Output | None:
    blocks = [block for block in outputs if block.mode == mode]
    others = [block for block in blocks if block.of_other_versions and version and block.holds_on(version)]
    others.sort(key=_nearness)
    return next(iter([*others, *(block for block in blocks if not block.of_other_versions)]), None)


def _nearness(block: Output) -> tuple[bool, list[int]]:
    """The sort key of blocks that hold on a version: ``since``, highest first, then ``before``, lowest first."""
    word, edge = block.edge
    return word == "before", [part if word == "before" else -part for part in numbers_of(edge)]
