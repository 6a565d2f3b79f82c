"""What a value is beside its text, as HTML that may stand in a page: words and tables, and nothing that runs."""

import re

import nh3
from markdown_it import MarkdownIt

from printproof.runs.shown.rich import LATEX, MARKDOWN, TAGS

# What stands around a formula: dollars or brackets, and a command that says what a block of its own is anyway.
_FORMULA = re.compile(r"\s*(?:\$\$?|\\\[)\s*(?:\\displaystyle\b)?(?P<formula>[^$]*?)\s*(?:\$\$?|\\\])\s*", re.DOTALL)

ATTRIBUTES = {"*": {"title", "lang", "dir"}, "a": {"href"}, "details": {"open"}, "table": {"class"}}
ATTRIBUTES |= {tag: {"colspan", "rowspan", "scope"} for tag in ("td", "th")}
"""The attributes that stay. Styles go, as they may draw over the page."""


def html_of(kind: str, text: str) -> str:
    """HTML or Markdown that a value gave, as HTML for a page.

    Rules of style, comments, and attributes that run or load something are left out; `printproof.runs.shown.rich` has
    refused what would lose an element.
    """
    found = MarkdownIt("commonmark", {"html": False}).enable("table").render(text) if kind == MARKDOWN else text
    clean: str = nh3.clean(found, tags=set(TAGS), attributes=ATTRIBUTES, clean_content_tags={"style"})
    return clean.strip()


def formula_of(kind: str, text: str) -> str:
    """The formula that LaTeX is as a whole; empty where it is more than one, or something else."""
    found = _FORMULA.fullmatch(text) if kind == LATEX else None
    return found["formula"].strip() if found else ""
