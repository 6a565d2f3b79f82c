"""In a lane of the lesson each printed value is a numeral of its own, so that a stale one can be marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printproof.ext.stages import PageContext

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

LANE = re.compile(
    r'(<div class="[^"]*\blane\b(?:(?!data-output).)*data-output="as-written"'
    r"(?:(?!<pre).)*<pre[^>]*>(?:<span></span>)?)([^<]+)(</pre>)",
    re.S,
)
VALUE = re.compile(r"\S+")


def part_values(body: str) -> str:
    """Put each value that a lane printed into an element; the text stays as it was printed."""
    return LANE.sub(lambda found: found[1] + VALUE.sub(r"<span>\g<0></span>", found[2]) + found[3], body)


def show_lesson(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, str], doctree: nodes.document | None
) -> None:
    """Part the values of each lane of a page, and load the look of lanes where there is one."""
    if "body" in context and LANE.search(context["body"]):
        context["body"] = part_values(context["body"])
        app.add_css_file("lesson.css")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Rework the lanes before the theme settles what a page loads."""
    app.connect("html-page-context", show_lesson, priority=PageContext.SHOW_LESSON)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
