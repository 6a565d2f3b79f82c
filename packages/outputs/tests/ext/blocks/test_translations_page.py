"""A page says how far each language is: from the catalogs of the build, never better than it is."""

import re
from pathlib import Path

import pytest

from support.small import CELL, Small

PAGE = f"# Title\n\nSome text.\n\n{CELL.format('first')}"
TABLE = "---\norphan: true\n---\n# Far\n\n```{translations}\n```\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page in two languages, and the page that says how far they are."""
    script = "# %% first\nx = 1\n\n# Output: none\n"
    files = {"docs/index.md": PAGE, "docs/about/far.md": TABLE, "examples/index.py": script}
    small = Small(tmp_path, files)
    small.translate("index", {"Title": "제목", "Some text.": "어떤 글."})
    small.translate("index", {"Title": "标题", "Some text.": ""}, language="zh_CN")
    return small


def rows(small: Small, language: str = "en") -> list[list[str]]:
    """The cells of the table, row by row."""
    html = small.build("-W", language=language).html("about/far")
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in found
    ]


def test_each_page_is_a_row_and_each_language_a_column(small: Small) -> None:
    """With the share that readers see in it."""
    assert rows(small) == [
        ["Page", "한국어", "简体中文", "Outputs"],
        ["Title", "100%", "50%", "Not verified in this build"],
    ]


def test_a_title_is_in_the_language_of_the_page(small: Small) -> None:
    """And leads to its page."""
    assert rows(small, "ko")[1][0] == "제목"
    assert 'href="../index.html"' in small.build(language="ko").html("about/far")


def test_what_was_verified_is_named_with_its_version(small: Small) -> None:
    """As soon as there is a record."""
    small.build()
    small.record("index", {})

    assert rows(small)[1][3] == "Checked with JAX 0.10.2"


def test_a_page_without_a_script_has_no_head_for_outputs(small: Small) -> None:
    """On a phone, where each entry is a line that says its head, nothing stands behind it."""
    small.write("docs/plain.md", "---\norphan: true\n---\n# Plain\n")
    small.translate("plain", {"Plain": "글"})
    html = small.build("-D", "html_theme=printproof", "-D", "extensions=printproof.ext,printproof_site.theme").html(
        "about/far"
    )

    assert (html.count('data-head="한국어"'), html.count('data-head="Outputs"')) == (2, 1)


def test_less_than_all_is_never_called_all(small: Small) -> None:
    """Not even 999 of 1000."""
    small.translate("index", {"Some text.": "", **{f"{n}.": "글" for n in range(999)}})

    assert rows(small)[1][1] == "99%"


def test_out_of_date_is_counted_apart(small: Small) -> None:
    """A fuzzy sentence is one whose English has changed."""
    small.translate("index", {"Title": "제목", "Some text.": "어떤 글."}, fuzzy=True)

    assert rows(small)[1][1] == "0%, 2 out of date"


def test_a_saved_catalog_changes_the_next_build(small: Small) -> None:
    """The page depends on every catalog."""
    small.build()
    small.translate("index", {"Title": "제목", "Some text.": ""})

    assert rows(small)[1][1] == "50%"


def test_a_catalog_that_cannot_be_read_is_said_to_be(small: Small) -> None:
    """On the pages of other languages; its own are not built."""
    small.write("locales/zh_CN/LC_MESSAGES/index.po", 'msgid "half\n')

    assert rows(small)[1][2] == "Cannot be read"
