"""A picture of calls on a page of its own: what of the page that it stands on goes with it, as HTML.

It is cut out of that page as it was built, so that both say the same, in each language, from one run.
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from printproof.html.page import parse

FOLDER = "trace"
"""Where these pages lie, in the folder of each language."""

# By regular expressions, not by the reader of HTML: every byte of the page goes with the picture as it is.
_FIGURE = re.compile(r'<figure class="diagram" id="calls-(?P<cell>[^"]+)">\n(?P<inside>.*?)</figure>', re.DOTALL)
# A point that is not translated is English and says so.
_POINT = re.compile(
    r'<p[^>]*><span class="caption-text"(?: lang="(?P<lang>[^"]+)")?[^>]*>(?P<point>.*?)</p>', re.DOTALL
)
_EMPTY = re.compile(r"<figcaption>\s*</figcaption>\n?")
# Where the code of a call stands, and where its program is printed.
_PART = re.compile(r'<g data-part="([^" ]*)(?: \S+ \S+ \S* (\S+))?')
_CELL = re.compile(
    r'<div class="cell[^"]*" id="(?P<id>[^"]+)".*?(?P<code><pre.*?</pre>)'
    r'(?:\s*</div>\s*<div class="output[^"]*">\s*(?P<output><pre data-output.*?</pre>))?',
    re.DOTALL,
)
# Without a colon: what has a scheme leads to the same place from anywhere.
_HREF = re.compile(r'(?<=href=")([^":]*)(?=")')


@dataclass(frozen=True)
class Picture:
    """A picture of the calls of a ``cell``: its point as text; as HTML itself, what to notice, and its code.

    ``lang`` is the language of the point where it is another one than that of the page.
    """

    cell: str
    point: str
    html: str
    lang: str = ""


def address_of(page: str, cell: str) -> str:
    """The address of a picture below the folder of a language, without an ending: ``trace/stateful-jit``."""
    return f"{FOLDER}/{posixpath.basename(page)}-{cell}"


def is_alone(address: str) -> bool:
    """Whether a page of a built site, such as ``ko/trace/stateful-jit.html``, is the page of a picture."""
    return address.split("/")[1:2] == [FOLDER]


def pictures_in(html: str, uri: str) -> Iterator[Picture]:
    """The pictures of calls on a built page; ``uri`` is its address below the folder of its language."""
    for found in _FIGURE.finditer(html):
        inside = found["inside"]
        if not (point := _POINT.search(inside)) or "data-part" not in inside:
            continue
        figure = _EMPTY.sub("", _rebased(inside.replace(point[0], "", 1), uri))
        codes = "".join(_codes(html, found["cell"], inside))
        html_of_all = f'<figure class="diagram">\n{figure}</figure>\n{codes}'
        yield Picture(found["cell"], parse(point["point"]).text, html_of_all, point["lang"] or "")


def _codes(html: str, cell: str, figure: str) -> Iterator[str]:
    """The code of the functions that were called, and of the cell that called them, in the order of their page.

    With it stands the output where that is the program of a call.
    """
    parts = _PART.findall(figure)
    wanted, printing = {*(code for code, _ in parts), f"cell-{cell}"}, {program for _, program in parts}
    for found in _CELL.finditer(html):
        name, code, output = found["id"], found["code"], found["output"]
        if name in printing and output:
            inside = f'<div class="highlight" translate="no">{code}</div>\n<div class="output">\n{output}\n</div>'
            yield f'<div id="{name}">\n{inside}\n</div>\n'
        elif name in wanted:
            yield f'<div class="highlight" id="{name}" translate="no">{code}</div>\n'


def _rebased(html: str, uri: str) -> str:
    """HTML of a page with links that lead to the same places from the page of a picture."""

    def led(link: re.Match[str]) -> str:
        path, mark, place = link[1].partition("#")
        target = posixpath.join(posixpath.dirname(uri), path) if path else uri
        return f"{posixpath.relpath(target, FOLDER)}{mark}{place}"

    return _HREF.sub(led, html)
