"""A page can be read and used in a real browser: by keyboard, on a telephone, in the dark, without scripts."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from support.browser import Readers, browser_only, move
from support.built import serve

pytestmark = browser_only

WORDS_BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("pre, code")) continue;
    for (const word of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
FIRST_DARK = """
  new MutationObserver(() => { window.darkAt ??= performance.now(); })
    .observe(document, { attributes: true, subtree: true, attributeFilter: ["data-theme"] });
"""
STOP = """() => {
  const stop = document.activeElement, box = stop.getBoundingClientRect(), look = getComputedStyle(stop);
  return { href: stop.getAttribute("href"), seen: box.width > 0 && box.height > 0 && box.bottom > 0,
           outlined: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 1, end: stop === document.body };
}"""


@pytest.fixture(scope="module")
def readers(browser: Browser, site: Path) -> Iterator[Readers]:
    """Readers of the small site."""
    with serve(site) as address:
        readers = Readers(browser, address)
        yield readers
        readers.leave()


@pytest.fixture(scope="module")
def visit(readers: Readers) -> Callable[..., Page]:
    """Open a page of the site as a reader, who may be set up in many ways."""
    return readers.visit


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 1000, 360])
@pytest.mark.parametrize("path", ["en/index.html", "ko/guide/first.html", "zh-cn/guide/first.html"])
def test_axe_finds_nothing(visit: Callable[..., Page], path: str, width: int, scheme: str) -> None:
    """All rules of axe hold, the menu open where there is one."""
    page = visit(path, width, color_scheme=scheme)
    if page.locator(".chapters > summary").is_visible():
        page.click(".chapters > summary")

    found = Axe().run(page).response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@pytest.mark.parametrize("width", [320, 360, 640])
@pytest.mark.parametrize("path", ["en/index.html", "ko/guide/first.html"])
def test_a_page_never_scrolls_sideways(visit: Callable[..., Page], path: str, width: int) -> None:
    """On the narrowest telephones, and at 200 % of a wide screen, only code scrolls."""
    page = visit(path, width)

    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_korean_words_are_never_broken(visit: Callable[..., Page]) -> None:
    """No word of a Korean page stands on two lines."""
    page = visit("ko/index.html", 320)
    page.evaluate(
        "document.querySelector('h1').textContent = '사이트'.repeat(2) + ' 순수함수는 ' + '이어지는 말 '.repeat(30)"
    )

    assert page.evaluate(WORDS_BROKEN) == []


def test_the_dark_page_is_remembered_and_there_before_the_first_paint(visit: Callable[..., Page]) -> None:
    """A reader who chose dark colours sees no light page first."""
    page = visit("en/index.html", init=FIRST_DARK, color_scheme="light")
    page.click(".dark")

    page.goto(page.url.replace("index", "other"))
    page.wait_for_function("performance.getEntriesByName('first-paint').length")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
    assert page.evaluate("darkAt < performance.getEntriesByName('first-paint')[0].startTime")


def test_choosing_what_the_system_prefers_forgets_the_choice(visit: Callable[..., Page]) -> None:
    """Back at the preference of the system, the page follows it again."""
    page = visit("en/index.html", color_scheme="light")
    page.click(".dark")
    page.click(".dark")

    assert page.evaluate("localStorage.getItem('theme')") is None


def test_copy_takes_the_code_and_not_what_it_printed(visit: Callable[..., Page]) -> None:
    """The button stands at code only, says that it copied, and copies the code as it is."""
    page = visit("ko/guide/first.html", permissions=["clipboard-read", "clipboard-write"])
    move(page)
    button = page.locator(".copy").first
    button.click()
    expect(button).to_have_text("복사됨")

    assert page.evaluate("navigator.clipboard.readText()") == "this_line_is_wider_than_the_narrowest_telephone = 1\n"
    assert page.locator(".copy").count() == 2


def test_a_language_link_keeps_the_section(visit: Callable[..., Page]) -> None:
    """The reader stays at the section that was asked for."""
    page = visit("en/guide/first.html#narrow")
    page.click(".languages a[lang=ko]")
    page.wait_for_url("**/ko/guide/first.html#narrow")

    assert page.locator("html").get_attribute("lang") == "ko"


def test_a_language_is_offered_once(visit: Callable[..., Page]) -> None:
    """The line comes where the browser prefers another language, and stays away once dismissed."""
    page = visit("en/index.html", locale="ko-KR")
    offer = page.locator(".offer")
    said = offer.locator("a").text_content()
    offer.locator("button").click()
    page.reload()

    assert (said, offer.count()) == ("이 페이지를 한국어로 읽을 수 있습니다.", 0)


def test_a_page_works_without_scripts(visit: Callable[..., Page]) -> None:
    """Chapters open, languages lead on, the dark is dark, and no dead button is shown."""
    page = visit("ko/guide/first.html", 390, java_script_enabled=False, color_scheme="dark")
    page.click(".chapters > summary")
    page.click(".chapters li:last-child > a >> nth=-1")
    page.click(".languages a[lang=en]")

    assert page.url.endswith("/en/other.html")
    assert not page.locator("button, input").locator("visible=true").count()


def test_a_page_is_printed_on_white_without_what_one_clicks(visit: Callable[..., Page]) -> None:
    """Ink on paper, also for a reader of dark pages; code is wrapped, not cut."""
    page = visit("ko/guide/first.html", 794, color_scheme="dark")
    page.emulate_media(media="print")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("nav, header, button, .skip").locator("visible=true").count() == 0
    assert page.evaluate("getComputedStyle(document.querySelector('pre')).whiteSpace") == "pre-wrap"


def test_each_stop_of_the_keyboard_is_seen(visit: Callable[..., Page]) -> None:
    """The first leads to the text; none is hidden, each has an outline."""
    page = visit("ko/guide/first.html")
    stops = []
    while len(stops) < 40 and not (stops and stops[-1]["end"]):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(STOP))

    assert stops[0]["href"] == "#text"
    assert [stop for stop in stops if not (stop["end"] or (stop["seen"] and stop["outlined"]))] == []


def test_code_that_fits_is_no_stop(visit: Callable[..., Page]) -> None:
    """On a wide screen the wide line fits; on a telephone it scrolls."""
    for width, stop in ((1280, "-1"), (360, "0")):
        page = visit("en/guide/first.html", width)
        move(page)
        expect(page.locator("pre").first).to_have_attribute("tabindex", stop)


def test_what_is_too_high_for_its_frame_is_a_stop(visit: Callable[..., Page]) -> None:
    """As an output is that scrolls by a tag."""
    page = visit("en/guide/first.html")
    move(page)
    code = page.locator("pre").first
    expect(code).to_have_attribute("tabindex", "-1")

    code.evaluate("code => { code.style.maxHeight = '20px'; }")

    expect(code).to_have_attribute("tabindex", "0")


def test_nothing_breaks_the_policy_of_the_site(visit: Callable[..., Page]) -> None:
    """The browser refuses nothing where the policy for hosts is in force."""
    from printproof_site.publishing.entry import HEADERS

    policy = HEADERS.split("Content-Security-Policy: ")[1].split("\n")[0]
    page = visit("en/index.html")
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.route("**/*.html", lambda route: route.fulfill(response=(got := route.fetch()),
               headers=got.headers | {"content-security-policy": policy}))  # fmt: skip

    page.goto(page.url.replace("en/index", "ko/guide/first"))
    move(page)

    assert page.locator(".copy").count() == 2
    assert refused == []
