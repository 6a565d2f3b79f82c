"""Programs find all pages of a language in one list, each as Markdown and with what it says of itself."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx.application import Sphinx

from printproof.ext.settings import published
from printproof_site.formats.llms import FILE, Entry, Section, llms
from printproof_site.theme.contents import LEAD, contents_of


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the list beside the start page; it leads to all pages of each part, those below others included."""
    if exception or app.builder.name != "html":
        return
    contents, root = contents_of(app.env), app.config.root_doc
    parts = [part for part in contents.parts if part.caption and part.pages]
    sections = [Section(part.caption, [_entry(app, page) for page in _with_below(app, part.pages)]) for part in parts]
    start = Entry(_title(app, root), _entry(app, root).address)
    text = llms(_title(app, root), _says(app, root), sections, [start])
    Path(app.outdir, FILE).write_text(text, encoding="utf-8", newline="\n")


def _with_below(app: Sphinx, pages: Iterable[str], above: tuple[str, ...] = ()) -> Iterator[str]:
    """Pages, each followed by those that it lists; where pages list each other the way ends."""
    for page in (page for page in pages if page not in above):
        yield page
        yield from _with_below(app, app.env.toctree_includes.get(page, ()), (*above, page))


def _entry(app: Sphinx, page: str) -> Entry:
    path = f"{page}.md"
    return Entry(_title(app, page), published(app.config, path) or path, _says(app, page))


def _title(app: Sphinx, page: str) -> str:
    return app.env.titles[page].astext()


def _says(app: Sphinx, page: str) -> str:
    """What a page says of itself: its description, else its first paragraph."""
    lead: str = app.env.metadata[page].get(LEAD, ("", ""))[0]
    return lead


def setup(app: Sphinx) -> None:
    """Write the list when all pages are written."""
    app.connect("build-finished", on_build_finished)
