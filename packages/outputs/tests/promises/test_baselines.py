"""A figure is a promise as well: kept beside its script, compared with what was drawn, shown where nothing was run."""

import io
from pathlib import Path

import pytest
from PIL import Image

from printproof.promises.baselines import baseline_path, baselines, check_figures, reduced, same_figure, write_baselines
from printproof.runs.record import CellRun, Record
from printproof.runs.shown.rich import framed
from printproof.scripts.loading import script_of
from support.small import CELL, Small

SVG = """<?xml version="1.0"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
 <metadata><x/></metadata>
 <defs><path id="m8459af676d" d="M 0 1.7320508 L 2.5 -0.00000004"/></defs>
 <use xlink:href="#m8459af676d" x="3"/><text x="1">loss 0.25</text>
</svg>"""
PAGE = f"# Title\n\n{CELL.format('plot').replace('plot', 'plot' + chr(10) + ':alt: The loss falls.')}"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page whose one cell draws a figure."""
    return Small(tmp_path, {"docs/index.md": PAGE, "examples/index.py": "# %% plot\nx = 1\n\n# Output: none\n"})


def kept(small: Small) -> Path:
    """Where the figure of the page is kept."""
    return baseline_path(small.project.script("index"), "plot")


def drawn(*figures: str) -> Record:
    """A run whose cell drew these."""
    return Record("index", "as-written", "", {"jax": "0.10.2"}, (CellRun("plot", figures=figures),))


def test_a_kept_figure_has_no_digit_or_name_that_moves() -> None:
    """Three decimals, names by their order, no minus before nothing."""
    assert reduced(SVG).splitlines()[1:3] == [
        ' <defs><path id="m-1" d="M 0 1.732 L 2.5 0"/></defs>',
        ' <use xlink:href="#m-1" x="3"/><text x="1">loss 0.25</text>',
    ]


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("1.7320508", "1.739", True),
        ("1.7320508", "1.749", False),
        ("loss 0.25", "loss 0.251", False),
        ("loss 0.25", "gain 0.25", False),
        ("m8459af676d", "m1459af676d", True),
    ],
    ids=["a place nobody sees", "a place", "a number in words", "a word", "a name"],
)
def test_figures_differ_where_an_eye_sees_it(old: str, new: str, same: bool) -> None:
    """A place may move by a hundredth of a point, a label by nothing."""
    assert same_figure(reduced(SVG), reduced(SVG.replace(old, new))) is same


def picture(shade: int, side: int = 2, at: tuple[int, int] = (1, 1)) -> str:
    """A picture of white pixels, one of them of another shade."""
    image = Image.new("RGB", (side, side), "white")
    image.putpixel(at, (shade, shade, shade))
    file = io.BytesIO()
    image.save(file, "PNG")
    return framed(file.getvalue())


@pytest.mark.parametrize(
    ("other", "same"),
    [(picture(230), True), (picture(200), False), (picture(255, 3), False), (SVG, False)],
    ids=["a smoothed edge", "a pixel", "a size", "no picture of pixels"],
)
def test_pictures_of_pixels_differ_where_an_eye_sees_it(other: str, same: bool) -> None:
    """One pixel of another colour is enough; other bytes for the same pixels are not."""
    assert same_figure(reduced(picture(255)), reduced(other)) is same


def test_a_page_without_a_run_shows_the_kept_figure(small: Small) -> None:
    """Marked as not verified; its labels are messages like any other."""
    kept(small).write_text(reduced(SVG), encoding="utf-8")

    html = small.build("-W").html("index")

    assert 'role="img" aria-label="The loss falls."' in html
    assert "Not verified in this build" in html


def test_labels_of_a_kept_figure_are_extracted_without_a_run(small: Small) -> None:
    """A fresh clone loses no label."""
    kept(small).write_text(reduced(SVG), encoding="utf-8")

    template = small.build(builder="gettext").folder / "index.pot"

    assert 'msgid "loss 0.25"' in template.read_text(encoding="utf-8")


def test_another_figure_is_an_error_of_each_build(small: Small) -> None:
    """Like another printed line."""
    small.record("index", {}, {"plot": (SVG,)})
    kept(small).write_text(reduced(SVG).replace("1.732", "7.5"), encoding="utf-8")

    built = small.build()

    said = "examples/index.py:1: cell 'plot' draws another figure than examples/index.plot.svg keeps; accept it with: "
    assert said in built.said
    assert built.status == 1


def test_a_figure_nobody_kept_is_an_error(small: Small) -> None:
    """A deleted promise is a broken one."""
    small.record("index", {}, {"plot": (SVG,)})
    kept(small).unlink()

    assert "draws a figure, and examples/index.plot.svg does not keep it" in small.build().said


def test_what_is_no_figure_is_named(small: Small) -> None:
    """With the command that draws it anew."""
    kept(small).write_text("<svg", encoding="utf-8")

    built = small.build()

    assert "examples/index.plot.svg: no figure can be read here" in built.said
    assert built.status == 1


def test_a_new_figure_is_a_new_page(small: Small) -> None:
    """A page is read again when its kept figure changes."""
    kept(small).write_text(reduced(SVG), encoding="utf-8")
    small.build()
    kept(small).write_text(reduced(SVG.replace("loss", "gain")), encoding="utf-8")

    assert ">gain 0.25</text>" in small.build().html("index")


def test_accepting_keeps_and_forgets(small: Small) -> None:
    """The figure of a cell that draws none any more goes; an equal one changes no byte."""
    first = list(write_baselines(small.project, "index", drawn(SVG)))
    again = list(write_baselines(small.project, "index", drawn(SVG)))
    gone = list(write_baselines(small.project, "index", drawn()))

    assert first == ["examples/index.plot.svg: kept; look at it"]
    assert again == []
    assert gone == ["examples/index.plot.svg: no cell shows it any more, removed"]
    assert baselines(small.project, "index", "plot") == ()


def test_each_figure_of_a_cell_is_kept_and_compared(small: Small) -> None:
    """By its number; one that is no longer drawn is missed, and accepting forgets it."""
    other = SVG.replace("loss", "gain")
    list(write_baselines(small.project, "index", drawn(SVG, other)))
    script = script_of(small.project, "index")

    def wrong(*figures: str) -> list[str]:
        found = check_figures(small.project, script, {"as-written": drawn(*figures)})
        return [finding.fact for finding in found]

    assert baselines(small.project, "index", "plot") == (reduced(SVG), reduced(other))
    assert wrong(SVG, other) == []
    assert wrong(SVG, SVG) == ["cell 'plot' draws another figure 2 than examples/index.plot_2.svg keeps"]
    assert wrong(SVG) == ["cell 'plot' draws no figure 2, and examples/index.plot_2.svg keeps one"]
    assert list(write_baselines(small.project, "index", drawn(SVG))) == [
        "examples/index.plot_2.svg: no cell shows it any more, removed"
    ]
