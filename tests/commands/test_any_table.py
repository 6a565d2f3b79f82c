"""Whatever a table of a project holds, its reader gives rows or one line with place and cure, and changes no file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printproof.pages.claims import read_claims
from printproof_base.findings import ReportedError
from printproof_base.project import Project
from printproof_catalogs.baseline import NAME, filter_by_baseline
from printproof_catalogs.new_language import with_column
from printproof_catalogs.sentences.glossary import read_glossary
from printproof_site.publishing.plan import manifest_of
from printproof_site.search.synonyms import SEARCH, check_synonyms, read_synonyms, synonyms_of
from support.mutated import mutated, tries
from support.small import Small

SETTINGS = tries(100)
CLAIMS = 'page,claim,proof\nindex,"Count, then `stop`.",one | test:it-stops\nguide/a,"Say ""no"".",index#one\n'
SYNONYMS = 'section,en,ko,zh_CN\ncount,tally | add up,세기 | 더하기,计数\nstop,"halt, end",,\n'
GLOSSARY = (
    "term,ko,keep,note,also,definition,definition ko\n"
    'state,상태 | 상태값,no,label,states,"What is kept, here.",남는 것.\n'
)
BASELINE = (
    "catalog,rule,message,count\nlocales/ko/LC_MESSAGES/index.po,end,0123,1\nlocales/ko/LC_MESSAGES/a.po,term,,2\n"
)
MANIFEST = '{"source": "abc", "files": ["index.html", "ko/a.html"], "gone": {"a.js": 1.5}}'

TICKS = count()
Reader = Callable[[Project, Path], object]


def _claims(project: Project, path: Path) -> object:
    return read_claims(project)


def _synonyms(project: Project, path: Path) -> object:
    rows = read_synonyms(path, project.shown(path))
    return [synonyms_of(rows, ["en", "ko"]), *map(str, check_synonyms(rows, ["count", "stop"], project.shown(path)))]


def _glossary(project: Project, path: Path) -> object:
    glossary = read_glossary(path, project.shown(path))
    found = glossary.explained("A state of states."), glossary.uses("state"), glossary.forms("ko")
    return [found, [(term.anchor, term.name("ko"), term.listed, glossary.leads_to(term)) for term in glossary.terms]]


def _new_column(project: Project, path: Path) -> object:
    read_glossary(path, project.shown(path))
    return with_column(path.read_text(encoding="utf-8"), "fr")


def _baseline(project: Project, path: Path) -> object:
    return filter_by_baseline(project, [], ["ko"])


def _manifest(project: Project, path: Path) -> object:
    return manifest_of(path.read_text(encoding="utf-8", errors="replace"))


READERS: dict[str, tuple[str, str, Reader]] = {
    "claims": ("docs/claims.csv", CLAIMS, _claims),
    "synonyms": (f"docs/{SEARCH}", SYNONYMS, _synonyms),
    "glossary": ("docs/glossary.csv", GLOSSARY, _glossary),
    "glossary of a new language": ("docs/glossary.csv", GLOSSARY, _new_column),
    "baseline": (NAME, BASELINE, _baseline),
    "manifest": (".published.json", MANIFEST, _manifest),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A project whose tables are written anew for each example."""
    return Small(tmp_path_factory.mktemp("tables"), {"docs/index.md": "# Count\n"})


def files(root: Path) -> dict[str, bytes]:
    """Each file of a project."""
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def refusal(small: Small, name: str, data: bytes) -> ReportedError | None:
    """What the reader of a table says to these bytes in it: nothing, or why it refuses them."""
    place, _, read = READERS[name]
    path = small.root / place
    path.write_bytes(data)
    # A file that is saved within the same tick, and is as large, is not read again.
    os.utime(path, ns=(now := next(TICKS), now))
    before = files(small.root)
    try:
        read(small.project, path)
    except ReportedError as error:
        return error
    finally:
        assert files(small.root) == before
    return None


@pytest.mark.parametrize("name", READERS)
def test_a_table_that_is_right_is_read(small: Small, name: str) -> None:
    """Else nothing that follows would be looked at."""
    assert refusal(small, name, READERS[name][1].encode()) is None


@pytest.mark.parametrize("name", READERS)
@SETTINGS
@given(data=st.data())
def test_any_table_is_read_or_refused_in_one_line(small: Small, name: str, data: st.DataObject) -> None:
    """At a line that the file has, with what to do; the readers of other programs are never asked to guess."""
    place, text, _ = READERS[name]
    drawn = data.draw(st.one_of(mutated(text, re.findall(r"[^,\n]+", text)), st.binary(max_size=200)))

    refused = refusal(small, name, drawn)

    for finding in refused.findings if refused else ():
        assert str(finding).isprintable(), str(finding)
        assert finding.place.path == place
        assert 0 <= finding.place.line <= len(re.findall(rb"\r\n|\r|\n|$", drawn))
        assert finding.cure
