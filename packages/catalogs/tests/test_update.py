"""Catalogs follow their pages, and no translation is lost on the way."""

import subprocess
import sys
from pathlib import Path

import polib
import pytest
from babel.messages.pofile import read_po

from printproof_base.locks import exclusive_lock
from printproof_base.project import at
from printproof_catalogs.catalog import Catalog, CatalogError, Message, parse_catalog, read_catalog
from printproof_catalogs.check import check
from printproof_catalogs.update import extract, read_templates, update
from printproof_catalogs.writer import catalog_text, expected_header
from support.catalogs import Site, translated

LONG = (
    "The function that `jit` returns reuses the program that it compiled for arguments with the same shapes "
    'and dtypes; a "key" is an array, a path is a\\b.'
)
LONG_KO = (
    "형태와 dtype이 같은 인자로 호출하면, `jit`이 반환한 함수는 이미 컴파일한 프로그램을 재사용합니다. "
    '"키"는 배열이고 경로는 a\\b입니다.'
)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site with two pages, both translated."""
    return translated(tmp_path)


def test_an_unchanged_page_changes_no_byte(site: Site) -> None:
    """A second update has nothing to say."""
    before = {path: path.read_bytes() for path in site.folder.rglob("*.po")}
    said = site.update()

    assert said == []
    assert {path: path.read_bytes() for path in site.folder.rglob("*.po")} == before


def test_a_one_word_edit_changes_one_message(site: Site) -> None:
    """It becomes fuzzy with the previous English, whose translation is kept; all other lines stay."""
    before = (site.folder / "a.po").read_text(encoding="utf-8").splitlines()
    site.page("a", "One counter counts down.", "Two keys are split.")
    site.update()
    after = (site.folder / "a.po").read_text(encoding="utf-8").splitlines()

    assert [line for line in before if line not in after] == ['msgid "One counter counts up."']
    assert [line for line in after if line not in before] == [
        "#, fuzzy",
        '#| msgid "One counter counts up."',
        'msgid "One counter counts down."',
        '#~ msgid "One counter counts up."',
        '#~ msgstr "값 One count"',
    ]


def test_a_second_edit_keeps_the_english_that_was_translated(site: Site) -> None:
    """The previous text is the one the translation was made for."""
    site.page("a", "One counter counts down.", "Two keys are split.")
    site.update()
    site.page("a", "One counter counts down again.", "Two keys are split.")
    site.update()

    assert site.catalog("a").messages[0].previous == "One counter counts up."


def test_the_order_is_that_of_the_page(site: Site) -> None:
    """Moving a sentence on its page changes no translation."""
    site.page("a", "Two keys are split.", "One counter counts up.")
    site.update()

    assert site.said("a") == [
        ("Two keys are split.", "값 Two keys ", False),
        ("One counter counts up.", "값 One count", False),
    ]


def test_a_sentence_moved_to_another_page_keeps_its_translation(site: Site) -> None:
    """It is current there and leaves nothing behind."""
    site.page("a", "One counter counts up.")
    site.page("guide/b", "Three arrays are made.", "Two keys are split.")
    site.update()

    assert ("Two keys are split.", "값 Two keys ", False) in site.said("guide/b")
    assert site.catalog("a").obsolete == []


def test_a_sentence_edited_many_times_leaves_one_obsolete_message(site: Site) -> None:
    """Only what a translator has written is kept, no draft for an English text that nobody translated."""
    for end in ("down", "down again", "down once more"):
        site.page("a", f"One counter counts {end}.", "Two keys are split.")
        site.update()

    assert [message.msgid for message in site.catalog("a").obsolete] == ["One counter counts up."]


def test_what_is_obsolete_is_forgotten_when_asked(site: Site) -> None:
    """And all that a page shows stays."""
    site.page("a", "One counter counts up.")
    site.update()
    list(update(site.project, read_templates(site.project, site.templates), forget=True))

    assert site.catalog("a").obsolete == []
    assert site.said("a") == [("One counter counts up.", "값 One count", False)]


def test_a_page_that_is_gone_is_remembered(site: Site) -> None:
    """Its sentences keep their translation on the page they moved to; its catalog is named."""
    site.drop("guide/b")
    site.page("a", "One counter counts up.", "Three arrays are made.")
    said = site.update()

    assert ("Three arrays are made.", "값 Three arr", False) in site.said("a")
    assert any("guide/b.po: no page 'guide/b' any more" in line for line in said)


def test_places_have_no_lines_and_headers_no_dates(site: Site) -> None:
    """A catalog changes only where its sentences change."""
    text = (site.folder / "guide" / "b.po").read_text(encoding="utf-8")

    assert "#: docs/guide/b.md\n" in text
    assert "Date" not in text


def test_what_people_wrote_in_a_catalog_stays(site: Site) -> None:
    """The translator's name, remarks on the file and on a message."""
    path = site.folder / "a.po"
    text = path.read_text(encoding="utf-8")
    text = text.replace('msgid ""', '# Licence: Apache-2.0\nmsgid ""', 1)
    text = text.replace('"Language: ko', '"Last-Translator: Kim <kim@example.org>\\n"\n"Language: ko', 1)
    text = text.replace("#: docs/a.md", "# a remark\n#: docs/a.md", 1)
    path.write_text(text, encoding="utf-8")
    site.update()

    kept = path.read_text(encoding="utf-8")
    assert "# Licence: Apache-2.0\n" in kept
    assert "Last-Translator: Kim" in kept
    assert "# a remark\n" in kept


