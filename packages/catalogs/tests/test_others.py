"""The catalogs of a project that never heard of us are judged by what is right, not by our taste."""

import re
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.findings import Finding
from printproof_base.project import ProjectError, at, find_project
from printproof_catalogs.check import check, check_page
from printproof_catalogs.fix import fix
from support.foreign import entry, write

HEADER = (
    '#, fuzzy\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Generated-By: Babel 2.17.0\\n"\n'
)


def said(root: Path) -> list[Finding]:
    """What is found from the folder of the project."""
    return check(find_project(root))


PLACES = {
    "docs/source/conf.py": "docs/source/locale",
    "docs/conf.py": "docs/locales",
    "doc/source/conf.py": "doc/locale",
    "source/conf.py": "locales",
    "conf.py": "locale",
}


@pytest.mark.parametrize("conf", PLACES)
def test_pages_and_catalogs_are_found_where_projects_keep_them(tmp_path: Path, conf: str) -> None:
    """Without a setting, and without a folder of scripts."""
    docs = str(Path(conf).parent)
    catalog = HEADER + entry("Call ``f``.", "호출합니다.", f"{docs}/guide/a.rst")
    write(tmp_path, {conf: "", f"{docs}/guide/a.rst": "x", f"{PLACES[conf]}/ko/LC_MESSAGES/guide/a.po": catalog})

    assert [(f.rule, f.severity) for f in said(tmp_path)] == [("code", "error")]


def test_a_setting_goes_before_what_is_found(tmp_path: Path) -> None:
    """A project says where its catalogs are."""
    settings = '[tool.printproof]\nlocales = "words"\n'
    write(tmp_path, {"docs/conf.py": "", "docs/locales/ko/LC_MESSAGES/a.po": "", "pyproject.toml": settings})

    assert find_project(tmp_path).locales == tmp_path / "words"


@pytest.mark.parametrize("suffix", [".rst", ".ipynb", ".md", ".txt"])
def test_a_page_of_any_kind_has_a_catalog(tmp_path: Path, suffix: str) -> None:
    """Its catalog is no orphan."""
    catalog = HEADER + entry("A *new* state.", "*새* 상태입니다.", f"docs/a{suffix}")
    write(
        tmp_path,
        {"docs/conf.py": "", f"docs/a{suffix}": "", "docs/index.rst": "", "locales/ko/LC_MESSAGES/a.po": catalog},
    )

    assert said(tmp_path) == []


def test_one_catalog_may_serve_many_pages(tmp_path: Path) -> None:
    """As gettext_compact has it: its messages name the pages."""
    catalog = HEADER + entry("Call ``f``.", "``f`` 호출.", "docs/guide/a.rst")
    write(tmp_path, {"docs/conf.py": "", "docs/guide/a.rst": "", "locales/ko/LC_MESSAGES/everything.po": catalog})

    assert said(tmp_path) == []


def test_where_no_page_is_each_catalog_is_looked_at(tmp_path: Path) -> None:
    """A repository may hold translations alone."""
    catalog = HEADER + entry("Call ``f``.", "호출.", "docs/a.rst")
    write(tmp_path, {"conf.py": "", "locales/ko/LC_MESSAGES/a.po": catalog})

    assert [f.rule for f in said(tmp_path)] == ["code"]


def test_a_page_is_read_as_what_it_is(tmp_path: Path) -> None:
    """Whatever its catalog says of where a message comes from."""
    catalog = HEADER + entry("Read this.", "{download}`여기 <../secret.txt>` 를 읽으세요.", "docs/a.rst")
    write(tmp_path, {"docs/conf.py": "", "docs/a.md": "", "locales/ko/LC_MESSAGES/a.po": catalog})

    assert [f.rule for f in said(tmp_path)] == ["copying"]


def test_no_cure_advises_to_delete(tmp_path: Path) -> None:
    """A catalog without a page is good work that nobody sees: what is known of it is said."""
    catalog = HEADER + entry("Call ``f``.", "``f`` 호출.", "docs/gone.rst")
    write(tmp_path, {"docs/conf.py": "", "docs/a.rst": "", "locales/ko/LC_MESSAGES/gone.po": catalog})

    (found,) = said(tmp_path)
    assert (found.severity, "delete" in found.sentence) == ("warning", False)
    assert "no page 'gone', and its messages name none: what it says is shown nowhere" in found.fact


