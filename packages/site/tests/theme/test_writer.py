"""A page is written in the elements, attributes and classes that the theme has a use for, and no others."""

import re
from pathlib import Path
from typing import Any

import pytest
from pygments.token import STANDARD_TYPES

from printproof import style
from printproof_site import look
from printproof_site.theme.writer import COLOURED
from support.shown import Shown, build_all, shown_by
from support.small import CELL, Small

CONF = 'extensions = ["printproof.ext", "printproof_site.theme"]\nhtml_theme = "{}"\nprintproof_run = False\n'
SCRIPT = "# %% one\nprint(1, 2)\n\n# Output:\n# 1 2\n"
STYLE = "".join(
    (folder / f"css/{part}.css").read_text(encoding="utf-8")
    for folder, part in (
        (look.FOLDER, "code"),
        (style.FOLDER, "cells"),
        (style.FOLDER, "signs"),
        (look.FOLDER, "own/lines"),
        (style.FOLDER, "own/variants"),
    )
)


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A project in our theme."""
    return Small(tmp_path, {"docs/conf.py": CONF.format("printproof")})


@pytest.fixture(scope="module")
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Shown]:
    """What the tests of this module look at, in our theme."""
    return build_all(request, Small(tmp_path_factory.mktemp("pages"), {"docs/conf.py": CONF.format("printproof")}))


@pytest.fixture
def html(request: pytest.FixtureRequest, pages: dict[tuple[str, ...], Shown]) -> str:
    """What the page of a test says, as it was written."""
    shown = shown_by(request, pages)
    assert shown.wrong == []
    return main(shown.html)


def main(html: str) -> str:
    """What a page says, without what stands around it on each."""
    return html.split("<main")[1].split("</main>", maxsplit=1)[0]


def body(small: Small, page: str) -> str:
    """What a page says, as it was written."""
    small.write("docs/index.md", page)
    built = small.build()
    assert built.wrong == []
    return main(built.html("index"))


def of_code(code: str, shown: str) -> Any:
    """A case of code on a page, and how it is shown there."""
    return pytest.param(shown, marks=pytest.mark.shows(f"# Title\n\n```python\n{code}\n```\n"), id=code)


@pytest.mark.shows('# Title\n\n```python\ndef f():\n    return f"{x}", 1  # w\n```\n')
def test_code_keeps_its_text_and_the_tokens_that_have_a_colour(html: str) -> None:
    """What is grammar is an element, any other name is text; one frame is enough."""
    code = '<span class="k">def</span> <span class="nf">f</span>():\n    <span class="k">return</span> '
    code += '<span class="s">f"{</span>x<span class="s">}"</span>, <span class="m">1</span>'
    code += '  <span class="c"># w</span>\n'
    assert f'<div class="highlight" translate="no"><pre>{code}</pre></div>' in html


@pytest.mark.parametrize(
    "shown",
    [
        of_code("@jax.jit\nx = 1", '<span class="nb">@jax.jit</span>\nx'),
        of_code("@partial(jax.jit)", '<span class="nb">@partial</span>(jax.jit)'),
        of_code("self.n = None", '<span class="nb">self</span>.n = <span class="m">None</span>'),
        of_code("raise ValueError", '<span class="k">raise</span> <span class="nb">ValueError</span>'),
        of_code("class A: pass", '<span class="k">class</span> <span class="nf">A</span>:'),
        of_code("jnp.sum(x)", "jnp.sum(x)"),
    ],
)
def test_each_kind_of_grammar_has_a_hue_of_its_own(html: str, shown: str) -> None:
    """A decorator is one piece up to its arguments; what a constant is, and what is built in, is seen."""
    assert f"<pre>{shown}" in html


@pytest.mark.shows("# Title\n\n```python\na\n\n\nb\n```\n")
def test_of_two_empty_lines_the_second_is_hidden(html: str) -> None:
    """It stays in the text, so that what is copied is what the script holds."""
    assert "<pre>a\n\n<span hidden>\n</span>b\n</pre>" in html


@pytest.mark.parametrize("kind", sorted({shown for _, shown in COLOURED}), ids=str)
def test_each_token_that_is_an_element_has_a_rule(kind: object) -> None:
    """An element that no rule is for would only be weight."""
    assert re.search(rf"\.{STANDARD_TYPES[kind]}\b", STYLE)  # type: ignore[index]


@pytest.mark.shows("# Title\n\n```{code-block} python\n:emphasize-lines: 2\na\nb\n```\n")
def test_lines_of_code_keep_their_emphasis(html: str) -> None:
    """The author's mark on a line is not lost with the other classes."""
    assert '<pre>a\n<span class="hll">b\n</span></pre>' in html


