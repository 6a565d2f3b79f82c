"""The tests that look for a counter-example to a sentence of a page: ``tests/claims``, a module for each page."""

import ast
from dataclasses import dataclass
from pathlib import Path

from printproof_base.findings import ReportedError
from printproof_base.project import Project

FOLDER = Path("tests", "claims")
"""Where the modules lie, from the root of a project."""


class ClaimError(ReportedError):
    """A module of tests that cannot be read."""


@dataclass(frozen=True)
class ClaimTest:
    """A test of a sentence: its ``name`` as pages write it, what it says that it tries, and its code."""

    name: str
    says: str
    code: str


def claims_file(project: Project, docname: str) -> Path:
    """The module with the tests of a page, whether or not it exists; a module of Python has no dash in its name."""
    return project.root / FOLDER / f"test_{docname.replace('/', '_').replace('-', '_')}.py"


def claim_tests(project: Project, docname: str) -> dict[str, ClaimTest]:
    """The tests of a page by their names, without running any. Raises ClaimError where the module is no Python."""
    path = claims_file(project, docname)
    if not path.is_file():
        return {}
    try:
        text = path.read_text(encoding="utf-8")
        functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    except (SyntaxError, UnicodeDecodeError) as error:
        raise ClaimError.at(project.shown(path), "cannot be read as Python", line=getattr(error, "lineno", 0)) from None
    tests = [_test(text, node) for node in functions if node.name.startswith("test_")]
    return {test.name: test for test in tests}


def _test(text: str, node: ast.FunctionDef) -> ClaimTest:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    code = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    name = node.name.removeprefix("test_").replace("_", "-")
    return ClaimTest(name, (ast.get_docstring(node) or "").partition("\n")[0], code)
