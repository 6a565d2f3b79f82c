"""Of what parts does the site consist, which of its pages are lessons, and what does each ask of its reader?

A part is a table of contents of the root page; one that is ``:numbered:`` is a path of lessons.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from printproof.ext.settings import build_of, has_changed
from printproof_base.findings import suggestion

logger = logging.getLogger(__name__)

MINUTES, NEEDS, SHOWS = "minutes", "needs", "shows"
"""What the front matter of a lesson says: how long it takes, the docnames of the pages to read before, and a name of
the library that it is about, such as ``lax.scan``."""

LEAD = "printproof_lead"
"""Where the metadata of a page hold what it says of itself, and the tag of its language where it is not translated.

It says its description, else its first paragraph.
"""

MARK = "\ue000"
"""What stands on both sides of a label in a lead until all labels are known; it is no letter of any script."""

KEPT = "printproof_contents"
"""The attribute of the environment that keeps, from build to build, what the pages listed when they were written."""


@dataclass(frozen=True)
class Part:
    """One table of contents of the root page: its caption, its pages, and whether they are lessons."""

    caption: str
    pages: list[str]
    lessons: bool = False


@dataclass(frozen=True)
class Lesson:
    """A page of the path, and where on it: the first of five is ``number`` 1 ``of`` 5.

    ``label`` is what menus call it, ``shows`` a name of the library that it is about; ``minutes`` and ``shows`` are
    empty and ``needs`` has no docnames where the page does not say.
    ``lead`` is what it says of itself, ``lang`` the tag of its language where that is not the page's.
    """

    page: str
    number: int
    of: int
    label: str
    minutes: str = ""
    needs: tuple[str, ...] = ()
    lead: str = ""
    lang: str = ""
    shows: str = ""


@dataclass(frozen=True)
class Contents:
    """What a build lists: the parts, the lessons by page, what menus call a page, and the page that lists it."""

    parts: list[Part] = field(default_factory=list)
    lessons: Mapping[str, Lesson] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    parents: Mapping[str, str] = field(default_factory=dict)

    def part_of(self, above: list[str]) -> Part | None:
        """The part to which a page belongs, given by itself and the pages above it."""
        return next((part for part in self.parts if any(page in above for page in part.pages)), None)

    def trail(self, page: str) -> list[str]:
        """The page and the pages above it, nearest first; pages that list each other end it."""
        found: list[str] = []
        while page and page not in found:
            found.append(page)
            page = self.parents.get(page, "")
        return found

    def lesson(self, number: int) -> Lesson | None:
        """The lesson with a number; None before the first and after the last one of the path."""
        return next((one for one in self.lessons.values() if one.number == number), None)


# Read once a build, when all pages are known; pages are written in forks of the process that read them.
_contents: WeakKeyDictionary[BuildEnvironment, Contents] = WeakKeyDictionary()


def contents_of(env: BuildEnvironment) -> Contents:
    """What the site of this build consists of."""
    return _contents.get(env) or Contents()


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> set[str]:
    """Where the contents have changed, every page is written anew: each lists them, and its neighbours' facts."""
    _contents[env] = read = _read(env)
    # In an order of its own: that of pages is the one in which they were read last.
    listed = [read.parts, read.lessons, sorted(read.labels.items()), sorted(read.parents.items())]
    return set(env.found_docs) if has_changed(env, KEPT, listed) else set()


def _read(env: BuildEnvironment) -> Contents:
    tables = list(env.get_doctree(env.config.root_doc).findall(addnodes.toctree))
    parts = [_part(table, env) for table in tables]
    entries = (entry for table in tables for entry in table["entries"])
    # What a table of contents calls a page goes before the title that the page has.
    labels = {page: title.astext() for page, title in env.titles.items()} | {
        page: title for title, page in entries if title and page in env.titles
    }
    parents = {page: parent for parent, pages in env.toctree_includes.items() for page in pages}
    return Contents(parts, {one.page: one for one in _lessons(parts, labels, env)}, labels, parents)


