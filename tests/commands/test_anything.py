"""Whatever a file of a project holds, a command answers in its own words, ends, and writes nowhere else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printproof_base.project import SETTINGS as SETTINGS_OF_A_PROJECT
from support.mutated import mistyped, mutated, said_by, tries
from support.small import CONF, Small

SETTINGS = tries(12)

CODE = "```{{code-cell}}\n:tags: [hide-input]\n\n{}\n```\n"
HEAD = "---\nkernelspec: {name: python3, display_name: Python 3, language: python}\n---\n\n"
CELL = {"cell_type": "code", "metadata": {"tags": ["raises-exception"]}, "execution_count": 1}
OUTPUTS = [
    {"output_type": "stream", "name": "stdout", "text": ["1\n"]},
    {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": ["2"]}},
]
NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Title\n", "\n", "Words."]},
            {**CELL, "id": "b", "source": ["print(1)\n", "2"], "outputs": OUTPUTS},
            {"cell_type": "raw", "id": "c", "metadata": {"format": "text/html"}, "source": "<b>"},
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    },
    indent=1,
)
CATALOG = (
    'msgid ""\nmsgstr ""\n"Language: ko\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    '#: docs/index.md:1\nmsgid "Count [on](#on) `n`"\nmsgstr "`n`을 [세기](#on)"\n\n'
    '#, fuzzy\n#| msgid "A state"\nmsgid "The **state** is 1.5"\nmsgstr ""\n"**상태**는 "\n"1.5"\n\n'
    '#~ msgid "Old"\n#~ msgstr "옛"\n'
)
SCRIPT = (
    '"""Count."""\n\n# %% one\nnumber = 1  # words\nprint(number)\n\n# Output:\n# 1\n\n'
    "# %% two\nnumber + 1\n\n# Value: 2\n# Output before jax 0.9:\n# 3\n#\n# Traces: f 1\n# Reduced: number = 2\n"
)
MEASURED = {"digest": sha256(SCRIPT.encode()).hexdigest(), "results": {"jax 0.10.2": {"as-written": "exact"}}}
FILES = {
    "pyproject.toml": '[tool.printproof]\nreference = "0.10.2"\nmodes = ["as-written"]\nstyle = ["end", "term"]\n'
    'inputs = ["docs/*.csv", "env:RELEASE"]\nsvg_limit_kb = 100\ncode_in_pages = ["notes/*"]\n'
    'accept = "make {docname}"\n',
    "docs/conf.py": CONF + 'extensions += ["printproof_site.theme"]\n',
    "docs/index.md": "# Count [on](#on)\n\n(on)=\n\nThe **state** is 1.5\n\n```{code-cell}\n:example: one\n```\n\n"
    "```{code-cell}\n:example: two\n```\n",
    "docs/later.md": HEAD + "# Later\n\n" + CODE.format("number = 1\nnumber") + "\n::::{tab-set}\n:::{tab-item} A\n"
    + CODE.format("print('x')\n# Output:") + ":::\n::::\n\n- in a list\n\n  ```{code-cell}\n  %timeit 1\n  ```\n",
    "docs/note.ipynb": NOTEBOOK,
    "docs/notes/page.md": "# Page\n\n```{code-cell}\n:example: one\nprint(1)\n```\n\n% Output:\n% 1\n\n>>> 1 + 1\n2\n",
    "docs/notes/kept.ipynb": NOTEBOOK,
    "docs/notes/rest.rst": "Rest\n====\n\n.. code-cell::\n   :example: one\n\n   print(1)\n\n.. Output:\n..\n.. 1\n\n"
    ">>> 1 + 1\n2\n",
    "docs/glossary.csv": "term,ko,keep,note,also,definition,definition ko\n"
    "state,상태,no,,states,What is kept.,남는 것.\n",
    "docs/claims.csv": 'page,claim,proof\nindex,"The **state**, always.",one | test:it-is\nlater,Later.,index#two\n',
    "docs/versions.json": json.dumps({"jobs": ["jax 0.10.2"], "scripts": {"index": MEASURED}}),
    "examples/index.py": SCRIPT,
    "locales/ko/LC_MESSAGES/index.po": CATALOG,
    "printproof-baseline.csv": "catalog,rule,message,count\nlocales/ko/LC_MESSAGES/index.po,end,0123,1\n",
    "_build/gettext/index.pot": CATALOG,
}  # fmt: skip
TYPED = {
    "pyproject.toml": ["list", "i18n status"],
    "docs/index.md": ["list", "export index --output out.ipynb", "export index --output out.md"],
    "docs/later.md": [
        "import --dry-run docs/later.md", "import --no-run docs/later.md", "drift docs/later.md docs/index.md --diff",
    ],
    "docs/note.ipynb": [
        "import --dry-run docs/note.ipynb", "import --no-run docs/note.ipynb", "drift docs/note.ipynb docs/later.md",
    ],
    "docs/notes/page.md": ["list", "export notes/page --output out.ipynb"],
    "docs/notes/kept.ipynb": ["list", "export notes/kept --output out.md"],
    "docs/notes/rest.rst": ["list", "export notes/rest --output out.rst"],
    "docs/glossary.csv": ["i18n check", "i18n todo"],
    "docs/claims.csv": ["i18n move index other", "site status"],
    "docs/versions.json": ["i18n move index other", "site status"],
    "examples/index.py": ["list", "export index --output out.ipynb"],
    "locales/ko/LC_MESSAGES/index.po": [
        "i18n check", "i18n check --format sarif", "i18n todo", "i18n status", "i18n fix",
        "i18n update --templates _build/gettext", "i18n move index other",
    ],
    "printproof-baseline.csv": ["i18n check"],
    "_build/gettext/index.pot": ["i18n update --templates _build/gettext"],
}  # fmt: skip
OTHERS = ("3", "-1", "true", '"x"', '"../x"', '"/"', '"{x}"', '""', "[]", "[1]", '["x"]', "{}", "1.5", "nan")
ASSIGNED = [f"\n{name} = {value}\n" for name in SETTINGS_OF_A_PROJECT for value in OTHERS]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for one project after the other."""
    return tmp_path_factory.mktemp("anything") / "project"


