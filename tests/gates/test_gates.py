"""Pages of this project, in every language, also in a real browser: light, complete, reachable, in one language."""

import re
from functools import cache
from gzip import compress
from pathlib import Path, PureWindowsPath
from statistics import median
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser

from printproof.ext.wording import NAMES
from printproof_base.text import JOINER
from printproof_catalogs.sentences.glossary import read_glossary
from printproof_site.publishing.first_view import FIRST_VIEW, MEDIAN_VIEW, first_view, weights
from support.browser import Readers, browser_only
from support.built import ROOT, Page
from support.representative import unrepresented
from support.tour import BY_KEYS, DOCNAMES, LANGUAGES, NARROW, PATHS, TRANSLATED, WIDE, Tour, offending

SCRIPT = 2 * 1024
WORD = re.compile(r"[A-Za-z][A-Za-z.]+")


@pytest.fixture(scope="module")
def pages(whole_site: Path) -> dict[str, Page]:
    """Every page, read."""
    return {path: Page(whole_site / path) for path in PATHS}


@pytest.fixture(scope="module")
def views(whole_site: Path) -> dict[str, list[Path]]:
    """The files of the first view of every page, as `printproof site status` counts them."""
    return {path: first_view(whole_site, path) for path in PATHS}


@pytest.fixture(scope="module")
def sizes(views: dict[str, list[Path]]) -> dict[str, dict[str, int]]:
    """What each file of the first view of every page weighs, as a host sends it."""
    return weights(views)


def test_each_kind_of_page_is_represented(pages: dict[str, Page]) -> None:
    """Where only some pages are asked, they show each kind of element that any page shows."""
    assert unrepresented({docname: pages[f"en/{docname}.html"] for docname in DOCNAMES}) == {}


def test_a_first_view_is_light(sizes: dict[str, dict[str, int]]) -> None:
    """Page, style, script and figure weigh at most 16 KiB, as a host sends them."""
    assert {path: files for path, files in sizes.items() if sum(files.values()) > FIRST_VIEW} == {}


def test_half_of_the_first_views_are_lighter(sizes: dict[str, dict[str, int]]) -> None:
    """At most 14 KiB in the median: a page with a figure may weigh more, the others may not."""
    assert median(sum(files.values()) for files in sizes.values()) <= MEDIAN_VIEW


def test_each_file_can_be_unpacked_on_windows(whole_site: Path) -> None:
    """An archive is unpacked where some letters and names are the system's own."""
    names = [path.relative_to(whole_site) for path in whole_site.rglob("*")]

    assert [str(name) for name in names if re.search(r'[<>:"\\|?*]|[ .]$', str(name))] == []
    assert [str(name) for name in names if PureWindowsPath(name).is_reserved()] == []


@browser_only
def test_a_first_view_is_few_requests(tour: Tour, paths: tuple[str, ...]) -> None:
    """At most four with the page and the styles of paper, all to one host; a diagram fetched ahead holds up none."""
    seen = {path: tour.seen(path).loaded for path in paths}
    loaded = {path: [url for url in urls if not re.search(r"\.[\w-]+\.svg$", url)] for path, urls in seen.items()}

    assert offending(paths, lambda path: [url for url in seen[path] if not url.startswith(tour.address)]) == {}
    assert {path: urls for path, urls in loaded.items() if not 1 <= len(urls) <= 3} == {}


def test_scripts_are_small(views: dict[str, list[Path]]) -> None:
    """All that is loaded before the reader does anything is 2 KB."""
    weigh = cache(lambda file: len(compress(file.read_bytes(), 9)))
    weights = {path: sum(weigh(file) for file in files if file.suffix == ".js") for path, files in views.items()}

    assert {path: weight for path, weight in weights.items() if weight > SCRIPT} == {}


def test_scripts_block_nothing(pages: dict[str, Page]) -> None:
    """Each comes beside the page."""

    def blocking(path: str) -> list[dict[str, str]]:
        return [e.given for e in pages[path].all("script") if "async" not in e.given and "defer" not in e.given]

    assert offending(PATHS, blocking) == {}


