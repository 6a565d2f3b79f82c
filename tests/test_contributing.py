"""What people are told to type and to open exists."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOLD = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/_contributing/*.md"), *ROOT.glob("packages/*/README.md")])
TRANSLATORS = [ROOT / "CONTRIBUTING.md", *(ROOT / f"docs/_contributing/{name}.md" for name in ("ko", "zh-CN"))]


def commands(path: Path) -> list[str]:
    """The indented lines of a document, without the remarks behind them."""
    found = re.findall(r"^ {4,}(\S.*?)(?:  +#.*)?$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [line for line in found if line.startswith(("make ", "git "))]


def name(path: Path) -> str:
    """The name of a test's case."""
    return path.name


@pytest.mark.parametrize("path", TOLD, ids=name)
def test_every_command_that_is_named_can_be_typed(path: Path) -> None:
    """`make` knows it."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^ +)make ([a-z-]+)", path.read_text(encoding="utf-8"), re.MULTILINE))

    assert named - targets == set()


@pytest.mark.parametrize("path", TOLD, ids=name)
def test_every_file_that_is_named_exists(path: Path) -> None:
    """Files of this repository, in backticks or behind a link."""
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"`((?:docs|examples|locales|packages|locks|\.github)/[\w./-]+)`|\]\(([\w./-]+)\)", text)

    missing = [found for pair in named if (found := "".join(pair)) and not (path.parent / found).exists()]

    assert [found for found in missing if not (ROOT / found).exists()] == []


@pytest.mark.parametrize("path", TRANSLATORS, ids=name)
def test_translators_type_the_same_in_every_language(path: Path) -> None:
    """Each page for translators has the commands of the English one, in their language."""
    language = re.search(r"make serve L=(\w+)", path.read_text(encoding="utf-8"))
    assert language
    own = [line.replace(language[1], "LANG") for line in commands(path) if language[1] in line]

    assert own == [
        "make serve L=LANG",
        "make todo L=LANG",
        "make check L=LANG",
        'git commit -am "LANG: translate guide/stateful, all messages"',
    ]


@pytest.mark.parametrize("path", TRANSLATORS, ids=name)
def test_a_new_jax_is_typed_the_same_in_every_language(path: Path) -> None:
    """Its lock, its run, and what is committed."""
    own = [line for line in commands(path) if re.search(r"J=|matrix|versions\.json", line)]

    assert own == [
        "make lock J=0.13.0",
        "make matrix",
        "git add locks/requirements-jax-0.13.0.txt docs/reference/versions.json",
    ]


@pytest.mark.parametrize("target", ["publish", "move", "new"])
def test_a_command_that_lacks_a_name_says_so_before_anything_is_made(target: str) -> None:
    """A site takes minutes, and so may an environment."""
    planned = subprocess.run(
        ["make", "-n", "-B", target], cwd=ROOT, capture_output=True, text=True, check=False, env={"PATH": os.defpath}
    )

    assert (planned.returncode, planned.stdout) == (2, "")
    assert f": make {target} " in planned.stderr


@pytest.mark.parametrize("typed", ["publish TO=/srv/www", "move FROM=a TO=b", "new L=ja"])
def test_a_command_with_its_name_makes_what_it_needs(typed: str) -> None:
    """An environment first of all."""
    command = ["make", "-n", "-B", *typed.split()]

    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env={"PATH": os.defpath})

    assert "-m venv .venv" in planned.stdout
