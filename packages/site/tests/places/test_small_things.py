"""Small things stand where they belong, at the width where they once did not: in a real browser, on one small site."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from support.browser import Readers, browser_only, move
from support.built import serve
from support.small import Small

pytestmark = browser_only

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
suppress_warnings = ["printproof.markdown"]  # its HTML is for a browser alone
"""
LONG = "this_line_is_wider_than_the_narrowest_telephone = 'and than the text of a page is where there is room for more'"
SCRIPT = "# %% a-name-as-long\nprint(1)\n\n# Output:\n# 1\n"
PAGE = f"""# State goes in, and it comes out again

```
{LONG}
```

```{{code-cell}}
:example: a-name-as-long
```

```{{predict}} a-name-as-long
What is printed, and is there room for all of this question?

- `1`: One it is.
- an answer that is nearly as wide as one: It is not.
```

<p lang="zh-CN">核对</p>

## First

On x86-64, `a long word of code --with-one-option` stays whole.

<p id="inside">Some place.</p>

{"Some words. " * 60}

## Second

The end.
"""
KOREAN = {"State goes in, and it comes out again": "상태", "First": "첫째", "Second": "둘째", "The end.": "끝입니다."}
CHINESE = {"State goes in, and it comes out again": "换一台机器，最后一位可能会变"}
BOX = "(box) => box.getBoundingClientRect().toJSON()"
WORDS = """(box) => {
  const range = new Range();
  range.selectNode(box.lastChild); // before it stands the circle that is clicked
  return range.getBoundingClientRect().toJSON();
}"""
LINES = """(box) => {
  const range = new Range(), lines = [];
  for (const node of [...box.childNodes].flatMap((part) => part.nodeType === 3 ? part : [...part.childNodes])) {
    for (let at = 0; at < node.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      if (top !== lines.at(-1)?.top) lines.push({ top, text: "" });
      lines.at(-1).text += node.data[at];
    }
  }
  return lines.map((line) => line.text);
}"""


@pytest.fixture(scope="module")
def visit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Page]]:
    """Open the page as a reader who may copy."""
    small = Small(tmp_path_factory.mktemp("things"), {"docs/conf.py": CONF, "docs/index.md": PAGE})
    small.write("examples/index.py", SCRIPT)
    small.translate("index", KOREAN)
    small.translate("index", CHINESE, "zh_CN")
    for language in ("en", "ko", "zh_CN"):
        assert small.build(language=language).wrong == []
    with serve(small.root / "_build") as address:
        readers = Readers(browser, address)

        def visit(language: str, width: int = 1280, place: str = "") -> Page:
            tab = readers.visit(f"{language}/html/index.html{place}", width)
            if not place:
                move(tab)
            tab.wait_for_selector(".copy", state="attached")
            return tab

        yield visit
        readers.leave()


def box(tab: Page, css: str, number: int = 0) -> Any:
    """Where an element stands."""
    return tab.locator(css).nth(number).evaluate(BOX)


@pytest.mark.parametrize("width", [360, 1280])
def test_copy_stands_above_code_that_needs_the_whole_width(visit: Callable[..., Page], width: int) -> None:
    """The shade at the end of a long line is at the edge, and no letter stands behind it."""
    tab = visit("en", width)
    frame, code, copy = (box(tab, f"section > .highlight{part}") for part in ("", " > pre", " > .copy"))

    assert code["right"] == pytest.approx(frame["right"], abs=2)
    assert copy["bottom"] <= code["top"]


@pytest.mark.parametrize("width", [320, 360])
def test_a_strip_is_one_row(visit: Callable[..., Page], width: int) -> None:
    """Where there is no room it is the words of the mark that break."""
    tab = visit("en", width)
    name, mark, copy = (box(tab, f".strip > {part}") for part in ("a", ":nth-child(2)", ".copy"))

    assert name["right"] <= mark["left"] < mark["right"] <= copy["left"]


def test_what_passes_a_question_stands_at_the_end_of_its_line(visit: Callable[..., Page]) -> None:
    """It is no answer and above them; its words end where the text does, and no word of the question is behind it."""
    tab = visit("en", 360)
    answer, passing = (box(tab, f".predict label{kind}") for kind in (":not(.show)", ".show"))
    question, words = (tab.locator(f".predict {part}").evaluate(WORDS) for part in ("legend", ".show"))

    assert passing["bottom"] <= answer["top"]
    assert words["right"] == pytest.approx(box(tab, ".predict legend")["right"], abs=1)
    assert question["right"] <= passing["left"]


