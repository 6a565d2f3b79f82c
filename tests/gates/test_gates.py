"""Every page of this project, in every language, in a real browser: light, complete, reachable, in one language."""

import re
from gzip import compress
from pathlib import Path
from statistics import median
from urllib.parse import urljoin, urlsplit

import brotli
import pytest
from playwright.sync_api import Browser

from printproof.ext.wording import NAMES
from printproof_base.text import JOINER
from printproof_catalogs.sentences.glossary import read_glossary
from support.browser import Readers, browser_only
from support.built import ROOT, Page
from support.tour import LANGUAGES, NARROW, PATHS, TRANSLATED, WIDE, Tour

ADDRESS = "https://state.example/jax/"
FIRST_VIEW = 16 * 1024
MEDIAN_VIEW = 14 * 1024
SCRIPT = 2 * 1024

every_page = pytest.mark.parametrize("path", PATHS)


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
def test_a_first_view_is_few_requests(tour: Tour, path: str) -> None:
    """At most four with the page itself, all to the same host."""
    loaded = tour.seen(path).loaded

    assert [url for url in loaded if not url.startswith(tour.address)] == []
    assert 1 <= len(loaded) <= 3


@every_page
def test_scripts_are_small_and_block_nothing(whole_site: Path, pages: dict[str, Page], path: str) -> None:
    """All that is loaded before the reader does anything is 2 KB, and comes beside the page."""
    scripts = pages[path].all("script")

    weight = sum(len(compress(file.read_bytes(), 9)) for file in first_view(whole_site, path, pages[path])
                 if file.suffix == ".js")  # fmt: skip
    assert weight <= SCRIPT
    assert [e.given for e in scripts if "async" not in e.given and "defer" not in e.given] == []


def hosts(asked: list[str]) -> set[str]:
    """The hosts of addresses; what a page holds itself has none."""
    return {urlsplit(url).netloc for url in asked if not url.startswith("data:")}


@browser_only
@every_page
def test_no_third_party_is_ever_asked(tour: Tour, path: str) -> None:
    """Not by any page, by the search, or by the original of a paragraph."""
    assert hosts(tour.seen(path).asked) == {urlsplit(tour.address).netloc}


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
@every_page
def test_no_page_scrolls_sideways(tour: Tour, path: str) -> None:
    """On narrow telephones, and at 200 % of a screen of 1280 px, with all that is folded open."""
    assert tour.seen(path).widths == dict(zip(NARROW, NARROW, strict=True))


@browser_only
@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith("ko/")])
def test_no_korean_word_is_broken(tour: Tour, path: str) -> None:
    """A word of Hangul stands on one line, wherever lines end."""
    assert tour.seen(path).broken_words == {width: [] for width in [*NARROW, WIDE]}


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
def test_each_stop_of_the_keyboard_is_seen(tour: Tour, path: str) -> None:
    """The first skips to the text; no other is hidden, covered, or without an outline."""
    stops = tour.seen(path).stops

    wrong = [s for s in stops if not s["end"] and not (s["seen"] and s["outlined"] and not s["covered"])]
    assert (stops[0]["href"], wrong) == ("#text", [])


@browser_only
@every_page
def test_what_scrolls_is_reached_by_keyboard(tour: Tour, path: str) -> None:
    """Code and tables that are wider than a telephone are stops."""
    assert tour.seen(path).out_of_reach == []


@browser_only
@pytest.mark.parametrize("path", TRANSLATED)
def test_the_interface_holds_no_english_word(tour: Tour, pages: dict[str, Page], path: str) -> None:
    """Attributes included; code, names that the glossary keeps, and what is marked as English are none.

    Nor is the passage of the next lesson that its card repeats. A title that is repeated as plain text may hold a word
    that is code somewhere on the pages.
    """
    kept = [term.word for term in read_glossary(ROOT / "glossary.csv").terms if term.keep]
    names = sorted([*kept, *NAMES.values(), "The State in JAX authors", "conf.py"], key=len, reverse=True)
    known = re.compile("|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in names))

    code = {word for page in pages.values() for e in page.all("code") for word in e.text.split()}

    said = [known.sub("", text.replace(JOINER, "")) for text in tour.seen(path).interface]

    words = [(text, word) for text in said for word in re.findall(r"[A-Za-z][A-Za-z.]+", text.removeprefix("title: "))]
    assert [text for text, word in words if not (text.startswith("title: ") and word in code)] == []


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
