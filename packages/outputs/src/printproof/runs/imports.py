"""What a script imports: the modules of its project, with their code, and the names that come from elsewhere."""

import ast
import functools
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from printproof.scripts.script import Script
from printproof_base.project import Project, is_script


@dataclass(frozen=True)
class Imports:
    """The modules inside of a project by their files, and each other name in full: ``numpy.linalg.norm``."""

    modules: Mapping[Path, bytes]
    names: frozenset[str]


def imports_of(project: Project, script: Script, environ: Mapping[str, str]) -> Imports:
    """What a script imports, and what the modules of its project import that it gets by this.

    Found in the text of import statements, also inside functions, but for what a checker of types alone reads; a module
    imported by a name that is put together while the script runs is not known. Modules are looked for where the runner
    finds them: beside the script, in the working folder, in the project's root, on PYTHONPATH. One that something
    installed would shadow may be among them, so its name counts as one from elsewhere as well, unless it lies beside
    the script, where Python looks first.
    """
    own = project.script(script.docname)
    paths = [own.parent, Path.cwd(), project.root, *map(Path, environ.get("PYTHONPATH", "").split(os.pathsep))]
    found: dict[Path, bytes] = {}
    names: set[str] = set()
    waiting = [(own, script.text.encode())]
    while waiting:
        path, code = waiting.pop()
        for level, name in _imported_names(code):
            folders = [path.parents[level - 1]] if 0 < level <= len(path.parents) else paths
            for file in (file for folder in folders for file in _files_of(folder, name)):
                if file not in found and file != own and file.is_relative_to(project.root):
                    found[file] = file.read_bytes()
                    waiting.append((file, found[file]))
            # A script beside this one, or this one itself, is no module: a page may be called as its library is.
            if not level and all(map(is_script, _files_of(own.parent, name.partition(".")[0]))):
                names.add(name)
    return Imports(found, frozenset(names))


@functools.cache  # a build asks after each script several times, in all of them together
def _imported_names(code: bytes) -> tuple[tuple[int, str], ...]:
    """Each name that a piece of code imports with the number of dots before it; none where it cannot be read."""
    try:
        nodes = list(_run_nodes(ast.parse(code)))
    except (SyntaxError, ValueError):
        return ()
    names: list[tuple[int, str]] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = f"{node.module}." if node.module else ""
            names += [(node.level, f"{base}{alias.name}") for alias in node.names]
    return tuple(names)


def _run_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes of a module, but for those under ``if TYPE_CHECKING:``, which is never true while it runs."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                waiting += node.orelse
            case _:
                waiting += ast.iter_child_nodes(node)


def _files_of(folder: Path, name: str) -> Iterator[Path]:
    """The files that are run when ``a.b.c`` is imported from a folder: those of its packages and its own."""
    for part in name.split("."):
        folder = folder / part
        places = (folder / "__init__.py", folder.with_name(f"{part}.py"))
        yield from (path for path in places if path.is_file())
