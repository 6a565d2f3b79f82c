"""A page leads to what it is made of: its script, and the catalog of its language."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translation

from printproof.ext.settings import build_of
from printproof.pages.page_view import facts_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ = get_translation("printproof")


def add_materials(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Link the script that is published beside the page, and the catalog in the repository if that is known."""
    if doctree is None:
        return
    materials = context.setdefault("materials", [])
    if facts_of(app.env.metadata.get(pagename, {})).checked is not None:
        script = context["pathto"](f"{pagename}.py", 1)
        materials.append({"title": _("Script of this page"), "href": script, "download": True})
    catalog = _catalog(app, pagename)
    if catalog:
        materials.append({"title": _("Translation of this page"), "href": catalog, "download": False})


def _catalog(app: Sphinx, pagename: str) -> str:
    """The address of the catalog that this page was translated with; empty where there is none."""
    project = build_of(app.config).project
    path = project.locales / app.config.language / "LC_MESSAGES" / f"{pagename}.po"
    pattern = app.config.printproof_repository
    return pattern.format(path=path.relative_to(project.root).as_posix()) if pattern and path.is_file() else ""


def publish_scripts(app: Sphinx, exception: Exception | None) -> None:
    """Copy the script of each page beside the page."""
    if exception or not isinstance(app.builder, StandaloneHTMLBuilder) or app.builder.name == "epub":
        return
    project = build_of(app.config).project
    for docname, metadata in app.env.metadata.items():
        if facts_of(metadata).checked is not None and project.script(docname).is_file():
            place = Path(app.outdir, f"{docname}.py")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(project.script(docname), place)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Publish scripts; ``printproof_repository`` is an address with ``{path}`` for a file of the repository.

    Where a project does not set it, the variable SITE_REPOSITORY does: it is known where the site is published.
    """
    known = os.environ.get("SITE_REPOSITORY", "")
    app.add_config_value("printproof_repository", known, "html", types=frozenset({str}))
    app.connect("html-page-context", add_materials)
    app.connect("build-finished", publish_scripts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
