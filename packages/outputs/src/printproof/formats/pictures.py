"""A drawing outside of its page: a picture with a size, with rules and colours of its own."""

import re
from base64 import b64encode
from dataclasses import replace
from functools import cache
from html import escape

from printproof.formats.exported_page import ExportedPage, Picture
from printproof.formats.markdown import image
from printproof.style import FOLDER
from printproof.style.colours import colours

DIAGRAM, PLOT = "diagram", "plot"
"""What a drawing is: one of our own, in words and shapes, or what a cell drew."""

LETTERS = {DIAGRAM: 14, PLOT: 12}
"""How large the letters of a drawing are, in its own points."""

MARGIN = {DIAGRAM: 8, PLOT: 0}
"""What is left free around it, as its ground ends there."""

SCALE = 1.25
"""How many points of a screen each of a drawing's has."""

DRAWING = ".diagram :is(svg, img)"
"""The selector of the rule for a drawing on its page."""

# Of one drawing, whose first element is its root; drawings are written by us, so attributes have this form.
_ROOT = re.compile(r"<svg [^>]*>")
_VIEW = re.compile(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"')
# A variable whose default holds none: in a rule that has one as its default, the inner one.
_VARIABLE = re.compile(r"var\(--([\w-]+)(?:, *[^()]*)?\)")
# One level of braces: the rules of diagrams have no query around them.
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def standalone(svg: str, kind: str) -> str:
    """A drawing of a page as a file of its own, on its own ground.

    A diagram is dark where the reader, or the page that shows it, is; a plot has the light colours.
    """
    known = colours()
    style = f"background:{known['paper']};color:{known['ink']};font:{LETTERS[kind]}px {known['sans']}"
    rules = f"<style>{_rules()}@media (prefers-color-scheme:dark){{{_rules(dark=True)}}}</style>"
    rules = rules if kind == DIAGRAM else ""

    def _root(found: re.Match[str]) -> str:
        # Without the last mark, which comes back behind the attributes that are added.
        sized = _VIEW.sub(lambda view: _sized(float(view[1]), float(view[2]), MARGIN[kind]), found[0][:-1], count=1)
        # HTML knows what a drawing is; in a file of its own it says so.
        named = sized if " xmlns=" in sized else sized.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        return f'{named} class="{kind}" style="{escape(style)}">{rules}'

    return _ROOT.sub(_root, _resolved(svg), count=1)


def _sized(width: float, height: float, margin: int) -> str:
    """The size of a drawing with what is left free around it, as attributes."""
    wide, high = width + 2 * margin, height + 2 * margin
    view = f'viewBox="{-margin} {-margin} {wide:g} {high:g}"'
    return f'{view} width="{round(wide * SCALE)}" height="{round(high * SCALE)}"'


def _resolved(text: str, dark: bool = False) -> str:
    """A text with the values of the theme in the place of their names; others are set by the rules of the drawing."""
    known = {**colours(), **colours(dark)}
    return _VARIABLE.sub(lambda found: known.get(found[1], found[0]), text)


@cache
def _rules(dark: bool = False) -> str:
    """The rules of the theme for diagrams, without those for what stands beside them; of the dark one its colours."""
    sheets = (FOLDER / "css" / f"{name}.css" for name in ("diagrams", "drawings"))
    text = re.sub(r"/\*.*?\*/", "", "".join(sheet.read_text("utf-8") for sheet in sheets), flags=re.S)
    found = {selector.strip(): " ".join(body.split()) for selector, body in _RULE.findall(_resolved(text, dark))}
    beside = [selector for selector in found if selector in {".diagram", DRAWING} or "caption" in selector]
    rules = {selector: body for selector, body in found.items() if selector not in beside}
    # Their lines are the one thing that the rule for all drawings says of a diagram which its size does not.
    lines = re.search(r"stroke-width: [^;]+", found.get(DRAWING, ""))
    rules |= {f".{DIAGRAM}": lines[0]} if lines else {}
    if dark:
        known = colours(dark)
        rules = {selector: body for selector, body in rules.items() if "#" in body}
        rules[f".{DIAGRAM}"] = f"background:{known['paper']}!important;color:{known['ink']}!important"
    return "".join(f"{selector}{{{body}}}" for selector, body in rules.items())


def link_of(picture: Picture) -> str:
    """A picture as Markdown, by the name of its file beside the page."""
    return image(picture.alt, picture.name)


def inline_picture(alt: str, svg: str) -> str:
    """A picture as HTML with its data inside, for a file that is copied alone; ``alt`` says what it shows.

    As HTML: the reader of Markdown in VS Code refuses an SVG in an address of Markdown, and shows the address.
    """
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{data}">'


def with_inline_pictures(page: ExportedPage) -> ExportedPage:
    """The page with its pictures inside its text: what a notebook holds, and nothing has to lie beside it."""
    blocks = page.blocks
    for picture in page.pictures:
        link, inline = link_of(picture), inline_picture(picture.alt, picture.svg)
        blocks = [block.replace(link, inline) if isinstance(block, str) else block for block in blocks]
    return replace(page, blocks=tuple(blocks), pictures=())
