"""A site is a book as well: `sphinx -b epub` writes it with everything open, `sphinx -b paper` sets that in type.

Sphinx's own builder of EPUB lists and describes the files. Ours are the text of a page; the page of title and contents,
as Sphinx's knows no captions and stands in no reading order; what checkers of the format miss in its package; and an
archive whose bytes depend on nothing but what is in it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders._epub_base import Spine
from sphinx.builders.epub3 import Epub3Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from printproof.ext import wording
from printproof.ext.nodes import _
from printproof.ext.priorities import SIDE_BY_SIDE, BuilderInited
from printproof.ext.settings import build_date, build_of
from printproof.formats import xhtml
from printproof.pages.page_view import facts_of
from printproof_base.archives import packed
from printproof_base.files import write_whole
from printproof_base.findings import ReportedError
from printproof_base.languages import known_languages, public_address, segment, tag
from printproof_site.books import styles
from printproof_site.books.paper import CONTENTS
from printproof_site.books.pdf import render_pdf, require_renderer
from printproof_site.books.still import still_page

STYLE, PACKAGE = "book.css", "content.opf"

HELD = {"mathml": b"<math", "svg": b"<svg"}
"""What a package has to say of a page, by what then stands in it."""

ACCESSIBLE = """<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
"""

logger = logging.getLogger(__name__)


class BookBuilder(Epub3Builder):
    """Sphinx's own builder, which writes the same book from the same pages."""

    def handle_page(
        self, pagename: str, addctx: dict[str, Any], *templates: Any, event_arg: object = None, **more: Any
    ) -> None:
        """Write a page of the site, without what a template puts around it, and no other."""
        if isinstance(event_arg, nodes.document):
            address = public_address(self.config.html_baseurl)
            body = still_page(pagename, str(addctx["body"]), self.env.found_docs, address)
            self._write(f"{pagename}.xhtml", self.env.titles[pagename].astext(), body)

    def _write(self, name: str, title: str, body: str) -> None:
        style = "../" * name.count("/") + STYLE
        write_whole(Path(self.outdir, name), xhtml.page(title, self.config.epub_language, style, body))

    def copy_assets(self) -> None:
        """Copy one style sheet: scripts and styles of a site are of no use in a book. Extensions write theirs later."""
        Path(self._static_dir).mkdir(parents=True, exist_ok=True)
        write_whole(Path(self.outdir, STYLE), styles.screen_stylesheet(self.config.language))

    def get_toc(self) -> None:
        """Take each page once, in the order of reading, with its sections; last what no table of contents lists."""
        listed = list(self.env.collect_relations())
        self.loose = sorted(self.env.found_docs - set(listed))
        self.refnodes = [place for docname in (*listed, *self.loose) for place in self._places(docname)]

    def _places(self, docname: str) -> Iterator[dict[str, Any]]:
        """The page and its sections as Sphinx lists them, in the words of their headings.

        Sphinx itself would set quotes and dashes in them as English ones.
        """
        name, numbers = f"{docname}.xhtml", self.env.toc_secnumbers.get(docname, {}).get("")
        number = ".".join(map(str, numbers)) + self.config.html_secnumber_suffix if numbers else ""
        yield {"level": 1, "refuri": name, "text": xhtml.text(number + self.env.titles[docname].astext())}
        for section in _sections(self.env.tocs[docname]):
            yield {"level": 2, "refuri": name + section["anchorname"], "text": xhtml.text(section.astext())}

    def content_metadata(self) -> dict[str, Any]:
        """What the package says of the book; title and contents are the first page to read."""
        return {**super().content_metadata(), "date": f"{build_date()}T00:00:00Z", "spines": [Spine("nav", True)]}

    def build_content(self) -> None:
        """List what belongs to the book; trees of pages, files of extensions and books made before lie beside it."""
        own = {STYLE, *(f"{docname}.xhtml" for docname in self.env.found_docs)}
        names = (path.relative_to(self.outdir).as_posix() for path in Path(self.outdir).rglob("*"))
        beside = [name for name in names if name not in own and not name.startswith(f"{self.imagedir}/")]
        self.config.epub_exclude_files = beside
        super().build_content()

    def toc_metadata(self, level: int, navpoints: list[Any]) -> dict[str, Any]:
        """What older readers of books want to know: the contents of the book by the name that its package has."""
        return {**super().toc_metadata(level, navpoints), "uid": self.config.epub_identifier}

    def build_navigation_doc(self) -> None:
        """Write title and contents: parts with their captions, pages, sections."""
        contents = f"<h1>{xhtml.text(_('Contents'))}</h1>\n<ol>\n{''.join(self._parts())}</ol>"
        nav = f'<nav epub:type="toc" class="contents" id="contents">\n{contents}\n</nav>'
        self._write(CONTENTS, self.config.project, f"{_title(self.config, _notes(self.env))}\n{nav}")

    def _parts(self) -> Iterator[str]:
        """The lines of the contents; a table of contents of the root page with a caption is a part."""
        tables = self.env.get_doctree(self.config.root_doc).findall(addnodes.toctree)
        starts = {names[0]: table.get("caption") or "" for table in tables if (names := table["includefiles"])}
        starts |= dict.fromkeys(self.loose, "")
        within = ""
        for page in self.build_navlist(self.refnodes):
            caption = starts.get(page.refuri.removesuffix(self.out_suffix))
            if caption is not None:
                yield "</ol></li>\n" if within else ""
                yield f"<li><span>{xhtml.text(caption)}</span>\n<ol>\n" if caption else ""
                within = caption
            yield _line(page)
        yield "</ol></li>\n" if within else ""

    def build_epub(self) -> None:
        """Pack the files: the first says what the book is, as it is."""
        names = ("mimetype", "META-INF/container.xml", PACKAGE, "toc.ncx", *self.files)
        files = {name: Path(self.outdir, name).read_bytes() for name in names}
        files[PACKAGE] = _completed(files).encode()
        write_whole(Path(self.outdir, f"{self.config.epub_basename}.epub"), packed(files, as_they_are={"mimetype"}))


