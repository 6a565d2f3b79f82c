"""The index of a search is loaded in parts: an answer stays as light as it is while the book grows."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from gzip import compress
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from printproof_base.languages import segment
from printproof_site.search import parts as search_parts
from printproof_site.search.index import Found
from printproof_site.search.parts import FOLDER, by_ends, cut, names_in, postings_of, signs_in, words_once, write_parts
from printproof_site.theme.contents import Contents, Part
from printproof_site.theme.search import pages_of, words_of
from support.browser import browser_only, first_three
from support.built import ROOT, serve

LIMIT = 30 * 1024
LANGUAGES = ("en", "ko", "zh_CN")
PASTED = (
    "Traceback (most recent call last): File '/srv/app/a.py', line 417, in f raise TypeError(message) "
    "UnexpectedTracerError: Encountered an unexpected tracer. A function had a side effect at 0x7f3a by /srv/app/x.py:5"
)
QUERIES = {
    "en": ["jit", "turn a class into a stateless one", "gradeint", PASTED],
    "ko": ["jit", "카운터가 값을 잊는", "매개변수를 파이트리에", "카운텨", "gradeint", PASTED],
    "zh_CN": ["jit", "计数器失忆", "用显式状态拟合", "随机密匙", "gradeint", PASTED],
}
ASKED = [(language, query) for language, queries in QUERIES.items() for query in queries]
LATER = "document.querySelector('main').dataset.later.split(' ').map((src) => new URL(src, location).pathname)"
KINDS = (("a", 26), ("가", 11172), ("一", 20000))
"""The first and the number of letters, of Hangul and of Han."""


def otherwise(word: str, by: int) -> str:
    """A word of as many signs that no page has; half of the words stay, as the common ones do in each new text."""
    if crc32(f"{word}{by}".encode()) % 2:
        return word
    for first, count in KINDS:
        word = "".join(
            chr(ord(first) + (ord(sign) - ord(first) + 7 * by) % count) if 0 <= ord(sign) - ord(first) < count else sign
            for sign in word
        )
    return word


def said_otherwise(text: str, by: int) -> str:
    """A text of which half of the words are others."""
    return re.sub(r"\w+", lambda word: otherwise(word[0], by), text)


def grow(site: Path, folder: Path, count: int, language: str) -> Path:
    """The site with so many pages: its own, and as many more of which half of the words are in no other."""
    shutil.copytree(site / segment(language), folder / segment(language))
    own = sorted(path for path in (folder / segment(language)).rglob("*.html"))
    lessons = [path for path in own if path.parent.name == "guide"]
    pages = own[:count]
    for number, path in enumerate(islice(cycle(lessons), count - len(pages)), 1):
        text = path.read_text(encoding="utf-8")
        said = [piece if piece[:1] == "<" else said_otherwise(piece, number) for piece in re.split("(<[^>]*>)", text)]
        pages.append(path.with_name(f"grown-{number}.html"))
        pages[-1].write_text("".join(said), encoding="utf-8")
    found = [Found(path.relative_to(folder / segment(language)).as_posix(), path.stem) for path in pages]
    write_parts(folder / segment(language), found, {}, words_of(("en", language)))
    return folder


@pytest.fixture(scope="module")
def grown(whole_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with 24 pages in each language."""
    folder = tmp_path_factory.mktemp("grown")
    for language in LANGUAGES:
        grow(whole_site, folder, 24, language)
    return folder


