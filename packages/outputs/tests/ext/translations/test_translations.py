"""A page is in the language its catalog says now; a catalog that cannot be read ends the build in one line."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from support.small import Small

PAGE = "# Title\n\nSome text.\n"
OTHER = "---\norphan: true\n---\n\n# Other\n\nOther text.\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Two pages of prose, translated."""
    small = Small(tmp_path, {"docs/index.md": PAGE, "docs/part/other.md": OTHER})
    small.translate("index", {"Title": "제목", "Some text.": "어떤 글."})
    small.translate("part/other", {"Other": "다른 것", "Other text.": "다른 글."})
    return small


def test_nothing_is_compiled_beside_a_catalog(small: Small) -> None:
    """A compiled catalog there would go stale, and win."""
    html = small.build("-W", language="ko").html("part/other")

    assert "다른 글." in html
    assert sorted(path.suffix for path in (small.root / "locales").rglob("*.*")) == [".po", ".po"]


def test_an_edit_is_shown_and_reads_one_page_again(small: Small) -> None:
    """In the very next build."""
    small.build(language="ko")
    small.translate("index", {"Title": "제목", "Some text.": "새 글."})

    built = small.build("-W", language="ko")

    assert "0 added, 1 changed, 0 removed" in built.said
    assert "새 글." in built.html("index")


def test_a_touched_catalog_reads_nothing_again(small: Small) -> None:
    """What a reader sees did not change."""
    small.build(language="ko")
    small.translate("index", {"Title": "제목", "Some text.": "어떤 글.", "Not on the page.": ""})

    built = small.build("-W", language="ko")

    assert "0 added, 0 changed, 0 removed" in built.said


def test_a_removed_catalog_is_forgotten(small: Small) -> None:
    """The page is English again."""
    small.build(language="ko")
    (small.root / "locales/ko/LC_MESSAGES/index.po").unlink()

    html = small.build("-W", language="ko").html("index")

    assert "어떤 글." not in html
    assert '<p lang="en">Some text.</p>' in html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('msgid "Title\nmsgstr "x"\n', "index.po:1: error: syntax: "),
        ("", "index.po:1: error: syntax: the file is empty"),
        (
            'msgid ""\nmsgstr "x"\n\nmsgid "Title"\nmsgstr "a"\n\nmsgid "Title"\nmsgstr "b"\n',
            "index.po:7: error: duplicate",
        ),
        ('msgid ""\nmsgstr "x"\n\n<<<<<<< ours\nmsgid "Title"\n', "index.po:4: error: syntax: a conflict mark of git"),
        ('\ufeffmsgid ""\nmsgstr "x"\n', "index.po:1: error: bom"),
    ],
    ids=["syntax", "empty", "duplicate", "conflict", "byte-order mark"],
)
def test_a_broken_catalog_ends_the_build_in_one_line(small: Small, text: str, said: str) -> None:
    """Sphinx would have gone on in English; it would have called an exception a crash."""
    small.write("locales/ko/LC_MESSAGES/index.po", text)

    built = small.build(language="ko")

    assert built.status == 2
    assert len(built.wrong) == 1
    assert f"ERROR: locales/ko/LC_MESSAGES/{said}" in built.wrong[0]
    assert "Traceback" not in built.said
    assert not (built.folder / "index.html").exists()


@pytest.mark.parametrize("docname", ["index", "part/other"])
def test_a_compiled_catalog_beside_its_source_reaches_no_reader(small: Small, docname: str) -> None:
    """Whatever it says: pages are made of the text that was reviewed."""
    forged = Catalog(locale="ko")
    for text in ("Title", "Some text.", "Other", "Other text."):
        forged.add(text, "몰래 바꾼 글")
    with (small.root / f"locales/ko/LC_MESSAGES/{docname}.mo").open("wb") as file:
        write_mo(file, forged)

    built = small.build(language="ko")

    assert built.status == 0
    assert [page for page in ("index", "part/other") if "몰래" in built.html(page)] == []


