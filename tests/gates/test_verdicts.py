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


def miscounted(site: Path, path: str) -> list[dict[str, int]]:
    """What a page says of calls on which jit was tried, where it is wrong about them; counted in the record."""
    language, _, docname = path.partition("/")
    record = read_record(PROJECT.record(docname, JIT_EVERYWHERE))
    html = (site / LANGUAGES[language] / f"{docname}.html").read_text(encoding="utf-8")
    calls = [calls_of(run) for run in record.cells]
    jitted, left = sum(one.jitted for one in calls), sum(one.left for one in calls)
    found = said(language, (*ALL, *SOME), html)
    return [
        one for one in found if (one.get("jitted", one["all"]), one["all"]) != (jitted, jitted + left) or not jitted
    ]


def test_a_verdict_names_the_calls_that_were_jitted(whole_site: Path) -> None:
    """A page without such a call carries no word about them."""
    paths = [f"{language}/{docname}" for docname in PROJECT.docnames() for language in LANGUAGES]

    assert offending(paths, lambda path: miscounted(whole_site, path)) == {}


def test_some_pages_carry_the_verdict(whole_site: Path) -> None:
    """Else the test above would hold of a site that says nothing."""
    pages = (whole_site / "en" / "guide").glob("*.html")

    assert sum(len(said("en", (*ALL, *SOME), page.read_text(encoding="utf-8"))) for page in pages) >= 3


def test_the_running_mean_is_found_impure(whole_site: Path) -> None:
    """Called through map, it changes itself while JAX traces; the mark of its page names it."""
    run = read_record(PROJECT.record("guide/classes", JIT_EVERYWHERE)).cell("running-mean")
    assert run is not None
    html = (whole_site / "en" / "guide" / "classes.html").read_text(encoding="utf-8")

    assert run.functions == (FunctionRun("RunningMean.update", 3, {}, ("self.seen", "self.total")),)
    assert re.search(r"<li>Functions with a side effect: [^\n]*?<code>RunningMean.update</code>", html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_called_pure(whole_site: Path, language: str) -> None:
    """Pure is a word for functions: no mark has it."""
    for docname in PROJECT.docnames():
        html = (whole_site / LANGUAGES[language] / f"{docname}.html").read_text(encoding="utf-8")
        seals = re.findall(r'<details class="checked">.*?</details>', html, re.DOTALL)

        assert not re.search(r"[Pp]ure\b|순수|纯", " ".join(seals)), docname
