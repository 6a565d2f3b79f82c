"""The page of settings lists every setting, option and command that there is, and none that is not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from printproof.promises.reproducibility import RERUN
from printproof_base.arguments import commands_by_name
from printproof_base.project import SETTINGS
from support.built import ROOT

PAGE = (ROOT / "docs" / "about" / "settings.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^\((?P<label>[a-z-]+)\)=\n## .*?\n(?P<text>.*?)(?=^\(|\Z)", re.MULTILINE | re.DOTALL)
FIRST = re.compile(r"^\| `(?P<code>[^`]+)` \|", re.MULTILINE)

OF_THE_SITE = {*map("site {}".format, ("build", "join", "serve", "publish", "status", "epub", "pdf"))}
"""Commands for a project with our theme, named in sentences."""

BETWEEN_PARTS = {"printproof_glossary_seen", "printproof_catalogs"}
"""What parts of the extension tell each other, and no author sets."""


def listed(label: str) -> list[str]:
    """The code in the first column of the table of a section."""
    return FIRST.findall(next(found["text"] for found in SECTION.finditer(PAGE) if found["label"] == label))


def settings_of(folder: Path) -> Iterator[str]:
    """The settings that modules in a folder add, by their names."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_config_value"
            if named and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


def test_the_page_lists_the_settings_of_conf_py() -> None:
    """Those of the extension; the theme's are told where a site is published."""
    assert {*listed("settings-in-conf")} == {*settings_of(ROOT / "packages/outputs/src")} - BETWEEN_PARTS


def test_the_page_lists_the_settings_of_pyproject() -> None:
    """Each that is read, in any order."""
    assert sorted(listed("settings-in-pyproject")) == sorted(SETTINGS)


def test_the_page_lists_the_commands() -> None:
    """Each by its name; those for a whole site stand in a sentence below the table."""
    lines = [line.split()[1:] for line in listed("commands-and-status") if line.startswith("printproof ")]
    words = {" ".join(line[: 1 + (line[0] == "i18n")]) for line in lines}

    assert words == {*commands_by_name()} - OF_THE_SITE
    assert [verb for verb in OF_THE_SITE if f"`{verb}`" not in PAGE] == []


@pytest.mark.parametrize("name", ["SCRIPT_JOBS", "SCRIPT_LIMIT_S", "JAX_PLATFORMS", "XLA_FLAGS", "SOURCE_DATE_EPOCH"])
def test_the_page_lists_a_variable(name: str) -> None:
    """Each is read somewhere in the package."""
    read = [path for path in ROOT.glob("packages/*/src/**/*.py") if f'"{name}"' in path.read_text(encoding="utf-8")]

    assert name in listed("environment-variables")
    assert read != []


def test_the_page_names_the_tests_of_the_rerun() -> None:
    """By the word in their names."""
    assert f"pytest --promises -k {RERUN}" in listed("options-of-pytest")


def test_the_page_lists_the_exit_statuses() -> None:
    """As the program itself does."""
    from printproof_base.report import STATUSES

    assert re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE) == re.findall(r"^  (\d+) ", STATUSES, re.MULTILINE)
