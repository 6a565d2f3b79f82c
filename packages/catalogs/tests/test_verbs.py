"""A translator sees what there is to do, how far a language is, and has what needs no translator put right."""

from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.project import at
from printproof_catalogs.catalog import CatalogError, Message, read_catalog
from printproof_catalogs.check import check
from printproof_catalogs.fix import fix
from printproof_catalogs.new_language import begin, with_column
from printproof_catalogs.status import status
from printproof_catalogs.todo import changed_words
from printproof_catalogs.writer import catalog_text, expected_header
from support.built import ROOT
from support.pseudo import fill_with_pseudo

MESSAGES = [
    Message(msgid="Call `count` once.", texts=["`count`를 한 번 호출하세요."], places=["docs/page.md"]),
    Message(
        msgid="The state is new.",
        texts=["상태"],
        previous="The state is old.",
        flags=["fuzzy"],
        places=["docs/page.md"],
    ),
    Message(msgid="Not yet.", texts=[""], places=["docs/page.md"]),
]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two pages and one Korean catalog, entered."""
    for name in ("page", "other"):
        path = tmp_path / "docs" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text("x\n", encoding="utf-8")
    (tmp_path / "examples").mkdir()
    write(tmp_path, "ko", "page", MESSAGES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(root: Path, language: str, docname: str, messages: list[Message]) -> Path:
    """Write a catalog."""
    path = root / "locales" / language / "LC_MESSAGES" / f"{docname}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(catalog_text(expected_header(language), messages), encoding="utf-8")
    return path


def test_todo_names_the_line_and_marks_the_changed_words(root: Path, capsys: pytest.CaptureFixture) -> None:
    """A fuzzy sentence shows what changed in English and what the translation says now."""
    main(["i18n", "todo", "ko"])

    assert capsys.readouterr().out == (
        "locales/ko/LC_MESSAGES/page.po:17: fuzzy\n"
        "  English  The state is new.\n"
        "  changed  The state is [-old-]{+new+}.\n"
        "  now      상태\n\n"
        "locales/ko/LC_MESSAGES/page.po:21: not translated\n"
        "  English  Not yet.\n\n"
        "to do: 2\n"
    )


def test_todo_calls_a_plural_that_lacks_a_form_not_translated(root: Path, capsys: pytest.CaptureFixture) -> None:
    """It waits for its other form; fuzzy it is not."""
    write(root, "ko", "page", [Message(msgid="{n} page", plural="{n} pages", texts=["{n}쪽", ""])])
    main(["i18n", "todo", "ko"])

    assert capsys.readouterr().out == (
        "locales/ko/LC_MESSAGES/page.po:12: not translated\n  English  {n} page\n  now      {n}쪽\n\nto do: 1\n"
    )


def test_changed_words_keeps_what_stayed() -> None:
    """Whole words are marked, with no mark where nothing came."""
    assert changed_words("a b c", "a b c d") == "a b c{+ d+}"


def test_status_counts_pages_that_have_no_catalog(root: Path) -> None:
    """A page that one language has and another has not is untranslated there."""
    write(root, "ja", "other", MESSAGES[:1])

    rows = [(r.language, r.docname, r.messages, r.current, r.fuzzy, r.untranslated) for r in status(at(root))]

    assert rows == [
        ("ja", "other", 1, 1, 0, 0),
        ("ja", "page", 3, 0, 0, 3),
        ("ko", "other", 1, 0, 0, 1),
        ("ko", "page", 3, 1, 1, 1),
    ]


def test_a_broken_catalog_is_a_line_of_the_table(root: Path, capsys: pytest.CaptureFixture) -> None:
    """A half-written catalog stops no verb, and none calls it done."""
    (root / "locales/ko/LC_MESSAGES/page.po").write_text('msgid "', encoding="utf-8")

    assert main(["i18n", "status"]) == 1
    assert main(["i18n", "todo"]) == 1
    assert "cannot be read, line 1" in capsys.readouterr().out


def test_fix_repairs_bytes_and_header_and_no_word(root: Path) -> None:
    """After it the checker has nothing to say that needs no translator, also where our style is asked for."""
    (root / "docs" / "glossary.csv").write_text("term,ko\n", encoding="utf-8")
    path = root / "locales/ko/LC_MESSAGES/page.po"
    good = catalog_text(expected_header("ko"), MESSAGES[:1])
    bad = good.replace("nplurals=1; plural=0;", "nplurals=2; plural=n>1;").replace("docs/page.md", "docs/page.md:7")
    path.write_bytes(b"\xef\xbb\xbf" + bad.replace("\n", "\r\n").replace("호출하세요.", "호출하세요. ").encode())

    said = "\n".join(fix(at(root)))

    assert path.read_text(encoding="utf-8") == good
    assert "+#: docs/page.md" in said
    assert check(at(root)) == []


def test_fix_gives_a_catalog_its_header(root: Path) -> None:
    """A file that holds only entries becomes a catalog."""
    path = root / "locales/ko/LC_MESSAGES/page.po"
    path.write_text('msgid "State"\nmsgstr "상태"\n', encoding="utf-8")

    main(["i18n", "fix"])

    assert read_catalog(path).header == expected_header("ko")
    assert [message.text for message in read_catalog(path).messages] == ["상태"]


COMMANDS = {
    "check": ["check", "ko"],
    "update": ["update", "--templates", "templates"],
    "new": ["new", "fr", "--templates", "templates"],
    "todo": ["todo"],
    "status": ["status"],
    "fix": ["fix"],
    "move": ["move", "other", "another"],
    "merge": ["merge", "base.po", "locales/ko/LC_MESSAGES/page.po", "base.po"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_refuses_a_merge_that_was_not_finished(
    root: Path, name: str, capsys: pytest.CaptureFixture
) -> None:
    """In one line that names the place, and without a word more or less in the catalog."""
    path = root / "locales/ko/LC_MESSAGES/page.po"
    text = path.read_text(encoding="utf-8")
    (root / "base.po").write_text(text, encoding="utf-8")
    (root / "templates").mkdir()
    (root / "templates" / "page.pot").write_text(text, encoding="utf-8")
    marked = text.replace('msgstr "상태"\n', '<<<<<<< HEAD\nmsgstr "상태"\n=======\nmsgstr "값"\n>>>>>>> theirs\n')
    path.write_text(marked, encoding="utf-8")
    status = main(["i18n", *COMMANDS[name]])
    said = "".join(capsys.readouterr())

    assert status == 1
    assert "17: error: syntax: a conflict mark" in said or "17: a conflict mark" in said or "read, line 17" in said
    assert "Traceback" not in said
    assert path.read_text(encoding="utf-8") == marked


def test_fix_leaves_alone_what_a_person_must_see(root: Path, capsys: pytest.CaptureFixture) -> None:
    """Conflict marks are named, the file stays as it is."""
    path = root / "locales/ko/LC_MESSAGES/page.po"
    path.write_text("<<<<<<< HEAD\n", encoding="utf-8")

    main(["i18n", "fix", "ko"])

    assert "page.po:1: error: syntax: a conflict mark of git" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == "<<<<<<< HEAD\n"


@pytest.fixture
def templates(root: Path) -> str:
    """The folder of the messages that the page has now."""
    text = catalog_text(expected_header("en"), [Message(msgid="A state.", texts=[""], places=["../docs/page.md"])])
    (root / "pots").mkdir()
    (root / "pots/page.pot").write_text(text, encoding="utf-8")
    return "pots"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["i18n", "update", "--templates", "pots"], "catalogs written: 1"),
        (["i18n", "new", "ja", "--templates", "pots"], "started: ja; files written: 2"),
        (["i18n", "move", "docs/page.md", "guide/page"], "moved: page is now guide/page"),
        (["i18n", "fix"], "catalogs written: 0"),
    ],
)
def test_a_verb_that_writes_ends_with_what_was_done(
    root: Path, templates: str, words: list[str], line: str, capsys: pytest.CaptureFixture
) -> None:
    """In one line, below one for each file."""
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines()[-1] == line


def test_update_names_a_catalog_without_a_page_and_goes_on(
    root: Path, templates: str, capsys: pytest.CaptureFixture
) -> None:
    """It is no file that was written, and nothing that is broken."""
    write(root, "ko", "gone", MESSAGES[:1])

    assert main(["i18n", "update", "--templates", templates]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "locales/ko/LC_MESSAGES/gone.po: warning: layout: no page 'gone' any more; "
        "delete it, or: printproof i18n move gone …",
        "catalogs written: 1",
    ]


def test_a_fixed_catalog_is_left_alone(root: Path, capsys: pytest.CaptureFixture) -> None:
    """A second fix changes nothing."""
    main(["i18n", "fix"])

    assert capsys.readouterr().out == "catalogs written: 0\n"


def test_a_new_language_needs_no_other_edit(root: Path) -> None:
    """It has every catalog, empty, a column in the glossary, and passes the checker."""
    write(root, "ko", "printproof", [Message(msgid="Search", texts=["검색"])])
    (root / "docs" / "glossary.csv").write_text("term,ko,keep,note\nstate,상태,no,\n", encoding="utf-8")
    templates = {"page": [Message(msgid="The state.", texts=[""], places=["docs/page.md"])]}

    said = list(begin(at(root), "ja", templates))

    assert "locales/ja/LC_MESSAGES/page.po: 1 messages: 1 new" in said
    words = read_catalog(root / "locales/ja/LC_MESSAGES/printproof.po").messages
    assert [(m.msgid, m.text) for m in words] == [("Search", "")]
    assert (root / "docs" / "glossary.csv").read_text(encoding="utf-8") == "term,ko,ja,keep,note\nstate,상태,,no,\n"
    assert {f.severity for f in check(at(root), ["ja"])} == {"warning"}


def test_a_pseudo_language_passes_the_checker(root: Path) -> None:
    """Its sentences keep code, roles and links, so it can be built like any other."""
    text = "Call `jit` with a {term}`pure function`, see [this](https://docs.jax.dev/), 3 times."
    page = [Message(msgid=text, texts=[""], places=["docs/page.md"])]
    list(begin(at(root), "eo", {"page": page}))
    fill_with_pseudo(at(root), "eo")

    assert [f for f in check(at(root), ["eo"]) if f.severity == "error"] == []


@pytest.mark.parametrize(
    ("language", "why"), [("ko", "is there already"), ("klingon", "no language"), ("../x", "no language")]
)
def test_a_language_that_cannot_begin_is_named(root: Path, language: str, why: str) -> None:
    """Neither an existing folder nor a folder elsewhere is written."""
    with pytest.raises(CatalogError, match=why):
        list(begin(at(root), language, {}))


def test_a_glossary_keeps_its_cells(root: Path) -> None:
    """Only the column is added, also to the project's own glossary."""
    own = (ROOT / "docs" / "glossary.csv").read_text(encoding="utf-8")

    assert with_column(own, "ko") == own
    assert with_column(own, "ja").replace(",ja,keep", ",keep").count("\n") == own.count("\n")


