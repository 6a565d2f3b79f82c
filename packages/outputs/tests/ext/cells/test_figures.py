"""A figure stands in its page: small, in the page's colours, with labels and alternative text in its language."""

import re
from pathlib import Path

import pytest

from printproof.pages.figure import draw, labels
from printproof.promises.baselines import baseline_path, reduced
from support.built import Page
from support.small import CELL, CONF, Small

SVG = """<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" width="460.8pt" viewBox="0 0 9 9">
 <metadata><title>x</title></metadata>
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="figure_1"><path id="m1" d="M 0 1.732051 L 2.5 0" style="stroke: #1f77b4"/>
  <g clip-path="url(#p1)"><use xlink:href="#m1" x="312.133535" y="1" style="fill: #ff7f0e; stroke: #000000"/></g>
  <g id="text_1"><text style="font-size: 10px; font-family: 'DejaVu Sans'" x="1">loss &amp; fit</text></g>
  <g id="text_2"><text x="1">−0.25</text><text><tspan>x</tspan></text></g></g>
 <defs><clipPath id="p1"><rect x="57.6" y="1" width="3" height="4"/></clipPath></defs>
</svg>"""
OPTIONS = ":alt: The loss falls.\n:caption: The loss, step by step.\n"
PAGE = f"# Title\n\n{CELL.format('plot').replace('plot', 'plot' + chr(10) + OPTIONS.rstrip())}"
RECOLOUR = "printproof_recolour_figures = True\n"
SCRIPT = "# %% plot\nx = 1\n\n# Output: none\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page whose one cell draws a figure."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})


def test_labels_are_words() -> None:
    """Numbers and formulas are no messages."""
    assert labels(SVG) == ["loss & fit"]


def test_a_label_is_replaced_and_escaped() -> None:
    """A translation cannot add an element to the drawing."""
    drawn = draw(SVG, "plot", "", {"loss & fit": "손실 <b>"})

    assert ">손실 &lt;b&gt;</text>" in drawn


def test_an_alternative_text_cannot_leave_its_attribute() -> None:
    """Quotes and angle brackets stay text."""
    drawn = draw(SVG, "plot", 'x" onload="hostile()><script>', {})

    assert 'role="img" aria-label="x&quot; onload=&quot;hostile()&gt;&lt;script&gt;"' in drawn


def test_a_figure_keeps_its_colours() -> None:
    """A sentence may name them; no rule of style reaches the page around."""
    drawn = draw(SVG, "plot", "", {})

    assert re.findall(r'(?:stroke|fill)="(#\w+)"', drawn) == ["#1f77b4", "#ff7f0e", "#000000"]
    assert "var(--" not in drawn
    assert "currentColor" not in drawn
    assert "style" not in drawn


@pytest.mark.parametrize(("conf", "colour"), [("", "#ff7f0e"), (RECOLOUR, "var(--figure-2, #ff7f0e)")])
def test_a_project_may_ask_for_the_colours_of_the_page(small: Small, conf: str, colour: str) -> None:
    """It is a setting, off by default, also in a theme that knows nothing of it."""
    small.write("docs/conf.py", CONF + conf)
    small.write("examples/index.plot.svg", SVG)

    assert f'fill="{colour}"' in small.build().html("index")


def test_with_a_setting_the_colours_are_those_of_the_page() -> None:
    """Black is the colour of text, the cycle has names."""
    drawn = draw(SVG, "plot", "", {}, recolour=True)

    assert 'stroke="currentColor"' in drawn
    assert 'stroke="var(--figure-1, #1f77b4)"' in drawn
    assert 'fill="var(--figure-2, #ff7f0e)"' in drawn


def test_the_size_is_that_of_the_page() -> None:
    """Only the proportions are the drawing's own."""
    opened = draw(SVG, "plot", "", {}).partition(">")[0]

    assert 'viewBox="0 0 9 9"' in opened
    assert "width" not in opened
    assert "height" not in opened


def test_digits_nobody_sees_are_left_out() -> None:
    """One decimal is finer than a screen."""
    drawn = draw(SVG, "plot", "", {})

    assert re.findall(r'="[^"]*\d\.\d{2,}', drawn) == []
    assert 'd="M 0 1.7 L 2.5 0"' in drawn


def test_two_figures_share_no_id() -> None:
    """And each finds its own parts."""
    one, other = draw(SVG, "one", "", {}), draw(SVG, "other", "", {})

    ids, others = re.findall(r' id="([^"]+)"', one), re.findall(r' id="([^"]+)"', other)
    referred = re.findall(r'(?:href="|url\()#([^")]+)', one)
    assert set(ids) & set(others) == set()
    assert sorted(ids) == sorted(referred) != []


def test_a_drawn_figure_is_in_the_page(small: Small) -> None:
    """With its caption below and its words for those who do not see it."""
    small.record("index", {}, {"plot": (SVG,)})

    built = small.build("-W")

    html = built.html("index")
    assert '<figure data-figure="plot" id="figure-plot">\n<svg xmlns' in html
    assert 'aria-label="The loss falls."' in html
    assert '<span class="caption-text">The loss, step by step.</span>' in html
    assert html.index('<details class="checked">') < html.index("<figure")


def test_a_figure_without_a_record_shows_its_words(small: Small) -> None:
    """A translator sees the alternative text where the figure will be."""
    html = small.build("-W").html("index")

    assert '<figure class="figure-missing" data-figure="plot" id="figure-plot">\n<p>The loss falls.</p>' in html
    assert "The loss, step by step." in html


