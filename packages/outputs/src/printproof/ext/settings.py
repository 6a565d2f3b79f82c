"""What is settled before anything is read: the project, the settings that several parts need, and what pages show."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.priorities import SIDE_BY_SIDE, ConfigInited
from printproof.pages.page_view import Material, facts_of, material_of
from printproof.scripts.loading import script_of
from printproof.scripts.promise import ScriptError
from printproof.scripts.script import Cell, Script
from printproof_base.findings import Finding, Place, suggestion
from printproof_base.languages import segment
from printproof_base.project import Project, ProjectError, project_of_pages
from printproof_catalogs.catalog import Catalog, CatalogError
from printproof_catalogs.compile import GIVEN, compile_words, find_translation, word_catalogs
from printproof_catalogs.layout import OWN_DOMAIN
from printproof_catalogs.sentences.glossary import Glossary, GlossaryError, Term, read_glossary
from printproof_catalogs.status import PageStatus, status

Context = dict[str, Any]
"""What the template of a page gets."""

Doctree = nodes.document | None
"""The tree of a page that is written; a page without a source has none."""

logger = logging.getLogger(__name__)


@dataclass
class Build:
    """What every part of a build asks for, read once: the project, its terms, and what its pages are made of.

    ``catalogs`` are those that were read, by their resolved paths, until all pages are up to date with them.
    """

    project: Project
    catalogs: dict[Path, Catalog] = field(default_factory=GIVEN.copy)
    _outlines: dict[str, Material] = field(default_factory=dict)
    _last: tuple[str, Material] = ("", Material())

    def material(self, docname: str) -> Material:
        """What a page is made of beside its own text; of one page at a time, as records are large."""
        if self._last[0] != docname:
            self._last = (docname, material_of(self.project, docname))
            self._outlines[docname] = self._last[1].outline
        return self._last[1]

    def outline(self, docname: str) -> Material:
        """The same without what cells did in runs; of all pages that were asked for."""
        return self._outlines.get(docname) or self.material(docname).outline

    @cached_property
    def glossary(self) -> Glossary:
        """The terms of the project. Raises GlossaryError where they cannot be read."""
        return read_glossary(self.project.glossary)

    @cached_property
    def statuses(self) -> list[PageStatus]:
        """How far each page is in each language."""
        return status(self.project, known=self.catalogs)

    def forget(self) -> None:
        """Look again at scripts, records and terms: a process that stays builds more than once."""
        self._outlines.clear()
        self._last = ("", Material())
        vars(self).pop("glossary", None)


# Beside the configuration, not in it: Sphinx stores the values of a configuration with the environment.
_builds: WeakKeyDictionary[Config, Build] = WeakKeyDictionary()


def build_of(config: Config) -> Build:
    """The build that has this configuration."""
    return _builds[config]


def place_of(directive: SphinxDirective) -> Place:
    """Where a directive stands that names a cell."""
    path, line = directive.get_source_info()
    shown = build_of(directive.config).project.shown(Path(path))
    return Place(str(shown), line, directive.env.docname, directive.arguments[0])


def place_on_page(env: BuildEnvironment, line: int = 0, cell: str = "") -> Place:
    """A line of the page that is being read."""
    docname = env.current_document.docname
    return Place(str(build_of(env.config).project.shown(Path(env.doc2path(docname)))), line, docname, cell)


def report(env: BuildEnvironment, place: Place, fact: str, cure: str, rule: str = "page") -> None:
    """Note what is wrong with the page that is being read: the build goes on, and ends with an error."""
    facts_of(env.metadata[env.current_document.docname]).findings.append(Finding(place, "error", rule, fact, cure))


def refuse(directive: SphinxDirective, fact: str, cure: str) -> list[nodes.Node]:
    """Nothing to show, and what is wrong with the cell that a directive names, at its line; its name is the rule."""
    report(directive.env, place_of(directive), fact, cure, directive.name)
    return []


def named_cell(directive: SphinxDirective) -> tuple[Script, Cell] | None:
    """The script of the page and the cell in it that a directive names, or None and a finding that says why not."""
    name, docname, build = directive.arguments[0], directive.env.docname, build_of(directive.config)
    try:
        script = build.outline(docname).script or script_of(build.project, docname)
    except ScriptError as error:
        known = facts_of(directive.env.metadata[docname]).findings
        known.extend(f for f in error.findings if f not in known)  # the reader of the page may have found it before
        return None
    cells = {cell.name: cell for cell in script.cells}
    if name not in cells:
        refuse(directive, f"the script has no cell '{name}'", suggestion(name, list(cells), quote="'"))
        return None
    return script, cells[name]


def statuses(directive: SphinxDirective) -> list[PageStatus]:
    """How far each page is in each language; the page of the directive is made anew when a catalog changes."""
    build = build_of(directive.config)
    # Sorted: the environment keeps them in this order, and two builds must agree in their bytes.
    for path in sorted(build.project.locales.rglob("*.po")):
        directive.env.note_dependency(str(path))
    return build.statuses


def terms_of(directive: SphinxDirective) -> Sequence[Term]:
    """The terms of the glossary; its page is made anew when they change, and one that cannot be read is its error."""
    build = build_of(directive.config)
    directive.env.note_dependency(str(build.project.glossary))
    try:
        return build.glossary.terms
    except GlossaryError as error:
        raise directive.error(str(error)) from None


def place_of_translation(env: BuildEnvironment, docname: str, text: str) -> str:
    """Where a translation of a page stands in the sources of its catalog; empty where it does not."""
    folders = [Path(folder) for folder in env.config.printproof_catalogs]
    return find_translation(folders, env.config.language, docname, text)


def has_changed(env: BuildEnvironment, name: str, value: object) -> bool:
    """Whether something is not what it was when pages were written last; the environment keeps it from then on."""
    before, now = getattr(env, name, None), repr(value)
    setattr(env, name, now)
    return before != now


def theme_of(builder: Builder) -> str:
    """The theme that a builder writes pages in; empty where there is none, as in a book."""
    if not isinstance(builder, StandaloneHTMLBuilder) or isinstance(builder, Epub3Builder):
        return ""
    return builder.get_theme_config()[0]


def build_date() -> str:
    """The day of what is built, which ``make site`` takes from the last commit; today where nothing says one."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    return time.strftime("%Y-%m-%d", time.gmtime(int(seconds) if seconds.isdecimal() else None))


