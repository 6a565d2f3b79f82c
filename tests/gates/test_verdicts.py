"""No page of the site says anything of jit on every call where none was jitted, and each says how many were."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printproof.promises.purity import calls_of
from printproof.runs.record import FunctionRun, read_record
from printproof.scripts.modes import JIT_EVERYWHERE
from printproof_base.project import at
from printproof_catalogs.catalog import read_catalog
from support.built import ROOT
from support.tour import offending

PROJECT = at(ROOT)
LANGUAGES = {"en": "en", "ko": "ko", "zh_CN": "zh-cn"}
CELL = re.compile(r' id="?cell-([a-z0-9-]+)')
ALL = ("Prints the same with jit off and with jit on every call (calls: {all})",)
SOME = ("Prints the same with jit off and with jit on {jitted} of {all} calls",)


def said(language: str, sentences: tuple[str, ...], html: str) -> list[dict[str, int]]:
    """The numbers with which a page says one of these sentences of the package, in its language."""
    known = {}
    if language != "en":
        messages = read_catalog(PROJECT.locales / language / "LC_MESSAGES" / "printproof.po").messages
        known = {message.msgid: message.text for message in messages}
    forms = [re.escape(known.get(sentence, sentence)) for sentence in sentences]
    patterns = [re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>\\d+)", form) for form in forms]
    found = (match for pattern in patterns for match in re.finditer(f">{pattern}<", html))
    return [{name: int(number) for name, number in match.groupdict().items()} for match in found]


def miscounted(site: Path, path: str) -> list[str]:
    """The cells of a page that say something of calls on every one of which jit was tried, and are wrong about it.

    Counted in the records.
    """
    language, _, docname = path.partition("/")
    record = read_record(PROJECT.record(docname, JIT_EVERYWHERE))
    html = (site / LANGUAGES[language] / f"{docname}.html").read_text(encoding="utf-8")
    parts = CELL.split(html)[1:]
    cells = dict(zip(parts[::2], parts[1::2], strict=True))
    found = [(run.name, calls_of(run), ALL, SOME, cells[run.name]) for run in record.cells]
    return [
        name
        for name, calls, of_all, of_some, text in found
        for numbers in (*said(language, of_all, text), *said(language, of_some, text))
        if not numbers.get("jitted", numbers["all"]) == calls.jitted > 0 or numbers["all"] != calls.jitted + calls.left
    ]


def test_a_verdict_names_the_calls_that_were_jitted(whole_site: Path) -> None:
    """A cell or page without such a call carries no word about them."""
    paths = [f"{language}/{docname}" for docname in PROJECT.docnames() for language in LANGUAGES]

    assert offending(paths, lambda path: miscounted(whole_site, path)) == {}


def test_some_cells_carry_the_verdict(whole_site: Path) -> None:
    """Else the test above would hold of a site that says nothing."""
    pages = (whole_site / "en" / "guide").glob("*.html")

    assert sum(len(said("en", ALL, page.read_text(encoding="utf-8"))) for page in pages) >= 3


def test_the_running_mean_is_found_impure(whole_site: Path) -> None:
    """Called through map, it changes itself while JAX traces; the mark of its cell names it."""
    run = read_record(PROJECT.record("guide/classes", JIT_EVERYWHERE)).cell("running-mean")
    assert run is not None
    html = (whole_site / "en" / "guide" / "classes.html").read_text(encoding="utf-8")

    assert run.functions == (FunctionRun("RunningMean.update", 3, {}, ("self.seen", "self.total")),)
    assert "<li>Functions with a side effect: <code>RunningMean.update</code></li>" in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_called_pure(whole_site: Path, language: str) -> None:
    """Pure is a word for functions: no mark has it."""
    for docname in PROJECT.docnames():
        html = (whole_site / LANGUAGES[language] / f"{docname}.html").read_text(encoding="utf-8")
        seals = re.findall(r'<details class="checked">.*?</details>', html, re.DOTALL)

        assert not re.search(r"[Pp]ure\b|순수|纯", " ".join(seals)), docname
