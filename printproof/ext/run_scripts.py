"""A build runs the scripts that have no current record, in a process of its own; an option turns that off."""

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.settings import build_of
from printproof.ext.stages import SIDE_BY_SIDE
from printproof.runs.record import RunError
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.script import scripts_of

logger = logging.getLogger(__name__)


def on_builder_inited(app: Sphinx) -> None:
    """Run what must be run before pages are read; a run that fails makes the build fail."""
    if not app.config.printproof_run:
        return
    project = build_of(app.config).project
    scripts, _ = scripts_of(project, project.docnames())  # the page of one that cannot be read says so
    try:
        ran = bring_up_to_date(project, scripts, progress=lambda line: logger.info("%s", line))
        logger.info("%s", ran)
        failures = ran.failures
    except RunError as error:
        failures = error.findings
    for failure in failures:
        logger.error("%s", failure)
        app.statuscode = 1


def setup(app: Sphinx) -> ExtensionMetadata:
    """Run before anything is read; the option is ``printproof_run``."""
    app.add_config_value("printproof_run", True, "", types=frozenset({bool}))
    app.connect("builder-inited", on_builder_inited)
    return SIDE_BY_SIDE