@pytest.mark.shows("# Title\n\n```{code-block} python\n:linenos:\na\nb\n```\n")
def test_numbered_lines_are_written_as_sphinx_writes_them(html: str) -> None:
    """Their numbers stand in a table, which nothing of ours takes apart."""
    assert html.count('class="linenos"') == 2


@pytest.mark.shows("# Title\n\n```{list-table}\n:class: own\n\n* - one\n* - two\n```\n\n1. a\n2. [b](#title)\n")
def test_classes_that_nothing_looks_at_are_left_out(html: str) -> None:
    """A class of the author's stays."""
    assert re.findall(r'<(?:table|tr|td|ol|a)\b[^>]* class="([^"]*)"', html) == ["own"]


@pytest.mark.shows("# Title\n\nUse ``a  b`` or {kbd}`Esc` here.\n")
def test_a_word_of_code_is_not_translated(html: str) -> None:
    """Browsers that translate a page leave it alone, and show each of its blanks; a key of a keyboard is a key."""
    assert '<code translate="no">a&#160; b</code>' in html
    assert re.search(r'<kbd class="kbd" translate="no">Esc</kbd>', html)


@pytest.mark.shows("# Title\n\n|  | b |\n|---|---|\n| c | d |\n")
def test_below_an_empty_head_stand_the_heads_of_rows(html: str) -> None:
    """A voice then says what each cell is about; a head without words is none."""
    html = re.sub(r'\n|</?p>| (role|data-head)="\w+"', "", html)

    assert "<thead><tr><td></td><th>b</th></tr></thead>" in html
    assert '<tbody><tr><th scope="row">c</th><td>d</td></tr></tbody>' in html


@pytest.mark.shows('# Title\n\n|  | *b* "x" |\n|---|---|\n| c | d |\n')
def test_each_cell_says_its_head(html: str) -> None:
    """So that rows can be blocks where there is no room for columns; the head of a row needs none."""
    assert re.findall('<t[hd][^>]*data-head="([^"]*)"', html) == ["b “x”"]


@pytest.mark.shows("# Title\n\n| a | b | c |\n|---|---|---|\n| d |  | e |\n")
def test_an_empty_cell_says_no_head(html: str) -> None:
    """On a phone a head with nothing behind it would look forgotten."""
    assert re.findall('<t[hd][^>]*data-head="([^"]*)"', html) == ["a", "c"]


@pytest.mark.shows("# Title\n\n|  | b |\n|---|---|\n| c | d |\n")
def test_the_parts_of_a_table_say_what_they_are(html: str) -> None:
    """A row that is shown as a block is still a row for every browser."""
    found = re.findall(r'<(\w+)[^>]* role="(\w+)"', html.partition("<table")[1] + html.partition("<table")[2])
    assert found == [
        *(("table", "table"), ("thead", "rowgroup"), ("tr", "row"), ("td", "cell"), ("th", "columnheader")),
        *(("tbody", "rowgroup"), ("tr", "row"), ("th", "rowheader"), ("td", "cell")),
    ]


def test_only_a_long_word_of_code_may_break(small: Small) -> None:
    """After a mark, and before none that closes."""
    long = "jax.tree.map(f, {x: 1 }, state)"
    html = body(small, f"# Title\n\nUse `f(x, y)` and `{long}`.\n")

    assert '<code translate="no">f(x, y)</code>' in html
    assert 'class="long" translate="no">jax.tree.<wbr>map(<wbr>f, {x: 1&#160;}, state)</code>' in html


@pytest.mark.shows("# Title\n\n`printproof_require_records` and `jax.lax.fori_loop(start, stop, f, x)`\n")
def test_a_long_name_breaks_at_its_underscores(html: str) -> None:
    """In a narrow table no line ends inside of one of its words. A name that is no long one stays whole."""
    assert ">printproof_<wbr>require_<wbr>records</code>" in html
    assert ">jax.lax.fori_loop(<wbr>start, stop, f, x)</code>" in html


@pytest.mark.shows(f"# Title\n\n`run --python-version 3.12 -x a-{'b' * 30}` and `a-b`\n")
def test_a_word_with_hyphens_stays_whole_in_long_code(html: str) -> None:
    """An option is no two words; what is too long for a line may break anywhere."""
    assert f"run <span>--python-version</span> 3.12 -x a-{'b' * 30}</code>" in html
    assert ">a-b</code>" in html


