"""Which verbs handle a page with its script?"""

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from printproof.cli.report import DONE, here


def do_move(chosen: Namespace) -> int:
    """Rename a page with its script, its catalogs and every line that names it."""
    from printproof.catalogs.move import move_page

    project = here()
    print("\n".join(move_page(project, project.docname(chosen.old), project.docname(chosen.new))))
    return DONE


MOVE: Mapping[str, Mapping[str, Any]] = {
    "old": {"metavar": "FROM", "help": "the page as it is called, such as guide/intro, or its path"},
    "new": {"metavar": "TO", "help": "its new name, or path"},
}
VERBS = {"move": (do_move, MOVE)}
