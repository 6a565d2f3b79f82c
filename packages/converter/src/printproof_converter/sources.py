"""Which documents can become a page with a script? Read and converted, or refused before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from printproof_base.files import undecodable_line
from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_converter.code_cells import DocumentError
from printproof_converter.conversion import Conversion, convert
from printproof_converter.myst import front_matter, metadata_of
from printproof_converter.notebooks import Page, page_of


@dataclass(frozen=True)
class Source:
    """A document that is imported: its file, the page and the script that it becomes, and how its lines end."""

    path: Path
    conversion: Conversion
    line_end: str = "\n"

    @property
    def docname(self) -> str:
        """The name of the page that it becomes."""
        return self.conversion.docname


def sources_of(project: Project, paths: Sequence[Path]) -> list[Source]:
    """The documents as pages and scripts. Raises DocumentError with all that stands in the way of any of them."""
    found: dict[str, Source] = {}
    refused: list[Finding] = []
    for path in paths:
        try:
            source = _source(project, path.resolve())
            if source.docname in found:
                fact = f"is the same page as {found[source.docname].path.name}"
                raise _refusal(project, path, fact, "import one of them")
            found[source.docname] = source
        except DocumentError as error:
            refused += error.findings
    if refused:
        raise DocumentError(*refused)
    return list(found.values())


def _source(project: Project, path: Path) -> Source:
    """A document as page and script. Raises DocumentError where it is none, or is imported already."""
    docs = project.docs.resolve()
    if not path.is_relative_to(docs):
        cure = "move it there, or name their folder with 'docs' in [tool.printproof]"
        raise _refusal(project, path, f"lies outside of the pages in {project.shown(project.docs)}", cure)
    if path.suffix not in {".md", ".ipynb"} or not path.is_file():
        raise _refusal(project, path, "is no page and no notebook", "name a file that ends in .md or .ipynb")
    docname = path.relative_to(docs).with_suffix("").as_posix()
    made = [project.script(docname), *([project.page(docname)] if path.suffix == ".ipynb" else [])]
    for file in (file for file in made if file.exists()):
        fact, cure = f"is imported already: {project.shown(file)} exists", "change that, or remove it to begin anew"
        raise _refusal(project, path, fact, cure)
    page, line_end = (page_of(path), "\n") if path.suffix == ".ipynb" else _page(path)
    conversion = convert(docname, str(project.shown(path)), page)
    if not conversion.cells:
        raise _refusal(project, path, "holds no code cell that can run: nothing to import")
    return Source(path, conversion, line_end)


def _refusal(project: Project, path: Path, fact: str, cure: str = "") -> DocumentError:
    return DocumentError.at(project.shown(path), fact, cure)


def _page(path: Path) -> tuple[Page, str]:
    """A page in MyST, and how its lines end."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise DocumentError.at(path, "is not UTF-8", "save it as UTF-8", line=undecodable_line(path)) from None
    kernel = metadata_of(front_matter(text)[0]).get("kernelspec") or {}
    language = str(kernel.get("language", "python"))
    if language.lower() != "python":
        raise DocumentError.at(path, f"its cells are written in {language}", "only Python can be imported")
    return Page(text.replace("\r\n", "\n")), "\r\n" if "\r\n" in text else "\n"
