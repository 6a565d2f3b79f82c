"""What must be installed before the cells of a page can run elsewhere?"""

import ast

from printproof.formats.taken_page import TakenPage


def requirements_of(page: TakenPage) -> list[str]:
    """The packages that the cells of a page need, each as pip takes it, with the version it was compared with.

    Those alone whose versions a record of a run names: what else a script imports is Python's own or unknown here. What
    JAX brings along is named where a cell imports it.
    """
    brought = {"python", "jaxlib", "numpy"} - _imported(page)
    return [f"{name}=={page.versions[name]}" for name in sorted(page.versions.keys() - brought)]


def _imported(page: TakenPage) -> set[str]:
    """The first part of each name that the cells import, also inside functions."""
    names: set[str] = set()
    for cell in page.cells:
        for node in ast.walk(ast.parse(cell.code)):
            if isinstance(node, ast.Import):
                names.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add((node.module or "").partition(".")[0])
    return names
