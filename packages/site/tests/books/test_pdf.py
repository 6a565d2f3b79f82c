"""A book on paper has fonts, an outline, numbers of pages and links that work, or it is none."""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path

import pytest

from printproof_base.archives import packed
from printproof_base.project import ProjectError
from printproof_site.books.paper import unpacked
from printproof_site.books.pdf import PaperError, render_pdf, require_renderer
from support.books import DATED, RULES, bound, small_book, typeset_only

LANGUAGES = ["en", "ko", "zh_CN"]


@pytest.fixture(scope="module")
def epub(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small Korean book."""
    return bound(small_book(tmp_path_factory.mktemp("pdf")))


@pytest.fixture(scope="module")
def pdf(epub: bytes) -> bytes:
    """The same on paper."""
    return render_pdf(epub, "small.pdf", LANGUAGES)


def plain(pdf: bytes) -> str:
    """What stands in a PDF, its streams unpacked."""
    found = [pdf]
    for stream in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompress(stream[1]))
        except zlib.error:
            continue
    return b"\n".join(found).decode("latin-1")


def changed(epub: bytes, before: str, after: str) -> bytes:
    """A book whose first page says something else."""
    files = unpacked(epub)
    assert before in files["index.xhtml"].decode()
    files["index.xhtml"] = files["index.xhtml"].decode().replace(before, after).encode()
    return packed(files, as_they_are={"mimetype"})


@typeset_only
def test_every_font_stands_in_the_book(pdf: bytes) -> None:
    """Those of Korean text and of code, only the characters in use."""
    text = plain(pdf)
    fonts = set(re.findall(r"/BaseFont /([^\s/]+)", text))

    assert all(re.match(r"[A-Z]{6}\+", font) for font in fonts)
    assert {re.sub(r"^\w+\+|-Bold$", "", font) for font in fonts} >= {"Noto-Sans-CJK-KR", "Noto-Sans-Mono-CJK-KR"}
    assert text.count("/FontFile") >= len(fonts)


@typeset_only
def test_a_book_has_an_outline_and_a_language(pdf: bytes) -> None:
    """Title, contents, chapters and parts."""
    text = plain(pdf)

    assert ("/Outlines" in text, "/Lang (ko)" in text) == (True, True)
    assert text.count("/Title") >= 6


@typeset_only
def test_a_link_within_the_book_has_a_target(pdf: bytes) -> None:
    """And one to the web its address."""
    text = plain(pdf)

    assert ("more.rules--the-rule" in text, "/URI (https://example.org/)" in text) == (True, True)


@typeset_only
def test_the_same_book_gives_the_same_paper(epub: bytes, pdf: bytes) -> None:
    """Byte for byte."""
    assert render_pdf(epub, "small.pdf", LANGUAGES) == pdf


@typeset_only
def test_a_character_without_a_font_makes_no_book(epub: bytes) -> None:
    """One line names it, counts the others and says what to install; nobody prints an empty box."""
    said = r"^small\.pdf: no font has the character .*U\+E123\) and 1 more; install the fonts Noto Sans CJK.*$"

    with pytest.raises(PaperError, match=said) as refused:
        render_pdf(changed(epub, "Words of", "\ue123\ue124\ue123 Words of"), "small.pdf", LANGUAGES)

    assert "\n" not in str(refused.value)


@typeset_only
def test_a_book_that_cannot_be_set_ends_its_build(tmp_path: Path) -> None:
    """With the line that says why."""
    small = small_book(tmp_path)
    small.write("docs/more/rules.md", RULES + "\nA sign of nobody: \ue123\n")

    built = small.build("-W", builder="paper", environ=DATED)

    assert (built.status, list(built.folder.glob("*.pdf"))) == (1, [])
    assert [line for line in built.wrong if "no font has the character" in line and "U+E123" in line]


@typeset_only
def test_a_link_without_a_target_makes_no_book(epub: bytes) -> None:
    """The report names it."""
    with pytest.raises(PaperError, match=r"small\.pdf: .*more\.rules--gone"):
        render_pdf(changed(epub, "rules.xhtml#the-rule", "rules.xhtml#gone"), "small.pdf", LANGUAGES)


@typeset_only
def test_nothing_is_fetched_from_elsewhere(epub: bytes) -> None:
    """Not even a picture that a page asks for."""
    picture = '<img src="http://127.0.0.1:9/x.png" alt="" />Words of'

    with pytest.raises(PaperError, match=r"disallowed protocol: http://127\.0\.0\.1:9/x\.png"):
        render_pdf(changed(epub, "Words of", picture), "small.pdf", LANGUAGES)


def test_a_build_without_a_renderer_says_so(tmp_path: Path) -> None:
    """In one line, where Sphinx is called by hand."""
    small = small_book(tmp_path)
    conf = (small.root / "docs/conf.py").read_text(encoding="utf-8")
    small.write("docs/conf.py", f"{conf}import sys\nsys.modules['weasyprint'] = None\n")

    built = small.build("-W", builder="paper", environ=DATED)

    assert (built.status, "Traceback" in built.said) == (1, False)
    assert [line for line in built.wrong if "WeasyPrint is not installed; python -m pip install" in line]


def test_a_missing_renderer_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it."""
    monkeypatch.setitem(sys.modules, "weasyprint", None)

    with pytest.raises(ProjectError, match=r"WeasyPrint is not installed; .*requirements-books\.txt"):
        require_renderer()
