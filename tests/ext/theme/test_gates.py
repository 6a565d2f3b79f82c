"""Every page of this project, in every language, in a real browser: light, complete, reachable, in one language."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from gzip import compress
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urljoin, urlsplit

import brotli
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof.base.text import JOINER
from printproof.ext.nodes import NAMES
from printproof.languages import known_languages, segment, tag
from printproof.sentences.glossary import read_glossary
from support.browser import Readers, browser_only
from support.built import ROOT, Page, serve

DOCNAMES = sorted(path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md"))
LANGUAGES = {segment(language): tag(language) for language in known_languages("en", [ROOT / "locales"])}
PATHS = [f"{folder}/{docname}.html" for docname in DOCNAMES for folder in LANGUAGES]
TRANSLATED = [path for path in PATHS if not path.startswith("en/")]
ADDRESS = "https://state.example/jax/"
FIRST_VIEW = 16 * 1024
MEDIAN_VIEW = 14 * 1024
SCRIPT = 2 * 1024
WIDTHS = [320, 360, 640]

every_page = pytest.mark.parametrize("path", PATHS)

BROKEN_WORDS = """() => {
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, around = node.parentElement;
    if (around.closest("pre, code, samp, kbd, svg, .skip") || !around.checkVisibility()) continue;
    for (const word of node.data.matchAll(/[\\uac00-\\ud7a3]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
STOP = """() => {
  const stop = document.activeElement, box = stop.getBoundingClientRect(), look = getComputedStyle(stop);
  const at = document.elementFromPoint(box.left + Math.min(box.width, innerWidth) / 2, box.top + box.height / 2);
  return { what: stop.outerHTML.slice(0, 90), href: stop.getAttribute("href"), end: stop === document.body,
           seen: stop.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 0,
           covered: at && box.height < innerHeight / 2 && !stop.contains(at) && !at.contains(stop),
           outlined: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2 };
}"""
WATCH = f"""() => {{
  const stops = window.stops = [], look = {STOP};
  addEventListener("keydown", () => stops.push(look()), true);
}}"""
OVERFLOWING = """() => [...document.querySelectorAll("body *")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX))
  .filter((box) => box.checkVisibility() && box.tabIndex < 0 && !box.querySelector("a, button, [tabindex='0']"))
  .map((box) => box.outerHTML.slice(0, 90))"""
INTERFACE = """() => {
  const own = document.documentElement.lang, said = [];
  const outside = (element) => !element.closest("main, .card span") || element.closest(
    ".strip, .error > p, .calls, .mode, .unchecked, .copy, .source, .bilingual, " +
    ".predict b, .show, " +
    ".wide > table > caption, main details > summary");
  for (const element of document.querySelectorAll("head title, body, body *")) {
    if (element.closest("[lang]").lang !== own || element.closest("script, style, code, pre, samp, kbd")) continue;
    if (element.closest(".diagram")) continue; // its words are the page's, and names of code stand among them
    for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(element.getAttribute(name) || "");
    const title = element.closest("title, .home, :is(.chapters, .sections, .turn) a") ? "title: " : "";
    if (outside(element)) for (const node of element.childNodes) if (node.nodeType === 3) said.push(title + node.data);
  }
  return said.filter(Boolean);
}"""


@pytest.fixture(scope="module")
def address(whole_site: Path) -> Iterator[str]:
    """The site, served."""
    with serve(whole_site) as address:
        yield address


@pytest.fixture(scope="module")
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Tab]]:
    """Open a page as a reader of its language, and wait for its script."""
    readers = Readers(browser, address)

    def visit(path: str, width: int = 1280) -> Tab:
        tab = readers.visit(path, width, locale=LANGUAGES[path.partition("/")[0]])
        tab.wait_for_function("document.querySelector('.dark').ariaPressed")
        return tab

    yield visit
    readers.leave()


@dataclass(frozen=True)
class Seen:
    """What a page showed on two visits, at 1280 px and as narrow as a telephone."""

    requests: list[str]
    broken_words: dict[int, list[str]]
    interface: list[str]
    stops: list[dict[str, Any]]
    out_of_reach: list[str]
    widths: dict[int, int]


@pytest.fixture(scope="module")
def seen(visit: Callable[..., Tab]) -> Callable[[str], Seen]:
    """What a page showed: two visits answer every gate, as loading a page costs more than asking it."""

    @cache
    def seen(path: str) -> Seen:
        tab = visit(path)
        tab.wait_for_timeout(100)  # for a request that a script would send late
        requests = tab.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
        broken = at_widths(tab, [*WIDTHS, 1280], BROKEN_WORDS) if path.startswith("ko/") else {}
        if tab.locator(".original").count():
            tab.click(".original")
            tab.click(".bilingual button >> nth=1")
            tab.wait_for_selector("button.source", state="attached")
        interface = tab.evaluate(INTERFACE)
        tab = visit(path, 360)
        stops = stops_of(tab)
        tab.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
        tab.wait_for_timeout(50)  # for what a fold shows to find its place
        out_of_reach = tab.evaluate(OVERFLOWING)
        widths = at_widths(tab, WIDTHS, "document.documentElement.scrollWidth")
        return Seen(requests, broken, interface, stops, out_of_reach, widths)

    return seen


@pytest.fixture(scope="module")
def pages(whole_site: Path) -> dict[str, Page]:
    """Every page, read."""
    return {path: Page(whole_site / path) for path in PATHS}


def first_view(site: Path, path: str, page: Page) -> list[Path]:
    """The files of a first view: the page, its styles, its script."""
    loaded = [e.given["src"] for e in page.all("script") if "src" in e.given]
    loaded += [e.given["href"] for e in page.all("link", rel="stylesheet")]
    loaded += [e.given["src"] for e in page.all("img")]
    return [site / path, *((site / path).parent / name.partition("?")[0] for name in loaded)]


def at_widths(tab: Tab, widths: list[int], question: str) -> dict[int, Any]:
    """What a page answers as its window gets wider."""
    found = {}
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 720})
        found[width] = tab.evaluate(question)
    return found


