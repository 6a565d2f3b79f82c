"""Beside each page lie its other forms: what a reader takes along, each in the language of the page."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from printproof.ext.nodes import Block, MarkdownWriter, _
from printproof.ext.priorities import PageContext
from printproof.ext.settings import Context, Doctree, build_of
from printproof.formats.exported_page import Code, ExportedPage, File, Output
from printproof.formats.notebook import notebook
from printproof.formats.page_markdown import markdown_of, pictures_of
from printproof.formats.pictures import with_inline_pictures
from printproof.formats.script import Headings, head_of, script
from printproof.pages.page_view import facts_of
from printproof_base.languages import tag

# A block of Markdown that begins with a heading; words that begin with "#" are escaped.
HEADING = re.compile("#{1,6} ")


def _how_to_run(config: Config) -> list[str]:
    """What to do with a notebook, in two sentences; nothing where a page links to what runs it at once."""
    if config.printproof_notebooks or config.printproof_lite:
        return []
    opened = _("Open this notebook in JupyterLab or VS Code, or upload it to Google Colab.")
    return [opened, _("Run its cells in order: the first one installs what is missing.")]


def _notebook(page: ExportedPage, how: Sequence[str]) -> str:
    note = _(
        "This cell is not part of the page. It installs what is missing and leaves alone what is there. "
        "The outputs below were compared with {versions}."
    )
    return notebook(with_inline_pictures(page), note, how)


FORMATS: dict[str, Callable[[ExportedPage, Sequence[str]], str]] = {
    "ipynb": _notebook,
    "py": lambda page, how: script(page, Headings(_("Output:"), _("Value:"), _("Output, different in each run:"))),
    "md": lambda page, how: markdown_of(page),
}
"""What writes each form of a page, by how its files end."""

OF_CODE = {"ipynb", "py"}
"""Forms that a page without code does not have."""


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Write what lies beside a page, and tell its template; a page that no source stands behind has nothing.

    Only a theme that knows of these files leads to them.
    """
    if doctree is None or app.builder.name != "html" or not app.config.printproof_all_pages:
        return
    page, how, found = exported_page(app, pagename, doctree), _how_to_run(app.config), []
    for kind, written in FORMATS.items():
        if page.cells or kind not in OF_CODE:
            path = Path(app.outdir, f"{pagename}.{kind}")
            _write(path, written(page, how))
            found.append(File(kind, context["pathto"](f"{pagename}.{kind}", 1), path.stat().st_size))
    for picture in pictures_of(page):
        _write(Path(app.outdir, pagename).parent / picture.name, picture.svg)
    context["files"] = found


def exported_page(app: Sphinx, docname: str, doctree: nodes.document) -> ExportedPage:
    """A page as its readers take it with them, from its resolved tree in the language of the build."""
    writer = MarkdownWriter(app, docname)
    blocks = tuple(_joined(writer.blocks(doctree)))
    title = app.env.titles[docname].astext() if docname in app.env.titles else docname
    pictures = tuple(writer.pictures.values())
    checked, script = facts_of(app.env.metadata.get(docname, {})).checked, build_of(app.config).outline(docname).script
    head = head_of(script) if checked and script else ""
    versions = checked.versions if checked else {}
    return ExportedPage(docname, tag(app.config.language), title, writer.public, blocks, pictures, head, versions)


def _joined(blocks: Iterable[Block]) -> Iterator[str | Code]:
    """Blocks between two cells as one; a heading begins another one."""
    run: list[str] = []
    for block in blocks:
        if isinstance(block, Output):
            continue  # it is said by its cell
        if run and (isinstance(block, Code) or HEADING.match(block)):
            yield "\n\n".join(run)
            run = []
        if isinstance(block, Code):
            yield block
        else:
            run.append(block)
    if run:
        yield "\n\n".join(run)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def setup(app: Sphinx) -> None:
    """Write files beside pages as pages are written."""
    app.connect("html-page-context", on_html_page_context, priority=PageContext.WRITE_DOWNLOADS)
