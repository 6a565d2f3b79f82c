"""A site is published only where it is the same lesson in every language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printproof.scripts.comments import code_tokens
from printproof_site.publishing.verify import verify

PAGE = """<!doctype html><html lang="{tag}"><head>
<link rel="alternate" hreflang="en" href="../en/a.html">
<link rel="alternate" hreflang="ko" href="../ko/a.html">
<link rel="alternate" hreflang="x-default" href="../en/a.html">
<link rel="stylesheet" href="s.css"></head>
<body><h1 id="top">{title}</h1><p>See <a href="#top">{title}</a>, <code>x ** y</code>.</p>
<div class="cell" id="cell-one"><div><pre><span></span>x = 1  # {comment}
print(x)
</pre></div><div data-output="as-written"><pre>1
</pre></div></div></body></html>
"""
WORDS = {
    "en": {"tag": "en", "title": "One", "comment": "the number"},
    "ko": {"tag": "ko", "title": "하나", "comment": "숫자"},
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A site of one page in two languages that is right."""
    for language, words in WORDS.items():
        folder = tmp_path / language
        folder.mkdir()
        (folder / "a.html").write_text(PAGE.format(**words), encoding="utf-8")
        (folder / "s.css").write_text("body { color: black }", encoding="utf-8")
        cell = {"cell_type": "code", "id": "one", "source": [f"x = 1  # {words['comment']}\n", "print(x)"]}
        (folder / "a.ipynb").write_text(json.dumps({"cells": [cell]}, ensure_ascii=False), encoding="utf-8")
    return tmp_path


def reports(tree: Path, *languages: str) -> list[str]:
    """What is wrong with a site, as a person reads it."""
    return [str(finding) for finding in verify(tree, languages)]


def change(tree: Path, before: str, after: str, name: str = "ko/a.html") -> None:
    """Replace a text in a built file."""
    path = tree / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_site_that_differs_only_in_its_words_is_sound(tree: Path) -> None:
    """Titles, sentences and comments may differ between languages."""
    assert verify(tree, ["en", "ko"]) == []


@pytest.mark.parametrize(("tags", "wrong"), [(["remove-cell"], 0), (["remove-input"], 0), (["hide-cell"], 2), ([], 2)])
def test_a_notebook_may_hold_a_cell_that_its_page_removes(tree: Path, tags: list[str], wrong: int) -> None:
    """The notebook needs it to run; any other cell must be shown."""
    for path in tree.glob("*/a.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        extra = {"cell_type": "code", "id": "two", "source": ["y = 2"], "metadata": {"tags": tags}}
        path.write_text(json.dumps({"cells": [*notebook["cells"], extra]}), encoding="utf-8")

    assert len(reports(tree, "en", "ko")) == wrong


def test_a_missing_page_is_named(tree: Path) -> None:
    """A page that one language lacks is named beside the one that exists."""
    (tree / "ko/a.html").unlink()

    assert reports(tree, "en", "ko")[0] == "ko/a.html: is missing, and en/a.html exists (1 of 1 pages)"


def test_a_missing_language_is_named(tree: Path) -> None:
    """A language without any page is no language of the site."""
    assert "zh-cn/a.html: is missing, and en/a.html exists (1 of 1 pages)" in reports(tree, "en", "ko", "zh_CN")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("<pre>1\n", "<pre>2\n", "cell 'one' shows another output (as-written) than en/a.html"),
        ("print(x)", "print(y)", "cell 'one' shows other code than en/a.html"),
        ('id="cell-one"', 'id="cell-uno"', "shows other code than en/a.html"),
        ('<h1 id="top">', '<h1 id="topp">', "the id 'topp' stands where en/a.html has 'top'"),
        ("</body>", '<p id="sum">Sum: 3</p></body>', "has other ids than en/a.html"),
        ("하나</a>", "**하나**는</a>", "readers see a stray ** in"),
        ("하나</a>", "`jit`은</a>", "readers see a stray ` in"),
        ('href="s.css"', 'href="https://cdn.example/s.css"', "ko/a.html: loads https://cdn.example/s.css"),
        ("<p>", '<p><img src="//cdn.example/i.png">', "ko/a.html: loads //cdn.example/i.png"),
        ("<p>", '<p style="background: url(https://x.example/i.png)">', "ko/a.html: loads https://x.example/i.png"),
        ('href="#top"', 'href="b.html"', "links to b.html, and ko/b.html is not there"),
        ('href="#top"', 'href="#low"', "links to #low, and ko/a.html has no such place"),
        ('hreflang="en" href="../en/a.html"', 'hreflang="en" href="../en/b.html"', "hreflang en leads to ../en/b.html"),
        ('<link rel="alternate" hreflang="en" href="../en/a.html">\n', "", "hreflang names ['ko', 'x-default']"),
        ('hreflang="x-default"', 'hreflang="fr"', "hreflang names ['en', 'fr', 'ko']"),
    ],
)
def test_a_difference_is_named(tree: Path, before: str, after: str, said: str) -> None:
    """Each thing that may not differ, each stray mark and each address that leads astray has its sentence."""
    change(tree, before, after)

    assert any(said in report for report in reports(tree, "en", "ko"))


