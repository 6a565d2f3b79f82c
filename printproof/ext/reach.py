"""What is printed can be reached: wide code by the keyboard, a section by its heading."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PHONE = 34  # columns of code that the narrowest screen shows without scrolling

PRE = re.compile(r"<pre>(.*?)</pre>", re.S)
TAG = re.compile(r"<[^>]+>")
ENTITY = re.compile(r"&[#\w]+;")
HEADING = re.compile(r'<h([2-6])>((?:(?!</h|<a ).)*)<a class="headerlink" href="(#[^"]*)"[^>]*>[^<]*</a></h\1>', re.S)
PERMALINK = re.compile(r'(<a class="headerlink" href="#[^"]*") title="[^"]*">')
TITLE_LINK = re.compile(r'(<h1>(?:(?!</h1).)*)<a class="headerlink"[^>]*>[^<]*</a></h1>', re.S)

_ = get_translation("printproof")


def reach_code(body: str, label: str) -> str:
    """Make code that a phone cannot show whole a stop of the Tab key, with a name."""

    def stop(found: re.Match[str]) -> str:
        lines = ENTITY.sub("x", TAG.sub("", found[1])).splitlines()
        wide = any(len(line) > PHONE for line in lines)
        return f'<pre tabindex="0" role="group" aria-label="{escape(label)}">{found[1]}</pre>' if wide else found[0]

    return PRE.sub(stop, body)


def link_headings(body: str, label: str) -> str:
    """Make each heading the link to itself: its name is then its own text, in every language."""
    body = TITLE_LINK.sub(r"\1</h1>", body)
    body = HEADING.sub(r'<h\1><a class="section" href="\3">\2</a></h\1>', body)
    return PERMALINK.sub(rf'\1 aria-label="{escape(label)}">', body)


def open_body(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, str], doctree: nodes.document | None
) -> None:
    """Rework the written page; Sphinx's writer offers no place for either."""
    if "body" in context:
        context["body"] = link_headings(reach_code(context["body"], _("Code")), _("Link to this place"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Rework the body after all that write into it."""
    app.connect("html-page-context", open_body, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
