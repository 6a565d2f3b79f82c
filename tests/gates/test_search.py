"""A reader finds the right section, in each language, with the words of that language."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from printproof_base.languages import segment
from printproof_site.search.index import read_sections
from printproof_site.search.synonyms import Row, check_synonyms, synonyms_of
from printproof_site.theme.search import found_sentences
from support.browser import browser_only, first_three
from support.built import ROOT, serve

FILES = (ROOT / "tests/support/queries").glob("*.txt")
TABLES = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in FILES}
QUERIES = {language: [line.split(" | ") for line in lines] for language, lines in sorted(TABLES.items())}

LESSONS_FIRST = {
    "en": {"linear regression": "guide/training#fit-a-line", "key reuse": "guide/random-keys#use-a-key-twice"},
    "ko": {"선형회귀": "guide/training#fit-a-line", "키 재사용": "guide/random-keys#use-a-key-twice"},
    "zh_CN": {"线性回归": "guide/training#fit-a-line", "密钥重用": "guide/random-keys#use-a-key-twice"},
}
SLIPS = [
    ("en", "gradeint", "gradient"),
    ("en", "jaxpt", "jaxpr"),
    ("en", "fibonaci", "fibonacci"),
    ("en", "countter", "counter"),
    ("en", "pytre", "pytree"),
    ("ko", "난수키", "난수 키"),
    ("ko", "카운텨", "카운터"),
    ("ko", "헤시", "해시"),
    ("ko", "피보나찌", "피보나치"),
    ("zh_CN", "随机密匙", "随机密钥"),
]

EXPLAINED = "![...document.querySelectorAll('.results a > span')].some((excerpt) => !excerpt.textContent)"


@pytest.fixture(scope="module")
def address(whole_site: Path) -> Iterator[str]:
    """The site of this project, served."""
    with serve(whole_site) as address:
        yield address


@pytest.fixture(scope="module")
def box(browser: Browser, address: str) -> Iterator[Callable[[str], Page]]:
    """The page of a language on which ``/`` was pressed, and the engine is there."""
    pages: dict[str, Page] = {}

    def open_box(language: str) -> Page:
        if language not in pages:
            page = pages[language] = browser.new_page()
            page.goto(f"{address}/{segment(language)}/guide/basics.html")
            page.wait_for_selector(".search input")
            page.keyboard.press("/")
            page.wait_for_selector(".results", state="attached")
        pages[language].fill(".search input", "")
        return pages[language]

    yield open_box
    for page in pages.values():
        page.close()


def find(page: Page, query: str) -> list[str]:
    """The sections that a query finds, as file and anchor below their language."""
    found = page.evaluate("query => document.querySelector('.search').find(query)", query)
    return [url.partition("://")[2].split("/", 2)[2] for url in found]


def search(page: Page, query: str) -> Page:
    """The page on which a query was typed, when it shows what it has found."""
    page.fill(".search input", query)
    page.wait_for_selector(".results a")
    page.wait_for_function(EXPLAINED)
    return page


def is_whole(text: str, passage: str) -> bool:
    """Whether a text begins and ends where sentences of a passage do."""
    before, found, after = passage.partition(text)
    return bool(found) and all(not part or part[-1] in ".:?!。：？！" for part in (before.strip(), after and text))


@browser_only
@pytest.mark.parametrize("language", TABLES)
def test_the_right_section_is_among_the_first_three(box: Callable[[str], Page], language: str) -> None:
    """Whole words and parts, with particles, inside sentences, and names of the API."""
    expected = {query: section.replace("#", ".html#") for query, section in QUERIES[language]}
    found = first_three(box(language), expected)

    assert {query: firsts for query, firsts in found.items() if expected[query] not in firsts} == {}


@browser_only
def test_results_are_links_that_appear_while_typing(box: Callable[[str], Page]) -> None:
    """Each leads to a section; how many there are is announced."""
    page = box("ko")
    page.locator(".search input").press_sequentially("카운")
    page.wait_for_selector(".results a")

    count = len(page.evaluate("document.querySelector('.search').find('카운')"))
    assert page.locator(".results a").first.get_attribute("href").endswith("#watch-a-counter-forget")  # type: ignore[union-attr]
    assert page.locator(".results [role=status]").text_content() == f"섹션 {count}개를 찾았습니다."


@browser_only
@pytest.mark.parametrize(("language", "query"), [("en", "print"), ("ko", "상태"), ("zh_CN", "梯度")])
def test_all_that_is_counted_can_be_reached(box: Callable[[str], Page], language: str, query: str) -> None:
    """The first are listed, the others are one press away, and the focus is on the first of those."""
    page = search(box(language), query)
    counted = re.findall(r"\d+", page.locator(".results [role=status]").text_content() or "")
    listed = page.locator(".results a").count()
    page.keyboard.press("ArrowUp")
    page.locator(".results button").focus()
    page.keyboard.press("Enter")

    assert 0 < listed < int(counted[0]) == page.locator(".results a").count()
    assert page.evaluate("[...document.querySelectorAll('.results a')].indexOf(document.activeElement)") == listed
    assert page.locator(".results button").is_hidden()


@browser_only
def test_one_is_not_counted_as_many(box: Callable[[str], Page]) -> None:
    """The sentence has the form that its number asks for."""
    page = search(box("en"), "fibonacci")

    assert page.locator(".results [role=status]").text_content() == "1 section found."


@browser_only
@pytest.mark.parametrize(("language", "queries"), LESSONS_FIRST.items())
def test_lessons_come_before_what_only_names_a_thing(
    box: Callable[[str], Page], language: str, queries: dict[str, str]
) -> None:
    """The glossary and the credits hold the very words; who asks wants to learn them."""
    firsts = {query: find(box(language), query)[0] for query in queries}

    assert firsts == {query: place.replace("#", ".html#") for query, place in queries.items()}


@browser_only
@pytest.mark.parametrize(("language", "typed", "meant"), SLIPS)
def test_a_slip_still_finds(box: Callable[[str], Page], language: str, typed: str, meant: str) -> None:
    """A letter is missing, added, changed, or swapped with its neighbour; a syllable of Hangul is several."""
    page = box(language)

    assert find(page, meant)[0] in find(page, typed)[:3]


@browser_only
def test_a_word_that_is_known_is_no_slip(box: Callable[[str], Page]) -> None:
    """``line`` is one letter from ``like`` and ``fine``, and finds neither."""
    page = search(box("en"), "line")
    marks = {text.lower() for text in page.locator(".results mark").all_text_contents()}

    assert marks <= {"line", "lines"}


@browser_only
@pytest.mark.parametrize(
    ("language", "query", "marks"),
    [("en", "static_argnums", {"static_argnums"}), ("ko", "순수함수는", {"순수 함수"}), ("zh_CN", "梯度", {"梯度"}),
     ("en", "gradeint", {"gradient"})],
)  # fmt: skip
def test_what_was_asked_for_is_marked(box: Callable[[str], Page], language: str, query: str, marks: set[str]) -> None:
    """As the text has it: without its particle, with the blank that was not typed, as it was meant."""
    page = search(box(language), query)

    first = page.locator(".results li").first
    assert {text.lower() for text in first.locator("span mark, code mark").all_text_contents()} == marks


@browser_only
@pytest.mark.parametrize(("language", "query"), [("en", "gradient"), ("ko", "그래디언트"), ("zh_CN", "梯度")])
def test_an_excerpt_is_a_sentence_of_the_page(
    box: Callable[[str], Page], whole_site: Path, language: str, query: str
) -> None:
    """From its first letter to its mark, or a line of code: nothing is cut."""
    page = search(box(language), query)
    shown = page.locator(".results li > a > span").all_text_contents()
    passages = [
        passage
        for path in sorted((whole_site / segment(language)).rglob("*.html"))
        for section in read_sections(path.read_text(encoding="utf-8"))
        for passage in section.text.splitlines()
    ]

    assert shown != []
    assert [text for text in shown if not any(is_whole(text, passage) for passage in passages)] == []
    assert [text for text in shown if " · " not in text and text.count(". ") + text.count("。") > 1] == []


@browser_only
def test_a_line_of_code_is_shown_as_one(box: Callable[[str], Page]) -> None:
    """What no sentence says, the line that does is shown."""
    page = search(box("en"), "np.asarray")
    code = page.locator(".results li").first.locator("code")

    assert code.text_content() == "print(jnp.mean(np.array([1.0, 2.0])), np.asarray(xs))"


@browser_only
def test_the_tab_key_leaves_the_results(box: Callable[[str], Page]) -> None:
    """They cover what comes next only as long as they are walked."""
    page = search(box("en"), "fibonacci")
    page.keyboard.press("Tab")
    inside = page.locator(".results").is_visible()
    page.keyboard.press("Tab")

    assert (inside, page.locator(".results").is_visible()) == (True, False)


@browser_only
def test_results_fit_a_telephone(browser: Browser, address: str) -> None:
    """Below the box, as wide as the screen, the last one within reach; also where the bar has scrolled."""
    page = browser.new_page(viewport={"width": 360, "height": 640})
    page.goto(f"{address}/ko/guide/basics.html")
    page.wait_for_selector(".search input")
    page.keyboard.press("/")
    page.wait_for_selector(".results", state="attached")
    search(page, "상태")
    panel, field = (page.locator(css).bounding_box() for css in (".results", ".search input"))
    page.close()

    assert panel is not None
    assert field is not None
    assert (panel["x"], panel["width"]) == (0, 360)
    assert field["y"] + field["height"] <= panel["y"]
    assert panel["y"] + panel["height"] <= 640


@browser_only
def test_arrows_walk_the_results_and_escape_closes_them(box: Callable[[str], Page]) -> None:
    """No mouse is needed."""
    page = box("en")
    page.locator(".search input").press_sequentially("pytree")
    page.wait_for_selector(".results a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.evaluate("[...document.querySelectorAll('.results a')].indexOf(document.activeElement)")
    page.keyboard.press("Escape")

    assert second == 1
    assert page.evaluate("document.activeElement.type") == "search"
    assert page.locator(".results").is_hidden()


@browser_only
@pytest.mark.parametrize("query", ["状态", "zzzz"])
def test_axe_finds_nothing_while_searching(box: Callable[[str], Page], query: str) -> None:
    """With results, and with none, all rules hold."""
    page = box("zh_CN")
    page.fill(".search input", query)
    page.wait_for_function("document.querySelector('.results p').textContent")

    found = Axe().run(page).response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@browser_only
def test_nothing_found_is_said(box: Callable[[str], Page]) -> None:
    """The reader hears that there is nothing, and what to do."""
    page = box("ko")
    page.fill(".search input", "zzzz")
    page.wait_for_function("document.querySelector('.results p').textContent.includes('다른')")

    assert page.locator(".results a").count() == 0


def test_a_section_holds_its_own_words_only() -> None:
    """Text belongs to the innermost section; marks, pictures and the frame of the page to none."""
    html = (
        "<nav>frame</nav><main><section id='a'><h1>First</h1><p>One.</p><p class='strip'>seal</p>"
        "<section id='b'><h2>Second</h2><p>Two <b>words</b>.</p><svg><text>label</text></svg>"
        "</section></section></main>"
    )

    found = read_sections(html)

    assert [(s.anchor, s.title, s.text) for s in found] == [("a", "First", "One."), ("b", "Second", "Two words.")]


@pytest.mark.parametrize("language", TABLES)
def test_each_language_is_asked_enough(language: str) -> None:
    """At least thirty queries, each naming page and section."""
    assert len([line for line in TABLES[language] if "#" in line]) >= 30


def test_passages_of_a_section_stay_apart() -> None:
    """A sentence ends with its passage, a row of a table is one, and code stands beside the prose."""
    html = (
        "<section id='a'><h2>First</h2><p>One\ntwo.</p><ul><li><p>Three.</p></li></ul>"
        "<table><tr><td><p>left</p></td><td>right</td></tr></table><pre>x = 1\n\n    y = x\n</pre></section>"
    )

    found = read_sections(html)[0]

    assert (found.text, found.lines, found.names) == ("One two.\nThree.\nleft · right", "x = 1\ny = x", "")


def test_names_of_code_are_those_that_the_prose_lacks() -> None:
    """Each once; numbers and single letters are none."""
    html = (
        "<section id='a'><p>Call <code>jit</code>.</p><pre>f = jit(g)\nprint(f(2), jax.jit)\nprint(3)</pre></section>"
    )

    assert read_sections(html)[0].names == "print jax.jit"


def test_a_table_of_other_names_is_held_to_the_pages() -> None:
    """A section that no page has is told with its line."""
    rows = [Row({"section": "fit-a-line", "en": "x"}, 2), Row({"section": "fit-a-lin", "en": "y"}, 3)]

    found = check_synonyms(rows, ["fit-a-line"], "docs/search.csv")

    assert list(map(str, found)) == ["docs/search.csv:3: no section 'fit-a-lin'; did you mean fit-a-line?"]


def test_other_names_are_those_of_the_page_and_of_its_source() -> None:
    """Names of code are as they were; a language without a column has none."""
    rows = [
        Row({"section": "a", "en": "key reuse", "ko": "키 재사용"}, 2),
        Row({"section": "b", "en": "", "ko": ""}, 3),
    ]

    assert synonyms_of(rows, ("en", "ko")) == {"a": "key reuse | 키 재사용"}
    assert synonyms_of(rows, ("ja",)) == {}


@pytest.mark.parametrize(
    ("language", "categories"), [("en", {"one", "other"}), ("ko", {"other"}), ("ru", {"one", "few", "many"})]
)
def test_a_count_has_the_forms_of_its_language(language: str, categories: set[str]) -> None:
    """As browsers name them."""
    assert found_sentences(language).keys() == categories
