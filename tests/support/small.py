"""A small project of a test: written into a folder, given records without a run, and built by Sphinx."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from printproof.html.page import Rendered, read_tree, rendered
from printproof.promises.baselines import baseline_path, reduced
from printproof.runs.record import CellRun, RaisedError, Record, write_record
from printproof.scripts.loading import load_script
from printproof_base.project import Project, at
from support.one_cell import digests_of
from support.sphinx_server import run_sphinx

CONF = f"""extensions = ["printproof.ext"]
html_theme, html_theme_path = "plain", [{str(Path(__file__).parent)!r}]
html_use_index = html_copy_source = False
printproof_all_pages = True
printproof_run = False
locale_dirs = ["../locales"]
"""
CELL = "```{{code-cell}}\n:example: {}\n```\n"


@dataclass(frozen=True)
class Built:
    """What a build did: its exit status, all it printed, and its folder."""

    status: int
    said: str
    folder: Path

    @property
    def wrong(self) -> list[str]:
        """The lines that warn or complain."""
        return [line for line in self.said.splitlines() if "WARNING" in line or "ERROR" in line]

    def html(self, docname: str) -> str:
        """The text of a built page."""
        return (self.folder / f"{docname}.html").read_text(encoding="utf-8")

    def page(self, docname: str) -> Rendered:
        """A built page as readers get it."""
        return rendered(read_tree(self.folder / f"{docname}.html"))


@dataclass
class Small:
    """A project in a folder, with one page ``index`` and its script unless said otherwise."""

    root: Path
    files: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path, text in {"docs/conf.py": CONF, **self.files}.items():
            self.write(path, text)

    @property
    def project(self) -> Project:
        """The project as the package knows it."""
        return at(self.root)

    def write(self, path: str, text: str) -> None:
        """Write a file of the project."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def translate(self, docname: str, said: Mapping[str, str], language: str = "ko", fuzzy: bool = False) -> None:
        """Write the catalog of a page."""
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        mark = "#, fuzzy\n" if fuzzy else ""
        entries = [f"{mark}msgid {_quoted(text)}\nmsgstr {_quoted(words)}\n" for text, words in said.items()]
        self.write(f"locales/{language}/LC_MESSAGES/{docname}.po", "\n".join([head, *entries]))

    def record(
        self, docname: str, printed: Mapping[str, str], figures: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        """Write records as if the script had been run and had printed this in every mode; keep its figures."""
        for cell, drawn in (figures or {}).items():
            baseline_path(self.project.script(docname), cell).write_text(reduced(drawn[0]), encoding="utf-8")
        script = load_script(self.project.script(docname))
        for mode, digest in digests_of(self.project, docname).items():
            cells = tuple(
                CellRun(
                    cell.name,
                    printed.get(cell.name, ""),
                    figures=(figures or {}).get(cell.name, ()),
                    error=_error(cell),
                )
                for cell in script.cells
            )
            record = Record(docname, mode, digest, {"jax": "0.10.2"}, cells)
            write_record(self.project.record(docname, mode), record)

    def build(
        self, *options: str, language: str = "en", builder: str = "html", environ: Mapping[str, str] = os.environ
    ) -> Built:
        """The project, built in one language as ``python -m sphinx`` does."""
        folder = self.root / "_build" / language / builder
        where = ["-d", str(folder.parent / "doctrees"), str(self.root / "docs"), str(folder)]
        log = self.root / "_build" / "log"
        log.parent.mkdir(exist_ok=True)
        arguments = ["--no-color", "-b", builder, "-D", f"language={language}", *options, *where]
        status = run_sphinx(arguments, self.root, log, environ)
        return Built(status, log.read_text(encoding="utf-8"), folder)


def _error(cell: object) -> RaisedError | None:
    output = cell.promise.output("as-written")  # type: ignore[attr-defined]
    if output is None or not output.raised:
        return None
    name, _, text = output.raised.partition(": ")
    return RaisedError(name, text, "", 1)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
