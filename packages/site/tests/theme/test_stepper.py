"""A reader walks through the calls of a cell, one by one: by touch, by keyboard, without scripts; paper has all."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof.runs.record import Call, CellRun, Record, write_record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF, MODES
from support.browser import Readers, browser_only
from support.built import Page, serve
from support.one_cell import digests_of
from support.small import CELL, Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
SCRIPT = """# %% calls
class Counter:
    n = 0

    def count(self):
        # Count this call.
        self.n += 1
        return self.n

    def again(self, big):
        if big:
            return "<big>"
        return ""

# Output: none

# %% jit
import jax

print(1)

# Output:
# 1
# 1
# 1
#
# Output with jit off:
# 1
# 2
# 3

# %% others
print(2)

# Output:
# 2
"""
PAGE = "# Title\n\n" + "".join(map(CELL.format, ("calls", "jit", "others")))
PAGE += "\n```{calls} jit\n```\n\n```{calls} others\n```\n"
JAXPR = "{ lambda ; . let  in (1:i32[],) }"
COUNTED = {"name": "count", "cell": "calls", "line": 4, "jaxpr": JAXPR, "printed": "1\n"}
WALKED = (
    Call(**COUNTED, lines=(6, 7), ran=True, traced=True, before={"self.n": 0}, after={"self.n": 1}),  # type: ignore[arg-type]
    *[Call(**COUNTED, before={"self.n": 1}, after={"self.n": 1})] * 2,  # type: ignore[arg-type]
)
OTHERS = (
    Call("again", "calls", 9, (10, 11), ran=True, given={"big": True}, result={"": "<big>"}),
    Call("again", "calls", 9, (10,), ran=True, given={"big": 2}, raised="TypeError"),
    Call("count", "calls", 4, (6, 7), ran=True, given={"n": 3, "k": 1}, result={"[0]": 4, "[1]": 5}),
    Call("count", "calls", 4, (6, 7), ran=True, given={"n": 5, "k": 1}, result={"[1]": 6}, handed_on={"n": "[1]"}),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A page with the calls of two cells, in English and in Korean."""
    files = {"docs/conf.py": CONF, "docs/index.md": PAGE, "examples/index.py": SCRIPT}
    small = Small(tmp_path_factory.mktemp("stepper"), files)
    small.translate("index", {"Count this call.": "이 호출을 센다."})
    for mode in MODES:
        written = mode == AS_WRITTEN
        cells = (
            CellRun("calls"),
            CellRun("jit", "1\n2\n3\n" if mode == JIT_OFF else "1\n1\n1\n", calls=WALKED if written else ()),
            CellRun("others", "2\n", calls=OTHERS if written else ()),
        )
        digest = digests_of(small.project, "index")[mode]
        write_record(small.project.record("index", mode), Record("index", mode, digest, {"jax": "0.10.2"}, cells))
    return small


@pytest.fixture(scope="module")
def site(small: Small) -> Path:
    """The folder of both builds."""
    for language in ("en", "ko"):
        assert small.build(language=language).wrong == []
    return small.root / "_build"


