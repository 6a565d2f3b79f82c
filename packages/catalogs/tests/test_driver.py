"""Two people change one catalog, and git merges what they did message by message."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.processes import own_environment
from printproof_catalogs.catalog import Catalog, Message, read_catalog
from printproof_catalogs.writer import catalog_text, expected_header

UP, KEYS, NEW = "One counter counts up.", "Two keys are split.", "Three arrays are made."
WIDE = "형태와 dtype이 같은 인자로 호출하면, `jit`이 반환한 함수는 이미 컴파일한 프로그램을 재사용합니다. " * 2
HEADER = {"Last-Translator": "Kim", **expected_header("ko")}
PATH = "locales/ko/LC_MESSAGES/a.po"


class Clone:
    """A repository with one catalog, in which two people work on branches of their own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / PATH
        self.path.parent.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        (root / ".gitattributes").write_text("*.po merge=catalogs\n", encoding="utf-8")
        self.git("config", "merge.catalogs.driver", f"{sys.executable} -m printproof i18n merge %O %A %B %P")
        self.commit(said())
        self.git("branch", "theirs")

    def git(self, *arguments: str) -> tuple[int, str]:
        """Run git; its exit status and what it prints."""
        who = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org", "-c", "merge.directoryRenames=true"]
        plain = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
        done = subprocess.run(
            ["git", *who, *arguments], cwd=self.root, env=own_environment(os.environ | plain), capture_output=True,
            text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    def commit(self, messages: list[Message], header: dict[str, str] = HEADER, path: str = PATH) -> None:
        """Commit the catalog with these messages."""
        (self.root / path).write_text(catalog_text(header, messages), encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-qm", "x")

    def merge(self, ours: list[Message], theirs: list[Message]) -> tuple[int, str]:
        """Commit one catalog on each branch and merge them."""
        self.commit(ours)
        self.git("switch", "-q", "theirs")
        self.commit(theirs)
        self.git("switch", "-q", "main")
        return self.git("merge", "-q", "--no-edit", "theirs")

    @property
    def merged(self) -> Catalog:
        """The catalog as it is now."""
        return read_catalog(self.path)

    @property
    def texts(self) -> dict[str, tuple[str, bool]]:
        """The translations that are not obsolete, with whether each is fuzzy."""
        return {message.msgid: (message.text, message.fuzzy) for message in self.merged.messages}


def said(up: str | None = "위로", keys: str | None = WIDE, **more: object) -> list[Message]:
    """The messages of a catalog; None leaves one out, and more are fields of the first."""
    texts = {UP: up, KEYS: keys}
    made = [Message(msgid=m, texts=[text], places=["docs/a.md"]) for m, text in texts.items() if text is not None]
    for name, value in more.items():
        setattr(made[0], name, value)
    return made


def draft(text: str) -> Message:
    """A message whose English has changed, as update leaves it to a translator."""
    flags = ["fuzzy"]
    return Message(msgid=f"{UP} Twice.", texts=[text], previous=UP, flags=flags, places=["docs/a.md"])


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """A repository in which git merges catalogs with our driver."""
    return Clone(tmp_path)


def test_changes_of_different_messages_merge(clone: Clone) -> None:
    """Also of neighbours, which git alone takes for a conflict."""
    status, _ = clone.merge(said("위로 센다"), said(keys="키 둘"))

    assert status == 0
    assert clone.texts == {UP: ("위로 센다", False), KEYS: ("키 둘", False)}


def test_without_the_driver_git_merges_lines(clone: Clone) -> None:
    """The attribute alone changes nothing: neighbours are the conflict that they always were."""
    clone.git("config", "--remove-section", "merge.catalogs")
    status, output = clone.merge(said("위로 센다"), said("위로 간다"))

    assert (status, "CONFLICT (content)" in output) == (1, True)
    assert "<<<<<<< HEAD\n" in clone.path.read_text(encoding="utf-8")


def test_the_same_change_of_a_message_is_made_once(clone: Clone) -> None:
    """Two people may have the same idea, wrapped in another way."""
    status, _ = clone.merge(said("위로 센다"), said("위로 센다", WIDE + "끝"))

    assert status == 0
    assert clone.texts == {UP: ("위로 센다", False), KEYS: (WIDE + "끝", False)}


def test_two_changes_of_a_message_are_both_kept(clone: Clone) -> None:
    """Fuzzy, so that no reader sees them, in the form of msgcat; the merge waits for a person."""
    status, output = clone.merge(said("위로 센다"), said("위로 간다"))

    both = "#-#-#-#-#  ours  #-#-#-#-#\n위로 센다\n#-#-#-#-#  theirs  #-#-#-#-#\n위로 간다"
    assert status == 1
    assert clone.texts == {UP: (both, True), KEYS: (WIDE, False)}
    assert clone.git("ls-files", "-u")[1].count("\n") == 3
    assert (
        f"{PATH}:13: error: conflict: both sides have changed this translation; keep one of the two texts, and remove "
        "the lines with #-#-#-#-# and the mark fuzzy\n"
    ) in output


def test_two_changes_of_what_no_page_has_wait_until_it_is_back(clone: Clone) -> None:
    """Both are kept, and nobody has to choose before a reader could see one."""
    sides = ([Message(msgid=UP, texts=[text], obsolete=True)] for text in ("위로 센다", "위로 간다"))
    status, output = clone.merge(*sides)

    assert (status, "conflict" in output) == (0, False)
    assert [(m.text.count("위로"), m.fuzzy) for m in clone.merged.obsolete] == [(2, True)]


def test_a_choice_that_was_not_made_is_found(
    clone: Clone, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever removes the mark fuzzy and not one of the texts is told so."""
    clone.merge(said("위로 센다"), said("위로 간다"))
    clone.path.write_text(clone.path.read_text(encoding="utf-8").replace("#, fuzzy\n", ""), encoding="utf-8")
    (clone.root / "docs").mkdir()
    for name in ("conf.py", "a.md"):
        (clone.root / "docs" / name).write_text("x\n", encoding="utf-8")
    monkeypatch.chdir(clone.root)

    assert main(["i18n", "check"]) == 1
    assert f"{PATH}:12: error: shape: a line break inside the translation" in capsys.readouterr().out


def test_what_one_has_removed_and_one_changed_is_obsolete(clone: Clone) -> None:
    """The page has the sentence no more; its new words stay, and are named."""
    status, output = clone.merge(said(None), said("위로 센다"))

    assert status == 0
    assert [(m.msgid, m.text) for m in clone.merged.obsolete] == [(UP, "위로 센다")]
    assert clone.path.read_text(encoding="utf-8").endswith(f'\n\n#~ msgid "{UP}"\n#~ msgstr "위로 센다"\n')
    assert "warning: conflict: one side has changed this message, the other has removed it" in output


def test_what_one_has_removed_and_nobody_changed_goes(clone: Clone) -> None:
    """As in any merge."""
    status, output = clone.merge(said(keys="키 둘"), said(None))

    assert (status, "conflict" in output) == (0, False)
    assert clone.texts == {KEYS: ("키 둘", False)}
    assert clone.merged.obsolete == []


def test_a_better_translation_meets_its_sentence_where_that_has_changed(clone: Clone) -> None:
    """It is the draft then, as if it had been there when the English changed, and stays as obsolete."""
    kept = Message(msgid=UP, texts=["위로"], obsolete=True)
    status, _ = clone.merge([draft("위로"), *said(None), kept], said("위로 센다"))

    assert status == 0
    assert clone.texts == {f"{UP} Twice.": ("위로 센다", True), KEYS: (WIDE, False)}
    assert [(m.msgid, m.text) for m in clone.merged.obsolete] == [(UP, "위로 센다")]


def test_a_translation_goes_before_the_draft_that_it_was_made_of(clone: Clone) -> None:
    """Both have brought the catalog up to date, and one has gone on."""
    done = Message(msgid=f"{UP} Twice.", texts=["두 번"], places=["docs/a.md"])
    status, _ = clone.merge([draft("위로"), *said(None)], [done, *said(None)])

    assert status == 0
    assert clone.texts[f"{UP} Twice."] == ("두 번", False)


def test_new_messages_of_both_stand_where_each_had_them(clone: Clone) -> None:
    """A message that one side adds follows the one that it followed there."""
    one, two = (Message(msgid=text, texts=["새"], places=["docs/a.md"]) for text in (NEW, "Four."))
    clone.merge([one, *said()], [said()[0], two, said()[1]])

    assert list(clone.texts) == [NEW, UP, "Four.", KEYS]


def test_questions_and_remarks_of_both_are_kept(clone: Clone) -> None:
    """A new text with the other's doubt is fuzzy."""
    doubt = said(flags=["fuzzy"], comments=["# Is that a counter?"])
    status, _ = clone.merge(doubt, said("위로 센다", comments=["# See the glossary."], places=["docs/b.md"]))
    message = clone.merged.messages[0]

    assert (status, message.text, message.fuzzy) == (0, "위로 센다", True)
    assert message.comments == ["# Is that a counter?", "# See the glossary."]
    assert message.places == ["docs/b.md"]


def test_headers_merge_field_by_field(clone: Clone) -> None:
    """The later date is taken; of two names that differ, one is a comment."""
    dated = {**HEADER, "PO-Revision-Date": "2026-11-02 10:00+0900", "X-Generator": "Poedit 3.2"}
    clone.git("switch", "-q", "theirs")
    clone.commit(said(), {**dated, "Last-Translator": "Lee", "Language-Team": "Korean"})
    clone.git("switch", "-q", "main")
    own = {"Last-Translator": "Park", "PO-Revision-Date": "2026-11-01 10:00+0900", "X-Generator": "Poedit 3.4"}
    clone.commit(said(), {**dated, **own, "Language": "ko_KR"})
    status, _ = clone.git("merge", "-q", "--no-edit", "theirs")

    assert status == 0
    assert clone.merged.header == {**dated, "Last-Translator": "Park", "Language-Team": "Korean"} | {
        "X-Generator": "Poedit 3.4", "Language": "ko_KR"}  # fmt: skip
    assert clone.merged.head.comments == ["# Last-Translator: Lee"]


def test_a_page_renamed_by_one_and_translated_by_the_other(clone: Clone) -> None:
    """Git finds the new name, and the messages name the new page."""
    more = [Message(msgid=f"{n} arrays.", texts=[f"배열 {n}개"], places=["docs/a.md"]) for n in range(9)]
    clone.commit([*said(), *more])
    clone.git("branch", "-f", "theirs")
    clone.git("mv", PATH, PATH.replace("a.po", "b.po"))
    moved = [Message(msgid=m.msgid, texts=m.texts, places=["docs/b.md"]) for m in (*said(), *more)]
    clone.commit(moved, path=PATH.replace("a.po", "b.po"))
    clone.git("switch", "-q", "theirs")
    clone.commit([*said("위로 센다"), *more])
    clone.git("switch", "-q", "main")
    status, _ = clone.git("merge", "-q", "--no-edit", "theirs")
    message = read_catalog(clone.path.with_name("b.po")).messages[0]

    assert (status, clone.path.exists()) == (0, False)
    assert (message.text, message.places) == ("위로 센다", ["docs/b.md"])


def test_a_page_that_both_begin_to_translate_merges(clone: Clone) -> None:
    """There is no catalog that both began with."""
    new = PATH.replace("a.po", "new.po")
    clone.git("switch", "-q", "theirs")
    clone.commit([*said("위로"), Message(msgid=NEW, texts=[""])], path=new)
    clone.git("switch", "-q", "main")
    clone.commit([*said(""), Message(msgid=NEW, texts=["배열 셋"])], path=new)
    status, _ = clone.git("merge", "-q", "--no-edit", "theirs")

    assert status == 0
    assert [m.text for m in read_catalog(clone.root / new).messages] == ["위로", WIDE, "배열 셋"]


def test_a_side_that_cannot_be_read_is_named_and_merged_by_lines(clone: Clone) -> None:
    """Nothing of either is lost, and nobody takes it for done."""
    clone.git("switch", "-q", "theirs")
    clone.path.write_text(clone.path.read_text(encoding="utf-8").replace("위로", '위로"'), encoding="utf-8")
    clone.git("commit", "-qam", "x")
    clone.git("switch", "-q", "main")
    clone.commit(said("위로 센다"))
    status, output = clone.git("merge", "-q", "--no-edit", "theirs")

    assert status == 1
    assert f"{PATH} (theirs):12: error: syntax: the text is not closed by a quote on its line" in output
    assert '<<<<<<< ours\nmsgstr "위로 센다"\n=======\nmsgstr "위로""\n' in clone.path.read_text(encoding="utf-8")
