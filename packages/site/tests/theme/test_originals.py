"""Any passage of a translated page shows what it was translated from, in place, for one small request."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from printproof.html.page import parse, read_tree
from printproof_base.project import at
from printproof_site.originals import passages, write_originals
from printproof_site.publishing.build import make_site
from printproof_site.publishing.entry import HEADERS
from support.browser import Readers, browser_only, move
from support.built import ROOT, serve

PAGE = """<main><p class='offer'>no</p><section id='a'><h1>Title</h1>
<p>One &amp; <code>a &lt; b</code><br>two.</p><p class='mode'>no</p>
<div class='cell'><div class='output'><p>no</p></div><legend>Which?</legend></div>
<ul><li><p>Three.</p><ul><li>Four</li></ul></li></ul>
<section id='b'><h2><a class='section' href='#b'>Second</a></h2><div class='admonition'>
<p class='admonition-title'>Note</p><p>Five.</p></div><table><caption>Six</caption><tr><th>7</th><td><p>8</p></td></tr>
</table></section></section></main><p>no</p>"""
LESSON = {
    "Each kind of passage": "모든 항목",
    "The first paragraph calls `print`.": "첫 문단은 `print`를 부른다.",
    "Not translated yet.": "",
    "A list": "목록",
    "An item": "항목",
    "A head": "머리",
    "A cell": "칸",
    "A caption of the table": "표의 설명",
    "The body of a note": "참고 내용",
    "The last paragraph.": "마지막 문단.",
}
TEXT = """(each-kind)=
# Each kind of passage

The first paragraph calls `print`.

Not translated yet.

(a-list)=
## A list

- An item

| A head | `x` |
|---|---|
| A cell | `y` |

```{table} A caption of the table
| `x` |
|---|
| `y` |
```

```{note}
The body of a note
```

"""
ENGLISH = "Paragraph {} of many, as long as it takes to scroll past it on a telephone and on a screen that is wide."
KOREAN = "{}번째 문단이며, 전화기에서도 넓은 화면에서도 스크롤해야 지나갈 수 있을 만큼 길다."
MANY = {ENGLISH.format(number): KOREAN.format(number) for number in range(60)}
HEADER = """msgid ""
msgstr ""
"Language: ko\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""


def catalog() -> str:
    """The translations of the lesson."""
    return HEADER + "\n".join(f'msgid "{text}"\nmsgstr "{said}"\n' for text, said in {**LESSON, **MANY}.items())


@pytest.fixture(scope="module")
def readers(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Readers]:
    """Readers of the small site of two languages, with a page that holds each kind of passage."""
    folder = tmp_path_factory.mktemp("originals") / "project"
    shutil.copytree(ROOT / "tests/sites/two-languages", folder)
    (folder / "docs/lesson.md").write_text(
        "\n\n".join(["---\norphan: true\n---", TEXT, *MANY, "The last paragraph.\n"]), encoding="utf-8"
    )
    (folder / "locales/ko/LC_MESSAGES/lesson.po").write_text(catalog(), encoding="utf-8")
    make_site(at(folder), report=lambda line: None)
    with serve(folder / "_build" / "site") as address:
        readers = Readers(browser, address)
        yield readers
        readers.leave()


@pytest.fixture
def visit(readers: Readers) -> Callable[..., Page]:
    """Open a page as a reader, under the policy that hosts are told to put in force."""
    policy = HEADERS.split("Content-Security-Policy: ")[1].split("\n")[0]

    def visit(path: str, **reader: object) -> Page:
        page = readers.visit(path, **reader)
        page.route("**/*.html", lambda route: route.fulfill(response=(got := route.fetch()),
                   headers=got.headers | {"content-security-policy": policy}))  # fmt: skip
        page.reload()
        return page

    return visit