def stops_of(tab: Tab) -> list[dict[str, Any]]:
    """The stops of the Tab key, from the top of a page to its end.

    The page itself notes where the last key has led as the next one is pressed, as asking costs as much as pressing.
    """
    stops: list[dict[str, Any]] = []
    tab.evaluate(WATCH)
    while len(stops) < 400 and not any(stop["end"] for stop in stops):
        for _ in range(20):
            tab.keyboard.down("Tab")  # held down: it moves on each time, for half the events of a press
        stops = tab.evaluate("stops")[1:]  # before the first key there was none
    tab.keyboard.up("Tab")
    ends = [number for number, stop in enumerate(stops, 1) if stop["end"]]
    return stops[: ends[0]] if ends else stops


def sizes_of(site: Path, path: str, page: Page) -> dict[str, int]:
    """What each file of a first view weighs, as a host sends it."""
    return {file.name: len(brotli.compress(file.read_bytes())) for file in first_view(site, path, page)}


@every_page
def test_a_first_view_is_light(whole_site: Path, pages: dict[str, Page], path: str) -> None:
    """Page, style, script and figure weigh at most 16 KiB, as a host sends them."""
    sizes = sizes_of(whole_site, path, pages[path])

    assert (sum(sizes.values()) <= FIRST_VIEW, sizes) == (True, sizes)


def test_half_of_the_first_views_are_lighter(whole_site: Path, pages: dict[str, Page]) -> None:
    """At most 14 KiB in the median: a page with a figure may weigh more, the others may not."""
    views = [sum(sizes_of(whole_site, path, pages[path]).values()) for path in PATHS]

    assert median(views) <= MEDIAN_VIEW


@browser_only
@every_page
def test_a_first_view_is_few_requests(seen: Callable[[str], Seen], address: str, path: str) -> None:
    """At most four with the page itself, all to the same host."""
    asked = seen(path).requests

    assert [url for url in asked if not url.startswith(address)] == []
    assert 1 <= len(asked) <= 3