@pytest.mark.shows("# Title\n\n```{table} What it shows\n\n| a | b |\n|---|---|\n| c | d |\n```\n")
def test_a_table_scrolls_in_a_frame_with_a_name(html: str) -> None:
    """It is a stop of the keyboard, and the caption bears no link of its own."""
    assert re.search(r'<div class="wide" tabindex="0" role="group" aria-label="Table">\s*<table', html)
    assert re.search(r'<caption><span class="caption-text">What it shows</span></caption>', html)


def test_a_cell_over_two_columns_keeps_the_others_in_their_places(small: Small) -> None:
    """The head of a row is that of the first column."""
    page = "# Title\n\n```{eval-rst}\n+---+---+---+\n|   | a | b |\n+===+===+===+\n| c | d     |\n+---+---+---+\n```\n"
    html = re.sub(r'\n|</?p>| (role|data-head)="\w+"', "", body(small, page))

    assert '<tr><th scope="row">c</th><td colspan="2">d</td></tr>' in html


@pytest.mark.shows("# Title\n\n## Some `code`\n\n### Third\n")
def test_a_heading_is_the_link_to_its_section(html: str) -> None:
    """Its name is then its own text, code in it included; the first heading of a page is none."""
    assert "<h1>Title</h1>" in html
    assert '<h2><a class="section" href="#some-code">Some <code translate="no">code</code></a></h2>' in html
    assert '<h3><a class="section" href="#third">Third</a></h3>' in html
    assert "headerlink" not in html


@pytest.mark.shows("# Title\n\n## See [this](#title)\n")
def test_a_heading_that_holds_a_link_has_a_named_one_beside_it(html: str) -> None:
    """A link in a link would be no HTML."""
    assert re.search(r'</a><a class="headerlink" href="#see-this" aria-label="Link to this place">', html)


def test_a_heading_in_another_language_is_a_link_as_well(small: Small) -> None:
    """What is not translated yet looks as it will when it is."""
    small.write("docs/index.md", "# Title\n\n## Second\n")
    small.translate("index", {"Title": "제목"})
    html = small.build(language="ko").html("index")

    assert '<h2 lang="en"><a class="section" href="#second">Second</a></h2>' in html


def test_without_permalinks_a_heading_is_plain(small: Small) -> None:
    """As its project wishes."""
    small.write("docs/conf.py", CONF.format("printproof") + "html_permalinks = False\n")

    assert "<h2>Second</h2>" in body(small, "# Title\n\n## Second\n")


@pytest.mark.parametrize(
    ("wanted", "values", "said"),
    [
        ("1 2", "1 2", '<span class="yes">as wanted</span>'),
        ("1 3", "1 <mark>2</mark>", '<span class="no">wanted 1 3</span>'),
        ("1", "<mark>1</mark> <mark>2</mark>", '<span class="no">wanted 1</span>'),
    ],
)
def test_a_lane_marks_the_values_that_are_not_as_wanted(small: Small, wanted: str, values: str, said: str) -> None:
    """Wanted is what is printed without jit; the text stays as printed."""
    small.write("examples/index.py", f"{SCRIPT}#\n# Output with jit off:\n# {wanted}\n")
    lane = CELL.format("one").replace(":example: one", ":example: one\n:class: lane")

    html = body(small, f"# Title\n\n{lane}")
    assert f'<pre data-output="as-written">{values}\n</pre>' in html
    assert f'<div class="strip">{said}' in html


def test_a_variant_marks_what_the_first_one_does_not_have(small: Small) -> None:
    """Whole, without the colours of grammar; a comment that differs in another language is no difference."""
    script = "# %% one\n# Words.\nprint(max(1, 2))\n\n# Output:\n# 2\n"
    other = script.replace("one", "other").replace("max(1, 2)", "sum([1, 2])").replace("# 2", "# 3")
    small.write("examples/index.py", f"{script}\n{other.replace('Words', 'Other words')}")
    cell = "```{{code-cell}}\n:example: {}\n:variant: {}\n```\n"

    html = body(small, "# Title\n\n" + cell.format("one", "max") + "\n" + cell.format("other", "sum"))
    assert re.findall('<span class="ge">(.*?)</span>', html) == ["sum([1, 2])"]


def test_another_theme_is_written_by_sphinx(small: Small) -> None:
    """The writer belongs to the theme, not to the project that names its extension."""
    small.write("docs/conf.py", CONF.format("basic"))
    small.write("docs/index.md", "# Title\n\n```python\nx = 1\n```\n")

    assert '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>' in small.build().html(
        "index"
    )