def test_check_counts_and_blocks_on_errors_only(root: Path, capsys: pytest.CaptureFixture) -> None:
    """Warnings leave the exit status alone."""
    calm = main(["i18n", "check", "ko"])
    write(root, "ko", "other", [Message(msgid="Call `count`.", texts=["호출하세요."], places=["docs/other.md"])])
    red = main(["i18n", "check", "ko"])

    assert (calm, red) == (0, 1)
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "locales/ko/LC_MESSAGES/page.po:21: warning: untranslated: "
        "1 of 3 messages are not translated; readers see English",
        "catalogs: 1 errors, 2 warnings",
    ]


def test_check_of_a_language_that_is_not_there_says_how_to_begin(root: Path, capsys: pytest.CaptureFixture) -> None:
    """A misspelt language is not a clean one."""
    assert main(["i18n", "check", "kp"]) == 2
    assert "no language 'kp'" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["todo", "status", "fix", "check"])
def test_a_language_nobody_started_is_refused(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty list would tell a translator that all is done; the published spelling leads to the right one."""
    assert main(["i18n", verb, "zh-cn"]) == 2
    assert capsys.readouterr().err == "locales: no language 'zh-cn'; did you mean zh_CN?\n"


def test_a_language_that_is_like_no_other_can_be_started(capsys: pytest.CaptureFixture[str]) -> None:
    """The command stands there whole."""
    assert main(["i18n", "todo", "xx"]) == 2
    assert "start it: printproof i18n new xx" in capsys.readouterr().err
