"""The words of a page are those of its Markdown: what differs is listed here, page by page, and nothing else does."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from printproof_base.languages import public_address, segment
from printproof_base.project import at
from support.built import ROOT
from support.tour import offending
from support.words import differences, render, words_of_markdown, words_of_notebook, words_of_page

LANGUAGES = ["en", "ko", "zh_CN"]
PAGES = at(ROOT).pages()

KNOWN: dict[str, list[str]] = {}
"""By path, such as ``ko/guide/refs``, the words that the page alone (``-``) or the Markdown alone (``+``) has."""


ALL = [f"{segment(language)}/{page}" for language in LANGUAGES for page in PAGES]
WITH_CODE = [path for path in ALL if (ROOT / "examples" / f"{path.partition('/')[2]}.py").is_file()]


def unlike(page: Path, suffix: str, words_of: Callable[[str], Counter[str]]) -> list[str]:
    """The words that only a page or only the file beside it has and that are not known; too many are named as well.

    ``page`` is without a suffix.
    """
    html, beside = (page.with_name(page.name + end).read_text(encoding="utf-8") for end in (".html", suffix))
    share, others = differences(words_of_page(html), words_of(beside))
    known = next((words for place, words in KNOWN.items() if page.as_posix().endswith("/" + place)), [])
    return ([] if others == known else others) + ([f"share {share:.2%}"] if share < 0.99 else [])


def test_a_page_and_its_markdown_hold_the_same_words(whole_site: Path) -> None:
    """99 of 100 at least, and each of the others is known."""
    assert offending(ALL, lambda path: unlike(whole_site / path, ".md", words_of_markdown)) == {}


def test_a_page_and_its_notebook_hold_the_same_words(whole_site: Path) -> None:
    """The outputs in it included; nothing differs that the Markdown beside it has."""
    assert offending(WITH_CODE, lambda path: unlike(whole_site / path, ".ipynb", words_of_notebook)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_marks_of_markdown_or_leads_to_other_files(whole_site: Path, language: str) -> None:
    """Read back, no star is left; pictures lie beside a page, and links lead from it where the site has an address."""
    folder = whole_site / segment(language)
    for path in sorted(folder.rglob("*.md")):
        html = render(path.read_text(encoding="utf-8"))
        for name in (part.split('"')[0] for part in html.split('<img src="')[1:]):
            assert (path.parent / name).is_file(), (path, name)
        prose = "".join(part.split("</code>")[-1] for part in html.split("<code"))
        assert "**" not in prose, path
        assert not public_address("") or 'href="../' not in html, path
