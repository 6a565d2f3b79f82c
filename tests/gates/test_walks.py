"""Where state moves, a lesson shows its calls one by one: from the record alone, in each language, with an address."""

import re
from pathlib import Path

import brotli
import pytest

from printproof.pages.call_table import CallRows, rows_of
from printproof.runs.record import read_record
from printproof.scripts.modes import MODES
from printproof_base.languages import segment
from printproof_base.project import at
from support.built import ROOT
from support.tour import LANGUAGES

PROJECT = at(ROOT)
LESSONS = sorted(path.stem for path in (ROOT / "docs/guide").glob("*.md"))
FIGURE = re.compile(r'<figure class="diagram" id="calls-([^"]+)">.*?</figure>', re.DOTALL)
NAMED = re.compile(r"^```\{rails\} (.+)", re.MULTILINE)
MOST_SCRIPT = 3 * 1024


def pictures(site: Path, language: str) -> dict[str, str]:
    """The pictures of calls in the lessons of a language, by lesson and cell."""
    pages = {name: (site / segment(language) / f"guide/{name}.html").read_text(encoding="utf-8") for name in LESSONS}
    return {f"{name}-{found[1]}": found[0] for name, page in pages.items() for found in FIGURE.finditer(page)}


def rows(picture: str) -> CallRows:
    """What the records say of the calls of a picture."""
    name = max((name for name in LESSONS if picture.startswith(f"{name}-")), key=len)
    records = {mode: read_record(PROJECT.record(f"guide/{name}", mode)) for mode in MODES}
    written = map(str.split, NAMED.findall((ROOT / f"docs/guide/{name}.md").read_text(encoding="utf-8")))
    return rows_of(next(cells for cells in written if f"{name}-{cells[0]}" == picture), records)


def parts(figure: str) -> list[str]:
    """The calls of a picture, as they are drawn."""
    return figure.partition("</svg>")[0].split("<g data-part=")[1:]


def test_every_lesson_shows_calls_one_by_one(whole_site: Path) -> None:
    """Those of a cell at least: nobody has to imagine what runs when."""
    shown = {name for name in LESSONS if any(one.startswith(f"{name}-") for one in pictures(whole_site, "en"))}

    assert len(LESSONS) == 28
    assert shown == set(LESSONS)


def test_every_call_is_one_of_the_record(whole_site: Path) -> None:
    """In its order: a dot is filled in each place where the call ran, and nowhere else."""
    wrong = []
    for name, figure in pictures(whole_site, "en").items():
        for row, part in zip(rows(name).rows, parts(figure), strict=False):
            ran = row.call.ran and not row.call.raised
            wrong += [name] * (ran != ('<circle class="python filled"' in part))

    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_picture_has_an_address(whole_site: Path, language: str) -> None:
    """The same in every language, with as many calls as the lesson shows, and no other."""
    shown = {name: len(parts(figure)) for name, figure in pictures(whole_site, language).items()}
    folder = whole_site / segment(language) / "trace"
    alone = {path.stem: path.read_text("utf-8").count("<g data-part=") for path in folder.glob("*.html")}

    assert alone == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_that_failed_ends_in_an_octagon(whole_site: Path, language: str) -> None:
    """Nothing was compiled or came out of it; some lesson shows one."""
    found = pictures(whole_site, language)
    ended = [
        part
        for name, figure in found.items()
        for row, part in zip(rows(name).rows, parts(figure), strict=False)
        if row.call.raised
    ]
    octagons = sum(figure.count('<path class="wrong filled"') for figure in found.values())

    assert ended != []
    assert octagons == len(ended)
    assert [part for part in ended if '<path class="wrong filled"' not in part or "compiled filled" in part] == []


def test_only_state_is_violet(whole_site: Path) -> None:
    """Arguments and results are not: what is drawn so has a name, that of state in the record."""
    named = re.compile(r'class="state code"[^>]*>([^<]+)<')
    wrong = []
    for name, figure in pictures(whole_site, "en").items():
        moved = {one.name for row in rows(name).rows if row.kept for one in row.moved}
        wrong += [name] * (not set(named.findall(figure)) <= moved)
        wrong += [name] * ('<rect class="state"' in figure and not named.search(figure))

    assert wrong == []
    assert 'class="state' not in pictures(whole_site, "en")["leaks-cache"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_small_script_plays_all_of_them(whole_site: Path, language: str) -> None:
    """With its style and words at most 3 KB, as a host sends it."""
    script = whole_site / segment(language) / "_static/walk.js"

    assert len(brotli.compress(script.read_bytes())) <= MOST_SCRIPT