@pytest.mark.parametrize("name", ["sphinx.po", "sphinx.mo", "sphinx.js", "part/new.mo"])
def test_what_is_no_catalog_ends_the_build(small: Small, name: str) -> None:
    """It would replace words of the theme, run on each page, or win over the reviewed text."""
    small.write(f"locales/ko/LC_MESSAGES/{name}", 'msgid ""\nmsgstr ""\n' if name.endswith("po") else "")

    built = small.build(language="ko")

    assert built.status == 2
    assert any(f"ERROR: locales/ko/LC_MESSAGES/{name}:1: error: layout: " in line for line in built.wrong)


def test_a_link_in_the_folder_of_catalogs_ends_the_build(small: Small) -> None:
    """A catalog is a file of its own."""
    (small.root / "secret.po").write_text('msgid ""\nmsgstr ""\n')
    (small.root / "locales/ko/LC_MESSAGES/linked.po").symlink_to(small.root / "secret.po")

    built = small.build(language="ko")

    assert built.status == 2
    assert "locales/ko/LC_MESSAGES/linked.po:1: error: layout: it is no regular file" in built.said


def test_another_language_is_not_asked(small: Small) -> None:
    """A broken Korean catalog stops no other language."""
    small.write("locales/ko/LC_MESSAGES/index.po", "")
    small.translate("index", {"Title": "标题"}, language="zh_CN")

    built = small.build("-W", language="zh_CN")

    assert built.status == 0
    assert "标题" in built.html("index")


@pytest.mark.parametrize("builder", ["html", "gettext"])
def test_the_language_of_the_pages_needs_no_catalog(small: Small, builder: str) -> None:
    """English is built from the pages alone."""
    built = small.build("-W", builder=builder)

    assert (built.status, built.wrong) == (0, [])


def test_a_page_counts_what_is_translated(small: Small) -> None:
    """Headings, sentences and words in code alike, for whoever shows it."""
    conf = (small.root / "docs/conf.py").read_text()
    shown = "lambda app, doctree: print('COUNTED', doctree['translation_progress'])"
    small.write("docs/conf.py", f'{conf}\ndef setup(app):\n    app.connect("doctree-read", {shown})\n')
    small.translate("index", {"Title": "제목"})

    built = small.build(language="ko")

    assert "COUNTED {'total': 2, 'translated': 1}" in built.said


@pytest.mark.parametrize(("caption", "current"), [("지침", "4 of 4"), ("", "3 of 4")])
def test_the_caption_of_a_table_of_contents_counts_as_what_it_is(tmp_path: Path, caption: str, current: str) -> None:
    """A translated one is current, one that is left in English is not; Sphinx says neither."""
    contents = (
        "\n```{toctree}\n:caption: Guide\n\npart/other\n```\n\nThere are {sub-ref}`translation progress` of it.\n"
    )
    small = Small(tmp_path, {"docs/index.md": PAGE + contents, "docs/part/other.md": OTHER})
    said = {"Title": "제목", "Some text.": "어떤 글.", "Guide": caption}
    small.translate(
        "index", said | {"There are {sub-ref}`translation progress` of it.": "{sub-ref}`translation progress`"}
    )

    html = small.build(language="ko").html("index")

    assert {"4 of 4": "100.00%", "3 of 4": "75.00%"}[current] in html


def test_a_language_without_catalogs_is_named_and_the_others_offered(small: Small) -> None:
    """The pages are built all the same, in the language they are written in."""
    built = small.build(language="xx")

    assert built.status == 0
    assert built.wrong[0].startswith("WARNING: locale_dirs: no language 'xx'; there are en, ko; the pages stay in en")


def test_settings_that_cannot_be_read_are_one_line_for_an_author(small: Small) -> None:
    """No traceback, and a status that is not 0."""
    small.write("pyproject.toml", "[tool.printproof\n")

    built = small.build()

    assert built.status == 2
    assert "cannot be read as TOML" in built.wrong[0]
    assert "Traceback" not in built.said
