"""Where nothing folds, has a colour or is pressed, a page says the same in words, tables and pictures."""

import json
import re
import shutil
from collections.abc import Callable

import pytest

from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.loading import script_of
from printproof_base.project import at
from support.built import ROOT
from support.small import Small

SITE = ROOT / "tests/sites/themes"
THEME = ("-D", "extensions=printproof_diagrams.ext,printproof_site.theme", "-D", "html_theme=printproof")

# What Sphinx's extensions for pictures are: the program of this one copies.
CONVERTER = """
import shutil
from sphinx.transforms.post_transforms.images import ImageConverter

class Copier(ImageConverter):
    conversion_rules = [("image/svg+xml", "application/pdf"), ("image/svg+xml", "image/png")]

    def is_available(self):
        return {able}

    def convert(self, _from, _to):
        shutil.copy(_from, _to)
        return True

def setup(app):
    app.add_post_transform(Copier)
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A project with every part of ours on one page, run once."""
    root = tmp_path_factory.mktemp("plain")
    shutil.copytree(SITE, root, dirs_exist_ok=True)
    bring_up_to_date(at(root), [script_of(at(root), "index")])
    return Small(root, {"docs/conf.py": (SITE / "docs/conf.py").read_text(encoding="utf-8")})


@pytest.fixture(scope="module")
def written(small: Small) -> Callable[[str], str]:
    """What a builder writes of the page, without its line ends."""
    known: dict[str, str] = {}

    def _written(builder: str) -> str:
        if builder not in known:
            built = small.build("-E", builder=builder)
            assert built.status == 0
            assert [line for line in built.wrong if "takes no SVG" not in line] == []
            texts = [path.read_text("utf-8") for path in built.folder.glob("*.*") if path.suffix in SUFFIXES]
            known[builder] = " ".join(max(texts, key=len).split())
        return known[builder]

    return _written


SUFFIXES = {".txt", ".tex", ".1", ".texi", ".xml", ".pseudoxml"}
BUILDERS = ["text", "latex", "man", "texinfo", "xml", "pseudoxml"]


@pytest.mark.parametrize("builder", BUILDERS)
def test_outputs_have_their_words(written: Callable[[str], str], builder: str) -> None:
    """Sides that are compared, an error, what varies, and what another version prints."""
    said = ["Without jit: as wanted", "With jit: 2 of 3 wrong", "Stops with", "Varies from run to run; not compared"]
    said += ["JAX before 0.8 prints something else", "One solution"]

    assert [words for words in said if words not in written(builder).replace(r"\-", "-")] == []


@pytest.mark.parametrize("builder", BUILDERS)
def test_no_writer_meets_a_node_of_ours(written: Callable[[str], str], builder: str) -> None:
    """XML would show one by its name, and other writers warn of it."""
    ours = r"<(?:cell|output|cell_header|outcomes|other_version|picture|diagram|prediction|question)\b"

    assert re.findall(ours, written(builder)) == []


def test_cases_are_a_table(written: Callable[[str], str]) -> None:
    """In a text each column is as wide as its longest entry, so that no word is cut."""
    text = written("text")

    assert re.search(r'\| "self.n \+= 1" +\| 3/3 +\| \*\*1/3\*\* +\| 3/3 +\|', text)


def test_a_list_of_errors_is_one_everywhere(written: Callable[[str], str]) -> None:
    """It is known when all pages were read."""
    assert "invalid literal for int() with base 10" in written("text").partition("See every error")[2]


@pytest.mark.parametrize("builder", ["latex", "texinfo"])
def test_figures_are_pictures_where_a_converter_is_there(small: Small, builder: str) -> None:
    """In colours of their own, with words as words: nothing in them asks for a style."""
    small.write("docs/copier.py", CONVERTER.format(able=True))
    conf = (SITE / "docs/conf.py").read_text(encoding="utf-8")
    small.write(
        "docs/conf.py", f'{conf}import sys\nsys.path.insert(0, "{small.root}/docs")\nextensions += ["copier"]\n'
    )

    built = small.build("-E", "-W", builder=builder)

    small.write("docs/conf.py", conf)
    source = max(built.folder.rglob("*.tex*"), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
    shown = re.findall(r"includegraphics\{\{(figure-\w+)\}|@image\{[^,]*?(figure-\w+)", source)
    drawn = [next(built.folder.rglob(f"{one or other}.p*")).read_text(encoding="utf-8") for one, other in shown]
    assert len(drawn) == 2
    assert ["trace and" in drawn[0], "first line" in drawn[1]] == [True, True]
    assert [word for svg in drawn for word in ("var(", "currentColor", "class=") if word in svg] == []


@pytest.mark.parametrize("able", [None, False], ids=["no converter", "a converter without its program"])
def test_where_figures_cannot_be_shown_one_line_says_how_they_could(small: Small, able: bool | None) -> None:
    """Their words stand in their place."""
    conf = (SITE / "docs/conf.py").read_text(encoding="utf-8")
    if able is not None:
        small.write("docs/copier2.py", CONVERTER.format(able=able))
        path = f'import sys\nsys.path.insert(0, "{small.root}/docs")\nextensions += ["copier2"]\n'
        small.write("docs/conf.py", conf + path)

    built = small.build("-E", builder="latex")

    small.write("docs/conf.py", conf)
    (warning,) = built.wrong
    assert "latex takes no SVG, so words stand in the place of figures; add 'sphinxcontrib.rsvgconverter'" in warning
    text = next(built.folder.glob("*.tex")).read_text(encoding="utf-8")
    assert "A line goes up from the lower left to the upper right." in text


@pytest.mark.parametrize("theme", [(), THEME], ids=["any theme", "our theme"])
def test_pages_can_be_written_as_data(small: Small, theme: tuple[str, ...]) -> None:
    """What only templates could use is left out of it."""
    shutil.rmtree(small.root / "_build/en/json", ignore_errors=True)  # Sphinx warns of what it left there itself
    built = small.build("-E", *theme, builder="json")

    assert built.wrong == []
    page = json.loads((built.folder / "index.fjson").read_text(encoding="utf-8"))
    assert 'id="cell-printed"' in page["body"]
    assert "printproof" not in page["meta"]


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml"])
def test_other_shapes_of_a_site_have_the_style_of_third_party_themes(small: Small, builder: str) -> None:
    """In the theme of the project."""
    built = small.build("-E", "-W", builder=builder)

    assert "printproof-guest.css" in (built.folder / "index.html").read_text(encoding="utf-8")
