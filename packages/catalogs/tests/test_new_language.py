"""A fourth language is one command; in one that nobody speaks, every word that was not extracted shows itself."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from packages.site.bench.measuring import LEFT
from playwright.sync_api import Browser

from printproof_base.project import at
from support import representative
from support.browser import Readers, browser_only
from support.built import ROOT, Element, Page, serve
from support.pseudo import fill_with_pseudo
from support.sphinx_server import run_sphinx

PSEUDO = "eo"
# A diagram has names of code among its words, also in what it says aloud: tests of its own look at these.
NOT_WORDS = {"svg", "pre", "code", "samp", "kbd", "script", "style", "title"}
SPOKEN = {"aria-label", "placeholder", "alt", "data-close", "data-copied", "data-copy", "data-found", "data-none"}
PLAIN = re.compile(r"[A-Za-z]*[aceilnorsuy][A-Za-z]*[a-z][A-Za-z]*")
PHONE = 320


@pytest.fixture(scope="module", params=["representative", pytest.param("whole", marks=pytest.mark.nightly)])
def copy(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A copy of the project with two new languages, begun without a run; of the pages only those that are asked."""
    folder = tmp_path_factory.mktemp("new") / request.param
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT))
    printproof(folder, "i18n", "new", "ja")
    glossary = (folder / "docs" / "glossary.csv").read_bytes()
    printproof(folder, "i18n", "new", PSEUDO, "--templates", "_build/gettext")  # the pages are what they were
    (folder / "docs" / "glossary.csv").write_bytes(glossary)  # nobody speaks it: it has no terms
    fill_with_pseudo(at(folder), PSEUDO)
    asked = {f"{name}.md" for name in representative.PAGES} - {"reference/versions.md"}  # that one names all pages
    for page in (folder / "docs").rglob("*.md") if request.param == "representative" else ():
        if page.relative_to(folder / "docs").as_posix() not in asked:
            page.unlink()
    return folder


def printproof(folder: Path, *arguments: str) -> str:
    """Run a verb in a folder."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "printproof", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def build(copy: Path, language: str) -> Path:
    """Build a language of the copy as ``make html`` does; without a warning, where no page is left out."""
    out = copy / "_build" / "all" / language.lower().replace("_", "-")
    where = ["-c", str(copy), "-d", str(copy / "_build" / "doctrees" / language), str(copy / "docs"), str(out)]
    log = copy / "_build" / f"{language}.log"
    # A label that has no room in its diagram is named; all words of the pseudo-language are half as long again.
    left = ["-D", "suppress_warnings=printproof.diagram"] if language == PSEUDO else []
    status = run_sphinx(["-q", "-b", "html", "-D", f"language={language}", *left, *where], copy, log)
    if copy.name == "whole":  # else the build complains of each link to a page that is left out
        assert (status, log.read_text(encoding="utf-8")) == (0, "")
    return out


def pages(copy: Path, language: str) -> dict[str, Page]:
    """The built pages of a language, by docname."""
    out = build(copy, language)
    return {path.relative_to(out).with_suffix("").as_posix(): Page(path) for path in sorted(out.rglob("*.html"))}


def test_a_fourth_language_is_on_every_page_of_the_others(copy: Path) -> None:
    """By its own name; nothing else was edited."""
    for name, page in pages(copy, "ko").items():
        assert "日本語" in [link.text for link in page.all("a", lang="ja")], name


def test_what_it_has_not_yet_is_english_and_says_so(copy: Path) -> None:
    """Each page is in Japanese, its sentences are marked as English."""
    for name, page in pages(copy, "ja").items():
        assert page.all("html")[0].given["lang"] == "ja", name
        prose = [e for e in page.all("p") if e.within("main") and "unchecked" not in e.given.get("class", "")]
        assert [e.text for e in prose if len(e.text.split()) > 6 and e.lang == "ja"] == [], name


def test_no_script_was_run_for_it(copy: Path) -> None:
    """Not even for the labels of figures."""
    assert not (copy / "_build" / "runs").exists()
    assert "損失" not in (copy / "locales/ja/LC_MESSAGES/guide/stateful.po").read_text(encoding="utf-8")
    assert re.search(r"^#: examples/", (copy / "locales/ja/LC_MESSAGES/guide/stateful.po").read_text(), re.MULTILINE)


def untouched(page: Page) -> set[str]:
    """The English words of a page that no catalog had: in texts, and in attributes that are read aloud."""
    found = set()
    printed = {element.text for element in page.all("samp")}  # what an entry of a table repeats for a voice
    for element in page.elements:
        if element.lang != PSEUDO or within(element, NOT_WORDS) or element.text == "Esperanto":
            continue
        if element.given.get("translate") == "no":  # what a script printed, outside of code
            continue
        if "xref" in element.given.get("class", "").split():  # the address of a page that is left out
            continue
        said = [element.text, *(element.given[name] for name in SPOKEN & element.given.keys())]
        words = {word for text in said for word in PLAIN.findall(without_places(text)) if len(word) > 2}
        found |= words - printed if element.within("td") else words
    return found


def without_places(text: str) -> str:
    """A text without the places that a program fills."""
    return re.sub(r"\{\w+\}", " ", text)


def within(element: Element, names: set[str]) -> bool:
    """Whether an element is, or stands in, one of some names."""
    return element.name in names or any(element.within(name) for name in names)


def test_every_word_of_a_page_comes_from_a_catalog(copy: Path) -> None:
    """In the text and around it; names are left, that of the language too, and Sphinx's own titles of admonitions."""
    left = {name: untouched(page) for name, page in pages(copy, PSEUDO).items()}

    names = {"The", "State", "authors", "jax", "self", "Markdown", "Esperanto", "Note", "Averto"}
    assert {name: words - names for name, words in left.items() if words - names} == {}


@browser_only
def test_longer_words_fit_on_a_phone(copy: Path, browser: Browser) -> None:
    """Half as long again, on the narrowest screen, nothing makes the page wider."""
    with serve(build(copy, PSEUDO).parent) as address:
        readers = Readers(browser, address)
        width = "document.documentElement.scrollWidth"
        names = pages(copy, PSEUDO)
        widths = {name: readers.visit(f"{PSEUDO}/{name}.html", PHONE).evaluate(width) for name in names}
        readers.leave()
    assert {name: width for name, width in widths.items() if width > PHONE} == {}