@pytest.fixture(scope="module")
def html(site: Path) -> str:
    """The English page."""
    return (site / "en/html/index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def visit(browser: Browser, site: Path) -> Iterator[Callable[..., Tab]]:
    """Open the English page as a reader."""
    with serve(site / "en/html") as address:
        readers = Readers(browser, address)
        yield lambda **reader: readers.visit("index.html", **reader)
        readers.leave()


def shown(tab: Tab) -> list[str]:
    """The first words of all that the first group of calls shows below its tabs."""
    return [
        box.inner_text().split("\n")[0]
        for box in tab.locator(".calls").first.locator("> div").all()
        if box.is_visible()
    ]


def test_each_call_is_a_button_of_one_group_with_a_name(site: Path) -> None:
    """A voice says which calls there are, and what each has printed."""
    page = Page(site / "en/html/index.html")
    buttons = page.all("input", type="radio")

    assert [button.given["name"] for button in buttons] == ["calls-1"] * 4 + ["calls-2"] * 5
    assert all(button.around is not None and button.around.name == "label" for button in buttons)
    assert all(button.within("fieldset") for button in buttons)
    assert len(page.all("legend")) == 2


def test_the_first_wrong_call_is_chosen_else_the_first_call(site: Path) -> None:
    """What is wrong is what the calls are shown for."""
    buttons = Page(site / "en/html/index.html").all("input", type="radio")

    assert ["checked" in button.given for button in buttons] == [
        False,
        True,
        False,
        False,
        True,
        False,
        False,
        False,
        False,
    ]


def test_lines_that_ran_are_marked_and_said(html: str) -> None:
    """All of them, some of them with their numbers, or none."""
    assert '<span class="hll">    <span class="nb">self</span>.n += <span class="m">1</span>\n</span>' in html
    assert '<b>Python code</b> <span><span aria-hidden="true">●</span> ran</span>' in html
    assert '<span aria-hidden="true">●</span> ran, lines 2, 3</span>' in html
    assert '<span aria-hidden="true">○</span> did not run</span></p><pre class="highlight">def count(self):' in html


def test_state_stands_before_and_after_the_arrow(html: str) -> None:
    """That of an object, and that which one call hands to the next, in the calls before and after it alike."""
    assert "State <code>self.n</code> <samp>0</samp>&#160;→&#160;<samp>1</samp></p>" in html
    assert "State <code>self.n</code> <samp>1</samp>&#160;→&#160;<samp>1</samp> unchanged</p>" in html
    assert "State <code>n</code> <samp>3</samp>&#160;→&#160;<samp>5</samp></p>" in html
    assert "State <code>n</code> <samp>5</samp>&#160;→&#160;<samp>6</samp></p>" in html


def test_what_is_only_passed_is_not_called_state(html: str) -> None:
    """It went in, and something came out; where an error came first, nothing did."""
    assert "In → out <samp>True</samp>&#160;→&#160;<samp>&#x27;&lt;big&gt;&#x27;</samp></p>" in html
    assert "In → out <samp>2</samp></p><p>stopped with <samp>TypeError</samp></p>" in html


def test_what_a_call_returned_stands_where_it_printed_nothing(html: str) -> None:
    """As text, whatever it holds."""
    assert "<p>returned <samp>&#x27;&lt;big&gt;&#x27;</samp></p>" in html


def test_the_source_has_the_comments_of_the_page(site: Path) -> None:
    """They are translated with their cell, and once only."""
    korean = (site / "ko/html/index.html").read_text(encoding="utf-8")

    assert korean.count("# 이 호출을 센다.") == 1 + len(WALKED) + 2
    assert "Count this call." not in korean


@browser_only
def test_a_button_shows_its_call_without_a_script(visit: Callable[..., Tab]) -> None:
    """Touch, then the arrows of the keyboard: one call at a time, and the table of all."""
    tab = visit(java_script_enabled=False)
    at_first = shown(tab)
    tab.locator("label").first.click()
    touched = shown(tab)
    for _ in WALKED:
        tab.keyboard.press("ArrowRight")

    assert (len(at_first), len(touched)) == (1, 1)
    assert tab.locator("[name=calls-1]").last.is_checked()
    assert tab.locator("table").first.is_visible()
    assert len(shown(tab)) == 1


@browser_only
@pytest.mark.parametrize("chosen", [0, 3])
def test_paper_shows_the_table_and_no_tabs(visit: Callable[..., Tab], chosen: int) -> None:
    """Nothing can be chosen on paper."""
    tab = visit()
    tab.locator("label").nth(chosen).click()
    tab.emulate_media(media="print")

    assert [tab.locator("table").nth(n).is_visible() for n in (0, 1)] == [True, True]
    assert not any(box.is_visible() for box in tab.locator(".calls :is(label, .step)").all())


@browser_only
def test_a_line_that_goes_on_stands_deeper_than_it_began(visit: Callable[..., Tab]) -> None:
    """In code that ran and in code that did not; a comment goes on below its first letter."""
    tab = visit(width=320)
    indents = "(all) => all.map((line) => getComputedStyle(line).textIndent.includes('hanging'))"
    below = "(comment) => comment.getBoundingClientRect().left"

    assert set(tab.locator(".off > pre, .step .hll").evaluate_all(indents)) == {True}
    comment = tab.locator(".python:not(.off) .c").first
    tab.locator("label input").first.check()
    before = comment.evaluate(below)
    comment.evaluate("(comment) => { comment.textContent = '# ' + 'words '.repeat(20); }")
    assert (comment.evaluate(below), comment.evaluate("(comment) => comment.offsetHeight > 40")) == (before, True)


def test_on_a_telephone_the_tabs_stay_in_a_row(visit: Callable[..., Tab]) -> None:
    """So that what was wanted of one call stands beside what another gave; nothing scrolls sideways."""
    tab = visit(width=360)
    tops = tab.evaluate("[...document.querySelectorAll('.calls')[0].querySelectorAll('label')].map((l) => l.offsetTop)")
    panels = tab.evaluate(
        "[...document.querySelectorAll('.step, .step pre')].map((s) => s.scrollWidth > s.clientWidth)"
    )

    assert len(set(tops)) == 1
    assert not any(panels)
    assert tab.evaluate("document.documentElement.scrollWidth") == 360


@browser_only
@pytest.mark.parametrize("chosen", [0, 1, 3])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_call(visit: Callable[..., Tab], scheme: str, chosen: int) -> None:
    """Names, roles and contrast hold whatever is chosen."""
    tab = visit(color_scheme=scheme)
    tab.locator("label").nth(chosen).click()

    found = Axe().run(tab, ".calls").response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []
