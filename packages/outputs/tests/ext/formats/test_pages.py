"""A page leaves the site as Markdown beside its cells: each construct in its plainest form, and no word is lost."""

import shutil
from pathlib import Path

import pytest

from printproof.html.page import parse
from support.built import ROOT
from support.drawings import KEYS
from support.small import CELL, CONF, Built, Small
from support.words import render

CONSTRUCTS = ROOT / "tests/sites/constructs"
SCRIPT = """# %% one
# A comment.
print(1)

# Output:
# 1
#
# Output with jit off:
# 2

# %% two
x = 3
x

# Output: none
#
# Value:
# 3

# %% three
raise TypeError("no such thing")

# Output:
# TypeError: no such …
"""
ONE, TWO, THREE = (CELL.format(name) for name in ("one", "two", "three"))
PAGE = f"# Title\n\nWords.\n\n{ONE}\nMore words.\n\n{TWO}\n{THREE}"


def markdown(built: Built, docname: str = "index") -> str:
    """What lies beside a page."""
    return (built.folder / f"{docname}.md").read_text(encoding="utf-8")


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page whose script was not run here."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": SCRIPT})


@pytest.fixture(scope="module")
def constructs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Markdown of a page with every construct that MyST has."""
    folder = tmp_path_factory.mktemp("constructs")
    shutil.copytree(CONSTRUCTS, folder, dirs_exist_ok=True)
    return markdown(Small(folder, {"docs/conf.py": (CONSTRUCTS / "docs/conf.py").read_text()}).build("-W"))


@pytest.mark.parametrize(
    "form",
    [
        "# A heading with `code` and **strong** words\n",
        "A paragraph with *emphasis*, **strong words**, `code`, *<strong>both</strong>*,",
        "A link to [a site](https://example.org/a?b=c&d=e),",
        "to [a page](other.html), to [a place](index.html#start), to [Another page](other.html#elsewhere)",
        "$a^2$, JIT, `Ctrl`-`C`, Save, File ‣ Open, H<sub>2</sub>O, x<sup>2</sup>.",
        r"Inline $a + b$ and $x_1$ formulas, a note[\[1\]](index.html#one), another[\[2\]](index.html#named) and",
        r"an escaped \*star\*.",
        "$$\n\\sum_i x_i \\tag{1}\n$$",
        "- another with **strong**\n\n  and a second paragraph\n\n  1. a nested number\n  2. and `one` more\n",
        "> A quotation of *somebody*.\n",
        "| left | right |\n| --- | --- |\n| a `cell` | [a link](https://example.org/cell) |\n",
        "**A list table**\n\n| head | of *columns* |\n| --- | --- |\n| body | with $x$ |\n",
        "> **Note**\n>\n> A note with [A heading with code and strong words](index.html#start).\n",
        "> **A title with `code`**\n>\n> Its text.\n",
        "> **Warning**\n>\n> Mind this.\n>\n> And that.\n",
        "![A single dot.](_images/dot.png)\n\n**A caption with <em>emphasis</em>.**\n\nA legend with `code`.\n",
        "**A caption of code**\n\n```python\nx = 1\n```\n",
        "- **Term of a definition**\n\n  What it means, with **strong** words.\n\n- **Another term**\n\n",
        "- **A field**\n\n  its **value**\n",
        "**A rubric**\n\nAdded in version 1.0: With a reason.\n",
        "> **See also**\n>\n> [Another page](other.html)\n",
        "> Words at the head.\n>\n> — Somebody\n",
        "A second line of the same paragraph and a third.\n",
        "**More pages**\n\n- [Another page](other.html)\n- [With a title of its own](third.html)\n",
        "\\[2\\] The named note, with `code`.\n",
    ],
)
def test_each_construct_has_a_plain_form(constructs: str, form: str) -> None:
    """What GitHub, Jupyter, VS Code and Colab all show."""
    assert form in constructs


def test_no_word_of_a_construct_is_lost(constructs: str) -> None:
    """What is read back holds no mark of Markdown."""
    text = parse(render(constructs)).text

    assert "**" not in text
    assert "](" not in text


def test_a_page_is_its_prose_and_its_cells_in_their_order(small: Small) -> None:
    """Code with its comments, what it printed, its value, and its error as far as it is promised."""
    text = markdown(small.build("-W"))

    order = [
        *(
            "# Title",
            "Words.",
            "*Not verified in this build*",
            "```python\n# A comment.\nprint(1)\n```",
            "```text\n1\n```",
        ),
        *("More words.", "```python\nx = 3\nx\n```", "```text\n3\n```"),
        *('```python\nraise TypeError("no such thing")\n```', "```text\nTypeError: no such …\n```"),
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_what_varies_says_so_above_its_cell(small: Small) -> None:
    """It was not compared, in any file."""
    varies = "# %% one\nprint(id(0))\n\n# Output varies: it is an address\n# 4711\n"
    small.write("examples/index.py", varies)
    small.write("docs/index.md", f"# Title\n\n{ONE}")

    text = markdown(small.build("-W"))

    assert "*Varies from run to run; not compared*\n\n```python\nprint(id(0))\n```\n\n```text\n4711\n```" in text


def test_comments_are_in_the_language_of_the_page(small: Small) -> None:
    """The code is the same."""
    small.translate("index", {"Title": "제목", "Words.": "설명.", "A comment.": "주석입니다."})

    text = markdown(small.build(language="ko"))

    assert text.startswith("# 제목\n\n설명.\n")
    assert "```python\n# 주석입니다.\nprint(1)\n```" in text


def test_a_strong_word_is_strong_before_a_particle(small: Small) -> None:
    """Korean puts no blank between them."""
    small.write("docs/index.md", PAGE.replace("Words.", "The **state** is a value."))
    small.translate("index", {"The **state** is a value.": "**상태(state)**는 값입니다."})

    html = render(markdown(small.build("-W", language="ko")))

    assert "<strong>상태(state)</strong>는 값입니다." in html


def test_of_two_modes_each_says_its_name(small: Small) -> None:
    """The output as written stands below its cell, then that of the other side."""
    small.write("docs/index.md", PAGE.replace(":example: one\n", ":example: one\n:compare: jit-off\n"))

    text = markdown(small.build("-W"))

    both = "```text\n1\n```\n\n**With jit** ✗ 1 of 1 wrong\n\n**Without jit** ✓ as wanted\n\n```text\n2\n```"
    assert both in text


def test_a_question_stands_above_its_cell_and_folds_the_replies(small: Small) -> None:
    """The outputs of a cell of a notebook are part of it; numbers tell which reply belongs to which answer."""
    small.write("docs/index.md", f"{PAGE}\n```{{predict}} one\nWhat comes?\n\n- `1`: A reply.\n- `2`: Another.\n```\n")

    text = markdown(small.build("-W"))

    asked = "**Predict first.** What comes?\n\n1. `1`\n2. `2`\n\n<details>\n<summary>Show me</summary>\n\n"
    assert f"{asked}1. A reply.\n2. Another.\n\n</details>\n\n```python\n# A comment." in text


def test_a_hint_is_folded_and_a_solution_named(small: Small) -> None:
    """A solution is a cell, which a notebook folds itself."""
    solved = TWO.replace(":example: two\n", ":example: two\n:solution:\n")
    small.write("docs/index.md", PAGE.replace(TWO, f"## Try\n\n```{{hint}}\nThink.\n```\n\n{solved}"))

    text = markdown(small.build("-W"))

    assert "<details>\n<summary>Hint</summary>\n\nThink.\n\n</details>" in text
    assert "**One solution**\n\n*Not verified in this build*\n\n```python\nx = 3" in text


def test_a_teaser_says_whether_it_is_as_wanted(small: Small) -> None:
    """In the order of the page: its point, its code, its output, the verdict, the reason."""
    small.write("docs/index.md", PAGE.replace(":example: one\n", ":example: one\n:class: lane\n"))

    text = markdown(small.build("-W"))

    order = ["Words.", "print(1)", "```text\n1\n```", "✗ wanted 2", "More words."]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)


def test_links_lead_to_the_site_where_it_has_an_address(small: Small) -> None:
    """A file that travels has no pages beside it."""
    theme = (
        'extensions = ["printproof.ext", "printproof_site.theme"]\nprintproof_run = False\nhtml_theme = "printproof"\n'
    )
    small.write("docs/conf.py", f'{theme}html_baseurl = "https://state.example/jax"\n')
    small.write("docs/sub/other.md", "(there)=\n# Other\n\nTo {doc}`the first page </index>` and [up](#there).\n")

    text = markdown(small.build("--keep-going"), "sub/other")

    base = "https://state.example/jax/en"
    assert f"To [the first page]({base}/index.html) and [up]({base}/sub/other.html#there)." in text


def test_without_an_address_links_lead_to_what_lies_beside(small: Small) -> None:
    """A place of the page itself as well."""
    small.write("docs/sub/other.md", "(there)=\n# Other\n\nTo {doc}`the first page </index>` and [up](#there).\n")

    text = markdown(small.build(), "sub/other")

    assert "To [the first page](../index.html) and [up](other.html#there)." in text


def test_a_diagram_is_a_picture_of_its_own(tmp_path: Path) -> None:
    """With a size, with light colours and without a name that only the theme knows."""
    diagram = "```{diagram} tree\n:alt: What it shows.\n\n" + KEYS + "\n\nIts point\n```\n"
    conf = CONF.replace("printproof.ext", "printproof_diagrams.ext")
    files = {"docs/conf.py": conf, "docs/sub/page.md": f"# Page\n\n{diagram}", "docs/index.md": "# Title\n"}
    small = Small(tmp_path, files)

    built = small.build()

    assert "![What it shows.](page.diagram-1.svg)\n\n**Its point**" in markdown(built, "sub/page")
    svg = (built.folder / "sub/page.diagram-1.svg").read_text(encoding="utf-8")
    assert 'width="' in svg
    assert "background:#" in svg
    assert set(part.split(",")[0].split(")")[0] for part in svg.split("var(")[1:]) <= {"--ground"}


def test_a_node_without_a_form_is_named_with_its_line(small: Small) -> None:
    """A build that takes warnings for errors ends red; its words are there all the same."""
    small.write("docs/index.md", f"{PAGE}\n```{{productionlist}} odd: words\n```\n")

    built = small.build()

    line = len(PAGE.splitlines()) + 2
    assert f"docs/index.md:{line}: WARNING: <production> has no form in Markdown; " in built.said
    assert "odd" in markdown(built)


def test_html_of_an_author_is_named_with_its_line(small: Small) -> None:
    """It holds words that no reader of Markdown would show alike; HTML without a word is none."""
    small.write("docs/index.md", f"{PAGE}\n<div>\nWords in HTML\n</div>\n\n<hr>\n")

    built = small.build()

    line = len(PAGE.splitlines()) + 2
    assert [f"docs/index.md:{line}: WARNING: this HTML has no form in Markdown" in said for said in built.wrong] == [
        True
    ]
    assert "Words in HTML" in markdown(built)


ASK = """
def told(app, error):
    known = {name for name, pair in app.registry.translation_handlers["html"].items()
             if pair[0].__module__.startswith("printproof.")}
    print("FORMLESS", sorted(known - set(app.registry.translation_handlers["printproof_markdown"])))

def setup(app):
    app.connect("build-finished", told)
"""


def test_every_class_of_nodes_of_ours_has_a_form(tmp_path: Path) -> None:
    """One that only HTML can show would stop every build that shows it."""
    parts = '\nextensions += ["printproof_site.theme"]\n'
    small = Small(tmp_path, {"docs/conf.py": CONF + parts + ASK, "docs/index.md": "# Title\n"})

    assert "FORMLESS []" in small.build().said
