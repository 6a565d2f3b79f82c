"""A sentence that is back has its translation back: the same English needs the same words."""

from pathlib import Path

import pytest

from printproof_catalogs.update import read_templates, update
from support.catalogs import Site, translated

UP, DOWN, KEYS = "One counter counts up.", "One counter counts down.", "Two keys are split."


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site with two pages, both translated."""
    return translated(tmp_path)


def rewrite(site: Site, before: str, after: str) -> None:
    """Let a translator write into the catalog of the first page."""
    path = site.folder / "a.po"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


EDITS = {
    "edited": [DOWN, KEYS],
    "deleted": [KEYS],
    "split in two": ["One counter", "counts up.", KEYS],
    "edited to a text like the other's": [f"{UP} {KEYS}", KEYS],
}
STATES = {
    "finished": ("", ""),
    "in question": ('msgid "One', '#, fuzzy\nmsgid "One'),
    "a draft": ('msgid "One', '#, fuzzy\n#| msgid "One counter counted up."\nmsgid "One'),
    "remarked on": ("#: docs/a.md\n", "# Is that a counter?\n#: docs/a.md\n"),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("edit", EDITS)
def test_a_page_edited_and_edited_back_has_the_catalog_it_had(site: Site, edit: str, state: str) -> None:
    """Byte by byte: what was finished is shown again, and a question is a question still."""
    rewrite(site, *STATES[state])
    before = (site.folder / "a.po").read_bytes()
    site.page("a", *EDITS[edit])
    site.update()
    between = (site.folder / "a.po").read_bytes()
    site.page("a", UP, KEYS)
    site.update()

    assert between != before
    assert (site.folder / "a.po").read_bytes() == before


def test_what_was_translated_in_the_meantime_is_kept_as_obsolete(site: Site) -> None:
    """Both texts are finished: one is shown, the other waits."""
    site.page("a", DOWN, KEYS)
    site.update()
    rewrite(site, f'#, fuzzy\n#| msgid "{UP}"\nmsgid "{DOWN}"\nmsgstr "값 One count"', f'msgid "{DOWN}"\nmsgstr "내려"')
    site.page("a", UP, KEYS)
    site.update()

    assert site.said("a")[0] == (UP, "값 One count", False)
    assert [(m.msgid, m.text, m.fuzzy) for m in site.catalog("a").obsolete] == [(DOWN, "내려", False)]


def test_a_draft_that_somebody_has_changed_is_kept_as_obsolete(site: Site) -> None:
    """It is half a translation, and fuzzy as it was."""
    site.page("a", DOWN, KEYS)
    site.update()
    rewrite(site, 'msgstr "값 One count"', 'msgstr "내려?"')
    site.page("a", UP, KEYS)
    site.update()

    assert site.said("a")[0] == (UP, "값 One count", False)
    assert [(m.text, m.fuzzy, m.previous) for m in site.catalog("a").obsolete] == [("내려?", True, UP)]


def test_a_draft_that_nobody_has_changed_goes_along_with_each_edit(site: Site) -> None:
    """It is kept once, also where the sentence that it was made for was forgotten."""
    site.page("a", DOWN, KEYS)
    site.update()
    list(update(site.project, read_templates(site.project, site.templates), forget=True))
    site.page("a", f"{DOWN} Twice.", KEYS)
    site.update()

    assert site.said("a")[0] == (f"{DOWN} Twice.", "값 One count", True)
    assert site.catalog("a").obsolete == []


def test_a_draft_that_nobody_has_changed_is_not_kept(site: Site) -> None:
    """When its sentence goes, the translation that it was made of is kept already."""
    for texts in ((DOWN, KEYS), (KEYS,)):
        site.page("a", *texts)
        site.update()

    assert [(m.msgid, m.fuzzy) for m in site.catalog("a").obsolete] == [(UP, False)]


def test_a_deleted_sentence_that_comes_back_on_another_page_has_its_translation(site: Site) -> None:
    """As one that moves there at once."""
    site.page("a", UP)
    site.update()
    kept = [message.msgid for message in site.catalog("a").obsolete]
    site.page("guide/b", "Three arrays are made.", KEYS)
    said = site.update()

    assert kept == [KEYS]
    assert (KEYS, "값 Two keys ", False) in site.said("guide/b")
    assert "locales/ko/LC_MESSAGES/guide/b.po: 2 messages: 1 recalled" in said


def moved_away(site: Site) -> Path:
    """The catalog of another page, which has the sentence that page ``a`` has lost."""
    site.page("a", UP)
    site.update()
    site.page("guide/b", "Three arrays are made.", KEYS)
    site.update()
    return site.folder / "guide" / "b.po"


def test_a_sentence_that_is_back_has_the_words_of_its_own_page(site: Site) -> None:
    """Another page may say the same in another way meanwhile."""
    path = moved_away(site)
    path.write_text(path.read_text(encoding="utf-8").replace("값 Two keys ", "키 둘"), encoding="utf-8")
    site.page("a", UP, KEYS)
    site.update()

    assert site.said("a")[1] == (KEYS, "값 Two keys ", False)


def test_a_finished_translation_goes_before_one_in_question(site: Site) -> None:
    """Wherever each of them is: on a page, or obsolete."""
    path = moved_away(site)
    text = path.read_text(encoding="utf-8").replace(f'msgid "{KEYS}"', f'#, fuzzy\nmsgid "{KEYS}"')
    path.write_text(text.replace("값 Two keys ", "키 둘?"), encoding="utf-8")
    site.page("c", KEYS)
    site.update()

    assert site.said("c") == [(KEYS, "값 Two keys ", False)]


def test_a_paragraph_put_back_beside_the_one_that_took_its_words_has_its_translation(site: Site) -> None:
    """A new sentence that resembles it has had its translation as a first draft meanwhile."""
    site.page("a", DOWN, KEYS)
    site.update()
    site.translate("a")
    site.page("a", UP, DOWN, KEYS)
    site.update()

    assert (UP, "값 One count", False) in site.said("a")


def test_a_paragraph_put_back_beside_an_untranslated_one_has_its_translation(site: Site) -> None:
    """What stood beside it and resembles it was offered its words when it went."""
    for texts in ((UP, DOWN, KEYS), (DOWN, KEYS), (UP, DOWN, KEYS)):
        site.page("a", *texts)
        site.update()

    assert (UP, "값 One count", False) in site.said("a")


def test_a_remark_on_a_sentence_without_a_translation_stays_with_it(site: Site) -> None:
    """Also when its English changes, and when its translation comes from another page."""
    rewrite(site, '#: docs/a.md\nmsgid "One', '# What is counted?\n#: docs/a.md\nmsgid "One')
    rewrite(site, 'msgstr "값 One count"', 'msgstr ""')
    site.page("a", DOWN, KEYS)
    site.page("guide/b", "Three arrays are made.", DOWN)
    site.update()
    site.translate("guide/b")
    kept = [(m.text, m.fuzzy, m.comments) for m in site.catalog("a").messages[:1]]
    site.update()

    assert kept == [("", False, ["# What is counted?"])]
    assert [(m.text, m.comments) for m in site.catalog("a").messages[:1]] == [("값 One count", kept[0][2])]


def test_a_plural_that_lacks_its_first_form_keeps_the_others(site: Site) -> None:
    """A translator may begin with any form."""
    plural = 'msgid "One counter counts up."\nmsgid_plural "%d counters"\nmsgstr[0] ""\nmsgstr[1] "여러 개"'
    rewrite(site, f'msgid "{UP}"\nmsgstr "값 One count"', plural)
    site.page("a", KEYS)
    list(update(site.project, read_templates(site.project, site.templates)))

    assert [message.texts for message in site.catalog("a").obsolete] == [["", "여러 개"]]
