"""The frame of a page shows words of catalogs as text: headings, words of the theme, and those of another language."""

from pathlib import Path

import pytest

from support.small import CELL, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
printproof_repository = "https://code.example/a/b/blob/main/{path}"
"""
INDEX = "# Title\n\nWords.\n\n```{lessons}\n```\n\n```{toctree}\n:numbered: 1\n\none\nother\n```\n"
PAGES = {
    "docs/one.md": f"---\nminutes: 2\nneeds: other\n---\n\n# One\n\nLead.\n\n{CELL.format('count')}",
    "docs/other.md": "# Other\n\nWords.\n\n## Part\n\nMore.\n\n## End\n\nMore.\n",
    "examples/one.py": "# %% count\nprint(1)\n\n# Output:\n# 1\n",
}
HOSTILE = "</title>\"><script>hostile(1)</script>' onclick='hostile(2)"
OWN = [
    *("Skip to the text", "Search", "Languages", "Dark colours", "Chapters", "On this page", "Previous", "Next"),
    *("Show the original beside the text", "One by one", "Where this page stands", "Previous and next page"),
    *("Script of this page", "Script", "Edit this page", "Translation of this page", "Report a problem", "Code"),
    *("{minutes} min", "Lesson {number} of {count}", "That was the last lesson.", "See where to go on from here."),
    *("{translated} of {total} texts on this page are up to date.", "You can read this page in English."),
    "The outputs on this page were not verified in this build.",
]


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A start page and two lessons."""
    return Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": INDEX, **PAGES})


@pytest.mark.parametrize("docname", ["index", "one", "other"])
def test_words_of_the_theme_are_text(small: Small, docname: str) -> None:
    """Whoever translates them can neither open an element nor close an attribute."""
    small.translate("printproof", dict.fromkeys(OWN, HOSTILE))
    small.translate("index", {"Title": "제목", "Words.": "말."})

    html = small.build("-Dprintproof_originals=1", language="ko").html(docname)

    assert "hostile(1)" in html
    assert "<script>hostile" not in html
    assert "onclick='" not in html


def test_the_offer_of_another_language_is_text(small: Small) -> None:
    """It stands in an attribute of each page of the other languages."""
    small.translate("printproof", {"You can read this page in English.": HOSTILE})

    html = small.build().html("index")

    assert "hostile(1)" in html
    assert "<script>hostile" not in html


@pytest.mark.parametrize("docname", ["index", "one", "other"])
def test_a_heading_is_text_in_the_head_of_a_page(small: Small, docname: str) -> None:
    """Its markup is left out there, and what looks like markup stays what it is."""
    for page, title in {"index": "Title", "one": "One", "other": "Other"}.items():
        small.translate(page, {title: HOSTILE})

    html = small.build(language="ko").html(docname)

    assert "hostile(1)" in html.partition("</head>")[0]
    assert "<script>hostile" not in html
