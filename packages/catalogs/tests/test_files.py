"""A catalog that programs would guess at, skip or fall back from is refused, by file, line and rule."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from printproof_base.findings import Finding
from printproof_base.project import STYLE, at
from printproof_catalogs.check import check
from support.built import ROOT

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: ko\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
)
ENTRY = '\n#: docs/page.md\nmsgid "The state is a value."\nmsgstr "상태는 값입니다."\n'
PLURAL = "nplurals=1; plural=0;"


def project(root: Path, files: dict[str, bytes]) -> Path:
    """Write a project with one page and these files below locales/."""
    (root / "docs").mkdir()
    (root / "pyproject.toml").write_text("tool.printproof.style = true", encoding="utf-8")
    (root / "docs" / "page.md").write_text("The state is a value.\n", encoding="utf-8")
    for name, content in files.items():
        path = root / "locales" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


def findings(root: Path, content: str | bytes) -> list[Finding]:
    """Check a project whose one catalog holds these bytes."""
    raw = content if isinstance(content, bytes) else content.encode()
    return check(at(project(root, {"ko/LC_MESSAGES/page.po": raw})))


FAULTS = {
    "byte-order mark": (b"\xef\xbb\xbf" + (HEADER + ENTRY).encode(), 1, "bom"),
    "UTF-16": ((HEADER + ENTRY).encode("utf-16-be"), 10, "encoding"),
    "EUC-KR": ((HEADER + ENTRY).encode("euc-kr"), 10, "encoding"),
    "EUC-KR, declared": ((HEADER.replace("UTF-8", "EUC-KR") + ENTRY).encode("euc-kr"), 10, "encoding"),
    "another charset declared": (HEADER.replace("UTF-8", "EUC-KR") + ENTRY, 2, "header"),
    "garbage": (bytes(range(128, 256)), 1, "encoding"),
    "empty": ("", 1, "syntax"),
    "only blanks": ("\n\n \n", 1, "syntax"),
    "no header": (ENTRY.lstrip(), 1, "header"),
    "header without fields": ('msgid ""\nmsgstr ""\n' + ENTRY, 1, "header"),
    "second header": (HEADER + "\n" + HEADER, 8, "syntax"),
    "duplicate": (HEADER + ENTRY + ENTRY, 13, "duplicate"),
    "cut off in a text": (HEADER + ENTRY[:-8], 10, "syntax"),
    "cut off after msgid": (HEADER + '\nmsgid "a"\n', 9, "syntax"),
    "cut off before msgid": (HEADER + '\n"a"\nmsgstr "b"\n', 8, "syntax"),
    "conflict marks": (HEADER + "\n<<<<<<< HEAD" + ENTRY, 8, "syntax"),
    "garbage line": (HEADER + ENTRY + "hello\n", 11, "syntax"),
    "unquoted": (HEADER + '\nmsgid "a"\nmsgstr b\n', 9, "syntax"),
    "two strings on a line": (HEADER + '\nmsgid "a" "b"\nmsgstr "b"\n', 8, "syntax"),
    "msgstr twice": (HEADER + ENTRY + 'msgstr "값"\n', 11, "syntax"),
    "plural without number": (HEADER + '\nmsgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', 10, "syntax"),
    "comment inside": (HEADER + '\nmsgid "a"\n# x\nmsgstr "b"\n', 9, "syntax"),
    "half obsolete": (HEADER + '\nmsgid "a"\n#~ msgstr "b"\n', 9, "syntax"),
    "control escape": (HEADER + ENTRY.replace("상태", "\\x1b상태"), 10, "character"),
    "control character in a comment": (HEADER + "\n# \x1b[2J" + ENTRY, 8, "character"),
    "bidi in a comment": (HEADER + "\n# \u202e" + ENTRY, 8, "character"),
    "lone carriage return": (HEADER + ENTRY.replace("상태", "상태\r"), 10, "character"),
    "hostile plural": (HEADER.replace(PLURAL, "nplurals=1; plural=__import__('os');") + ENTRY, 2, "header"),
    "endless plural": (HEADER.replace(PLURAL, "nplurals=99999999; plural=n/0;") + ENTRY, 2, "header"),
    "no plural": (HEADER.replace(f'"Plural-Forms: {PLURAL}\\n"\n', "") + ENTRY, 2, "header"),
    "another language": (HEADER.replace("Language: ko", "Language: ja") + ENTRY, 2, "header"),
    "too large": (b"#" * 20_000_001, 1, "size"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_catalog_is_refused_at_its_line(tmp_path: Path, name: str) -> None:
    """The finding names the catalog, the line of the fault and the rule."""
    content, line, rule = FAULTS[name]

    found = [f for f in findings(tmp_path, content) if f.severity == "error"]

    assert [(f.place.path, f.place.line, f.rule) for f in found] == [("locales/ko/LC_MESSAGES/page.po", line, rule)]


def test_a_sound_catalog_has_no_findings(tmp_path: Path) -> None:
    """Nothing is said where nothing is wrong."""
    assert findings(tmp_path, HEADER + ENTRY) == []


def test_a_language_that_babel_does_not_know_is_checked_as_any_other(tmp_path: Path) -> None:
    """Nobody knows its plurals, so the header may say what it likes of them."""
    content = (HEADER.replace("Language: ko", "Language: xx") + ENTRY).encode()

    assert check(at(project(tmp_path, {"xx/LC_MESSAGES/page.po": content}))) == []


def test_windows_line_ends_are_a_warning(tmp_path: Path) -> None:
    """They harm nobody, and make fix removes them."""
    found = findings(tmp_path, (HEADER + ENTRY).replace("\n", "\r\n"))

    assert [(f.severity, f.rule) for f in found] == [("warning", "line-ends")]


def test_what_readers_do_not_see_is_only_counted(tmp_path: Path) -> None:
    """Fuzzy and empty entries are warnings; obsolete ones are not judged."""
    fuzzy = '\n#, fuzzy\nmsgid "a b"\nmsgstr "<script>"\n'
    empty = '\nmsgid "c d"\nmsgstr ""\n'
    obsolete = '\n#~ msgid "e f"\n#~ msgstr "<script>"\n'

    found = findings(tmp_path, HEADER + ENTRY + fuzzy + empty + obsolete)

    assert [(f.place.line, f.severity, f.rule) for f in found] == [
        (14, "warning", "fuzzy"),
        (17, "warning", "untranslated"),
    ]


STRAY = {
    "a compiled catalog without its source": ("ko/LC_MESSAGES/page.mo", "error"),
    "a script for every page": ("ko/LC_MESSAGES/sphinx.js", "error"),
    "words of the theme": ("ko/LC_MESSAGES/sphinx.po", "error"),
    "a page that does not exist": ("ko/LC_MESSAGES/pages.po", "warning"),
    "a page in a folder that does not exist": ("ko/LC_MESSAGES/old/pages.po", "warning"),
    "a catalog beside LC_MESSAGES": ("ko/page.po", "warning"),
    "another kind of file": ("ko/LC_MESSAGES/page.txt", "warning"),
    "a hidden file": ("ko/LC_MESSAGES/.page.po", "error"),
    "two dots": ("ko/LC_MESSAGES/..page.po", "error"),
    "a file in locales": ("README.md", "warning"),
    "no language": ("korean/LC_MESSAGES/page.po", "warning"),
    "an odd name": ("ko/LC_MESSAGES/page $(x).po", "error"),
    "a name with a line break": ("ko/LC_MESSAGES/page\n.po", "error"),
}


@pytest.mark.parametrize("name", STRAY)
def test_what_is_no_catalog_of_a_page_is_named(tmp_path: Path, name: str) -> None:
    """An error where it could reach a reader, a warning where nothing reads it."""
    path, severity = STRAY[name]
    project(tmp_path, {path: (HEADER + ENTRY.replace("docs/page.md", "docs/gone.md")).encode()})

    found = check(replace(at(tmp_path), style=frozenset()))

    assert {(f.severity, f.rule) for f in found} == {(severity, "layout")}
    assert all(f.place.path.startswith("locales/") for f in found)


@pytest.mark.parametrize("path", [*(path for path, _ in STRAY.values()), "ko/LC_MESSAGES/page.mo", "conf.py"])
def test_where_the_style_asks_for_it_nothing_but_catalogs_may_lie_there(tmp_path: Path, path: str) -> None:
    """A stray file is an error then, also a compiled catalog beside its source."""
    files = {"ko/LC_MESSAGES/page.po": HEADER + ENTRY, path: HEADER + ENTRY.replace("docs/page.md", "docs/gone.md")}
    project(tmp_path, {name: text.encode() for name, text in files.items()})

    found = check(replace(at(tmp_path), style=frozenset({"layout"})))

    assert ("error", "layout") in {(f.severity, f.rule) for f in found}


def test_our_own_catalogs_ask_for_a_strict_layout() -> None:
    """As every rule of style, so that nothing else lies among them."""
    assert at(ROOT).style == frozenset(STYLE)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("page.mo", "nobody can review it"),
        ("sphinx.js", "it would run on every page"),
        ("sphinx.po", "it would replace words of the theme"),
    ],
)
def test_a_channel_of_injection_is_named(tmp_path: Path, name: str, why: str) -> None:
    """A translator learns what the file would do."""
    project(tmp_path, {f"ko/LC_MESSAGES/{name}": b"x"})

    assert [f.sentence.startswith(why) for f in check(at(tmp_path))] == [True]


def test_a_link_is_refused_and_not_followed(tmp_path: Path) -> None:
    """Neither a linked catalog nor a linked folder is read."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "page.po").write_text("hostile", encoding="utf-8")
    project(tmp_path, {"ko/LC_MESSAGES/page.po": (HEADER + ENTRY).encode()})
    os.symlink(tmp_path / "elsewhere" / "page.po", tmp_path / "locales/ko/LC_MESSAGES/linked.po")
    os.symlink(tmp_path / "elsewhere", tmp_path / "locales/ko/LC_MESSAGES/folder")

    found = check(at(tmp_path))

    assert [(f.place.path, f.rule) for f in found] == [
        ("locales/ko/LC_MESSAGES/folder", "layout"),
        ("locales/ko/LC_MESSAGES/linked.po", "layout"),
    ]


def test_an_orphan_offers_the_nearest_page(tmp_path: Path) -> None:
    """A renamed page is met with the command that renames its catalog."""
    project(tmp_path, {"ko/LC_MESSAGES/pages.po": (HEADER + ENTRY.replace("docs/page.md", "docs/pages.md")).encode()})

    assert "printproof i18n move pages page" in check(at(tmp_path))[0].sentence