def show(page: Page, mode: str = "all") -> Locator:
    """Ask for the originals; what is shown of them."""
    page.locator(".original").evaluate("button => button.click()")  # not a click, which scrolls there
    page.wait_for_selector("span.source", state="attached")
    if mode == "each":
        page.locator(".bilingual button").nth(1).evaluate("button => button.click()")
    return page.locator("span.source")


def test_the_passages_of_a_page_are_those_of_its_text() -> None:
    """By section, as they are written, with the signs that HTML has names for; cells, marks and modes are none."""
    assert passages(parse(PAGE)) == {
        "a": [
            ["h1", "Title"],
            ["p", "One &amp; <code>a &lt; b</code><br>two."],
            ["legend", "Which?"],
            ["p", "Three."],
            ["li", "Four"],
        ],
        "b": [["h2", "Second"], ["p", "Note"], ["p", "Five."], ["caption", "Six"], ["th", "7"], ["p", "8"]],
    }


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('<span id="x" title="a" class="k">b</span>', '<span class="k">b</span>'),
        ('<a class="term" href="x.html" popovertarget="p">b</a><span hidden>hidden</span>', "b"),
        ('b<a class="headerlink" href="#x">link</a><button>act</button>', "b"),
        ('<a href="other.html#x">b</a>', '<a href="other.html#x">b</a>'),
    ],
)
def test_an_original_brings_nothing_that_acts_or_stands_once(written: str, shown: str) -> None:
    """No second id, nothing hidden, no button; links lead where they led."""
    assert passages(parse(f"<main><p>{written}</p></main>")) == {"": [["p", shown]]}


def test_a_section_of_other_passages_is_told(tmp_path: Path) -> None:
    """None of it would have an original; the other sections are not meant."""
    for folder, html in {"en": PAGE, "ko": PAGE.replace("<p>Five.</p>", "")}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text(html, encoding="utf-8")

    found = write_originals(tmp_path, ["en", "ko"], lambda path: passages(read_tree(path)))

    fact = "ko/index.html: section 'b' has the passages h2 p caption th p where en/index.html has h2 p p caption th p"
    assert list(map(str, found)) == [f"{fact}; a translation has the passages of its original, in their order"]


@browser_only
def test_all_passages_show_their_originals_at_once(visit: Callable[..., Page]) -> None:
    """Headings, paragraphs, items, cells, captions and notes; what is not translated yet stands there once."""
    shown = show(visit("ko/lesson.html")).all_text_contents()
    translated = [text.replace("`", "") for text, said in LESSON.items() if said]
    assert set(shown) ^ {*translated, "Note", *MANY} == set()
    assert len(shown) == len(set(shown))


@browser_only
def test_originals_are_marked_as_their_language(visit: Callable[..., Page]) -> None:
    """A voice reads them as what they are; each stands inside the passage it belongs to."""
    shown = show(visit("ko/lesson.html"))

    pairs = shown.evaluate_all("all => all.map(one => [one.lang, one.parentNode.localName, one.innerHTML])")
    assert {lang for lang, _, _ in pairs} == {"en"}
    assert pairs[:3] == [
        ["en", "h1", "Each kind of passage"],
        ["en", "p", 'The first paragraph calls <code translate="no">print</code>.'],
        ["en", "h2", "A list"],
    ]


@browser_only
def test_single_originals_open_by_keyboard(visit: Callable[..., Page]) -> None:
    """One by one: each passage has a button, named as the language that it shows."""
    page = visit("ko/guide/count.html")
    page.focus(".original")
    page.keyboard.press("Enter")
    page.wait_for_selector("span.source")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shown = page.locator("span.source")
    before = shown.count()
    page.locator("button.source").nth(1).focus()
    page.keyboard.press("Space")

    assert (before, shown.all_text_contents()) == (0, ["A name remembers its value."])
    assert page.locator("button.source").nth(1).get_attribute("aria-expanded") == "true"
    assert set(page.locator("button.source").all_text_contents()) == {"English"}


