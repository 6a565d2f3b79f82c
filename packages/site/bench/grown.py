"""How does a project come to have a thousand pages? Its lessons are copied, each time with other words and names.

What a run printed is taken along, as it is not what is measured. A thousand scripts would run for hours.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from posixpath import join, normpath

from packages.site.bench.words import Words

from printproof.promises.reproducibility import RERUN
from printproof.runs.record import read_record, write_record
from printproof.runs.schedule import jobs_of
from printproof.scripts.loading import script_of
from printproof_base.project import Project
from printproof_catalogs.catalog import read_catalog
from printproof_catalogs.writer import catalog_text

FOLDER = "guide"
"""The folder whose pages are copied: into ``guide/2``, ``guide/3`` and so on."""
DOC = re.compile(r"(\{doc\}`(?:[^`<]*<)?)([\w./-]+)")
LABEL = re.compile(r"^\(([a-z][\w-]*)\)=$", re.MULTILINE)


@dataclass(frozen=True)
class Copy:
    """One copy of pages, with names of its own for what lies in them."""

    number: int
    words: Words
    pages: frozenset[str]
    labels: frozenset[str]

    def docname(self, page: str) -> str:
        """What a page is called in this copy; one that is not copied keeps its name."""
        return f"{FOLDER}/{self.number}/{page.partition('/')[2]}-{self.number}" if page in self.pages else page

    def label(self, label: str) -> str:
        """What a label is called in this copy; one of another page keeps its name."""
        return f"v{self.number}-{label}" if label in self.labels else label

    def named(self, text: str) -> str:
        """A text with the docnames and the labels of this copy."""
        text = DOC.sub(lambda found: f"{found[1]}/{self.docname(normpath(join(f'/{FOLDER}', found[2]))[1:])}", text)
        text = re.sub(rf"(?<![\w/]){FOLDER}/[\w-]+", lambda found: self.docname(found[0]), text)
        return re.sub(r"(?<=[`<(#])[a-z][\w-]*(?=[`>)])", lambda found: self.label(found[0]), text)

    def varied(self, text: str) -> str:
        """A text with the words and the names of this copy."""
        return self.named(self.words.varied(text, self.number))


def grow(project: Project, pages: int, translations: int, report: Callable[[str], None] = print) -> None:
    """Give a project, all of whose scripts have run, about so many pages, and leave it so many translations."""
    for language in project.translated()[translations:]:
        shutil.rmtree(project.locales / language)
    texts = {page: project.page(page).read_text("utf-8") for page in project.pages() if page.startswith(f"{FOLDER}/")}
    copies = max(0, round((pages - len(project.pages())) / (len(texts) + 1)))
    labels = frozenset(label for text in texts.values() for label in LABEL.findall(text))
    terms = frozenset(word for row in _rows(project.glossary) for word in row[0].lower().split())
    words = Words(tuple(texts.values()), terms, copies)
    for number in range(2, copies + 2):
        _write(project, Copy(number, words, frozenset(texts), labels), texts)
        report(f"[{number - 1}/{copies}] {len(texts)} pages more")


def _write(project: Project, copy: Copy, texts: dict[str, str]) -> None:
    """Write the pages of a copy, what belongs to them, and the list that leads to them."""
    for page, text in texts.items():
        _put(project.page(copy.docname(page)), copy.varied(text))
        _take_script(project, page, copy.docname(page))
        for language in project.translated():
            _translate(project, language, page, copy)
    own = f"{FOLDER}/{copy.number}"
    lists = f"```{{errors}} {own}/*\n```\n\n```{{claims}} {own}/*\n```\n"
    _put(project.page(f"{own}/proofs"), f"(v{copy.number}-proofs)=\n# Proofs of volume {copy.number}\n\n{lists}")
    names = "\n".join([*map(copy.docname, _listed(project)), f"{own}/proofs"])
    with project.page("index").open("a", encoding="utf-8") as index:
        index.write(f"\n```{{toctree}}\n:hidden:\n:numbered: 1\n:caption: Volume {copy.number}\n\n{names}\n```\n")
    _more_rows(project.claims, copy, 2)
    _more_rows(project.docs / "search.csv", copy, 1)


def _listed(project: Project) -> list[str]:
    """The lessons in their order."""
    text = project.page("index").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if re.fullmatch(rf"{FOLDER}/[a-z][\w-]*", line)]


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _take_script(project: Project, page: str, new: str) -> None:
    """The script of a page with its figures and its tests, and its records as those of a copy that prints the same."""
    if project.claim_tests(page).is_file():
        shutil.copyfile(project.claim_tests(page), project.claim_tests(new))
    if not project.has_cells(page):
        return
    script, target = project.script(page), project.script(new)
    for path in script.parent.glob(f"{script.stem}.*"):
        _put(target.with_suffix(path.name.removeprefix(script.stem)), path.read_text(encoding="utf-8"))
    jobs = jobs_of(project, script_of(project, new))
    digests = {RERUN: jobs[0].digest, **{job.mode: job.digest for job in jobs}}
    for mode in filter(lambda mode: project.record(page, mode).is_file(), digests):
        record = read_record(project.record(page, mode))
        write_record(project.record(new, mode), replace(record, docname=new, digest=digests[mode]))


def _translate(project: Project, language: str, page: str, copy: Copy) -> None:
    """The catalog of a page for its copy; what no prose of the page has is left as it is."""
    folder = project.locales / language / "LC_MESSAGES"
    catalog = read_catalog(folder / f"{page}.po")
    prose = " ".join(project.page(copy.docname(page)).read_text(encoding="utf-8").split())
    for message in catalog.messages:
        changed = copy.varied(message.msgid)
        if " ".join(changed.split()) in prose:
            message.msgid, message.texts = changed, [*map(copy.named, message.texts)]
        message.places = [place.replace(page, copy.docname(page)) for place in message.places]
    _put(folder / f"{copy.docname(page)}.po", catalog_text(catalog.header, catalog.messages, catalog.head.comments))


def _rows(table: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table.read_text(encoding="utf-8"))))[1:] if table.is_file() else []


def _more_rows(table: Path, copy: Copy, varied: int) -> None:
    """The rows of a table about copied pages or their sections, once more for the copy."""
    rows = list(_varied_rows(table, copy, varied))
    if rows:
        with table.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def _varied_rows(table: Path, copy: Copy, varied: int) -> Iterator[list[str]]:
    for row in _rows(table):
        first, said = copy.label(copy.docname(row[0])), row[1:varied]
        # What rows of tables claim is told by labels that a copy has not.
        if first != row[0] and " | " not in "".join(said):
            yield [first, *map(copy.varied, said), *row[varied:]]
