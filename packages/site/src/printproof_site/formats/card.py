"""A picture of what a site shows first, for those who see a link to it: its title, and a few printed values.

Knows no Sphinx. matplotlib draws it, and is imported only then.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printproof.style.colours import colours
from printproof_base.text import columns

NAME = "card.png"
"""The file, beside the start page of a language."""

WIDTH, HEIGHT = 1200, 630
"""The pixels that sites which show links ask for."""

EDGE, GAP, PADDING, TOP, BOTTOM = 60, 24, 26, 210, 560
LINE = 24  # columns of a caption
# What stays on one line: a Han letter with the sign that closes behind it, else what stands between blanks.
UNIT = re.compile(r"\s*(?:[\u4e00-\u9fff][，。；：、）！？]*|[^\s\u4e00-\u9fff]+)")
CODE = "DejaVu Sans Mono"  # matplotlib brings it along, and DejaVu Sans


@dataclass(frozen=True)
class Lane:
    """A card: its caption, and the values that its cell printed, each with whether it is wrong."""

    caption: str
    values: Sequence[tuple[str, bool]]


def draw(path: Path, title: str, lanes: Sequence[Lane], fonts: Sequence[str] = ()) -> None:
    """Write the picture. ``fonts`` are asked for letters that DejaVu lacks; words that none can draw are left out."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle, FancyBboxPatch

    hue, known = colours(), _families(fonts)
    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=hue["paper"])
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(HEIGHT, 0))
    axes.set_axis_off()
    axes.plot([EDGE, EDGE + 26], [96, 96], color=hue["python"], lw=4.5)
    axes.add_patch(Circle((EDGE + 42, 96), 15, fill=False, ec=hue["state"], lw=4.5))
    axes.plot([EDGE, EDGE + 64], [128, 128], color=hue["compiled"], lw=4.5)
    _write(axes, EDGE + 92, 110, title, 64, hue["ink"], known)
    width = (WIDTH - 2 * EDGE - GAP * (len(lanes) - 1)) / max(len(lanes), 1)
    for number, lane in enumerate(lanes):
        left = EDGE + number * (width + GAP)
        box = f"round,pad=0,rounding_size={GAP / 2}"
        axes.add_patch(FancyBboxPatch((left, TOP), width, BOTTOM - TOP, box, fc=hue["code"], ec=hue["rule"], lw=1.5))
        _write_values(axes, left + PADDING, width - 2 * PADDING, lane, hue)
        for row, line in enumerate(_lines(lane.caption)):
            _write(axes, left + PADDING, 416 + 35 * row, line, 20.5, hue["ink"], known)
    figure.savefig(path, metadata={"Software": None})


def _write_values(axes: Any, left: float, width: float, lane: Lane, hue: Any) -> None:
    """The values in one line, as large as they fit; wrong ones as on a page, in red above a dotted line."""
    signs = max(sum(len(value) + 1 for value, _wrong in lane.values) - 1, 1)
    sign = min(width / signs, 54)
    for value, wrong in lane.values:
        size, end = sign / 0.602, left + len(value) * sign
        _write(axes, left, 305, value, size, hue["wrong" if wrong else "ink"], [CODE])
        if wrong:
            axes.plot(
                [left + 4, end - 4], [358, 358], color=hue["wrong"], lw=5, ls=(0, (0.1, 1.6)), dash_capstyle="round"
            )
        left = end + sign


def _write(axes: Any, x: float, y: float, text: str, pixels: float, colour: str, families: Sequence[str]) -> None:
    from matplotlib.font_manager import FontProperties, fontManager
    from matplotlib.ft2font import FT2Font

    letters = set(map(ord, text)) - {ord(" ")}
    for family in families:
        found = fontManager.findfont(FontProperties(family=family, weight="bold"))
        letters -= set(FT2Font(found, face_index=getattr(found, "face_index", 0)).get_charmap())
    if not letters:  # an empty box says less than nothing
        font = FontProperties(family=list(families), weight="bold", size=pixels * 0.72)
        axes.text(x, y, text, color=colour, va="center_baseline", fontproperties=font, parse_math=False)


def _families(fonts: Sequence[str]) -> list[str]:
    """DejaVu, and the first of the fonts that is installed."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    for path in sorted(findSystemFonts()):  # matplotlib's own list may be older than a font
        if any(name.replace(" ", "")[:11] in Path(path).name for name in fonts if "CJK" in name):
            fontManager.addfont(path)
    installed = {font.name for font in fontManager.ttflist}
    return ["DejaVu Sans", *[name for name in fonts if name in installed][:1]]


def _lines(text: str) -> Iterator[str]:
    """A caption in lines, none of which begins with a sign that closes something."""
    line = ""
    for unit in UNIT.findall(text):
        if line and columns(line + unit) > LINE:
            yield line
            line = unit.lstrip()
        else:
            line += unit
    yield line