@every_page
def test_scripts_are_small_and_block_nothing(whole_site: Path, pages: dict[str, Page], path: str) -> None:
    """All that is loaded before the reader does anything is 2 KB, and comes beside the page."""
    scripts = pages[path].all("script")

    weight = sum(len(compress(file.read_bytes(), 9)) for file in first_view(whole_site, path, pages[path])
                 if file.suffix == ".js")  # fmt: skip
    assert weight <= SCRIPT
    assert [e.given for e in scripts if "async" not in e.given and "defer" not in e.given] == []


@browser_only
def test_no_third_party_is_ever_asked(browser: Browser, address: str) -> None:
    """Not by any page, by the search, or by the original of a paragraph."""
    asked: list[str] = []
    context = browser.new_context(locale="de-DE")
    context.on("request", lambda request: asked.append(request.url))
    tab = context.new_page()
    for path in ["index.html", "404.html", *PATHS]:
        tab.goto(f"{address}/{path}")
        if tab.locator(".original").count():
            tab.click(".original")
        if tab.locator(".search").count():
            tab.keyboard.press("/")
            tab.fill(".search input", "jit")
            tab.wait_for_selector(".results a")
    context.close()

    assert {urlsplit(url).netloc for url in asked if not url.startswith("data:")} == {urlsplit(address).netloc}


@browser_only
@every_page
def test_no_page_scrolls_sideways(seen: Callable[[str], Seen], path: str) -> None:
    """On narrow telephones, and at 200 % of a screen of 1280 px, with all that is folded open."""
    assert seen(path).widths == dict(zip(WIDTHS, WIDTHS, strict=True))


@browser_only
@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith("ko/")])
def test_no_korean_word_is_broken(seen: Callable[[str], Seen], path: str) -> None:
    """A word of Hangul stands on one line, wherever lines end."""
    assert seen(path).broken_words == {width: [] for width in [*WIDTHS, 1280]}


@pytest.mark.parametrize("path", TRANSLATED)
def test_ids_are_those_of_the_original(pages: dict[str, Page], path: str) -> None:
    """A section keeps its address in every language."""
    assert pages[path].ids() == pages["en/" + path.partition("/")[2]].ids()


@every_page
def test_every_term_has_its_definition(pages: dict[str, Page], path: str) -> None:
    """In the language of the page; a word that leads to the glossary says beside it what it means."""
    elements = pages[path].elements
    places = [place for place, element in enumerate(elements) if element.given.get("class") == "term"]
    signs = {"en": r"[A-Z].* .*\.$", "ko": r"[가-힣]다\.$", "zh-cn": "[一-鿿].*。$"}[path.partition("/")[0]]

    beside = [next(element for element in elements[place + 1 :] if element.name == "span") for place in places]
    said = [
        [e.text for e in elements if e.name == "span" and e.around is around and e.lang == around.lang]
        for around in beside
    ]
    wrong = [
        elements[place].text for place, texts in zip(places, said, strict=True) if not re.search(signs, " ".join(texts))
    ]
    assert ([e.given.get("class") for e in beside], wrong) == (["definition"] * len(places), [])


@every_page
def test_every_language_is_named_and_names_this_one(pages: dict[str, Page], path: str) -> None:
    """A page says where it stands in each language, itself included, and for everyone else."""
    name = path.partition("/")[2]
    links = [e.given for e in pages[path].all("link", rel="alternate")]
    alternates = {given["hreflang"]: given["href"] for given in links if "hreflang" in given}

    assert alternates == {
        **{language: f"{ADDRESS}{folder}/{name}" for folder, language in LANGUAGES.items()},
        "x-default": f"{ADDRESS}en/{name}",
    }


