"""A term says what it means where it stands: to a pointer, the keyboard, a finger; without a script its link leads."""

from collections.abc import Callable, Iterator
from time import sleep

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from support.browser import Readers, browser_only
from support.built import build_site, serve

pytestmark = browser_only

FILES = {
    "conf.py": 'from pathlib import Path\nextensions = ["printproof.ext", "printproof_site.theme"]\n'
    'html_theme = "printproof"\nprintproof_run = False\n'
    'locale_dirs = [str(Path(__file__).parent / "locales")]\n',
    "docs/glossary.csv": "term,ko,keep,note,definition,definition ko\n"
    "tracing,추적,no,,To record what `f` does.,`f`가 하는 일을 기록하는 것입니다.\n"
    "tracer,트레이서,no,,A stand-in.,대신하는 값입니다.\n",
    "examples/none.txt": "",
    "docs/index.md": "# Words\n\n```{toctree}\nterms\n```\n\nThis is **tracing**, with a tracer in it.\n\n"
    + "More.\n\n" * 60
    + "The end.\n",
    "docs/terms.md": "# Terms\n\n```{definitions}\n```\n",
    "locales/ko/LC_MESSAGES/index.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    'msgid "This is **tracing**, with a tracer in it."\nmsgstr "여기에서는 **추적**이라고 부르고 트레이서를 씁니다."\n',
}
TAP = {"has_touch": True, "is_mobile": True}
SIDES = (
    "(box) => { const { left, right, top, bottom } = box.getBoundingClientRect(); return [left, right, top, bottom]; }"
)
PARTED = """([width, open]) => {
  const link = document.querySelector(".term");
  if (open) link.focus();
  document.querySelector("main").style.width = `${width}px`;
  const after = link.closest("strong").nextSibling, range = document.createRange();
  const at = after.data.search(/[^\\u2060]/);  // behind a joiner
  range.setStart(after, at);
  range.setEnd(after, at + 1);
  return [range.toString(), Math.round(range.getBoundingClientRect().top - link.getClientRects()[0].top) < 8];
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with two terms, in two languages, served."""
    folder = tmp_path_factory.mktemp("terms")
    for path, text in FILES.items():
        (folder / "written" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "written" / path).write_text(text, encoding="utf-8")
    with serve(build_site(folder / "written", folder)) as address:
        yield address