class PaperBuilder(BookBuilder):
    """Sets the book in type."""

    name = "paper"

    def build_epub(self) -> None:
        """Pack the book and set it in type; what stands in the way of that ends a strict build."""
        super().build_epub()
        place = Path(self.outdir, f"{self.config.epub_basename}.epub")
        languages = known_languages(self.config.printproof_source_language, [build_of(self.config).project.locales])
        try:
            require_renderer()
            write_whole(place.with_suffix(".pdf"), render_pdf(place.read_bytes(), f"{place.stem}.pdf", languages))
        except ReportedError as error:
            for finding in error.findings:
                logger.warning("%s", finding, type="printproof", subtype="book")


def _completed(files: Mapping[str, bytes]) -> str:
    """The package of a book, which also says which pages hold drawings or formulas, and who can read it."""
    package = files[PACKAGE].decode().replace("</metadata>", f"{ACCESSIBLE}</metadata>")
    for name in (name for name in files if name.endswith(".xhtml")):
        held = " ".join(kind for kind, start in HELD.items() if start in files[name])
        start = f'href="{quote(name)}" '
        package = package.replace(f"{start}media", f'{start}properties="{held}" media') if held else package
    return package


def _sections(toc: nodes.Element) -> Iterator[nodes.Element]:
    """The links to the sections of a page, one level below its heading, in its own table of contents."""
    for entry in toc.findall(nodes.list_item):
        if entry.parent.parent in toc.children:
            yield from entry[0].findall(nodes.reference)


def _line(point: Any) -> str:
    below = f"\n<ol>\n{''.join(map(_line, point.children))}</ol>" if point.children else ""
    address = quote(point.refuri, safe="/#")  # a name may hold a blank
    return f'<li><a href="{escape(address)}">{point.text}</a>{below}</li>\n'


def _title(config: Config, notes: Iterable[str]) -> str:
    """What stands first in a book."""
    lines = (config.author, *notes, _rights(config))
    said = "".join(f"<p>{xhtml.text(line)}</p>\n" for line in lines if line)
    address = escape(public_address(config.html_baseurl))
    site = f'<p><a href="{address}">{address}</a></p>\n' if address else ""
    return f'<section class="title" id="title">\n<h1>{xhtml.text(config.project)}</h1>\n{said}{site}</section>'


def _rights(config: Config) -> str:
    return f"© {config.copyright}" if config.copyright else ""


def _notes(env: BuildEnvironment) -> Iterator[str]:
    """How the outputs of the book were checked; nothing of a book without any."""
    checked = [one for known in env.metadata.values() if (one := facts_of(known).checked) is not None]
    libraries = sorted({wording.libraries(one.versions, env.config.language) for one in checked})
    if "" in libraries:
        yield _("Some outputs in this book were not verified in this build.")
    elif libraries:
        jit_off = all(one.jit_off for one in checked)
        most = _("Every output in this book was printed by its script. What does not vary was compared.")
        also = _(
            "Every output in this book was printed by its script. What does not vary was compared, also with jit off."
        )
        yield also if jit_off else most
        yield from (_("Checked with {libraries}").format(libraries=one) for one in libraries)
        yield _("Compared for the version of {date}.").format(date=build_date())


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Make books in the place of Sphinx's own, where all pages are ours; each has one identity in all editions."""
    if not config.printproof_all_pages:
        return
    app.add_builder(BookBuilder, override=True)  # Sphinx has loaded its own, and the settings of books
    language, words = tag(config.language), re.sub(r"[^a-z0-9]+", "-", config.project.lower()).strip("-")
    identity = f"{public_address(config.html_baseurl) or config.project}#{language}"
    settings = {
        "epub_basename": f"{words or 'book'}-{segment(config.language)}",
        "epub_language": language,
        "epub_uid": "id",
        "epub_identifier": uuid5(NAMESPACE_URL, identity).urn,
        "epub_copyright": _rights(config) or config.author,
        "epub_contributor": config.author,
        "epub_description": config.project,
        "epub_show_urls": "no",  # a reader can follow links
        "epub_guide": [("toc", CONTENTS, _("Contents"))],
        "epub_tocscope": "includehidden",
        "epub_tocdup": False,
        "epub_use_index": False,
    }
    for name, value in settings.items():
        config[name] = value


def on_builder_inited(app: Sphinx) -> None:
    """Name the edition by its day where a project has no versions; Sphinx warns of what a book can do without."""
    if isinstance(app.builder, BookBuilder):
        app.config.version = app.config.version or build_date()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Make books."""
    app.add_builder(PaperBuilder)  # what is no builder yet cannot be asked for
    app.connect("config-inited", on_config_inited)
    app.connect("builder-inited", on_builder_inited, priority=BuilderInited.NAME_EDITION)
    return SIDE_BY_SIDE
