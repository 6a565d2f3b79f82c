"""The pages of a book become one: every place has a name of its own, every link leads to one."""

from xml.etree import ElementTree as ET

import pytest

from printproof.html.page import Element, parse
from printproof_base.text import JOINER
from printproof_site.books.paper import print_html, unpacked
from support.books import bound, small_book


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a Korean book."""
    return unpacked(bound(small_book(tmp_path_factory.mktemp("paper"))))


@pytest.fixture(scope="module")
def page(files: dict[str, bytes]) -> Element:
    """The book as one page."""
    return parse(print_html(files, ["en", "ko", "zh_CN"]))


def test_every_place_has_a_name_of_its_own(page: Element) -> None:
    """Also where two pages have a section of the same name."""
    ids = [element.attributes["id"] for element in page.below() if "id" in element.attributes]

    assert (len(ids), "index--cell-count" in ids, "more.rules--the-rule" in ids) == (len(set(ids)), True, True)


def test_every_link_leads_to_a_place_or_to_the_web(page: Element) -> None:
    """Those of the table of contents among them."""
    ids = {element.attributes.get("id") for element in page.below()}
    links = [element.attributes["href"] for element in page.below() if "href" in element.attributes]

    lost = [href for href in links if not href.startswith("https:") and href.removeprefix("#") not in ids]
    assert (lost, len(links) > 6) == ([], True)


def test_a_part_begins_with_its_name(page: Element) -> None:
    """The first pages belong to none."""
    headings = [heading.text for heading in page.find("h1")]

    assert headings == ["Small steps", "목차", "세기", "여러 규칙", "규칙"]


def test_no_line_ends_in_a_korean_word(files: dict[str, bytes]) -> None:
    """What sets type may break a line after any syllable; joiners hold the word together, but not in the outline."""
    html = print_html(files, ["ko"])

    assert f'<h1 data-words="여러 규칙">여{JOINER}러 규{JOINER}칙</h1>' in html
    assert "# 거듭해서" in html


def test_words_in_another_language_are_held_as_it_wants(files: dict[str, bytes]) -> None:
    """A Korean word in an English book, and an English one in a Korean book."""
    page = (
        files["index.xhtml"].decode().replace("<h2", '<p><span lang="ko">규칙</span> <i lang="en">가나</i></p><h2', 1)
    )

    html = print_html({**files, "index.xhtml": page.encode()}, ["ko"])

    assert f'<span lang="ko">규{JOINER}칙</span>' in html
    assert '<i lang="en">가나</i>' in html


def test_every_language_of_the_site_has_its_fonts(page: Element) -> None:
    """Their words stand in every book; Chinese characters look otherwise in Korea."""
    style = next(page.find("style")).text

    assert '[lang="zh-CN"] { font-family: "Noto Sans CJK SC"' in style
    assert 'pre, code, samp { font-family: "Noto Sans Mono CJK KR"' in style


def test_the_page_is_well_formed(files: dict[str, bytes]) -> None:
    """What no parser of XML reads, another parser reads otherwise than it was meant."""
    html = print_html(files, ["ko"]).partition("<body>")[2].partition("</body>")[0]

    assert ET.fromstring(f"<body>{html}</body>").tag == "body"


def test_a_drawing_names_its_fonts(page: Element) -> None:
    """It takes none from the page around it."""
    families = {drawing.attributes["font-family"] for drawing in page.find("svg")}

    assert families == {'"Noto Sans CJK KR", sans-serif'}


def test_the_same_book_gives_the_same_page(files: dict[str, bytes]) -> None:
    """Byte for byte."""
    assert print_html(files, ["en", "ko"]) == print_html(files, ["en", "ko"])


def test_a_page_takes_nothing_from_outside(page: Element) -> None:
    """Its one style sheet stands in it."""
    assert [one.attributes for one in page.below() if one.tag in {"link", "script", "iframe"}] == []


def test_an_image_without_an_address_stays_one(files: dict[str, bytes]) -> None:
    """HTML of an author may have one, and a browser shows its words."""
    raw = files["more/rules.xhtml"].replace(b"</h1>", b'</h1><img alt="a dot" />', 1)

    assert '<img alt="a dot" />' in print_html({**files, "more/rules.xhtml": raw}, ["ko"])
