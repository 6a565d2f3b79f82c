"""Whenever a command is ended, each file that counts is whole, the old one or the new, and the next call goes on."""

from __future__ import annotations

import json
import random
import shutil
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from printproof_base.project import Project
from support.ended import Command, Tried, files_of, tried

SCRIPT, PAGE, INDEX = "examples/guide/count.py", "docs/guide/count.md", "docs/index.md"
PUBLISHED = "_build/site/"
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# Title"},
        *(
            {
                "cell_type": "code",
                "id": f"c{n}",
                "metadata": {},
                "source": source,
                "outputs": [],
                "execution_count": None,
            }
            for n, source in enumerate(("one = 1\nprint(one)", "print(one + 1)"))
        ),
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


def replaced(name: str, before: str, after: str) -> Callable[[Path], None]:
    """What replaces a text in a file of a project."""

    def replace(root: Path) -> None:
        text = (root / name).read_text(encoding="utf-8")
        assert before in text
        (root / name).write_text(text.replace(before, after, 1), encoding="utf-8")

    return replace


def documents(root: Path) -> None:
    """Put a page and a notebook among the pages, each with code in it."""
    (root / "docs/taken.ipynb").write_text(json.dumps(NOTEBOOK), encoding="utf-8")
    (root / "docs/kept.md").write_text("# Page\n\n```{code-cell}\nprint(1)\n```\n", encoding="utf-8")


def made_elsewhere(root: Path) -> None:
    """Let a machine make all of a project with another sentence; here all but the sentence is as it was before."""
    build = root / "_build"
    shutil.copytree(build, root / "here")
    COMMANDS["site build"].change(root)
    COMMANDS["site build"].run(root)
    build.rename(root / "there")
    (root / "here").rename(build)
    (root / "there").rename(build / "made")


COMMANDS = {
    "site join": Command(("site", "join", "_build/made"), made_elsewhere),
    "site build": Command(("site", "build"), replaced(PAGE, "A name **remembers**", "Each name **remembers**")),
    "i18n update": Command(("i18n", "update"), replaced(INDEX, "Read", "Now read")),
    "accept": Command(("accept", "--all"), replaced(SCRIPT, "number + 1\nprint", "3\nprint")),
    "import": Command(("import", "docs/kept.md"), documents, begun=("examples/kept.py",)),
    "import of a notebook": Command(("import", "docs/taken.ipynb"), documents, begun=("examples/taken.py",)),
    "export": Command(("export", "guide/count", "--output", "count.ipynb")),
}
NIGHT = pytest.mark.nightly
MOMENTS = [
    pytest.param(name, nth, marks=() if nth < few else NIGHT)
    for name, few in {
        "site build": 1,
        "site join": 1,
        "i18n update": 1,
        "accept": 1,
        "import": 0,
        "import of a notebook": 1,
        "export": 1,
    }.items()
    for nth in range(20)
]


@pytest.fixture(scope="module")
def command(made: tuple[Project, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Tried]:
    """A command, which was done in peace once."""

    @cache
    def done(name: str) -> Tried:
        return tried(made[0].root, tmp_path_factory.mktemp("tried"), COMMANDS[name])

    return done


def moments(one: Tried, name: str) -> list[int]:
    """Twenty moments of a command in an order that is always the same; some twice where it has fewer."""
    return random.Random(name).choices(range(1, one.moments + 1), k=20)


def halves(one: Tried, now: dict[str, bytes]) -> list[str]:
    """The files that are neither as before nor as after the command; a record may be gone, as a run makes it anew."""
    names = sorted({*one.before, *one.after, *now})
    begun = {name for name in names if name.startswith("_build/runs/") and name not in now} | set(one.command.begun)
    return [
        name for name in names if name not in begun and now.get(name) not in (one.before.get(name), one.after.get(name))
    ]


@pytest.mark.parametrize(("name", "nth"), MOMENTS)
def test_what_was_killed_is_whole_and_the_next_call_goes_on(
    command: Callable[[str], Tried], name: str, nth: int, tmp_path: Path
) -> None:
    """With all of its processes, at its n-th change of a file; then all is as if nothing had happened."""
    one = command(name)
    root, at = one.fresh(tmp_path), moments(one, name)[nth]

    status, said, _ = one.command.run(root, at)
    now = dict(files_of(root))

    assert (status, said) == (-signal.SIGKILL, "")
    assert halves(one, now) == []
    site = {path: data for path, data in now.items() if path.startswith(PUBLISHED)}
    assert site in [{n: d for n, d in files.items() if n.startswith(PUBLISHED)} for files in (one.before, one.after)]
    if now != one.after:  # else it was done, and what is done is not done twice
        assert (one.command.run(root)[:2], files_of(root)) == ((0, ""), one.after)


SIGNALS = {"SIGINT": True, "SIGTERM": False, "SIGHUP": True}
"""How a command is asked to end, and whether its whole group is: by a terminal, by ``kill``, by one that is closed."""


@pytest.mark.parametrize(
    ("name", "how"),
    [
        pytest.param(name, how, marks=() if (name, how) in {("i18n update", "SIGINT"), ("accept", "SIGHUP")} else NIGHT)
        for name in COMMANDS
        for how in SIGNALS
    ],
)
def test_what_is_asked_to_end_says_so_and_the_next_call_goes_on(
    command: Callable[[str], Tried], name: str, how: str, tmp_path: Path
) -> None:
    """In one word, with the exit status that shells expect; what was published or written is whole."""
    one, number = command(name), signal.Signals[how]
    root, at = one.fresh(tmp_path), random.Random(f"{name} {how}").randint(1, one.moments)

    status, said, _ = one.command.run(root, at, number, SIGNALS[how])

    if status:  # else it was done before it heard
        note = ["nothing was published; _build/site is as it was"] if name.startswith("site") else []
        assert (status, said.splitlines()) == (128 + number, ["interrupted", *note])
    now = dict(files_of(root))
    assert halves(one, now) == []
    if now != one.after:
        assert (one.command.run(root)[:2], files_of(root)) == ((0, ""), one.after)