def _part(table: addnodes.toctree, env: BuildEnvironment) -> Part:
    pages = [page for page in table["includefiles"] if page in env.titles]
    return Part(table.get("caption") or "", pages, bool(table.get("numbered")))


def _lessons(parts: list[Part], labels: Mapping[str, str], env: BuildEnvironment) -> Iterator[Lesson]:
    """The lessons in the order of their path; one path is all that the parts which are numbered hold."""
    pages = list(dict.fromkeys(page for part in parts if part.lessons for page in part.pages))
    for number, page in enumerate(pages, 1):
        metadata = env.metadata.get(page, {})
        needs = tuple(name for name in needed(metadata) if name in env.titles)
        minutes, (marked, lang) = str(metadata.get(MINUTES, "")), metadata.get(LEAD, ("", ""))
        lead, shows = _without_labels(marked, env), str(metadata.get(SHOWS, ""))
        yield Lesson(page, number, len(pages), labels[page], minutes, needs, lead, lang, shows)


def needed(metadata: Mapping[str, Any]) -> list[str]:
    """The docnames that the front matter of a page names as needed: a list, or with commas or blanks between them."""
    return re.sub(r'[][,"]', " ", str(metadata.get(NEEDS, ""))).split()


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Keep what a page says of itself in the language of this build: the card that leads to it says it."""
    described = (meta for meta in doctree.findall(nodes.meta) if meta.get("name") == "description")
    lead: nodes.Element | None = next(described, None) or next(doctree.findall(nodes.paragraph), None)
    classes = lead["classes"] if lead is not None else []
    text = lead.get("content") or _with_labels(lead) if lead is not None else ""
    lang = next((name.removeprefix("language-") for name in classes if name.startswith("language-")), "")
    app.env.metadata[app.env.current_document.docname][LEAD] = (" ".join(text.split()), lang)


def _with_labels(lead: nodes.Element) -> str:
    """The text of an element; what is named by a label alone, whose words other pages know, is marked."""
    copy = lead.deepcopy()
    for reference in list(copy.findall(addnodes.pending_xref)):
        if reference["reftype"] == "ref" and not reference["refexplicit"]:
            reference.replace_self(nodes.Text(f"{MARK}{reference['reftarget']}{MARK}"))
    return copy.astext()


def _without_labels(text: str, env: BuildEnvironment) -> str:
    """A text in which each label that was marked is the words that it stands for."""
    labels = env.domains.standard_domain.labels
    return re.sub(f"{MARK}(.*?){MARK}", lambda found: labels.get(found[1], ("", "", found[1]))[2], text)


def on_check_consistency(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of front matter that nothing can be made of, at its line and with its cure."""
    for page, metadata in env.metadata.items():
        for name in needed(metadata):
            if name not in env.all_docs:
                cure = suggestion(name, sorted(env.all_docs), quote="'")
                warn(app, page, NEEDS, f"there is no page '{name}'; {cure}")
        minutes = str(metadata.get(MINUTES, "1"))
        if not minutes.isdecimal() or not minutes.strip("0"):
            warn(app, page, MINUTES, f"'{minutes}' is no number of minutes; write one such as: {MINUTES}: 12")


def warn(app: Sphinx, page: str, name: str, sentence: str) -> None:
    """Warn of what the front matter of a page says under a name, at its line."""
    path = Path(app.env.doc2path(page))
    lines = path.read_text(encoding="utf-8").splitlines()
    line = next((number for number, text in enumerate(lines, 1) if text.startswith(f"{name}:")), 1)
    place = f"{build_of(app.config).project.shown(path)}:{line}"
    logger.warning("%s: %s", name, sentence, location=place, type="printproof", subtype="lesson")


def setup(app: Sphinx) -> None:
    """Read the contents of the site before its first page is written."""
    app.connect("doctree-read", on_doctree_read)
    app.connect("env-check-consistency", on_check_consistency)
    app.connect("env-updated", on_env_updated)
