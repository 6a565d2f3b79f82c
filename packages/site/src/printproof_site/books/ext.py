"""A site is a book as well: `sphinx -b epub` writes it with everything open, its drawings in colours of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from printproof.ext import wording
from printproof.ext.settings import edition
from printproof.ext.stages import SIDE_BY_SIDE, BuilderInited
from printproof.pages.page_view import facts_of
from printproof.scripts.modes import JIT_OFF
from printproof_base.files import write_whole
from printproof_base.languages import public_address
from printproof_site.books.book import Book, Chapters
from printproof_site.books.epub import check_images, files_of, zipped
from printproof_site.books.pages import read_page, settle_links

_ = get_translation("printproof")
logger = logging.getLogger(__name__)


class BookBuilder(Epub3Builder):
    """Sphinx's own builder up to the text of each page; what becomes of it is ours."""

    def handle_page(
        self,
        pagename: str,
        addctx: dict[str, Any],
        templatename: str = "page.html",
        *,
        outfilename: Path | None = None,
        event_arg: Any = None,
    ) -> None:
        """Keep the text of a page until all are known: its links lead to the others."""
        if isinstance(event_arg, nodes.document):
            write_whole(self._text(pagename), str(addctx["body"]))

    def _text(self, docname: str) -> Path:
        """Where the text of a page is kept, from build to build, as are the trees of the pages."""
        return Path(self.doctreedir, "texts", f"{docname}.html")

    def add_visible_links(self, tree: nodes.document, show_urls: str = "inline") -> None:
        """Add nothing to links: a reader can follow them."""

    def copy_assets(self) -> None:
        """Copy nothing: scripts and styles of a site are of no use in a book. Extensions write theirs beside it."""
        Path(self._static_dir).mkdir(parents=True, exist_ok=True)

    def finish(self) -> None:
        """Pack the book, and leave beside it what is in it."""
        self.copy_image_files()
        book = book_of(self.app)
        pages = {name: read_page(name, self._text(name).read_text(encoding="utf-8")) for name in book.docnames}
        folder = Path(self.outdir)
        names = sorted(f"{self.imagedir}/{name}" for name in self.images.values())
        for finding in (*settle_links(pages, book.address), *check_images(names)):
            logger.warning("%s", finding, type="printproof", subtype="book")
        images = {name: (folder / name).read_bytes() for name in names}
        files = files_of(book, pages, images)
        for name, content in files.items():
            write_whole(folder / name, content)
        write_whole(folder / f"{book.name}.epub", zipped(files))


def book_of(app: Sphinx) -> Book:
    """What the book of this build is, beside its pages."""
    config = app.config
    return Book(
        title=config.project,
        author=config.author,
        language=config.language,
        parts=list(_parts(app.env, config.root_doc)),
        contents=_("Contents"),
        modified=f"{edition()}T00:00:00Z",
        rights=f"© {config.copyright}" if config.copyright else "",
        address=public_address(config.html_baseurl),
        notes=tuple(_notes(app.env)),
    )


def _parts(env: BuildEnvironment, root: str) -> Iterator[Chapters]:
    """The root page, then what its tables of contents list, each page once; last what no table lists."""
    yield Chapters("", [root])
    seen = {root}
    for table in env.get_doctree(root).findall(addnodes.toctree):
        found = [page for name in table["includefiles"] for page in _from(env, name, seen)]
        if found:
            yield Chapters(table.get("caption") or "", found)
    if rest := sorted(env.found_docs - seen):
        yield Chapters("", rest)


def _from(env: BuildEnvironment, docname: str, seen: set[str]) -> Iterator[str]:
    """A page and those below it that were not seen yet."""
    if docname in env.found_docs and docname not in seen:
        seen.add(docname)
        yield docname
        for below in env.toctree_includes.get(docname, ()):
            yield from _from(env, below, seen)


def _notes(env: BuildEnvironment) -> Iterator[str]:
    """How the outputs of the book were checked; nothing of a book without any."""
    checked = [one for known in env.metadata.values() if (one := facts_of(known).checked) is not None]
    libraries = sorted({wording.libraries(one.versions, env.config.language) for one in checked})
    if "" in libraries:
        yield _("Some outputs in this book were not verified in this build.")
    elif libraries:
        jit_off = all(one.modes and JIT_OFF in one.modes.modes for one in checked)
        most = _("Every output in this book was printed by its script. What does not vary was compared.")
        also = _(
            "Every output in this book was printed by its script. What does not vary was compared, also with jit off."
        )
        yield also if jit_off else most
        yield from (_("Checked with {libraries}").format(libraries=one) for one in libraries)
        yield _("Compared for the edition of {date}.").format(date=edition())


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Make books in the place of Sphinx's own, where all pages are ours."""
    if config.printproof_all_pages:
        app.add_builder(BookBuilder, override=True)  # Sphinx has loaded its own, and the settings of books


def on_builder_inited(app: Sphinx) -> None:
    """Name the edition by its day where a project has no versions; Sphinx warns of what a book can do without."""
    if isinstance(app.builder, BookBuilder):
        app.config.version = app.config.version or edition()
        app.config.epub_copyright = app.config.epub_copyright or app.config.author


def setup(app: Sphinx) -> ExtensionMetadata:
    """Make books."""
    app.connect("config-inited", on_config_inited)
    app.connect("builder-inited", on_builder_inited, priority=BuilderInited.NAME_EDITION)
    return SIDE_BY_SIDE