def test_what_passes_a_question_never_looks_like_a_chosen_answer(visit: Callable[..., Page]) -> None:
    """It says nothing of what the reader thinks; an answer has a ground of its own when it was chosen."""
    tab = visit("en", 360)
    grounds = []
    for kind in (".show", ":not(.show)"):
        tab.locator(f".predict label{kind} input").first.check()
        grounds.append(tab.locator(f".predict label{kind}").first.evaluate("(one) => getComputedStyle(one).background"))

    assert ("rgba(0, 0, 0, 0)" in grounds[0], "rgba(0, 0, 0, 0)" in grounds[1]) == (True, False)


def test_another_language_is_broken_by_its_own_rules(visit: Callable[..., Page]) -> None:
    """Chinese on a Korean page may end a line after each character."""
    chinese = visit("ko").locator("p[lang=zh-CN]")

    assert chinese.evaluate("(text) => getComputedStyle(text).wordBreak") == "normal"


def test_korean_on_its_page_is_broken_at_blanks(visit: Callable[..., Page]) -> None:
    """In each element, whatever its own language."""
    words = visit("ko").locator("main, h1, h2 a, .predict")

    assert set(words.evaluate_all("(all) => all.map((text) => getComputedStyle(text).wordBreak)")) == {"keep-all"}


def test_a_chinese_heading_is_broken_at_its_marks(visit: Callable[..., Page]) -> None:
    """No browser knows its words."""
    assert visit("zh_CN", 360).locator("h1").evaluate(LINES) == ["换一台机器，", "最后一位可能会变"]


def test_an_option_in_long_code_is_not_parted_at_its_hyphens(visit: Callable[..., Page]) -> None:
    """At any width that it fits."""
    tab = visit("ko")
    option = tab.locator("code.long span")
    for width in range(320, 460, 8):
        tab.set_viewport_size({"width": width, "height": 720})
        assert option.evaluate("(word) => word.getClientRects().length") == 1


@pytest.mark.parametrize(("place", "section"), [("#second", "#second"), ("#inside", "#first"), ("", "")])
def test_the_section_asked_for_is_marked_at_once(visit: Callable[..., Page], place: str, section: str) -> None:
    """When the page has come, and no scroll has; a place within it counts."""
    tab = visit("en", place=place)
    tab.wait_for_timeout(50)

    assert marked(tab) == [section] * bool(section)


def test_a_jump_that_scrolls_nothing_marks_its_section(visit: Callable[..., Page]) -> None:
    """All of the page is in view already."""
    tab = visit("en")
    tab.set_viewport_size({"width": 1280, "height": 3000})
    before = tab.evaluate("document.documentElement.scrollHeight")
    tab.evaluate("location.hash = '#first'")
    tab.wait_for_timeout(50)

    assert (before, marked(tab)) == (3000, ["#first"])


def test_a_section_that_is_asked_for_in_a_high_window_is_marked(visit: Callable[..., Page]) -> None:
    """All of the page is in view, so that nothing moves when it has come."""
    tab = visit("en", place="#first")
    tab.set_viewport_size({"width": 1280, "height": 3000})
    tab.reload()
    tab.wait_for_selector(".copy", state="attached")

    assert marked(tab) == ["#first"]


def test_the_mark_leaves_a_section_that_was_read(visit: Callable[..., Page]) -> None:
    """Also that which was asked for: its heading is above the window, and another one above the middle."""
    tab = visit("en", place="#first")
    first = marked(tab)
    tab.set_viewport_size({"width": 1280, "height": 300})
    tab.evaluate("scrollBy(0, document.getElementById('second').getBoundingClientRect().top - 100)")
    tab.wait_for_timeout(100)

    assert (first, marked(tab)) == (["#first"], ["#second"])


def marked(tab: Page) -> list[str]:
    """Where the marked links of the sections lead."""
    links = tab.locator(".sections [aria-current]")
    return list(links.evaluate_all("(links) => links.map((link) => link.hash)"))
