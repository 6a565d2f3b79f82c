"""What a page shows can be reached: wide code and tables by the keyboard, a section by its heading."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

from printproof.ext.stages import PageContext
from printproof.html.minify import compact_body
from printproof.text import columns

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PHONE = 26  # columns of output that the narrowest screen shows without scrolling

PRE = re.compile(r"<pre>(.*?)</pre>", re.S)
TABLE = re.compile(r"<table\b.*?</table>", re.S)
EMPTY_HEAD = re.compile(r"<th>(?:<p></p>)?</th>")
ROW = re.compile(r"(<tr>\s*)<td>(.*?)</td>", re.S)
TAG = re.compile(r"<[^>]+>")
ENTITY = re.compile(r"&[#\w]+;")
HEADING = re.compile(r'<h([2-6])>((?:(?!</h|<a ).)*)<a class="headerlink" href="(#[^"]*)"[^>]*>[^<]*</a></h\1>', re.S)
CAPTION_LINK = re.compile(r'(<span class="caption-text">(?:(?!</span>).)*</span>)<a class="headerlink"[^>]*>[^<]*</a>')
PERMALINK = re.compile(r'(<a class="headerlink" href="#[^"]*") title="[^"]*">')
TITLE_LINK = re.compile(r'(<h1>(?:(?!</h1).)*)<a class="headerlink"[^>]*>[^<]*</a></h1>', re.S)

_ = get_translation("printproof")


def reach_code(body: str, label: str) -> str:
    """Make code that a phone cannot show whole a stop of the Tab key, with a name."""

    def stop(found: re.Match[str]) -> str:
        lines = ENTITY.sub("x", TAG.sub("", found[1])).splitlines()
        wide = any(columns(line) > PHONE for line in lines)
        return f'<pre tabindex="0" role="group" aria-label="{escape(label)}">{found[1]}</pre>' if wide else found[0]

    return PRE.sub(stop, body)


def reach_tables(body: str, label: str) -> str:
    """Give each table a frame that scrolls, also by keyboard.

    A head without words is no head; the cells below it are then the heads of their rows.
    """

    def framed(found: re.Match[str]) -> str:
        table = found[0]
        if EMPTY_HEAD.search(table):
            head, body, rows = EMPTY_HEAD.sub("<td></td>", table).partition("<tbody>")
            table = head + body + ROW.sub(r'\1<th scope="row">\2</th>', rows)
        return f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}">{table}</div>'

    return TABLE.sub(framed, body)


def link_headings(body: str, label: str) -> str:
    """Make each heading the link to itself: its name is then its own text, in every language."""
    body = CAPTION_LINK.sub(r"\1", TITLE_LINK.sub(r"\1</h1>", body))
    body = HEADING.sub(r'<h\1><a class="section" href="\3">\2</a></h\1>', body)
    return PERMALINK.sub(rf'\1 aria-label="{escape(label)}">', body)


def open_body(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, str], doctree: nodes.document | None
) -> None:
    """Rework the written page; Sphinx's writer offers no place for either."""
    if "body" in context:
        body = reach_tables(reach_code(compact_body(context["body"]), _("Code")), _("Table"))
        context["body"] = link_headings(body, _("Link to this place"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Rework the body after all that write into it."""
    app.connect("html-page-context", open_body, priority=PageContext.OPEN_BODY)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
