"""The words of a page are those of its Markdown: what differs is listed here, page by page, and nothing else does."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from printproof_base.languages import segment
from printproof_base.project import at
from support.built import ROOT
from support.words import differences, render, words_of_markdown, words_of_notebook, words_of_page

LANGUAGES = ["en", "ko", "zh_CN"]
PAGES = at(ROOT).pages()

KNOWN: dict[tuple[str, str], list[str]] = {}
"""By language and page, the words that the page alone (``-``) or the Markdown alone (``+``) has."""


def compared(page: Path, suffix: str, words_of: Callable[[str], Counter[str]]) -> tuple[float, list[str]]:
    """The share of words that a page and the file beside it both have, and the others; ``page`` is without a suffix."""
    html, beside = (page.with_name(page.name + end).read_text(encoding="utf-8") for end in (".html", suffix))
    return differences(words_of_page(html), words_of(beside))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_and_its_markdown_hold_the_same_words(whole_site: Path, language: str, page: str) -> None:
    """99 of 100 at least, and each of the others is known."""
    share, others = compared(whole_site / segment(language) / page, ".md", words_of_markdown)

    assert others == KNOWN.get((language, page), [])
    assert share >= 0.99


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", [page for page in PAGES if (ROOT / "examples" / f"{page}.py").is_file()])
def test_a_page_and_its_notebook_hold_the_same_words(whole_site: Path, language: str, page: str) -> None:
    """The outputs in it included; nothing differs that the Markdown beside it has."""
    share, others = compared(whole_site / segment(language) / page, ".ipynb", words_of_notebook)

    assert others == KNOWN.get((language, page), [])
    assert share >= 0.99


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_marks_of_markdown_or_leads_to_other_files(whole_site: Path, language: str) -> None:
    """Read back, no star is left; every picture lies beside its page."""
    folder = whole_site / segment(language)
    for path in sorted(folder.rglob("*.md")):
        html = render(path.read_text(encoding="utf-8"))
        for name in (part.split('"')[0] for part in html.split('<img src="')[1:]):
            assert (path.parent / name).is_file(), (path, name)
        prose = "".join(part.split("</code>")[-1] for part in html.split("<code"))
        assert "**" not in prose, path
        assert 'href="../' not in html, path