def published(config: Config, path: str, language: str = "") -> str:
    """The public address of what lies at a path of a language, else that of the build; empty where a site has none."""
    base: str = config.html_baseurl
    return f"{base}{segment(language or config.language)}/{path}" if base else ""


def to_root(page: str) -> str:
    """The way from a page of a language up to what stands above the languages."""
    return "../" * (page.count("/") + 1)


def add_host_settings(app: Sphinx, *names: str) -> None:
    """Settings such as ``printproof_lite``; where a project sets none the variable SITE_LITE does, for its host."""
    for name in names:
        known = os.environ.get(f"SITE_{name.upper()}", "")
        app.add_config_value(f"printproof_{name}", known, "html", types=frozenset({str}))


def end_build(*lines: object) -> NoReturn:
    """End a build that cannot be done with the lines that say why. Raises SystemExit."""
    for line in lines:
        logger.error("%s", line)
    raise SystemExit(2) from None  # Sphinx would print a report of a crash around any exception of its own


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Read the project; settings that cannot be read end the build with a line, not with a report of a crash."""
    try:
        _builds[config] = build = Build(project_of_pages(app.srcdir, app.confdir))
    except ProjectError as error:
        end_build(error)
    folder = Path(app.doctreedir, "words")
    try:  # Sphinx would compile our own words one build too late
        for source in word_catalogs(Path(app.srcdir, place) for place in config.locale_dirs):
            build.catalogs[source] = compile_words(source, folder, build.catalogs)
    except CatalogError as error:
        raise ConfigError(str(error)) from error
    app.add_message_catalog(OWN_DOMAIN, str(folder))


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Keep no catalog longer than until all pages are read: a preview comes here after each page, and reads it anew."""
    build_of(app.config).catalogs.clear()
    vars(build_of(app.config)).pop("statuses", None)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Declare the settings of more than one part.

    ``printproof_source_language`` is the language that pages are written in, by default that of the project.
    A page is ours where it names cells of a script; with ``printproof_all_pages``, the default of our theme, every page
    of Markdown is, and catalogs and books are ours as well. All else is left to MyST-NB and Sphinx.
    """
    # A default that is a function is called when a setting is asked for, which is after READ_PROJECT.
    app.add_config_value(
        "printproof_all_pages", lambda config: "printproof_site.theme" in config.extensions, "env", frozenset({bool})
    )
    app.add_config_value(
        "printproof_source_language", lambda config: build_of(config).project.source, "html", frozenset({str})
    )
    app.connect("config-inited", on_config_inited, priority=ConfigInited.READ_PROJECT)
    app.connect("env-updated", on_env_updated)
    return SIDE_BY_SIDE