def answer(root: Path, name: str, data: bytes) -> Iterator[tuple[int, str]]:
    """What the commands that read a file say to these bytes in it."""
    for typed in TYPED[name]:
        for place in sorted(root.rglob("*"), reverse=True) if root.exists() else ():
            place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
        Small(root, FILES)
        (root / name).write_bytes(data)
        before = count_files(root)
        yield said_by(root, *typed.split())
        assert count_files(root) >= before, "a file is lost"


def count_files(root: Path) -> int:
    """How many files a project has; one that is moved, or kept as it was before it was written anew, is no less."""
    return sum(path.is_file() for path in root.rglob("*"))


@pytest.mark.parametrize("name", TYPED)
def test_a_file_that_is_right_is_read(root: Path, name: str) -> None:
    """Else nothing that follows would be looked at."""
    for status, said in answer(root, name, FILES[name].encode()):
        assert status in {0, 1}, said


@pytest.mark.parametrize("name", TYPED)
@pytest.mark.parametrize("data", [b"", b"\0", b"\xff\xfe", b"{}", b"[]", b"null", b"\n" * 9, b"\xef\xbb\xbf"])
def test_a_file_of_another_kind_is_answered(root: Path, name: str, data: bytes) -> None:
    """Empty, not UTF-8, or of another type."""
    for status, said in answer(root, name, data):
        assert (status in {0, 1, 2}, "Traceback" not in said) == (True, True)


@pytest.mark.parametrize("name", TYPED)
@SETTINGS
@given(data=st.data())
def test_a_file_that_was_changed_anywhere_is_answered(root: Path, name: str, data: st.DataObject) -> None:
    """No exception but those that a command prints, no endless loop, no file outside of the project."""
    changed = mutated(FILES[name], ASSIGNED if name == "pyproject.toml" else re.findall(r"\S+", FILES[name]))
    if name.endswith((".ipynb", ".json")):
        changed = st.one_of(changed, mistyped(FILES[name]))
    for status, said in answer(root, name, data.draw(changed)):
        assert (status in {0, 1, 2}, "Traceback" not in said) == (True, True)
