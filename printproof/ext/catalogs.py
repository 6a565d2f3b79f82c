"""A page is in the language its catalog says now: read strictly from the sources at each build."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from printproof.catalogs.compile import CompileError, compile_language
from printproof.ext.stages import ConfigInited
from printproof.language import known_languages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

SEEN = "printproof_catalog"  # metadata of a page

logger = logging.getLogger(__name__)


def compile_catalogs(app: Sphinx, config: Config) -> None:
    """Compile the catalogs of this language, and let Sphinx read nothing else."""
    sources = [Path(app.srcdir, folder) for folder in config.locale_dirs]
    known = known_languages(config.printproof_source_language, sources)
    if len(known) > 1 and config.language not in known:
        fact = f"no language {config.language!r}; there are {', '.join(known)}"
        logger.warning("locale_dirs: %s; the pages stay in %s", fact, known[0], type="printproof", subtype="language")
    target = Path(app.doctreedir) / "catalogs"
    try:
        compile_language(sources, config.language, target)
    except CompileError as error:
        for line in str(error).splitlines():
            logger.error("%s", line)
        # Sphinx would print a report of a crash around any exception of its own.
        raise SystemExit(2) from None
    config.printproof_catalogs = [str(source) for source in sources]
    config.locale_dirs = [str(target)]
    config.gettext_auto_build = False


def compiled(app: Sphinx, docname: str) -> str:
    """What a page sees of its catalog: it changes with each translation that a reader sees."""
    path = Path(app.doctreedir) / "catalogs" / app.config.language / "LC_MESSAGES" / f"{docname}.mo"
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def begin(app: Sphinx, docname: str, content: list[str]) -> None:
    """Remember which translations a page was read with."""
    app.env.metadata[docname][SEEN] = compiled(app, docname)


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Read pages again whose translations changed."""
    return [
        docname
        for docname, metadata in env.metadata.items()
        if docname not in removed and metadata.get(SEEN, "") != compiled(app, docname)
    ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Compile after all that look for catalogs in the sources have done so."""
    app.setup_extension("printproof.ext.theme.languages")  # it has the language of the source
    app.add_config_value("printproof_catalogs", [], "", types=frozenset({list}))
    app.connect("config-inited", compile_catalogs, priority=ConfigInited.COMPILE_CATALOGS)
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", begin)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
