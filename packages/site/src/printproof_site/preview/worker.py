"""How is one language of a preview kept in memory, so that a saved catalog is a page again without a new process?

It is a process of its own, which gets a request and sends an answer, again and again. What it keeps is for looking at;
a site is always built from nothing.
"""

import gc
import gettext
import io
import signal
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from printproof_base.findings import Finding, Place
from printproof_base.project import Project
from printproof_catalogs.catalog import CatalogError
from printproof_catalogs.compile import compile_language, compile_page


@dataclass(frozen=True)
class Start:
    """The first request: build the pages of a project in a language, into a folder."""

    project: Project
    folder: Path
    language: str


@dataclass(frozen=True)
class BuildPage:
    """A request: bring one page up to date with its catalog."""

    docname: str


@dataclass(frozen=True)
class BuildRest:
    """A request: bring all pages up to date, or write every page anew."""

    whole: bool = False


Request = Start | BuildPage | BuildRest


@dataclass(frozen=True)
class Built:
    """The answer: what came of a request.

    ``failed`` says why nothing came of it, ``warnings`` are the lines that Sphinx warned with. ``others`` is True where
    other pages show what has changed, ``broken`` where it takes a new process to go on.
    """

    failed: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    others: bool = False
    broken: bool = False


def failure(fact: str, cure: str = "") -> Finding:
    """A finding on a build that no file is known to have stopped."""
    return Finding(Place(""), "error", "build", fact, cure)


class PreviewSite:
    """A site in one language, built once and then kept up to date."""

    def __init__(self, start: Start, warnings: io.StringIO) -> None:
        from sphinx.application import Sphinx

        self.language = start.language
        doctrees = start.folder / "doctrees"
        self.catalogs = doctrees / "catalogs"
        settings = {"language": start.language, "printproof_run": False}
        self.app = Sphinx(
            start.project.docs, start.project.conf.parent, start.folder / "html", doctrees, "html", settings,
            status=None, warning=warnings,
        )  # fmt: skip
        self.app.setup_extension("printproof_site.preview.ext")
        self.app.build()
        gc.freeze()  # what is kept for good need not be looked through after each sentence

    def page(self, docname: str) -> bool:
        """Bring one page up to date with its catalog; True where other pages show what has changed.

        Raises CatalogError where the catalog cannot be read; the page stays as it was.
        """
        env, builder = self.app.env, self.app.builder
        if docname not in env.found_docs:
            return True
        compile_page(self._sources(), self.language, docname, self.catalogs)
        self._forget(docname)
        title = env.titles[docname].astext()
        # What Sphinx does for a page that is out of date, without asking which others are.
        self.app.events.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        builder.read_doc(docname)
        self.app.events.emit("env-updated", env)
        builder.write_documents({docname})
        return env.titles[docname].astext() != title

    def rest(self, whole: bool) -> None:
        """Bring all pages up to date, or write every page anew. Raises CatalogError."""
        if self.language != self.app.config.printproof_source_language:
            compile_language(self._sources(), self.language, self.catalogs)
        for docname in list(self.app.env.found_docs):
            self._forget(docname)
        if whole:
            self.app.builder.build_all()
        else:
            self.app.builder.build_update()

    def _sources(self) -> list[Path]:
        return [Path(source) for source in self.app.config.printproof_catalogs]

    def _forget(self, docname: str) -> None:
        """Forget a page as it was read, and its translations.

        Sphinx keeps both, gettext the translations as well, for the life of a process, and offers no way to drop them.
        """
        from sphinx import locale

        self.app.env._pickled_doctree_cache.pop(docname, None)
        vars(self.app.env).pop("master_doctree", None)
        gettext._translations.clear()  # type: ignore[attr-defined]
        locale.translators.pop(("general", docname), None)


class PreviewWorker:
    """The worker of one language: the first request starts its site, the others keep it up to date."""

    def __init__(self) -> None:
        self.warnings = io.StringIO()
        self.site: PreviewSite | None = None

    def answer(self, request: Request) -> Built:
        """What came of a request."""
        others, broken = False, False
        failed: tuple[Finding, ...] = ()
        try:
            others = self._do(request)
        except CatalogError as error:
            failed = error.findings
        except SystemExit:  # so ends a build whose settings or catalogs cannot be read; Sphinx has warned why
            broken, failed = True, (failure("this language cannot be built", "correct it and save"),)
        except Exception as error:
            broken, failed = True, (failure(f"{type(error).__name__}: {error}"),)
        warnings = tuple(line for line in self.warnings.getvalue().splitlines() if line.strip())
        self.warnings.seek(0)
        self.warnings.truncate()
        return Built(failed, warnings, others, broken)

    def _do(self, request: Request) -> bool:
        if isinstance(request, Start):
            self.site = PreviewSite(request, self.warnings)
        elif self.site and isinstance(request, BuildPage):
            return self.site.page(request.docname)
        elif self.site and isinstance(request, BuildRest):
            self.site.rest(request.whole)
        return False


def serve(connection: Connection) -> None:
    """Answer requests until the other end of the connection is closed."""
    from sphinx.util.console import nocolor
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    # Ctrl-C reaches all processes of a terminal; the preview ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nocolor()  # what Sphinx warns of is shown on a page
    worker = PreviewWorker()
    with suppress(EOFError), patch_docutils(), docutils_namespace():
        while True:
            connection.send(worker.answer(connection.recv()))
