"""A translator may use any tool: what it saves holds all that was there, and update gives it our lines again."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import polib
import pytest
from babel.messages.pofile import read_po, write_po
from sphinx_intl.catalog import dump_po, load_po

from printproof_base.project import Project, at
from printproof_catalogs.catalog import Message
from printproof_catalogs.check import check
from printproof_catalogs.update import read_templates, update
from printproof_catalogs.writer import catalog_text, expected_header

WIDE = "형태와 dtype이 같은 인자로 호출하면, `jit`이 반환한 함수는 이미 컴파일한 프로그램을 재사용합니다. "
PAGE = ["docs/a.md"]
MESSAGES = [
    Message(msgid="The state.", texts=["상태."], places=PAGE),
    Message(msgid="Not yet translated.", texts=[""], places=PAGE),
    Message(msgid="A function that `jit` returns. " * 5, texts=[WIDE * 3], places=PAGE),
    Message(msgid="No blank to break at. " * 9, texts=["状态是一个值，" * 30], places=PAGE),
    Message(msgid="A just-in-time -- well---known compiler. " * 4, texts=["x—y " * 40], places=PAGE),
    Message(msgid='Two\nlines, "quotes" and a\\n.', texts=['두\n줄, "따옴표", a\\n.'], places=PAGE),
    Message(msgid="Places.", texts=["곳."], places=["docs/a.md", *(f"examples/{n}.py" for n in "abcdefghij")]),
    Message(msgid="In question.", texts=["질문"], flags=["fuzzy"], places=PAGE),
    Message(msgid="It returns.", texts=[WIDE], flags=["fuzzy"], previous="It returned. " * 9, places=PAGE),
    Message(msgid="%(n)s pages of {total}", texts=["%(n)s / {total}"], places=PAGE),
    Message(msgid="State", texts=["상태"], context="a menu", places=PAGE),
    Message(msgid="{n} page", plural="{n} pages", texts=["{n}쪽"], places=PAGE),
    Message(
        msgid="Remarks.", texts=["말."], comments=["# Who says so?", "# See page 3."], flags=["no-wrap"], places=PAGE
    ),
    Message(msgid="A function, once more. " * 9 + "End.", texts=[WIDE + "끝."], obsolete=True, comments=["# kept"]),
]
DOUBTFUL = [
    Message(msgid="An old draft.", texts=["옛 초안"], obsolete=True, flags=["fuzzy"], previous="An older one."),
    Message(msgid="{n} copy", plural="{n} copies", texts=["{n}벌"], obsolete=True, context="a menu"),
]
HEADER = {"Last-Translator": "김 <kim@example.org>", "Language-Team": "Korean", **expected_header("ko")}


def with_babel(path: Path) -> None:
    """Save a catalog as pybabel does."""
    with path.open("rb") as file:
        catalog = read_po(file, locale="ko")
    with path.open("wb") as file:
        write_po(file, catalog)


def with_toolkit(path: Path) -> None:
    """Save a catalog as Weblate, Pootle and Virtaal do, after each translation was set anew."""
    from translate.storage import pypo

    store = pypo.pofile.parsefile(str(path))
    for unit in store.units:
        if unit.target and not unit.isheader() and not unit.isobsolete():
            unit.target = unit.target
    store.updateheader(add=True, X_Generator="Weblate 5.14", PO_Revision_Date="2026-11-26 10:00+0000")
    store.save()


def gettext(*command: str) -> Callable[[Path], None]:
    """A program of GNU gettext that reads a catalog and writes it back."""

    def save(path: Path) -> None:
        subprocess.run([*command, path, "-o", path], check=True)

    return save


def with_msgmerge(path: Path) -> None:
    """Merge a catalog with its template, as Poedit and make files do."""
    template = path.with_suffix(".pot")
    subprocess.run(["msgattrib", "--clear-fuzzy", "--empty", "--no-obsolete", path, "-o", template], check=True)
    subprocess.run(["msgmerge", "-q", "--previous", path, template, "-o", path], check=True)
    template.unlink()


FORGETFUL: dict[str, Callable[[Path], None]] = {  # these forget what is doubtful of an obsolete message
    "babel": with_babel,
    "sphinx-intl": lambda path: dump_po(str(path), load_po(str(path)), width=76),
    "polib": lambda path: polib.pofile(str(path)).save(),
}
GETTEXT: dict[str, Callable[[Path], None]] = {
    "msgcat": gettext("msgcat"),
    "msgcat --no-wrap": gettext("msgcat", "--no-wrap"),
    "msgcat --sort-output": gettext("msgcat", "--sort-output"),
    "msgattrib": gettext("msgattrib"),
    "msgmerge": with_msgmerge,
}
TOOLS = {**FORGETFUL, **GETTEXT, "translate-toolkit": with_toolkit}
HERE = {
    **dict.fromkeys(FORGETFUL, True),
    **dict.fromkeys(GETTEXT, bool(shutil.which("msgmerge"))),
    "translate-toolkit": bool(find_spec("translate")),
}


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest) -> str:
    """Each tool that is installed."""
    if not HERE[request.param]:
        name = "gettext" if request.param in GETTEXT else request.param
        pytest.skip(f"{name} is not installed")
    return request.param


@pytest.fixture
def project(tmp_path: Path, tool: str) -> Project:
    """A project with one page, whose Korean catalog has all that a catalog may have."""
    messages = MESSAGES if tool in FORGETFUL else [*MESSAGES, *DOUBTFUL]
    plain = [replace(m, texts=[""], comments=[], previous=None, flags=[f for f in m.flags if f != "fuzzy"])
             for m in MESSAGES if not m.obsolete]  # fmt: skip
    for path in ("docs/conf.py", "docs/a.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x\n", encoding="utf-8")
    for path, text in {
        "docs/glossary.csv": "term,ko\n",
        "locales/ko/LC_MESSAGES/a.po": catalog_text(HEADER, messages, [] if tool == "polib" else ["# Licence: MIT"]),
        "a.pot": catalog_text(expected_header("ko"), plain),
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return at(tmp_path)


def catalog(project: Project) -> Path:
    """The catalog of the page."""
    return project.root / "locales" / "ko" / "LC_MESSAGES" / "a.po"


def updated(project: Project) -> str:
    """The catalog after it was brought up to date."""
    list(update(project, read_templates(project, project.root)))
    return catalog(project).read_text(encoding="utf-8")


def test_a_catalog_that_a_tool_has_saved_is_as_before_once_it_is_updated(project: Project, tool: str) -> None:
    """Byte by byte: each word, remark, flag and place, in our order and with our line breaks."""
    before = catalog(project).read_text(encoding="utf-8")
    assert updated(project) == before
    TOOLS[tool](catalog(project))

    assert catalog(project).read_text(encoding="utf-8") != before
    assert updated(project) == before


def test_a_catalog_that_a_tool_has_saved_has_the_findings_that_it_had(project: Project, tool: str) -> None:
    """Nobody is blamed for what a tool writes."""
    before = sorted((f.rule, f.severity, f.sentence) for f in check(project))
    TOOLS[tool](catalog(project))

    assert before
    assert sorted((f.rule, f.severity, f.sentence) for f in check(project)) == before


@pytest.mark.parametrize("tool", ["polib"], indirect=True)
def test_fields_that_nobody_has_filled_in_are_not_kept(project: Project) -> None:
    """As Poedit writes them into each header when it saves."""
    before = catalog(project).read_text(encoding="utf-8")
    empty = "".join(f'"{name}: \\n"\n' for name in ("Project-Id-Version", "POT-Creation-Date", "PO-Revision-Date"))
    saved = before.replace('"Last-Tr', f'{empty}"X-Generator: Poedit 3.2.2\\n"\n"Last-Tr')
    catalog(project).write_text(saved, encoding="utf-8")

    assert "Poedit" in saved
    assert updated(project) == before