def hosts(asked: list[str]) -> set[str]:
    """The hosts of addresses; what a page holds itself has none."""
    return {urlsplit(url).netloc for url in asked if not url.startswith("data:")}


@browser_only
def test_no_third_party_is_ever_asked(tour: Tour, paths: tuple[str, ...]) -> None:
    """Not by any page, by the search, or by the original of a paragraph."""
    own = {urlsplit(tour.address).netloc}

    assert offending(paths, lambda path: hosts(tour.seen(path).asked) ^ own) == {}


@browser_only
@pytest.mark.parametrize("path", ["index.html", "404.html"])
def test_no_page_above_the_languages_asks_a_third_party(browser: Browser, tour: Tour, path: str) -> None:
    """Neither the choice of a language nor the page that stands for a missing one."""
    asked: list[str] = []
    readers = Readers(browser, tour.address, on_request=lambda request: asked.append(request.url))
    readers.visit(path)
    readers.leave()

    assert hosts(asked) == {urlsplit(tour.address).netloc}


@browser_only
def test_no_page_scrolls_sideways(tour: Tour, paths: tuple[str, ...]) -> None:
    """On narrow telephones, and at 200 % of a screen of 1280 px, with all that is folded open."""
    widths = {path: tour.seen(path).widths for path in paths}

    assert {path: found for path, found in widths.items() if found != dict(zip(NARROW, NARROW, strict=True))} == {}


@browser_only
def test_no_korean_word_is_broken(tour: Tour, paths: tuple[str, ...]) -> None:
    """A word of Hangul stands on one line, wherever lines end."""
    seen = {path: tour.seen(path) for path in paths if path.startswith("ko/")}
    broken = {path: {**found.broken_wide, **found.broken_narrow} for path, found in seen.items()}

    assert {path: found for path, found in broken.items() if found != {width: [] for width in [*NARROW, WIDE]}} == {}


SIGNS = {"en": r"[A-Z].* .*\.$", "ko": r"[가-힣]다\.$", "zh-cn": "[一-鿿].*。$"}
"""What a definition in a language looks like."""


def said(glossary: Page) -> dict[str, str]:
    """What each entry of a glossary says in the language of the page, by its id."""
    found, entry = dict[str, str](), ""
    for element in glossary.elements:
        if element.name == "dt":
            entry = element.given.get("id") or ""
        elif element.name == "span" and element.around and element.around.name == "p":
            found.setdefault(entry, element.text)
    return found


def undefined(page: Page, definitions: dict[str, str], signs: str) -> list[str]:
    """The terms of a page whose entry in the glossary says nothing, or says it in another language."""
    terms = [element for element in page.elements if element.given.get("class") == "term"]
    return [one.text for one in terms if not re.search(signs, definitions.get(one.given["href"].partition("#")[2], ""))]


def test_every_term_has_its_definition(pages: dict[str, Page]) -> None:
    """In the language of the page, where its link leads."""
    definitions = {language: said(pages[f"{language}/reference/glossary.html"]) for language in SIGNS}

    def found(path: str) -> list[str]:
        language = path.partition("/")[0]
        return undefined(pages[path], definitions[language], SIGNS[language])

    assert offending(PATHS, found) == {}


def test_every_language_link_leads_to_that_page(pages: dict[str, Page]) -> None:
    """In each language, by a relative link; that the page has the section which the script adds is verified."""

    def led_to(path: str) -> list[str]:
        links = [e for e in pages[path].all("a") if e.around and e.around.given.get("class") == "languages"]
        return [urljoin(path, link.given["href"]) for link in links]

    found = {path: led_to(path) for path in PATHS}
    wanted = {path: [f"{folder}/{path.partition('/')[2]}" for folder in LANGUAGES] for path in PATHS}
    assert {path: links for path, links in found.items() if links != wanted[path]} == {}


