"""Where the site has an address, a picture stands for each lesson, and its cards for other pages, in each language."""

import re
from pathlib import Path

import pytest

from printproof.html.page import parse
from printproof.style.colours import colours
from printproof_site.formats.card import draw
from printproof_site.lanes import Lane, lanes_of
from printproof_site.publishing.entry import write_root
from printproof_site.theme.card import lane_of
from printproof_site.theme.contents import Lesson
from support.built import ROOT, Page, build_site
from support.small import Small

ADDRESS = "https://example.org/small"
SIZE = (1200, 630)
TITLES = ["State in JAX", "JAX에서 상태 다루기", "JAX 中的状态"]


@pytest.fixture(scope="module")
def addressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, built for an address."""
    return build_site(ROOT / "tests/sites/theme", tmp_path_factory.mktemp("addressed"), ADDRESS)


def size_of(path: Path) -> tuple[int, int]:
    """Width and height, as the first part of a PNG says them."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def pixels_of(path: Path, colour: str) -> int:
    """How many pixels have a colour."""
    from matplotlib.image import imread

    wanted = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return int(((imread(path)[..., :3] * 255).round() == wanted).all(axis=2).sum())


def preview_of(page: Path) -> list[str]:
    """What a page says its picture is."""
    return [element.given["content"] for element in Page(page).all("meta", property="og:image")]


@pytest.mark.parametrize("folder", ["en", "ko", "zh-cn"])
@pytest.mark.parametrize("page", ["guide/first", "guide/second"])
def test_each_lesson_has_a_picture_in_each_language(addressed: Path, folder: str, page: str) -> None:
    """It is named by an absolute address, and has the size that is asked for."""
    assert preview_of(addressed / folder / f"{page}.html") == [f"{ADDRESS}/{folder}/{page}.card.png"]
    assert size_of(addressed / folder / f"{page}.card.png") == SIZE


@pytest.mark.parametrize("folder", ["en", "ko", "zh-cn"])
@pytest.mark.parametrize("page", ["index", "other"])
def test_for_a_page_that_is_no_lesson_the_cards_of_the_start_page_stand(
    addressed: Path, folder: str, page: str
) -> None:
    """In its language."""
    assert preview_of(addressed / folder / f"{page}.html") == [f"{ADDRESS}/{folder}/card.png"]
    assert size_of(addressed / folder / "card.png") == SIZE


COMPARED = """<pre data-output="as-written">before <mark>9</mark></pre><div class="compared">
<div class="output right"><pre data-output="jit-off">1 2</pre></div>
<div class="output wrong"><pre data-output="as-written">1
<mark>1</mark></pre></div></div>"""
LONG = '<pre data-output="as-written"><mark>so many signs that nobody reads them</mark></pre>'


@pytest.mark.parametrize(
    ("html", "values"),
    [(COMPARED, [("1", False), ("1", True)]), (LONG, [("lax.scan", False)]), ("", [("lax.scan", False)])],
    ids=["compared", "long", "nothing"],
)
def test_a_lesson_shows_what_goes_wrong_in_it(html: str, values: list[tuple[str, bool]]) -> None:
    """What a comparison shows before anything else, if it is short; where nothing is, the name it is about."""
    lesson = Lesson("loops", 3, 9, "Loops", "14", shows="lax.scan")

    assert lane_of(parse(html), lesson, "Small") == Lane("Small · Lesson 3 of 9 · 14 min", values)


def test_a_picture_with_a_lead_has_it_and_a_long_title_whole(tmp_path: Path) -> None:
    """What is longer than the picture is drawn smaller, or broken; nothing reaches the edge."""
    from matplotlib.image import imread

    draw(tmp_path / "card.png", "Long title " * 9, [Lane("c" * 60, [("1", False)])], lead="Words of a lead. " * 20)
    pixels = imread(tmp_path / "card.png")[..., :3]
    edges = [pixels[:, 1170:], pixels[:, :30], pixels[600:], pixels[:30]]

    assert [bool((edge == pixels[0, 0]).all()) for edge in edges] == [True] * 4


def test_the_root_names_the_picture_of_the_first_language(addressed: Path) -> None:
    """Who shares the address of the whole site shares it."""
    write_root(addressed, ["en", "ko"], ["index"], f"{ADDRESS}/")
    named = [e.given["content"] for e in Page(addressed / "index.html").all("meta", property="og:image")]

    assert named == [f"{ADDRESS}/en/card.png"]


def test_without_an_address_there_is_no_picture(tmp_path: Path) -> None:
    """A picture that is named relatively is not fetched."""
    site = build_site(ROOT / "tests/sites/theme", tmp_path)
    assert list(site.rglob("index.html")) != []
    assert list(site.rglob("card.png")) == []


def test_a_cell_that_is_a_card_is_in_the_picture(tmp_path: Path) -> None:
    """The start page need not show what it printed in any other way."""
    conf = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
html_baseurl = "https://example.org/small"
printproof_run = False
"""
    page = "# Title\n\nCaption\n\n```{code-cell}\n:example: one\n:class: lane\n```\n\nReason\n"
    script = "# %% one\nprint(1)\n\n# Output:\n# 1\n"
    files = {"docs/conf.py": conf, "docs/index.md": page, "examples/index.py": script}
    small = Small(tmp_path, {**files, "pyproject.toml": '[tool.printproof]\nreference = "0.10.2"\n'})

    built = small.build()

    assert 'property="og:image" content="https://example.org/small/en/card.png"' in built.html("index")
    assert size_of(next(tmp_path.rglob("card.png"))) == SIZE


def test_the_picture_shows_what_the_start_page_shows() -> None:
    """Its captions and its values, the wrong ones known."""
    page = parse(
        '<div class="lane"><p>It <b>forgets</b></p><pre data-output="as-written">1 <mark>1</mark>\n</pre></div>'
    )

    assert list(lanes_of(page)) == [Lane("It forgets", [("1", False), ("1", True)])]


def test_only_wrong_values_are_red(tmp_path: Path) -> None:
    """As on a page."""
    draw(tmp_path / "right.png", "Small", [Lane("All", [("1", False), ("2", False)])])
    draw(tmp_path / "wrong.png", "Small", [Lane("All", [("1", False), ("2", True)])])
    red = colours()["wrong"]

    assert pixels_of(tmp_path / "right.png", red) == 0
    assert pixels_of(tmp_path / "wrong.png", red) > 500


@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_no_font_can_write_is_left_out(tmp_path: Path, title: str) -> None:
    """Boxes instead of letters say less than nothing; a Latin one is always written."""
    draw(tmp_path / "card.png", title, [], fonts=[])
    draw(tmp_path / "empty.png", "", [], fonts=[])

    same = (tmp_path / "card.png").read_bytes() == (tmp_path / "empty.png").read_bytes()
    assert same == bool(re.search(r"[^ -~]", title))


def test_the_same_values_make_the_same_bytes(tmp_path: Path) -> None:
    """A site that is built twice is the same site."""
    for name in ("one.png", "two.png"):
        draw(tmp_path / name, "Small", [Lane("All", [("1", False)])])

    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
