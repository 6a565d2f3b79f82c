"""Which documents can become a page with a script? Read and converted, or refused before anything is written."""

from collections.abc import Sequence
from pathlib import Path

from printproof.scripts.loading import load_script
from printproof.scripts.myst_cells import metadata_of
from printproof.scripts.notebook_cells import refuse_other_language
from printproof.scripts.promise import ScriptError
from printproof.scripts.rewrite import without_promises
from printproof.scripts.script import read_script
from printproof_base.files import undecodable_line
from printproof_base.findings import Finding, Place, ReportedError
from printproof_base.project import Project
from printproof_converter.code_cells import DocumentError
from printproof_converter.conversion import Conversion, convert
from printproof_converter.myst import front_matter
from printproof_converter.notebooks import OTHER_LANGUAGE, Page, page_of


def conversions_of(project: Project, paths: Sequence[Path]) -> list[Conversion]:
    """The documents as pages and scripts. Raises DocumentError with all that stands in the way of any of them."""
    found: dict[str, Conversion] = {}
    refused: list[Finding] = []
    for path in paths:
        try:
            conversion = _conversion(project, path.resolve())
            if conversion.docname in found:
                fact = f"is the same page as {found[conversion.docname].source.path.name}"
                raise _refusal(project, path, fact, "import one of them")
            found[conversion.docname] = conversion
        except ReportedError as error:
            refused += error.findings
    if refused:
        raise DocumentError(*refused)
    return list(found.values())


def _conversion(project: Project, path: Path) -> Conversion:
    """A document as page and script. Raises DocumentError where it is none, or is imported already.

    What an import of this very code has written that was killed before its end is written again.
    """
    docs = project.docs.resolve()
    if not path.is_relative_to(docs):
        cure = "move it there, or name their folder with 'docs' in [tool.printproof]"
        raise _refusal(project, path, f"lies outside of the pages in {project.shown(project.docs)}", cure)
    docname = path.relative_to(docs).with_suffix("").as_posix()
    if path.suffix == ".ipynb" and not path.is_file() and project.page(docname).is_file():
        raise _imported(project, path, project.page(docname))
    if path.suffix not in {".md", ".ipynb"} or not path.is_file():
        raise _refusal(project, path, "is no page and no notebook", "name a file that ends in .md or .ipynb")
    page = page_of(path) if path.suffix == ".ipynb" else _page(path)
    conversion = convert(docname, str(project.shown(path)), page)
    # A page stays where it is and becomes the page, a notebook becomes another file.
    made = [project.script(docname), *([project.page(docname)] if path.suffix == ".ipynb" else [])]
    for file in (file for file in made if file.exists() and not _is_begun(file, conversion)):
        raise _imported(project, path, file)
    if not conversion.cells:
        raise _refusal(project, path, "holds no code cell that can run: nothing to import")
    return conversion


def _is_begun(file: Path, conversion: Conversion) -> bool:
    """True where a file is the page that an import would write, or a script with its code, whatever that promises."""
    if file.suffix == ".md":
        return file.read_bytes() == conversion.page()[0].replace("\n", conversion.source.line_end).encode()
    try:
        made = read_script(conversion.script, file, conversion.docname)
        return without_promises(load_script(file)) == without_promises(made)
    except ScriptError:
        return False


def _imported(project: Project, path: Path, made: Path) -> DocumentError:
    fact, cure = f"is imported already: {project.shown(made)} exists", "change that, or remove it to begin anew"
    return _refusal(project, path, fact, cure)


def _refusal(project: Project, path: Path, fact: str, cure: str = "") -> DocumentError:
    return DocumentError.at(project.shown(path), fact, cure)


def _page(path: Path) -> Page:
    """A page in MyST."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise DocumentError.at(path, "is not UTF-8", "save it as UTF-8", line=undecodable_line(path)) from None
    refuse_other_language(metadata_of(front_matter(text)[0]), Place(str(path)), OTHER_LANGUAGE)
    return Page(text.replace("\r\n", "\n"), line_end="\r\n" if "\r\n" in text else "\n", path=path)