def test_words_of_a_figure_are_messages_at_their_true_lines(small: Small) -> None:
    """Alternative text and caption come from the page, labels from the script."""
    small.record("index", {}, {"plot": (SVG,)})

    template = (small.build("-W", builder="gettext").folder / "index.pot").read_text()

    for place, message in {
        "docs/index.md:5": "The loss falls.",
        "docs/index.md:6": "The loss, step by step.",
        "examples/index.py:1": "loss & fit",
    }.items():
        assert f'{place}\nmsgid "{message}"\n' in template


def test_words_of_a_figure_are_in_the_language_of_the_page(small: Small) -> None:
    """Nothing is drawn again for it."""
    small.record("index", {}, {"plot": (SVG,)})
    said = {"The loss falls.": "손실이 줄어듭니다.", "loss & fit": "손실", "The loss, step by step.": "단계별 손실"}
    small.translate("index", said)

    html = small.build("-W", language="ko").html("index")

    assert 'aria-label="손실이 줄어듭니다."' in html
    assert ">손실</text>" in html
    assert '<span class="caption-text">단계별 손실</span>' in html
    assert "loss" not in html


@pytest.mark.parametrize("drawn", [(SVG,), ()], ids=["drawn", "missing"])
def test_untranslated_words_of_a_figure_are_marked_as_english(small: Small, drawn: tuple[str, ...]) -> None:
    """A voice reads them as what they are."""
    if drawn:
        small.record("index", {}, {"plot": drawn})

    html = small.build("-W", language="ko").html("index")

    assert re.search(r'<(?:svg|p)[^>]* lang="en"[^>]*>', html.partition("<figure")[2].partition("<figcaption")[0])


@pytest.mark.parametrize(("required", "status", "said"), [(False, 0, "WARNING"), (True, 1, "ERROR")])
def test_a_figure_without_words_is_told(small: Small, required: bool, status: int, said: str) -> None:
    """Who cannot see it would not know that it is there; a project may refuse such a page."""
    small.write("docs/conf.py", f"{CONF}printproof_require_alt = {required}\n")
    small.write("docs/index.md", f"# Title\n\n{CELL.format('plot')}")
    small.record("index", {}, {"plot": (SVG,)})

    built = small.build()

    fact = "docs/index.md:3: cell 'plot' draws a figure that has no alternative text"
    assert (built.status, built.wrong) == (status, [f"{said}: {fact}; say what it shows with: ':alt: …'"])
    assert ("Checked with" in built.html("index")) is not required


def test_words_without_a_figure_are_refused(small: Small) -> None:
    """An alternative text that stands for nothing is a mistake."""
    small.record("index", {})

    built = small.build()

    said = "docs/index.md:5: cell 'plot' draws no figure; remove its ':alt:'"
    assert (built.status, built.wrong) == (1, [f"ERROR: {said}"])


def test_a_cell_may_draw_several_figures(small: Small) -> None:
    """Each is shown above the caption, with words of its own and no id of another."""
    small.write("docs/index.md", PAGE.replace(":caption:", ":alt-2: And it stays there.\n:caption:"))
    small.record("index", {}, {"plot": (SVG, SVG)})
    baseline_path(small.project.script("index"), "plot", 2).write_text(reduced(SVG), encoding="utf-8")

    built = small.build("-W")
    page = Page(built.folder / "index.html")

    assert [one.given["aria-label"] for one in page.all("svg", role="img")] == [
        "The loss falls.",
        "And it stays there.",
    ]
    ids = re.findall(r'\bid="([^"]+)"', built.html("index"))
    assert len(ids) == len(set(ids))
    assert [len(page.all(kind)) for kind in ("figure", "figcaption")] == [1, 1]


def test_a_second_figure_without_words_is_told(small: Small) -> None:
    """As the first one is, with the option that is missing."""
    small.record("index", {}, {"plot": (SVG, SVG)})
    baseline_path(small.project.script("index"), "plot", 2).write_text(reduced(SVG), encoding="utf-8")

    said = "cell 'plot' draws figure 2, which has no alternative text; say what it shows with: ':alt-2: …'"
    assert small.build().wrong == [f"WARNING: docs/index.md:3: {said}"]


def test_words_for_a_second_figure_that_is_not_drawn_are_refused(small: Small) -> None:
    """At their line."""
    small.write("docs/index.md", PAGE.replace(":caption:", ":alt-2: And it stays there.\n:caption:"))
    small.record("index", {}, {"plot": (SVG,)})

    assert small.build().wrong == ["ERROR: docs/index.md:6: cell 'plot' draws no figure 2; remove its ':alt-2:'"]


def test_a_named_figure_has_a_number_one_can_refer_to(small: Small) -> None:
    """The name of the option is its target."""
    page = PAGE.replace(":alt:", ":name: the-loss\n:alt:") + "\nSee {numref}`the-loss`.\n"
    small.write("docs/index.md", page)
    small.record("index", {}, {"plot": (SVG,)})

    html = small.build("-W", "-D", "numfig=1").html("index")

    assert re.search(r'href="#the-loss"><span class="std std-numref">Fig. 1</span>', html)
    assert 'data-figure="plot" id="the-loss"' in html


@pytest.mark.parametrize("builder", ["text", "latex", "man", "texinfo", "epub"])
def test_other_formats_show_the_words_of_a_figure(small: Small, builder: str) -> None:
    """They know nothing of figures in a page; none of them fails."""
    small.record("index", {}, {"plot": (SVG,)})

    built = small.build(builder=builder)

    files = [path.read_text(errors="replace") for path in built.folder.rglob("*") if path.is_file()]
    assert built.status == 0
    assert any("The loss falls." in text for text in files)