@browser_only
@pytest.mark.parametrize("mode", ["all", "each"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("place", ["#a-list", "45"])
@pytest.mark.parametrize("anchor", ["auto", "none"])
def test_the_passage_in_view_stays_where_it_is(
    visit: Callable[..., Page], anchor: str, place: str, width: int, mode: str
) -> None:
    """When originals come, and when they go; in a browser that holds pages itself, and in one that does not."""
    page = visit("ko/lesson.html", width=width)
    page.add_style_tag(content=f"* {{ overflow-anchor: {anchor} !important }}")
    held = page.locator("h2" if place == "#a-list" else f"main p:text('{place}번째')").first
    held.evaluate("one => one.scrollIntoView()")
    page.wait_for_timeout(50)
    tops = [held.evaluate("one => one.getBoundingClientRect().top")]
    show(page, mode)
    page.wait_for_timeout(50)
    tops.append(held.evaluate("one => one.getBoundingClientRect().top"))
    page.locator(".original").evaluate("button => button.click()")
    page.wait_for_timeout(50)
    tops.append(held.evaluate("one => one.getBoundingClientRect().top"))

    assert max(tops) - min(tops) < 2


@browser_only
def test_the_choice_is_kept_for_the_next_page(visit: Callable[..., Page]) -> None:
    """Who reads with the original does so on every page, until it is put away."""
    page = visit("ko/lesson.html")
    show(page, "each")
    page.goto(page.url.replace("lesson", "guide/count"))
    page.wait_for_selector("button.source")
    page.click(".original")
    page.reload()
    page.wait_for_selector(".original")
    page.wait_for_timeout(100)

    assert page.locator(".source").count() == 0


@browser_only
def test_originals_cost_one_request(visit: Callable[..., Page]) -> None:
    """However many passages are opened, and opened again; none before they are asked for."""
    page = visit("ko/guide/count.html")
    move(page)
    asked: list[str] = []
    # A browser fetches the icon of a page whenever it likes, so only scripts are counted, but for those of any move.
    page.on(
        "request",
        lambda request: asked.append(request.url.rpartition("/")[2]) if request.resource_type == "script" else None,
    )
    for _ in range(3):
        page.click(".original")
        page.wait_for_timeout(100)
    page.locator(".bilingual button").nth(1).click()
    for button in page.locator("button.source").all():
        button.click()

    assert asked == ["count.original.js"]


@browser_only
def test_originals_go_as_they_came(visit: Callable[..., Page]) -> None:
    """The text is then as it was."""
    page = visit("ko/guide/count.html")
    move(page)
    before = page.locator("main > section").inner_html()
    show(page)
    page.click(".original")

    assert page.locator("main > section").inner_html() == before


@browser_only
def test_a_section_of_another_build_shows_nothing_wrong(visit: Callable[..., Page]) -> None:
    """Its passages are not those of the originals; all others still are."""
    page = visit("ko/lesson.html")
    page.evaluate("document.querySelector('#a-list').append(document.createElement('p'))")
    shown = show(page).all_text_contents()

    assert shown == ["Each kind of passage", "The first paragraph calls print."]


@browser_only
@pytest.mark.parametrize("mode", ["all", "each"])
def test_axe_finds_nothing_beside_the_originals(visit: Callable[..., Page], mode: str) -> None:
    """With all of them, and with a button at each passage."""
    page = visit("ko/lesson.html")
    show(page, mode)

    found = Axe().run(page).response["violations"]
    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@browser_only
@pytest.mark.parametrize(("path", "script"), [("en/guide/count.html", True), ("ko/guide/count.html", False)])
def test_nothing_is_offered_where_nothing_can_be_shown(visit: Callable[..., Page], path: str, script: bool) -> None:
    """On pages in the language they were written in, and without scripts."""
    page = visit(path, java_script_enabled=script)

    assert page.locator(".bilingual button").locator("visible=true").count() == 0