def test_compiled_catalogs_are_one_warning(tmp_path: Path) -> None:
    """Sphinx writes them beside their sources."""
    catalog = HEADER + entry("Call ``f``.", "``f`` 호출.", "docs/a.rst")
    folder = "locales/ko/LC_MESSAGES"
    files = {f"{folder}/a.po": catalog, f"{folder}/b.po": catalog, f"{folder}/a.mo": "x", f"{folder}/b.mo": "x"}
    write(tmp_path, {"docs/conf.py": "", "docs/a.rst": "", "docs/b.rst": "", **files})

    (found,) = said(tmp_path)
    assert (found.severity, found.place.path) == ("warning", "locales/ko")
    assert found.fact.startswith("2 compiled catalogs")


def test_words_of_a_projects_own_templates_are_a_catalog(tmp_path: Path) -> None:
    """They are plain words; no other catalog may replace those of the theme."""
    path = "locales/ko/LC_MESSAGES/sphinx.po"
    write(
        tmp_path, {"docs/conf.py": "", "docs/a.rst": "", path: HEADER + entry("Found", "찾음", "docs/_t/layout.html")}
    )
    calm = said(tmp_path)
    write(tmp_path, {path: HEADER + entry("Found", "<b>찾음</b>", "docs/_t/layout.html")})

    assert calm == []
    assert [f.rule for f in said(tmp_path)] == ["html"]


HTML = [
    ("Press <kbd>Q</kbd>.<br>", "<kbd>Q</kbd>를 누르세요.<br>", []),
    ("<img src='a.png' alt='A dot.'> is", "<img src='a.png' alt='점.'> 입니다", []),
    ("a &amp; b", "a &amp; b입니다", []),
    ("Press <kbd>Q</kbd>.", "Q를 누르세요.", ["markup"]),
    ("Press <kbd>Q</kbd>.", "<kbd onclick='x()'>Q</kbd>를 누르세요.", ["html"]),
    ("<img src='a.png' alt='A dot.'> is", "<img src='a.png' alt='점' onerror='x()'> 입니다", ["html"]),
    ("<div>\\nWords.\\n</div>", "<div>\\n말. <img src=x onerror=x() \\n</div>", ["html"]),
    ("Press Q.", "<b>Q</b>를 누르세요.", ["html"]),
]


@pytest.mark.parametrize(("source", "text", "rules"), HTML)
def test_html_is_that_of_english(tmp_path: Path, source: str, text: str, rules: list[str]) -> None:
    """Its tags are copied, words of an alternative text translated, nothing is added."""
    catalog = HEADER + entry(source, text, "docs/a.md")
    write(tmp_path, {"docs/conf.py": "", "docs/a.md": "", "locales/ko/LC_MESSAGES/a.po": catalog})

    assert [f.rule for f in said(tmp_path)] == rules


def test_a_block_of_code_is_no_markup(tmp_path: Path) -> None:
    """Its comments are translated."""
    catalog = HEADER + entry("x = '*a'\\n# **two** stars", "x = '*a'\\n# 별 **두** 개", "docs/a.rst")
    write(tmp_path, {"docs/conf.py": "", "docs/a.rst": "", "locales/ko/LC_MESSAGES/a.po": catalog})

    assert said(tmp_path) == []


@pytest.mark.parametrize(
    ("setting", "rules"),
    [("style = false", []), ("style = ['end']", ["end"]), ("style = true", ["header", "header", "end", "typography"])],
)
def test_style_is_a_switch(tmp_path: Path, setting: str, rules: list[str]) -> None:
    """Off, on, or by rule; safety is not asked for."""
    page = HEADER.replace("#, fuzzy\n", "").replace('"Generated-By', '"Language: ko\\n"\n"Generated-By')
    catalog = page + entry("A state.", "새 상태 입니다 ,", "docs/a.rst")
    settings = {"pyproject.toml": f"tool.printproof.{setting}"}
    write(tmp_path, {"docs/conf.py": "", "docs/a.rst": "", "locales/ko/LC_MESSAGES/a.po": catalog, **settings})

    assert [f.rule for f in said(tmp_path)] == rules


def test_a_glossary_asks_for_style(tmp_path: Path) -> None:
    """Who keeps a list of words cares for them."""
    assert at(tmp_path).style == frozenset()
    write(tmp_path, {"docs/glossary.csv": "term,ko\n"})
    assert "typography" in at(tmp_path).style


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("3", "style = 3 is no list; write, for example: style = "),
        ("'end'", "style = 'end' is no list; write, for example: style = "),
        ("['ends']", "names no rule of style 'ends'; did you mean \"end\"?"),
    ],
)
def test_a_style_that_nobody_knows_is_refused(tmp_path: Path, value: str, told: str) -> None:
    """With the name that was most likely meant, or the form that a setting has."""
    write(tmp_path, {"pyproject.toml": f"tool.printproof.style = {value}"})

    with pytest.raises(ProjectError, match=re.escape(told)):
        find_project(tmp_path)


