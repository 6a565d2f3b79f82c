"""A picture of what a page shows, for those who see a link to it: its title, what it says, and a few printed values.

Knows no Sphinx. matplotlib draws it, and is imported only then.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from printproof.style.colours import colours
from printproof_base.text import columns
from printproof_site.lanes import Lane

NAME = "card.png"
"""The file, beside the start page of a language; the name of that of a lesson ends so."""

WIDTH, HEIGHT = 1200, 630
"""The pixels that sites which show links ask for."""

EDGE, GAP, PADDING, TOP, BOTTOM = 60, 24, 26, 210, 560
COLUMN, LEAD, ROWS = 14, 66, 3  # pixels of a column of a caption; columns of a line of the lead, and its lines
TITLE, SIGN = 64, 0.7  # pixels of a title that fits, and how wide its signs are against their height
# What stays on one line: a Han letter with the sign that closes behind it, else what stands between blanks.
UNIT = re.compile(r"\s*(?:[\u4e00-\u9fff][，。；：、）！？]*|[^\s\u4e00-\u9fff]+)")
CODE = "DejaVu Sans Mono"  # matplotlib brings it along, and DejaVu Sans


def draw(path: Path, title: str, lanes: Sequence[Lane], fonts: Sequence[str] = (), lead: str = "") -> None:
    """Write the picture, with what the page says of itself, if anything, below its title.

    ``fonts`` are asked for letters that DejaVu lacks; words that none can draw are left out.
    """
    from matplotlib.figure import Figure

    hue, known = colours(), _families(tuple(fonts))
    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=hue["paper"])
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(HEIGHT, 0))
    axes.set_axis_off()
    _draw_sign(axes, hue)
    left = EDGE + 92
    size = min(TITLE, (WIDTH - EDGE - left) / (SIGN * max(columns(title), 1)))
    _write(axes, left, 110, title, size, hue["ink"], known)
    for row, line in enumerate(islice(_lines(lead, LEAD), ROWS)):
        _write(axes, EDGE, 200 + 42 * row, line, 28, hue["quiet"], known)
    top = 320 if lead else TOP
    width = (WIDTH - 2 * EDGE - GAP * (len(lanes) - 1)) / max(len(lanes), 1)
    for number, lane in enumerate(lanes):
        _draw_lane(axes, lane, EDGE + number * (width + GAP), top, width, known)
    figure.savefig(path, metadata={"Software": None})


def _draw_sign(axes: Any, hue: Any) -> None:
    """That of the site: Python, the compiled program, state between them."""
    from matplotlib.patches import Circle

    axes.plot([EDGE, EDGE + 26], [96, 96], color=hue["python"], lw=4.5)
    axes.add_patch(Circle((EDGE + 42, 96), 15, fill=False, ec=hue["state"], lw=4.5))
    axes.plot([EDGE, EDGE + 64], [128, 128], color=hue["compiled"], lw=4.5)


def _draw_lane(axes: Any, lane: Lane, left: float, top: float, width: float, known: Sequence[str]) -> None:
    """A card: its values, and below them its caption."""
    from matplotlib.patches import FancyBboxPatch

    hue, box = colours(), f"round,pad=0,rounding_size={GAP / 2}"
    axes.add_patch(FancyBboxPatch((left, top), width, BOTTOM - top, box, fc=hue["code"], ec=hue["rule"], lw=1.5))
    _write_values(axes, left + PADDING, top + 95, width - 2 * PADDING, lane, hue)
    for row, line in enumerate(_lines(lane.caption, int(width / COLUMN))):
        _write(axes, left + PADDING, top + 206 + 35 * row, line, 20.5, hue["ink"], known)


def _write_values(axes: Any, left: float, y: float, width: float, lane: Lane, hue: Any) -> None:
    """The values in one line, as large as they fit; wrong ones as on a page, in red above a dotted line."""
    signs = max(sum(len(value) + 1 for value, _wrong in lane.values) - 1, 1)
    sign = min(width / signs, 54)
    for value, wrong in lane.values:
        size, end = sign / 0.602, left + len(value) * sign
        _write(axes, left, y, value, size, hue["wrong" if wrong else "ink"], [CODE])
        if wrong:
            axes.plot(
                [left + 4, end - 4],
                [y + 53, y + 53],
                color=hue["wrong"],
                lw=5,
                ls=(0, (0.1, 1.6)),
                dash_capstyle="round",
            )
        left = end + sign


def _write(axes: Any, x: float, y: float, text: str, pixels: float, colour: str, families: Sequence[str]) -> None:
    from matplotlib.font_manager import FontProperties

    if set(map(ord, text)) <= {ord(" ")}.union(*map(_letters, families)):  # an empty box says less than nothing
        font = FontProperties(family=list(families), weight="bold", size=pixels * 0.72)
        axes.text(x, y, text, color=colour, va="center_baseline", fontproperties=font, parse_math=False)


@cache  # of a font for Han there are 60,000
def _letters(family: str) -> frozenset[int]:
    from matplotlib.font_manager import FontProperties, fontManager
    from matplotlib.ft2font import FT2Font

    found = fontManager.findfont(FontProperties(family=family, weight="bold"))
    return frozenset(FT2Font(found, face_index=getattr(found, "face_index", 0)).get_charmap())


@cache
def _families(fonts: tuple[str, ...]) -> list[str]:
    """DejaVu, and the first of the fonts that is installed."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    for path in sorted(findSystemFonts()):  # matplotlib's own list may be older than a font
        if any(name.replace(" ", "")[:11] in Path(path).name for name in fonts if "CJK" in name):
            fontManager.addfont(path)
    installed = {font.name for font in fontManager.ttflist}
    return ["DejaVu Sans", *[name for name in fonts if name in installed][:1]]


def _lines(text: str, width: int) -> Iterator[str]:
    """Words in lines of so many columns, none of which begins with a sign that closes something."""
    line = ""
    for unit in UNIT.findall(text):
        if line and columns(line + unit) > width:
            yield line
            line = unit.lstrip()
        else:
            line += unit
    yield line
