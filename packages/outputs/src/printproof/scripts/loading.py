"""The scripts of a project, read from their files: from one of Python, or from a page that keeps its code."""

from collections.abc import Iterable
from pathlib import Path

from printproof.scripts.promise import ScriptError, refused
from printproof.scripts.script import Script, read_script
from printproof_base.findings import Finding, Place
from printproof_base.project import Project


def script_of(project: Project, docname: str) -> Script:
    """The script of a page. Raises ScriptError as `load_script` does."""
    path = project.script(docname)
    return load_script(path, project.shown(path), docname)


def scripts_of(project: Project, docnames: Iterable[str]) -> tuple[list[Script], list[Finding]]:
    """The scripts of pages that can be read, and what is wrong with the others."""
    scripts: list[Script] = []
    wrong: list[Finding] = []
    for docname in docnames:
        try:
            scripts.append(script_of(project, docname))
        except ScriptError as error:
            wrong += error.findings
    return scripts, wrong


def load_script(path: Path, shown: Path | None = None, docname: str = "") -> Script:
    """Read a script from its file; ``shown`` is the path that messages name.

    Raises ScriptError where the file is missing, is not UTF-8 or cannot be read as a script.
    """
    shown = shown or path
    place = Place(str(shown), docname=docname)
    try:
        data = path.read_bytes()
    except OSError as error:
        fact = f"cannot be read ({error.strerror})"
        raise refused(place, 0, fact, "each page with cells has a script") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refused(place, line, "a byte is not UTF-8", "save the file as UTF-8") from None
    return read_source(text, shown, docname)


def read_source(text: str, path: Path, docname: str = "") -> Script:
    """Read the text of a file as its name says: Python, or a page. Raises ScriptError for all that cannot be read."""
    if path.suffix == ".py":
        return read_script(text, path, docname)
    # Here: where only scripts are run, as on each version of JAX, no reader of Markdown is installed.
    if path.suffix == ".ipynb":
        from printproof.scripts.notebook import read_notebook

        return read_notebook(text, path, docname)
    from printproof.scripts.kept_in_page import read_page

    return read_page(text, path, docname)