@pytest.fixture(scope="module")
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page as a reader, once its script has run where it may."""
    readers = Readers(browser, address)

    def visit(path: str = "en/index.html", width: int = 1280, **reader: object) -> Page:
        page = readers.visit(path, width, **reader)
        page.mouse.move(0, 0)
        if reader.get("java_script_enabled", True):
            page.wait_for_function("document.querySelector('.dark').ariaPressed")
        return page

    yield visit
    readers.leave()


def ask(page: Page) -> None:
    """Step on the first term of a page, until what it means is there."""
    page.focus(".term >> nth=0")
    expect(page.locator(".definition")).to_be_visible()


def test_a_pointer_sees_what_a_term_means(visit: Callable[..., Page]) -> None:
    """As long as it is on the term; it may move to the sentence, and the sentence stays while it is there."""
    page = visit()
    meaning = page.locator(".definition")
    expect(meaning).to_have_count(0)
    page.hover(".term >> nth=1")
    expect(meaning).to_have_text("tracerA stand-in.")
    expect(meaning).to_be_visible()
    left, _, top, _ = meaning.evaluate(SIDES)
    page.mouse.move(left + 20, top + 20, steps=20)
    page.wait_for_timeout(900)
    expect(meaning).to_be_visible()
    page.mouse.move(0, 0)
    expect(meaning).to_be_hidden()


def test_the_first_move_of_a_reader_is_enough(visit: Callable[..., Page]) -> None:
    """It ends on a term before the script has come that it has loaded."""
    page = visit()
    page.route("**/reader.js*", lambda route: (sleep(0.5), route.continue_()))
    page.reload()
    page.hover(".term >> nth=0")

    expect(page.locator(".definition")).to_be_visible()
    page.unroute_all()


def test_a_pointer_and_the_focus_that_come_at_once_bring_one_sentence(visit: Callable[..., Page]) -> None:
    """As they do with a finger, while the glossary is on its way."""
    page = visit()
    page.hover("h1")
    page.wait_for_function("document.querySelector('.term').onfocus !== null")
    page.eval_on_selector(".term", "(term) => { term.dispatchEvent(new Event('pointerenter')); term.focus(); }")

    expect(page.locator(".definition:visible")).to_have_count(1)
    expect(page.locator(".definition")).to_have_count(1)


@pytest.mark.parametrize("fails", ["away", "broken"])
def test_a_glossary_that_did_not_come_is_asked_for_again(visit: Callable[..., Page], fails: str) -> None:
    """By the next term, as a train leaves its tunnel; until then a link leads there, and nothing complains."""
    page = visit()
    page.hover("h1")
    page.wait_for_function("document.querySelector('.term').onfocus !== null")
    page.route("**/terms.html", lambda route: route.abort() if fails == "away" else route.fulfill(status=503, body="-"))
    page.eval_on_selector(".term", "(term) => term.onfocus()")
    page.unroute_all()
    expect(page.locator(".definition")).to_have_count(0)
    page.focus(".term >> nth=1")

    expect(page.locator(".definition")).to_have_text("tracerA stand-in.")


def test_the_keyboard_sees_what_a_term_means(visit: Callable[..., Page]) -> None:
    """The next stop is the next term."""
    page = visit()
    page.focus("main")
    seen = []
    for _ in range(3):
        page.keyboard.press("Tab")
        page.wait_for_timeout(900)
        seen.append(page.locator(".definition:visible").all_inner_texts())

    assert seen == [[], ["tracingTo record what f does."], ["tracerA stand-in."]]


@pytest.mark.parametrize("width", [1280, 820, 360])
def test_escape_puts_a_sentence_away(visit: Callable[..., Page], width: int) -> None:
    """Without a step of the pointer or the focus, which stays at the term; and it comes back when asked for."""
    page = visit(width=width)
    shown = page.locator(".definition:visible")
    page.focus(".term >> nth=0")
    expect(shown).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0, timeout=50)
    assert page.evaluate("document.activeElement.className") == "term"
    for _ in range(2):
        page.hover(".term >> nth=0")
        expect(shown).to_have_count(1)
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0, timeout=50)
        page.mouse.move(0, 0)


def test_a_tap_shows_the_sentence_and_a_second_one_follows(visit: Callable[..., Page]) -> None:
    """A tap elsewhere puts it away."""
    page = visit(width=390, **TAP)
    first, second = page.locator(".term").all()
    for term in (first, second, first):
        term.tap()
        expect(page.locator(".definition:visible")).to_have_count(1)
    assert page.url.endswith("/index.html")
    page.locator("h1").tap()
    expect(page.locator(".definition:visible")).to_have_count(0)
    first.tap()
    first.tap()
    page.wait_for_url("**/terms.html#term-tracing")


def test_a_click_of_a_mouse_follows_at_once(visit: Callable[..., Page]) -> None:
    """It has seen the sentence before; so has the keyboard."""
    page = visit()
    page.click(".term >> nth=0")
    page.wait_for_url("**/terms.html#term-tracing")
    page.go_back()
    page.focus(".term >> nth=1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/terms.html#term-tracer")


def test_no_script_is_needed(visit: Callable[..., Page]) -> None:
    """The sentence stands where the link leads."""
    page = visit(java_script_enabled=False)
    page.click(".term >> nth=0")
    page.wait_for_url("**/terms.html#term-tracing")
    expect(page.locator("#term-tracing + dd > p").first).to_have_text("To record what f does.")


@pytest.mark.parametrize("width", [1280, 820, 360])
def test_a_sentence_covers_neither_its_term_nor_the_edge(visit: Callable[..., Page], width: int) -> None:
    """It stands in the right margin, below the line, or at the foot of a phone."""
    page = visit(width=width)
    page.hover(".term >> nth=0")
    expect(page.locator(".definition").first).to_be_visible()
    left, right, top, bottom = page.locator(".definition").first.evaluate(SIDES)
    text, term = page.locator("main").evaluate(SIDES), page.locator(".term").first.evaluate(SIDES)

    where = {
        1280: left >= text[1],
        820: (left, right) == (text[0], text[1]),
        360: (left, right, bottom) == (0, 360, 720),
    }
    assert where[width]
    assert left >= 0
    assert right <= width
    assert width == 1280 or top >= term[3] - 4
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_term_with_the_focus_is_never_below_its_sentence(visit: Callable[..., Page]) -> None:
    """A phone scrolls, so that the foot of the screen is free."""
    page = visit(width=360)
    page.evaluate(
        "document.querySelector('main p:nth-of-type(30)').after(document.querySelector('.term').closest('p'))"
    )
    page.evaluate("scrollBy(0, document.querySelector('.term').getBoundingClientRect().bottom - innerHeight + 9)")
    page.focus(".term >> nth=0")
    expect(page.locator(".definition").first).to_be_visible()

    term, meaning = (page.locator(f"{name} >> nth=0").evaluate(SIDES) for name in (".term", ".definition"))
    assert term[3] <= meaning[2]


@pytest.mark.parametrize("opened", [False, True])
def test_a_particle_is_never_parted_from_its_term(visit: Callable[..., Page], opened: bool) -> None:
    """The sentence stands between them in the page, not in the line."""
    page = visit("ko/index.html")
    ask(page)
    page.focus("main")

    seen = [page.evaluate(PARTED, [width, opened]) for width in range(60, 400, 10)]
    assert seen == [["이", True]] * len(seen)


def test_a_copied_paragraph_is_the_authors(visit: Callable[..., Page]) -> None:
    """What a term means is no part of it."""
    page = visit()
    ask(page)
    page.focus("main")
    expect(page.locator(".definition")).to_be_hidden()
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.term').closest('p'))")

    assert page.evaluate("getSelection().toString()") == "This is tracing, with a tracer in it."


def test_a_voice_describes_a_term_by_its_sentence(visit: Callable[..., Page]) -> None:
    """As soon as it is asked for."""
    page = visit("ko/index.html")
    ask(page)

    said = page.eval_on_selector(".term", "(term) => term.ariaDescribedByElements[0].textContent")
    assert said.replace("\u2060", "") == "추적 tracingf가 하는 일을 기록하는 것입니다."


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 820, 360])
def test_axe_finds_nothing(visit: Callable[..., Page], width: int, scheme: str) -> None:
    """While a sentence is shown."""
    page = visit("ko/index.html", width, color_scheme=scheme)
    page.focus(".term >> nth=0")
    expect(page.locator(".definition").first).to_be_visible()

    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_paper_shows_no_sentence(visit: Callable[..., Page]) -> None:
    """Its reader can point at nothing."""
    page = visit()
    ask(page)
    page.emulate_media(media="print")

    expect(page.locator(".definition")).to_be_hidden()


def test_the_sentences_of_the_glossary_fit_a_phone(visit: Callable[..., Page]) -> None:
    """Nothing scrolls sideways."""
    page = visit("ko/terms.html", 320)

    assert page.evaluate("document.documentElement.scrollWidth") == 320
