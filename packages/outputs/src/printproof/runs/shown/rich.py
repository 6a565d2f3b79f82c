"""What a value offers a notebook beside its text: what a page can keep of it, and what it cannot."""

import struct
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

HTML, SVG, PNG, MARKDOWN, LATEX = "text/html", "image/svg+xml", "image/png", "text/markdown", "text/latex"
"""The types that a page keeps, in the order in which MyST-NB prefers them (its documentation, "Outputs priority")."""

_METHODS = {
    "_repr_html_": HTML,
    "_repr_svg_": SVG,
    "_repr_png_": PNG,
    "_repr_markdown_": MARKDOWN,
    "_repr_latex_": LATEX,
    "_repr_jpeg_": "image/jpeg",
    "_repr_javascript_": "application/javascript",
}
"""The methods that IPython asks, and the types of what they give: ipython.readthedocs.io, config/integrating.

JSON is left out: MyST-NB shows the text of such a value.
"""

PROGRAMS = ("application/javascript", "application/vnd.jupyter.widget-view+json")
"""What a notebook prefers to all others, and what no page can keep."""

TAGS = frozenset(
    {"a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "details", "div", "dl", "dt"}
    | {"em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "kbd", "li", "ol", "p", "pre", "samp", "small", "span"}
    | {"strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul", "var"}
)
"""The elements of HTML that a page keeps: words and tables, nothing that runs, loads or asks."""

SHAPES = frozenset(
    {"circle", "clippath", "defs", "desc", "ellipse", "g", "line", "lineargradient", "marker", "metadata", "path"}
    | {"pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "svg", "symbol", "text", "title", "tspan"}
    | {"use", "image", "mask"}
)
"""The elements of an SVG that stands in a page: no rules of style, which would hold for the whole page."""

KNOWN_TAGS = {HTML: {*TAGS, "style"}, SVG: SHAPES}
"""Rules of style in HTML, which pandas puts before each table, a page leaves out."""

POINTS = 0.75
"""Points that a pixel has on a screen of 96 dots per inch."""


@dataclass(frozen=True)
class Rich:
    """What a value is in a notebook: of ``kept`` one type with its text, or a ``picture`` as SVG, or what is refused.

    All are empty for a value that is text alone.
    """

    kept: Mapping[str, str] = field(default_factory=dict)
    picture: str = ""
    refused: tuple[str, ...] = ()


def rich_of(value: Any) -> Rich:
    """What a notebook would show of a value.

    A class offers what its instances would, not itself; a method that fails offers nothing, nor does an object that
    answers to every name, as in IPython.
    """
    offered = _offered(value)
    best = next((kind for kind in (*PROGRAMS, HTML, SVG, PNG, MARKDOWN, LATEX) if kind in offered), "")
    if best in {"", *PROGRAMS}:
        return Rich(refused=(best or next(iter(offered)),) if offered else ())
    if unknown := sorted(_tags(str(offered[best])) - KNOWN_TAGS[best]) if best in KNOWN_TAGS else []:
        return Rich(refused=tuple(f"{best} with <{tag}>" for tag in unknown))
    if best in {SVG, PNG}:
        return Rich(picture=framed(offered[PNG]) if best == PNG else offered[SVG])
    return Rich({best: offered[best]})


def _offered(value: Any) -> dict[str, Any]:
    """What a value offers by its type, as text or as bytes, but for what is shown as its text."""
    if isinstance(value, type) or hasattr(value, "_ipython_canary_method_should_not_exist_"):
        return {}
    bundle = _asked(value, "_repr_mimebundle_")
    found = {kind: _asked(value, name) for name, kind in _METHODS.items()}
    found |= dict(_alone(bundle) or {})
    text = ("text/plain", "application/json")
    return {kind: _alone(one) for kind, one in found.items() if one is not None and kind not in text}


def _alone(given: Any) -> Any:
    """What a method gives without the metadata that may come with it."""
    return given[0] if isinstance(given, tuple) and given else given


def framed(png: bytes | str, points: tuple[float, float] | None = None) -> str:
    """A picture of pixels as SVG, so that it is kept and shown as every figure is.

    Its size is in points; without one, a pixel is one of the screen. Base64 may be given in the place of bytes.
    """
    data = png if isinstance(png, str) else b64encode(png).decode()
    wide, high = points or (side * POINTS for side in size_of(b64decode(png) if isinstance(png, str) else png))
    size = f'width="{wide:g}" height="{high:g}"'
    image = f'<image {size} href="data:image/png;base64,{"".join(data.split())}"/>'
    frame = f'xmlns="http://www.w3.org/2000/svg" width="{wide / POINTS:g}" viewBox="0 0 {wide:g} {high:g}"'
    return f"<svg {frame}>{image}</svg>\n"


def size_of(png: bytes) -> tuple[int, int]:
    """The width and the height of a PNG in pixels: they stand behind its signature and the name of its first chunk."""
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def _asked(value: Any, name: str) -> Any:
    try:
        return getattr(value, name)()
    except Exception:  # most values have no such method, and one may lack what its own needs
        return None


def _tags(markup: str) -> set[str]:
    """The names of the elements in HTML or SVG."""
    tags: set[str] = set()
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.add(tag)  # type: ignore[method-assign]
    parser.handle_startendtag = parser.handle_starttag  # type: ignore[method-assign]
    parser.feed(markup)
    return tags
