"""Parts of ours are at home in the themes of other projects: looked at as pictures once, kept here as structure."""

import re
import shutil
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from printproof.ext.third_party_theme import STYLE, style
from printproof.html.page import Element, parse
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.loading import script_of
from printproof_base.project import at
from support.browser import Readers, browser_only
from support.built import ROOT, serve
from support.small import Built, Small

SITE = ROOT / "tests/sites/themes"
THEMES = ("furo", "pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme", "alabaster")
OURS = ("cell", "matrix", "diagram", "errors")
"""Classes of the elements in which everything is ours."""

# What Sphinx, docutils, MyST-NB and Pygments write, and what only says to a script or a voice what an element is.
OTHERS = {"docutils", "container", "literal", "notranslate", "pre", "highlight", "highlight-python", "reference"}
OTHERS |= {"internal", "simple", "align-default", "headerlink", "caption-number", "legend", "figure", "caption"}
OTHERS |= {"note"}  # words of a diagram that look like any other
OTHERS |= {"tag_hide-input", "admonition", "admonition-title", "above-input"}


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """A project with every part of ours on one page, run once, and built in a theme when it is first asked for."""
    root = tmp_path_factory.mktemp("themes")
    shutil.copytree(SITE, root, dirs_exist_ok=True)
    project = at(root)
    bring_up_to_date(project, [script_of(project, "index")])
    known: dict[str, Built] = {}

    def _built(theme: str) -> Built:
        if theme not in known:
            small = Small(root, {"docs/conf.py": (SITE / "docs/conf.py").read_text(encoding="utf-8")})
            parts = "printproof_diagrams.ext" + ",printproof_site.theme" * (theme == "printproof")
            made = small.build("-E", "-D", f"html_theme={theme}", "-D", f"extensions={parts}")
            known[theme] = Built(made.status, made.said, made.folder.rename(root / "_build" / theme))
        return known[theme]

    return _built


@pytest.fixture(scope="module")
def readers(sites: Callable[[str], Built], browser: Browser) -> Iterator[Readers]:
    """Readers of the page in each theme."""
    folder = {sites(theme).folder.parent for theme in THEMES}.pop()
    with serve(folder) as address:
        readers = Readers(browser, address)
        yield readers
        readers.leave()


def classes(element: Element) -> list[str]:
    """The classes of an element."""
    return element.attributes.get("class", "").split()


def below(element: Element) -> Iterator[Element]:
    """The elements in an element, in the order of the page."""
    for child in element.children:
        if isinstance(child, Element):
            yield child
            yield from below(child)


def ours(html: str) -> list[Element]:
    """The elements of a page that are ours with all that is in them."""
    return [element for element in below(parse(html)) if set(classes(element)) & set(OURS)]


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_with_a_part_of_ours_has_our_style_and_no_other_page_has(
    sites: Callable[[str], Built], theme: str
) -> None:
    """A page that is none of ours loads what it did before."""
    built = sites(theme)

    assert built.wrong == []
    loading = {page for page in ("index", "plain", "terms") if STYLE in built.html(page)}
    assert loading == {"index", "terms"}
    assert (built.folder / "_static" / STYLE).read_text(encoding="utf-8") == style()


@pytest.mark.parametrize("theme", THEMES)
def test_a_cell_has_the_names_by_which_themes_and_extensions_know_one(
    sites: Callable[[str], Built], theme: str
) -> None:
    """Those of MyST-NB: a button that copies code finds it in ``cell_input``, and no output in a ``highlight``."""
    cells = {e.cell: e for e in ours(sites(theme).html("index")) if e.cell}

    assert all({"cell", "docutils", "container"} <= set(classes(cell)) for cell in cells.values())
    parts = [classes(part)[0] for part in cells["jit"].children if isinstance(part, Element)]
    assert parts == ["strip", "cell_input", "predict", "cell_output"]
    code = next(part for part in below(cells["jit"]) if "cell_input" in classes(part))
    assert "highlight" in [name for part in below(code) for name in classes(part)]
    assert 'class="highlight"><pre data-output' not in sites(theme).html("index")


def test_each_class_in_a_part_of_ours_has_a_rule(sites: Callable[[str], Built]) -> None:
    """Else it would look as each theme lets an unknown element look."""
    html = sites("alabaster").html("index")
    coloured = {name for pre in re.findall(r"<pre>.*?</pre>", html, re.S) for name in re.findall(r'class="(\w+)"', pre)}
    written = {name for part in ours(html) for element in (part, *below(part)) for name in classes(element)}

    ruled = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/", "", style(), flags=re.S)))
    assert written - OTHERS - coloured - ruled == set()


def test_our_own_theme_has_neither_the_style_nor_the_names(sites: Callable[[str], Built]) -> None:
    """It has rules of its own, and each byte of a first view counts."""
    html = sites("printproof").html("index")

    assert not (sites("printproof").folder / "_static" / STYLE).exists()
    assert [word for word in (STYLE, "cell_output", "docutils") if word in html] == []


@browser_only
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("theme", THEMES)
def test_our_words_can_be_read_in_the_colours_of_a_theme(readers: Readers, theme: str, scheme: str) -> None:
    """Code and links are the theme's."""
    tab = readers.visit(f"{theme}/index.html", color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    tab.evaluate("document.querySelector('.predict input').checked = true")
    where = {"include": [[f".{name}"] for name in OURS], "exclude": [[".cell_input"], [".errors dt"], ["a[href]"]]}

    found = Axe().run(tab, where, {"runOnly": ["color-contrast"]}).response["violations"]

    assert [node["html"] for violation in found for node in violation["nodes"]] == []


@browser_only
@pytest.mark.parametrize("theme", THEMES)
def test_no_part_of_ours_is_wider_than_a_phone(readers: Readers, theme: str) -> None:
    """What is long scrolls in its own frame."""
    tab = readers.visit(f"{theme}/index.html", width=390)

    names = ", ".join(f".{name}, .{name} > *" for name in OURS)
    edges = "names => [...document.querySelectorAll(names)].map(e => [e.className, e.getBoundingClientRect().right])"
    wide = [name for name, right in tab.evaluate(edges, names) if right > 390]
    assert wide == []


@browser_only
def test_a_project_chooses_other_colours(readers: Readers) -> None:
    """A rule of its own that sets a property of ours holds, wherever it stands."""
    tab = readers.visit("furo/index.html")
    tab.evaluate("document.head.insertAdjacentHTML('afterbegin', '<style>body { --wrong: rgb(1, 2, 3) }</style>')")

    assert tab.evaluate("getComputedStyle(document.querySelector('.output .no')).color") == "rgb(1, 2, 3)"