@every_page
def test_every_language_link_leads_to_a_page_with_its_section(pages: dict[str, Page], path: str) -> None:
    """The link is relative, and the section that the script adds is there."""
    links = [e.given["href"] for e in pages[path].all("a") if e.around and e.around.given.get("class") == "languages"]

    found = [urljoin(path, link) for link in links]
    assert found == [f"{folder}/{path.partition('/')[2]}" for folder in LANGUAGES]
    assert [other for other in found if set(pages[path].ids()) - set(pages[other].ids())] == []


@every_page
def test_every_picture_says_what_it_shows(pages: dict[str, Page], path: str) -> None:
    """In the language of the page, and not as the name of a file."""
    shown = [e for e in pages[path].elements if e.name in {"img", "svg"} and e.given.get("aria-hidden") != "true"]
    said = [e.given.get("alt") or e.given.get("aria-label") or "" for e in shown]
    signs = {"en": r"[a-z]{3}.* ", "ko": "[가-힣]{2}", "zh-cn": "[一-鿿]{2}"}[path.partition("/")[0]]

    assert [text for text in said if not re.search(signs, text) or re.search(r"\.\w{3,4}$", text)] == []


@browser_only
@every_page
def test_each_stop_of_the_keyboard_is_seen(seen: Callable[[str], Seen], path: str) -> None:
    """The first skips to the text; no other is hidden, covered, or without an outline."""
    stops = seen(path).stops

    wrong = [s for s in stops if not s["end"] and not (s["seen"] and s["outlined"] and not s["covered"])]
    assert (stops[0]["href"], wrong) == ("#text", [])


@browser_only
@every_page
def test_what_scrolls_is_reached_by_keyboard(seen: Callable[[str], Seen], path: str) -> None:
    """Code and tables that are wider than a telephone are stops."""
    assert seen(path).out_of_reach == []


@browser_only
@pytest.mark.parametrize("path", TRANSLATED)
def test_the_interface_holds_no_english_word(seen: Callable[[str], Seen], pages: dict[str, Page], path: str) -> None:
    """Attributes included; code, names that the glossary keeps, and what is marked as English are none.

    Nor is the passage of the next lesson that its card repeats. A title that is repeated as plain text may hold a word
    that is code somewhere on the pages.
    """
    kept = [term.word for term in read_glossary(ROOT / "glossary.csv").terms if term.keep]
    names = sorted([*kept, *NAMES.values(), "The State in JAX authors", "conf.py"], key=len, reverse=True)
    known = re.compile("|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in names))

    code = {word for page in pages.values() for e in page.all("code") for word in e.text.split()}

    said = [known.sub("", text.replace(JOINER, "")) for text in seen(path).interface]

    words = [(text, word) for text in said for word in re.findall(r"[A-Za-z][A-Za-z.]+", text.removeprefix("title: "))]
    assert [text for text, word in words if not (text.startswith("title: ") and word in code)] == []


@browser_only
@pytest.mark.parametrize("folder", LANGUAGES)
def test_everything_but_search_works_without_scripts(browser: Browser, address: str, folder: str) -> None:
    """Reading, chapters, languages, the dark, folded answers and printing; nothing that is dead is shown."""
    context = browser.new_context(
        java_script_enabled=False, color_scheme="dark", viewport={"width": 390, "height": 800}
    )
    tab = context.new_page()
    tab.goto(f"{address}/{folder}/index.html")
    tab.click(".chapters > summary")
    with tab.expect_navigation(wait_until="load"):
        tab.click(".chapters a >> nth=1")
    tab.click(".solution > summary")
    seen = [
        tab.locator(css).first.is_visible() for css in ("h1", ".solution .output", ".languages a", "button", "input")
    ]
    other = next(tag for segment, tag in LANGUAGES.items() if segment != folder)
    with tab.expect_navigation(wait_until="load"):  # a click ends when the page is there, which may be before its style
        tab.click(f".languages a[lang={other}]")
    dark = tab.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    tab.emulate_media(media="print")
    printed = [tab.locator(css).first.is_visible() for css in ("h1", ".solution .output", "nav", ".bar")]
    context.close()

    assert (seen, dark, printed) == ([True, True, True, False, False], "rgb(20, 23, 26)", [True, True, False, False])