def test_a_broken_catalog_stops_everything(site: Site) -> None:
    """Nothing is written before all can be read."""
    (site.folder / "a.po").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    site.page("guide/b", "Four arrays are made.")
    before = (site.folder / "guide" / "b.po").read_bytes()

    with pytest.raises(CatalogError, match=r"^locales/ko/LC_MESSAGES/a\.po:1: a conflict mark") as refused:
        site.update()

    assert [finding.rule for finding in refused.value.findings] == ["syntax"]
    assert (site.folder / "guide" / "b.po").read_bytes() == before


def test_without_templates_the_command_is_named(tmp_path: Path) -> None:
    """An empty folder is not taken for a site without sentences."""
    with pytest.raises(CatalogError, match="no templates of pages; run: printproof i18n update"):
        Site(tmp_path).update()


def entries(catalog: Catalog) -> list[tuple]:
    """Give all that round trips must keep."""
    both = [*catalog.messages, *catalog.obsolete]
    return [(m.context, m.msgid, m.plural, m.texts, m.places, m.flags, m.previous, m.obsolete) for m in both]


MESSAGES = [
    Message(msgid=LONG, texts=[LONG_KO], places=["docs/a.md", "examples/a.py"]),
    Message(msgid="Two\nlines\tand tabs", texts=["두\n줄\t탭"], places=["docs/a.md"]),
    Message(msgid="new", texts=["새"], previous=LONG, flags=["fuzzy"], places=["docs/a.md"]),
    Message(msgid="empty", texts=[""], places=["docs/a.md"]),
    Message(msgid="old", texts=["옛날"], obsolete=True),
]


def test_catalogs_survive_polib_babel_and_msgcat(tmp_path: Path) -> None:
    """Other tools read and write the same entries, wrapping and headers aside."""
    path = tmp_path / "a.po"
    path.write_text(catalog_text(expected_header("ko"), MESSAGES), encoding="utf-8")
    wanted = entries(read_catalog(path))

    assert entries(parse_catalog(str(polib.pofile(str(path))), path)) == wanted
    with path.open("rb") as file:
        assert [m.id for m in read_po(file, locale="ko") if m.id] == [m.msgid for m in MESSAGES[:-1]]
    assert entries(parse_catalog(catalog_text({"Language": "ko"}, MESSAGES), path)) == wanted


def test_sphinx_extracts_what_update_writes(tmp_path: Path) -> None:
    """From a page to a catalog that the checker finds sound, with the gettext builder itself."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "locales" / "ja" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "conf.py").write_text(
        'extensions = ["myst_parser"]\ngettext_compact = False\nroot_doc = "a"\n', encoding="utf-8"
    )
    (docs / "a.md").write_text("# State\n\nA *key* is an array, `k`.\n", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "gettext", "-c", ".", "docs", "_build/gettext"]
    subprocess.run(command, cwd=tmp_path, check=True)

    project = at(tmp_path)
    said = list(update(project, read_templates(project, tmp_path / "_build" / "gettext")))

    assert said == ["locales/ja/LC_MESSAGES/a.po: 2 messages: 2 new"]
    written = read_catalog(tmp_path / "locales/ja/LC_MESSAGES/a.po")
    assert [(m.msgid, m.places) for m in written.messages] == [
        ("State", ["docs/a.md"]),
        ("A *key* is an array, `k`.", ["docs/a.md"]),
    ]
    assert [f.severity for f in check(project)] == ["warning"]


def test_one_process_at_a_time_reads_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sphinx holds the folder as well, as it goes on where the command is killed; Ctrl-C reaches the command alone."""
    folder, asked = tmp_path / "_build" / "gettext", {}

    def sphinx(command: list[str], **settings: object) -> subprocess.CompletedProcess[str]:
        asked.update(settings)
        with exclusive_lock(folder, lambda: pytest.fail("waits")):
            pass
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("subprocess.run", sphinx)
    with pytest.raises(pytest.fail.Exception, match="waits"):
        extract(at(tmp_path), folder)

    assert (len(asked["pass_fds"]), asked["process_group"]) == (1, 0)
