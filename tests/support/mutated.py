"""What may stand in a file of a project? A file that is right, with some places of it changed; and what reads it."""

import contextlib
import copy
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from printproof_base.cli import main

STEPS = 3_000_000
"""Calls in which a command ends, whatever it reads: a hundred times as many as it takes for a file that is right."""

MARKS = [
    "\n", "\n\n", "\r\n", "\t", " ", "\x00", "\ufeff", "\u2028", "\x0c", "\x1b[1m", "\u202e", "\ud800", "`", "```",
    "````", ":::", "{", "}", "[", "]", "(", ")", '"', "'", '"""', "\\", "\\n", "$", "$$", "%", "# ", "#", "-", "---",
    "…", ":", "::", ":a:", ",", "|", "<", ">", "&#x202e;", "**", "0", "-1", "1e999", "9" * 400, "NaN", "null", "true",
    "{}",
    "[]", "상태", "状态", "é",
]  # fmt: skip
"""What means something to one reader or another."""


def tries(count: int) -> settings:
    """So many changes of each file are tried, the same each time; or as many as ``EXAMPLES`` says, others each time."""
    return settings(
        max_examples=int(os.environ.get("EXAMPLES", count)),
        deadline=None,
        derandomize="EXAMPLES" not in os.environ,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


@st.composite
def mutated(draw: st.DrawFn, text: str, pieces: Sequence[str]) -> bytes:
    """A text in some places of which something is cut, put, doubled or moved; as UTF-8, or as nearly so."""
    put = st.one_of(st.sampled_from([*pieces, *MARKS]), st.text(max_size=5))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 2, 8, 40, 10**6])))
        after = draw(st.sampled_from(["", "put", "doubled", "moved"]))
        middle = {"": "", "put": draw(put) if after == "put" else "", "doubled": text[start:end] * 2}.get(after)
        if middle is None:
            rest, place = text[:start] + text[end:], draw(st.integers(0, len(text) - (end - start)))
            text = rest[:place] + text[start:end] + rest[place:]
        else:
            text = text[:start] + middle + text[end:]
    data = text.encode("utf-8", "surrogatepass")
    return draw(st.sampled_from([data, data, data, data[: len(data) // 2], data.replace(b"\n", b"\xff\n", 1)]))


def said_by(root: Path, *typed: str) -> tuple[int, str]:
    """The exit status of a command in a project, and all it said.

    Raises AssertionError where it writes outside of the project, or takes too many steps, and whatever the command
    itself lets through.
    """
    said, before = io.StringIO(), Path.cwd()
    os.chdir(root)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), _writing_below(root), _counted():
            return main(typed), said.getvalue()
    finally:
        os.chdir(before)


_watched: list[tuple[str, list[str]]] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if not _watched or event not in {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}:
        return
    if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)):
        return
    root, outside = _watched[-1]
    paths = [
        os.path.abspath(os.fsdecode(path)) for path in arguments[:2] if isinstance(path, (str, bytes, os.PathLike))
    ]
    # What Python compiles at a first import belongs to no command.
    outside += [path for path in paths if not f"{path}{os.sep}".startswith(root) and "__pycache__" not in path]


sys.addaudithook(_hear)


@contextlib.contextmanager
def _writing_below(root: Path) -> Iterator[None]:
    """Let nothing be written, moved or removed that is not below a folder."""
    outside: list[str] = []
    _watched.append((f"{root}{os.sep}", outside))
    try:
        yield
    finally:
        _watched.pop()
    assert outside == [], outside


@contextlib.contextmanager
def _counted() -> Iterator[None]:
    """End what takes more calls than `STEPS`."""
    left = iter(range(STEPS))

    def step(*event: object) -> None:
        if next(left, None) is None:
            sys.setprofile(None)
            raise AssertionError("it goes on and on")

    sys.setprofile(step)
    try:
        yield
    finally:
        sys.setprofile(None)


VALUES = [None, True, 0, -1, 1.5, "", "x", "a\nb", [], [1], ["x"], [None], {}, {"x": 1}, {"text/plain": 3}, "4", 10**30]
"""What may stand where something of another type is expected."""


@st.composite
def mistyped(draw: st.DrawFn, text: str) -> bytes:
    """A text of JSON in which some values are others, or are not there."""
    data = json.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(data))
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        if draw(st.integers(0, 3)):
            holder[key] = copy.deepcopy(draw(st.sampled_from(VALUES)))
        else:
            del holder[key]
    return json.dumps(data, indent=1).encode()


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield data, key
        yield from _places(data[key])