def test_a_style_sheet_loads_nothing_from_elsewhere(tree: Path) -> None:
    """A font or an import in a style sheet is a request, too."""
    change(tree, "body", "@import 'https://fonts.example/f.css'; body", "ko/s.css")

    assert reports(tree, "en", "ko") == [
        "ko/s.css: loads https://fonts.example/f.css; a page loads only what lies beside it"
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("print(x)", "print(y)", "cell 'one' has other code than the page; only comments may be translated"),
        ('"id": "one"', '"id": "uno"', "has the cells uno; its page shows one"),
        ('"code"', '"markdown"', "has the cells none; its page shows one"),
        ('{"cells"', '"cells"', "is no notebook"),
    ],
)
def test_a_notebook_has_the_code_of_its_page(tree: Path, before: str, after: str, said: str) -> None:
    """Each of its cells, in order; a comment may differ."""
    change(tree, before, after, "ko/a.ipynb")

    assert reports(tree, "en", "ko") == [f"ko/a.ipynb: {said}"]


def test_the_words_of_a_notebook_are_free(tree: Path) -> None:
    """Comments, and a first cell that installs what is missing."""
    install = '{"cell_type": "code", "id": "install_missing", "source": ["install()"]}, '
    change(tree, "숫자", "다른 말", "ko/a.ipynb")
    change(tree, '"cells": [', f'"cells": [{install}', "ko/a.ipynb")

    assert verify(tree, ["en", "ko"]) == []


def test_a_page_with_code_has_a_notebook(tree: Path) -> None:
    """In each language."""
    (tree / "ko/a.ipynb").unlink()

    assert reports(tree, "en", "ko") == ["ko/a.ipynb: is missing, and its page shows code"]


def test_absolute_alternates_are_as_good(tree: Path) -> None:
    """With a public address the other languages are named by it."""
    for language in ("en", "ko"):
        change(tree, 'href="../', 'href="https://site.example/docs/', f"{language}/a.html")

    assert verify(tree, ["en", "ko"]) == []


def test_a_part_may_name_languages_that_are_not_there(tree: Path) -> None:
    """One language built alone links to the others all the same."""
    for path in (tree / "en").iterdir():
        path.unlink()

    assert verify(tree, ["ko"], whole=False) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = 1  # a", "x = 1  # b\n", True),
        ('def f():\n    """A."""\n    return 1', 'def f():\n    """B."""\n    return 1', True),
        ("# a\n# b\nx = 1", "# c\nx = 1", True),
        ('x = "a"', 'x = "b"', False),
        ("f('a')", "f('b')", False),
        ("if x:\n    y = 1\nz = 2", "if x:\n    y = 1\n    z = 2", False),
        ("x = (", "x = )", False),
    ],
)
def test_code_is_compared_without_its_comments(one: str, other: str, same: bool) -> None:
    """Comments and docstrings are words; every other token is code."""
    assert (code_tokens(one) == code_tokens(other)) is same


def test_a_picture_on_a_page_of_its_own_leads_to_its_lesson(tree: Path) -> None:
    """One that leads nowhere was taken from a page that is no longer there."""
    for language in WORDS:
        (tree / language / "trace").mkdir()
        (tree / language / "trace" / "a-one.html").write_text('<h1>One</h1><a href="../a.html#top">a</a>')

    assert reports(tree, "en", "ko") == [
        f"{language}/trace/a-one.html: leads to no picture of a lesson; build the site anew" for language in WORDS
    ]


def test_two_files_that_differ_by_case_alone_are_refused(tree: Path) -> None:
    """They are one file on macOS and Windows, where somebody builds the site or unpacks its archive."""
    for language in WORDS:
        (tree / language / "S.css").write_text("", encoding="utf-8")

    assert reports(tree, "en", "ko") == [
        "en/s.css: differs from en/S.css by case alone; give one of them another name",
        "ko/s.css: differs from ko/S.css by case alone; give one of them another name",
    ]
