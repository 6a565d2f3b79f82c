"""Sphinx glue: one promise per module; none of these imports another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PARTS = (
    *("settings", "words", "catalogs", "run_scripts", "pages", "outputs", "promise"),
    *("figures", "cells", "calls", "exercises", "messages", "sentences", "untranslated", "versions"),
    *("glossary", "terms", "translations"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load MyST-NB and every part of ours, so that a project names one extension."""
    app.setup_extension("myst_nb")
    for part in PARTS:
        app.setup_extension(f"printproof.ext.{part}")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