@pytest.fixture(scope="module")
def as_large(whole_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, with indexes as they are written of one that has more sections."""
    folder = tmp_path_factory.mktemp("large") / "site"
    shutil.copytree(whole_site, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_parts, "LARGE", 0)
        for language in LANGUAGES:
            tree = folder / segment(language)
            written = (tree / FOLDER / "index.js").read_text(encoding="utf-8")
            pages = json.loads(written.partition(",")[2].removesuffix(")"))["pages"]
            synonyms = {anchor: rest[1] for _, *own in pages for anchor, _, *rest in own if rest[1:]}
            write_parts(tree, [Found(*page[0]) for page in pages], synonyms, words_of(("en", language)))
    return folder


def open_box(page: Page, address: str) -> Page:
    """A page whose box was entered, when the engine is there."""
    page.goto(address)
    page.wait_for_selector(".search input")
    page.keyboard.press("/")
    page.wait_for_selector(".results", state="attached")
    return page


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """A tab for reader after reader, as a new one costs more than what is asked in it."""
    tab = browser.new_page()
    yield tab
    tab.close()


@pytest.fixture
def answer_of(tab: Page) -> Iterator[Callable[[Path, str, str], tuple[list[str], int]]]:
    """What a query finds for a reader who has searched nothing before, and the bytes that it has taken."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(urlsplit(request.url).path)

    def answer_of(site: Path, language: str, query: str) -> tuple[list[str], int]:
        with serve(site) as address:  # another one each time, of which nothing is in the cache
            tab.goto(f"{address}/{segment(language)}/guide/basics.html")
            other = tab.evaluate(LATER)  # what the first key of any reader loads, whatever it is for
            asked.clear()
            tab.keyboard.press("/")
            tab.wait_for_selector(".results", state="attached")
            found = tab.evaluate("query => document.querySelector('.search').find(query)", query)
        taken = [path for path in asked if path not in other]
        return found, sum(len(compress((site / path.lstrip("/")).read_bytes(), 9)) for path in taken)

    tab.on("request", note)
    yield answer_of
    tab.remove_listener("request", note)


@browser_only
@pytest.mark.parametrize(("language", "query"), ASKED)
def test_the_first_answer_is_light(answer_of: Callable[..., Any], whole_site: Path, language: str, query: str) -> None:
    """Engine, sections and what the words of the query need come in at most 30 KiB, compressed."""
    found, weight = answer_of(whole_site, language, query)

    assert (bool(found), 0 < weight <= LIMIT) == (True, True), weight


@browser_only
@pytest.mark.parametrize(("language", "query"), ASKED)
def test_the_first_answer_of_a_large_book_is_light(
    answer_of: Callable[..., Any], grown: Path, language: str, query: str
) -> None:
    """With 24 pages, of which half of the words are new, as much is enough."""
    found, weight = answer_of(grown, language, query)

    assert (bool(found), 0 < weight <= LIMIT) == (True, True), weight


@browser_only
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_large_site_finds_the_same(tab: Page, as_large: Path, language: str) -> None:
    """Its headings come with an answer, for what is shown: the right page is among the first three all the same.

    Not always the same section of it: where the headings of two fit equally, their order may be another.
    """
    lines = (ROOT / f"tests/support/queries/{language}.txt").read_text(encoding="utf-8").splitlines()
    expected = {query: f"{section.partition('#')[0]}.html" for query, section in (line.split(" | ") for line in lines)}
    with serve(as_large) as address:
        page = open_box(tab, f"{address}/{segment(language)}/guide/basics.html")
        found = first_three(page, expected)

    pages = {query: [section.partition("#")[0] for section in first] for query, first in found.items()}
    assert {query: first for query, first in pages.items() if expected[query] not in first} == {}


@browser_only
def test_the_first_part_of_a_large_site_has_no_headings(
    answer_of: Callable[..., Any], as_large: Path, whole_site: Path
) -> None:
    """An answer takes them for what it shows, and less than one that knows all of them."""
    _, known = answer_of(whole_site, "en", "jit")
    found, shown = answer_of(as_large, "en", "jit")

    assert (bool(found), shown < known) == (True, True), (shown, known)


def test_a_word_of_a_large_site_leads_to_the_sections_that_hold_it_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """In their own heading first, then in another head, then in the text, and there most often."""
    monkeypatch.setattr(search_parts, "MOST", 3)
    heads = [("a", "b", ""), ("c", "a", ""), ("c", "b", ""), ("c", "b", "")]

    assert postings_of(["", "", "a", "a a"], heads)["a"] == [0, "1", 1, "2", 2, -2]


@browser_only
def test_an_answer_grows_less_than_the_book(
    answer_of: Callable[..., Any], whole_site: Path, grown: Path, tmp_path: Path
) -> None:
    """What it needs of twice as many pages is less than half as much again."""
    larger = grow(whole_site, tmp_path, 48, "ko")
    _, before = answer_of(grown, "ko", "카운터가 값을 잊는")
    _, after = answer_of(larger, "ko", "카운터가 값을 잊는")

    assert after <= before * 1.5, (before, after)


@browser_only
@pytest.mark.parametrize(("language", "query"), [("en", "gradient"), ("ko", "그래디언트를 구하기"), ("zh_CN", "梯度")])
def test_a_site_that_is_opened_from_a_folder_is_searched(
    tab: Page, whole_site: Path, language: str, query: str
) -> None:
    """No server is needed, for excerpts neither."""
    open_box(tab, (whole_site / segment(language) / "guide/basics.html").as_uri())
    tab.fill(".search input", query)
    tab.wait_for_selector(".results li :is(span, code) mark")
    first = tab.locator(".results a").first.get_attribute("href") or ""

    assert "guide/gradients.html#" in first


@pytest.fixture
def reader(tab: Page, whole_site: Path) -> Iterator[Callable[..., Page]]:
    """Open the box of the English site, where parts are answered in a way of their own."""
    with serve(whole_site) as address:

        def reader(parts: str, answer: Callable[[Route], None]) -> Page:
            tab.route(re.compile(f"/{FOLDER}/{parts}"), answer)
            return open_box(tab, f"{address}/en/guide/basics.html")

        yield reader
        tab.unroute_all()


def find(page: Page, query: str) -> list[str]:
    """The sections that a query finds, as file and anchor below the folder of the English site."""
    found = page.evaluate("query => document.querySelector('.search').find(query)", query)
    return [urlsplit(url).path.rpartition("/en/")[2] + "#" + urlsplit(url).fragment for url in found]


@browser_only
def test_headings_and_terms_answer_while_words_are_on_their_way(reader: Callable[..., Page]) -> None:
    """Nobody waits for a slow host; what texts hold follows."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page = reader("words-", hold)
    page.fill(".search input", "gradient")
    page.wait_for_selector(".results a")
    count = "Number(document.querySelector('.results [role=status]').textContent.match(/\\d+/))"
    before = page.evaluate(count)
    for route in waiting:
        route.continue_()
    page.wait_for_function(f"{count} > {before}")

    assert before > 0


@browser_only
def test_a_part_that_is_lost_is_asked_for_again(reader: Callable[..., Page]) -> None:
    """A moment without a network costs one answer."""
    page = reader("words-", lambda route: route.abort())
    before = find(page, "block_until_ready")
    page.unroute_all()
    after = find(page, "block_until_ready")

    assert (before, bool(after)) == ([], True)


@browser_only
def test_a_part_of_another_build_is_not_used(reader: Callable[..., Page]) -> None:
    """A site that is published meanwhile numbers its sections in another way."""
    other = 'document.currentScript.take("other",["jit",[0,1,1]])'
    page = reader("words-", lambda route: route.fulfill(body=other, content_type="text/javascript"))

    assert find(page, "block_until_ready") == []


@browser_only
def test_texts_are_loaded_for_what_is_shown_alone(reader: Callable[..., Page]) -> None:
    """Once, when the reader pauses, and not for what was found on the way to the word."""
    asked: list[str] = []

    def note(route: Route) -> None:
        asked.append(urlsplit(route.request.url).path)
        route.continue_()

    page = reader("text-", note)
    page.locator(".search input").press_sequentially("block_until_ready")
    page.wait_for_selector(".results li :is(span, code) mark")
    shown = page.eval_on_selector_all(".results a", "links => links.map(({ pathname }) => pathname)")
    found = {href.partition("#")[0] for href in find(page, "block_until_ready")}

    assert len(asked) == len(set(asked)) == len(set(shown)) < len(found)


@browser_only
@pytest.mark.parametrize("query", ["constructor", "__proto__", "toString hasOwnProperty", "뷁뷁", "(", "\\", "*"])
def test_what_no_page_says_finds_nothing(reader: Callable[..., Page], query: str) -> None:
    """Nothing fails, whatever the query means to a program."""
    page = reader("none", lambda route: route.continue_())

    assert find(page, query) == []


def test_a_name_is_known_by_its_words() -> None:
    """Whole, between dots, and by each word in it."""
    assert list(names_in("jax.value_and_grad")) == [
        "jax.value_and_grad",
        "jax",
        "value_and_grad",
        "value",
        "and",
        "grad",
    ]
    assert list(names_in("TracerError jit")) == ["tracererror", "tracer", "error", "jit"]


def test_signs_are_known_with_their_neighbours() -> None:
    """Over a blank too, but not over a mark or a name."""
    assert list(signs_in("순수 함, 수 jit은")) == ["순", "수", "함", "순수", "수함", "수", "은"]


def test_words_say_which_texts_hold_them_and_how_often() -> None:
    """By the distance from one text to the next."""
    assert postings_of(["b a", "", "a a a", "a"]) == {"a": [0, 2, -3, 1], "b": [0]}


def test_all_words_that_start_alike_are_in_one_part() -> None:
    """A reader who types on asks for nothing more."""
    postings = postings_of([" ".join(f"ab{n} cd{n % 9}" for n in range(400)), "가나 다라"])

    parts = list(cut(postings))

    assert [start for start, _ in parts] == ["", "cd"]
    assert [entry for _, part in parts for entry in part if isinstance(entry, str)] == sorted(postings)


def test_words_that_start_alike_lie_in_several_parts_where_they_are_many() -> None:
    """Each is known by how its first word begins, so that a longer beginning asks for fewer of them."""
    postings = postings_of([" ".join(f"ab{n}" for n in range(2000))])

    (first, _), *others = cut(postings)

    assert (first, len(others) > 5) == ("", True)
    assert all(str(part[0]).startswith(start) for start, part in others)
    assert [start for start, _ in others] == sorted({start for start, _ in others})


def test_a_word_is_known_by_how_it_begins_and_how_it_ends() -> None:
    """By two letters of a name, by one sign of a run: a slip leaves one of both as it was."""
    assert by_ends(["state", "상태", "key"]) == {
        "ke": ["key"],
        "st": ["state"],
        "~ey": ["key"],
        "~te": ["state"],
        "~태": ["상태"],
        "상": ["상태"],
    }


def test_words_with_a_slip_are_compared_without_their_particles() -> None:
    """In whichever sentence they stood."""
    known = words_once(["카운터를 jit으로 카운터는 그"], [], {"particles": ["를", "는", "으로"]})

    assert known == {"jit", "카운터"}


def test_a_phrase_is_no_word_with_a_slip() -> None:
    """A word of Han has four signs at most, one of Hangul five."""
    known = words_once(["随机密钥 随机的密钥 옵티마이저 하이퍼매개변수"], [], {})

    assert known == {"随机密钥", "옵티마이저"}


def test_a_word_of_two_texts_alone_is_not_looked_for_with_a_slip() -> None:
    """Most words are such; one in a heading is known at once, and a number has no slips."""
    known = words_once(["헤더 head"], ["세다 count 100.5"] * 2 + ["세다 count 100.5 twice 두번"] * 2, {})

    assert known == {"count", "head", "세다", "헤더"}


def test_parts_of_an_earlier_build_are_gone(tmp_path: Path) -> None:
    """A page less is a text less."""
    page = "<section id='a'><h1>A</h1><p>One.</p></section>"
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(page, encoding="utf-8")

    left = []
    for pages in (["a", "b"], ["a"]):
        assert write_parts(tmp_path, [Found(f"{name}.html", name) for name in pages], {}, {}) == ["a"] * len(pages)
        left.append(sorted(path.stem for path in (tmp_path / FOLDER).glob("text-*")))

    assert left == [["text-0", "text-1"], ["text-0"]]


def test_a_page_stands_in_the_part_of_the_page_that_lists_it() -> None:
    """The root beside the second part, and what no page lists last."""
    parts = [Part("Lessons", ["one"], lessons=True), Part("More", ["more"])]
    labels = {"index": "Start", "one": "First", "more": "More", "below": "Below", "alone": "Alone"}
    parents = {"one": "index", "more": "index", "below": "more"}

    found = list(pages_of(Contents(parts, {}, labels, parents), "index"))

    assert found == [
        ("index", 1, "Start"),
        ("one", 0, "First"),
        ("more", 1, "More"),
        ("below", 1, "Below"),
        ("alone", 2, "Alone"),
    ]