def test_a_run_that_looked_at_nothing_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No catalog is no sound catalog."""
    monkeypatch.chdir(write(tmp_path, {"docs/conf.py": ""}))

    assert main(["i18n", "check"]) == 2
    assert "locales: no catalog lies here: nothing was looked at; name their folder" in capsys.readouterr().err


def test_what_english_has_is_no_fault_of_a_catalog(tmp_path: Path) -> None:
    """A soft hyphen in a page is in its messages, too; a translation that adds one is refused."""
    soft = "\u00ad"
    catalog = (
        HEADER + entry(f"hy{soft}phen", f"하이{soft}픈", "docs/a.rst") + entry("state", f"상{soft}태", "docs/a.rst")
    )
    write(tmp_path, {"docs/conf.py": "", "docs/a.rst": "", "locales/ko/LC_MESSAGES/a.po": catalog})

    (found,) = said(tmp_path)
    assert (found.rule, found.place.line) == ("character", 13)


@pytest.mark.parametrize(("suffix", "rules"), [(".rst", []), (".md", ["code"])])
def test_a_catalog_that_is_looked_at_alone_is_read_as_its_page(tmp_path: Path, suffix: str, rules: list[str]) -> None:
    """In Markdown the words of this link are code, which stays."""
    text = entry("See `Guide <https://a.example/>`_.", "`안내 <https://a.example/>`_ 참고.", f"docs/a{suffix}")
    files = {"docs/conf.py": "", f"docs/a{suffix}": "", "locales/ko/LC_MESSAGES/a.po": HEADER + text}

    found = check_page(find_project(write(tmp_path, files)), "ko", "a")

    assert [finding.rule for finding in found] == rules


BABEL = """\
# Korean translations for a guide.
# FIRST AUTHOR <EMAIL@ADDRESS>, 2026.
#
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: a guide 1.0\\n"
"POT-Creation-Date: 2026-01-02 03:04+0900\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language-Team: ko <LL@li.org>\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Generated-By: Babel 2.17.0\\n"
"""
POEDIT = """\
msgid ""
msgstr ""
"Language: ko_KR\\n"
"Plural-Forms: nplurals=2; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Generator: Poedit 3.4\\n"
"X-Poedit-SourceCharset: UTF-8\\n"
"""


def fixed(root: Path, header: str, text: str) -> list[str]:
    """The lines that fix takes from a catalog, and those that it puts there."""
    catalog = header + entry("One state,\\nand more.", text, "docs/a.rst") + entry("Other", "다른", "docs/a.rst")
    write(root, {"docs/conf.py": "", "docs/a.rst": "", "locales/ko/LC_MESSAGES/a.po": catalog})
    lines = [line for told in fix(find_project(root)) for line in str(told).splitlines()[2:]]
    return [line for line in lines if line.startswith(("-", "+"))]


@pytest.mark.parametrize("header", [HEADER, BABEL, POEDIT], ids=["bare", "Babel", "Poedit"])
def test_fix_leaves_a_sound_catalog_as_its_project_wrote_it(tmp_path: Path, header: str) -> None:
    """Its header, line numbers, dates and wrapping are those of another program."""
    assert fixed(tmp_path, header, "상태 하나\\n그리고 더.") == []


def test_fix_mends_the_one_field_that_is_wrong(tmp_path: Path) -> None:
    """The fields around it keep their order and their words."""
    assert fixed(tmp_path, BABEL.replace("utf-8", "EUC-KR"), "상태") == [
        r'-"Content-Type: text/plain; charset=EUC-KR\n"',
        r'+"Content-Type: text/plain; charset=UTF-8\n"',
    ]
    assert said(tmp_path) == []


def test_fix_writes_the_one_translation_that_it_mends(tmp_path: Path) -> None:
    """All of its lines, and none of its neighbours."""
    assert fixed(tmp_path, BABEL, ' 상태 하나\\n"\n"그리고 더.') == [
        r'-msgstr " 상태 하나\n"',
        '+msgstr ""',
        r'+"상태 하나\n"',
    ]
    assert said(tmp_path) == []
