"""A script that a reader takes along runs alone to its end, and prints what the page shows."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from printproof.formats.exported_page import Code, Kind, Output
from printproof.formats.script import Headings, caught, script
from support.taken import HEADINGS, page_of, taken_of


def printed_by(text: str, folder: Path) -> str:
    """What a script prints that runs alone to its end."""
    path = folder / "page.py"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def failing(code: str, shown: str) -> str:
    """The script of a page whose one cell ends with an error."""
    return script(page_of(Code("one", code, (Output(Kind.ERROR, shown),))), HEADINGS)


def test_a_script_keeps_its_licence_and_says_what_page_it_is() -> None:
    """Above the first cell: the title in the reader's language as docstring, the licence as written, the address."""
    page = page_of(Code("one", "x = 1"), title="제목", address="https://a.example/", head='"""What."""\n# SPDX')

    assert script(page, HEADINGS) == '"""제목"""\n# SPDX\n# https://a.example/\n\n# %% one\nx = 1\n'


@pytest.mark.parametrize("title", ['A "quoted" one', 'ends in "', "a\\b", '"""'])
def test_any_title_can_be_a_docstring(title: str) -> None:
    """Its marks and backslashes are those of the page."""
    assert ast.get_docstring(ast.parse(script(page_of(Code("one", "x = 1"), title=title), HEADINGS))) == title


def test_below_a_cell_stands_what_it_prints() -> None:
    """A value has a heading of its own, as a script does not print it; a varying output says so."""
    outputs = (Output(Kind.PRINTED, "a\n\nb"), Output(Kind.VALUE, "4"))
    varying = (Output(Kind.PRINTED, "12:00", varies=True),)
    text = script(page_of(Code("one", "1", outputs), Code("two", "2", varying)), HEADINGS)

    assert text.endswith(
        "# %% one\n1\n\n# Output:\n# a\n#\n# b\n\n# Value:\n# 4\n\n# %% two\n2\n\n# Output, which varies:\n# 12:00\n"
    )


def test_a_language_may_have_one_word_for_output_and_value() -> None:
    """Both stand there."""
    one = Code("one", "print('a')\n4", (Output(Kind.PRINTED, "a"), Output(Kind.VALUE, "4")))

    assert script(page_of(one), Headings("Out:", "Out:", "")).endswith("\n\n# Out:\n# a\n\n# Out:\n# 4\n")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("int('a')", "ValueError: invalid literal for int() with base 10: 'a'"),
        ("int('a')", "ValueError: invalid literal …"),
        ("raise RuntimeError('shape=(3,)')", "RuntimeError: shape=…"),
        ("raise RuntimeError('one\\ntwo')", "RuntimeError: one …"),
        ("assert False", "AssertionError"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        ("class Odd(Exception):\n    pass\n\n\nraise Odd('no')", "Odd: no"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_an_announced_error_is_printed_as_the_page_shows_it(code: str, shown: str, tmp_path: Path) -> None:
    """And the script goes on to its end."""
    assert printed_by(failing(code, shown), tmp_path) == f"{shown}\n"


def test_another_error_than_the_announced_one_ends_the_script(tmp_path: Path) -> None:
    """What nobody expects is not hidden."""
    with pytest.raises(subprocess.CalledProcessError, match="returned non-zero exit status 1"):
        printed_by(failing("1 / 0", "ValueError: no"), tmp_path)


def test_a_message_that_is_another_is_not_printed_as_the_promised_one(tmp_path: Path) -> None:
    """The line comes from the error: of another version of a library it says what that says."""
    assert printed_by(failing("raise ValueError('new words')", "ValueError: old …"), tmp_path) == "ValueError: new …\n"


def test_only_what_may_raise_is_tried() -> None:
    """Imports and definitions stay at the left, where they are read most."""
    code = "import math\n\n\ndef root(x):\n    return math.sqrt(x)\n\n\n# A comment.\nprint(1)\nroot(-1)"

    assert caught(code, "ValueError: math domain …").split("\n")[6:11] == [
        "",
        "try:",
        "    # A comment.",
        "    print(1)",
        "    root(-1)",
    ]


@pytest.mark.parametrize(
    "head", ["@decorated\ndef g():\n    pass", "def g(x=1 / 0):\n    pass", "class A:\n    x = 1 / 0", "import a.b"]
)
def test_a_definition_that_may_raise_is_tried(head: str) -> None:
    """A decorator, a default, the body of a class, an import whose error is announced."""
    raised = "ImportError: no" if "import" in head else "ZeroDivisionError: no"

    assert caught(f"{head}\nf()", raised).startswith("try:\n")


def test_a_decorated_function_that_is_called_later_did_not_raise() -> None:
    """So it stays where it is read, and a plain value does as well."""
    code = "sizes = [1, 2]\n\n\n@jit\ndef f(x):\n    pass\n\n\nf(sizes)"

    assert caught(code, "TypeError: no").startswith("sizes = [1, 2]\n\n\n@jit\ndef f(x):\n    pass\n\n\ntry:\n")


def test_a_string_keeps_its_lines() -> None:
    """What is inside a string is a value: an indentation would change it."""
    code = 'text = "" + """a\n  b\n"""\nword = f"""{\n    1}\nc"""\nraise ValueError(text + word)'
    tried = ast.parse(caught(code, "ValueError: no")).body[0]

    assert isinstance(tried, ast.Try)
    assert ast.dump(ast.Module(tried.body, [])) == ast.dump(ast.Module(ast.parse(code).body, []))


def test_a_caught_error_takes_no_name_of_the_page(tmp_path: Path) -> None:
    """Python forgets the name of an error that was caught."""
    cells = Code("one", "error = 1\nint('a')", (Output(Kind.ERROR, "ValueError: …"),)), Code("two", "print(error)")

    assert printed_by(script(page_of(*cells), HEADINGS), tmp_path) == "ValueError: …\n1\n"


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("import matplotlib.pyplot as plt", "plt"),
        ("from matplotlib import pyplot", "pyplot"),
        ("from matplotlib import pyplot as p", "p"),
        ("import matplotlib.pyplot", "matplotlib.pyplot"),
    ],
)
def test_a_figure_is_shown(imports: str, name: str) -> None:
    """In a window, where there is one: a script that only draws shows nothing."""
    drawn = Code("drawn", "draw()", (Output(Kind.FIGURE, "a line", "<svg/>"),))

    assert f"# %% drawn\ndraw()\n{name}.show()\n" in script(page_of(Code("one", imports), drawn), HEADINGS)


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_comments_are_in_the_language_of_the_page(language: str) -> None:
    """And the code is the same."""
    ours, theirs = (script(taken_of("guide/stateful", one), HEADINGS) for one in ("en", language))

    assert "# The result, then the state for the next call." in ours
    assert "# The result" not in theirs
    assert ast.dump(_without_docstrings(ours)) == ast.dump(_without_docstrings(theirs))


def _without_docstrings(text: str) -> ast.Module:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return tree