def unsaid(page: Page, language: str) -> list[str]:
    """What pictures of a page say of themselves where that is no text of its language."""
    shown = [e for e in page.elements if e.name in {"img", "svg"} and e.given.get("aria-hidden") != "true"]
    said = [e.given.get("alt") or e.given.get("aria-label") or "" for e in shown]
    signs = {"en": r"[a-z]{3}.* ", "ko": "[가-힣]{2}", "zh-cn": "[一-鿿]{2}"}[language]
    return [text for text in said if not re.search(signs, text) or re.search(r"\.\w{3,4}$", text)]


def test_every_picture_says_what_it_shows(pages: dict[str, Page]) -> None:
    """In the language of the page, and not as the name of a file."""
    assert offending(PATHS, lambda path: unsaid(pages[path], path.partition("/")[0])) == {}


@pytest.fixture(
    params=[BY_KEYS, pytest.param(PATHS, marks=pytest.mark.nightly)], ids=["one language of each", "all languages"]
)
def walked(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The pages through which the keys walk: representative ones, each in one language, and at night all."""
    return tuple(request.param)


@browser_only
def test_each_stop_of_the_keyboard_is_seen(tour: Tour, walked: tuple[str, ...]) -> None:
    """None is hidden, covered, or without an outline."""

    def unseen(path: str) -> list[object]:
        stops = [stop for stop in tour.stops(path) if not stop["end"]]
        return [stop for stop in stops if not (stop["seen"] and stop["outlined"] and not stop["covered"])]

    assert offending(walked, unseen) == {}


@browser_only
def test_the_first_stop_of_the_keyboard_skips_to_the_text(tour: Tour, walked: tuple[str, ...]) -> None:
    """On every page."""
    first = {path: tour.stops(path)[0]["href"] for path in walked}

    assert {path: href for path, href in first.items() if href != "#text"} == {}


@browser_only
def test_what_scrolls_is_reached_by_keyboard(tour: Tour, paths: tuple[str, ...]) -> None:
    """Code and tables that are wider than a telephone are stops."""
    assert offending(paths, lambda path: tour.seen(path).out_of_reach) == {}


@browser_only
def test_the_interface_holds_no_english_word(tour: Tour, pages: dict[str, Page], paths: tuple[str, ...]) -> None:
    """Attributes included; code, terms as the glossary has them, and what is marked as English are none.

    Nor is the passage of the next lesson that its card repeats. A title that is repeated as plain text may hold a word
    that is code somewhere on the pages.
    """
    terms = read_glossary(ROOT / "docs" / "glossary.csv").terms
    kept = [term.word for term in terms if term.keep]
    mixed = [form for term in terms for forms in term.forms.values() for form in forms if not form.isascii()]
    names = sorted(
        [*kept, *mixed, *NAMES.values(), "The State in JAX authors", "conf.py", "GPU"], key=len, reverse=True
    )
    known = re.compile("|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in names))

    code = {word for page in pages.values() for e in page.all("code") for word in e.text.split()}

    def english(path: str) -> list[str]:
        said = [known.sub("", text.replace(JOINER, "")) for text in tour.seen(path).interface]
        words = [(text, word) for text in said for word in WORD.findall(text.removeprefix("title: "))]
        return [text for text, word in words if not (text.startswith("title: ") and word in code)]

    assert offending((path for path in paths if path in TRANSLATED), english) == {}


@browser_only
@pytest.mark.parametrize("folder", LANGUAGES)
def test_everything_but_search_works_without_scripts(browser: Browser, tour: Tour, folder: str) -> None:
    """Reading, chapters, languages, the dark, folded answers and printing; nothing that is dead is shown."""
    context = browser.new_context(
        java_script_enabled=False, color_scheme="dark", viewport={"width": 390, "height": 800}
    )
    tab = context.new_page()
    tab.goto(f"{tour.address}/{folder}/index.html")
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
