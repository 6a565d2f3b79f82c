"""Whatever a page, its script or its catalog holds, a build says it in a line, and a preview answers every request."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printproof.runs.record import read_record, write_record
from printproof_site.preview.server import Handler, Preview
from support.built import ROOT
from support.mutated import mistyped, mutated, tries
from support.one_cell import digests_of
from support.small import CONF, Small

PAST = Path(__file__).parent / "past_built"
"""What a build answered with a traceback once: ``x.page``, ``x.script`` or ``x.catalog``, by its page."""

SETTINGS = tries(1)
PAGES = ("guide/stateful", "guide/random-keys", "guide/methods", "reference/purity", "reference/tracer-errors")
"""Pages that have all kinds of blocks between them: cells, questions, pictures, drawings, tables of runs."""

WORDS = [
    ":example: jit", ":compare: none", ":mends: jit", ":variant: two", ":wanted: x", ":calls: (1,) | (2,)", ":first: 3",
    ":not: 1", ":but: 2", ":class: lane", ":tags: [hide-input]", "```{code-cell}", "```{predict} jit", "```{errors}",
    "```{outcomes} table", "```{errors} guide/*", "```{symptom} index#jit", "```{rails} jit", "```{diagram} flow",
    "```{diagram} tree", "```{diagram} drawers", "```{glossary-table}", "```{translations}", "```{versions}",
    "((`n = 0`)) -> [`f`]", "prints jit: `1`", "- `1`: Right.", "- `jit`, `grad`: words", "call: `f`", "zip `f`: [`g`]",
    "# %% a", "# Output:", "# Traces: f 1", "#, fuzzy",
]  # fmt: skip
CRASHED = re.compile(r"Traceback|threw an exception|Exception occurred|raised an exception")
FOUND = {"page": "docs/index.md", "script": "examples/index.py", "catalog": "locales/ko/LC_MESSAGES/index.po"}


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Small]:
    """A project with one page of this repository, its script and its catalog."""
    conf = CONF.replace('"printproof.ext"', '"printproof.ext", "printproof_diagrams.ext"')

    def project(name: str) -> Small:
        sources = {place: _source(kind, name).read_text(encoding="utf-8") for kind, place in FOUND.items()}
        return Small(tmp_path_factory.mktemp("built"), {**sources, "docs/conf.py": conf})

    return project


def _source(kind: str, name: str) -> Path:
    places = {
        "page": f"docs/{name}.md",
        "script": f"examples/{name}.py",
        "catalog": f"locales/ko/LC_MESSAGES/{name}.po",
    }
    return ROOT / places[kind]


def recorded(small: Small, name: str) -> None:
    """Give a project the records of a page of this repository, as if its script, as it is there, had been run."""
    for mode, digest in digests_of(small.project, "index").items():
        known = ROOT / "_build" / "runs" / name / f"{mode}.json"
        if known.is_file():
            record = replace(read_record(known), docname="index", digest=digest)
            write_record(small.project.record("index", mode), record)


@pytest.mark.parametrize("kind", FOUND)
@pytest.mark.parametrize("name", PAGES)
@SETTINGS
@given(data=st.data())
def test_what_was_changed_anywhere_is_built_or_told(
    projects: Callable[[str], Small], name: str, kind: str, data: st.DataObject
) -> None:
    """Sphinx warns in lines of ours; no traceback is one."""
    small = projects(name)
    recorded(small, name)
    text = small.files[FOUND[kind]]
    lines = [line for line in text.splitlines() if line]
    (small.root / FOUND[kind]).write_bytes(data.draw(mutated(text, [*WORDS, *lines])))

    built = small.build(language="ko")

    assert CRASHED.search(built.said) is None, built.said


@pytest.mark.parametrize("path", sorted(PAST.rglob("*.*")), ids=lambda path: path.name)
def test_what_was_found_once_is_told(projects: Callable[[str], Small], path: Path) -> None:
    """Each stands in a folder that is called like the page that it was made of."""
    name = path.parent.name.replace(" ", "/")
    small = projects(name)
    recorded(small, name)
    (small.root / FOUND[path.suffix[1:]]).write_bytes(path.read_bytes())

    assert CRASHED.search(small.build(language="ko").said) is None


TABLES = {
    "docs/claims.csv": "page,claim,proof\nindex,A **state** is kept.,test:it-stops\n"
    'index,"Count, then `stop`.",test:it-stops\n',
    "docs/search.csv": "section,en,ko\ncount,tally | add up,세기 | 더하기\n",
    "docs/glossary.csv": "term,ko,keep,note,also,definition,definition ko\n"
    "state,상태,no,,states,What is kept.,남는 것.\n",
    "docs/versions.json": json.dumps({"jobs": ["jax 0.10.2"], "scripts": {"index": {}}}),
}
TOLD = (
    "# Count\n\n(count)=\n## Remember\n\n- A **state** is kept.\n- Count, then `stop`.\n\n"
    "(terms)=\n## Terms\n\n```{glossary-table}\n```\n\n```{versions} versions.json\n```\n"
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A project in the look of the site whose page reads each kind of table."""
    conf = CONF.replace('"plain"', '"printproof"') + 'extensions += ["printproof_site.theme"]\n'
    files = {**TABLES, "docs/index.md": TOLD, "docs/conf.py": conf + 'printproof_claims = ["count"]\n'}
    files["tests/claims/test_index.py"] = "def test_it_stops() -> None: ...\n"
    files["locales/ko/LC_MESSAGES/index.po"] = 'msgid ""\nmsgstr "Language: ko\\n"\n'
    return Small(tmp_path_factory.mktemp("told"), files)


def said_of(small: Small, name: str, data: bytes) -> list[str]:
    """The lines in which a build warns where a table holds these bytes. Raises AssertionError where it crashes."""
    for place, text in TABLES.items():
        small.write(place, text)
    (small.root / name).write_bytes(data)
    built = small.build("-E", language="ko")
    assert CRASHED.search(built.said) is None, built.said
    return built.wrong


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_built_from(told: Small, name: str) -> None:
    """Else nothing that follows would be looked at: one that is no table is named."""
    assert Path(name).name not in "".join(said_of(told, name, TABLES[name].encode()))
    assert Path(name).name in "".join(said_of(told, name, b"\xff"))


@pytest.mark.parametrize("name", TABLES)
@settings(SETTINGS, max_examples=2 * SETTINGS.max_examples)
@given(data=st.data())
def test_a_table_that_was_changed_anywhere_is_built_or_told(told: Small, name: str, data: st.DataObject) -> None:
    """In lines of ours, whether it is read before the pages, with each of them or after all."""
    changed = mutated(TABLES[name], re.findall(r"[^,\n]+", TABLES[name]))
    if name.endswith(".json"):
        changed = st.one_of(changed, mistyped(TABLES[name]))

    said_of(told, name, data.draw(changed))


@dataclass
class Asked:
    """A preview that is asked without a network."""

    preview: Preview

    def answer(self, request: bytes) -> bytes:
        """All that is sent back to these bytes."""
        ours, theirs = socket.socketpair()
        ours.sendall(request)
        ours.shutdown(socket.SHUT_WR)
        Handler(theirs, ("127.0.0.1", 1), SimpleNamespace(), preview=self.preview)  # type: ignore[arg-type]
        theirs.close()
        with ours, ours.makefile("rb") as said:
            return said.read()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """A preview of a small project that builds nothing: one page of it is there, and a secret beside the project."""
    small = Small(tmp_path_factory.mktemp("asked") / "project", {"docs/index.md": "# Title\n"})
    small.write("html/index.html", "<body>page</body>")
    (small.root.parent / "secret.md").write_text("not to be read", encoding="utf-8")
    (small.root / "html" / "link.html").symlink_to(small.root.parent / "secret.md")
    (small.root / "docs" / "link.md").symlink_to(small.root.parent / "secret.md")
    shown = SimpleNamespace(
        html=small.root / "html",
        state=SimpleNamespace(page=lambda name: 1, built=1, last=SimpleNamespace(failed=(), warnings=())),
    )
    preview = Preview(small.project, ["en"], open={"en": shown}, closed=True)  # type: ignore[dict-item]
    return Asked(preview)


PATHS = [
    "/", "/en/", "/en/index.html", "/en/link.html", "/en/../../secret.md", "/en/%2e%2e/%2e%2e/secret.md", "/ko/", "/-/",
    "//en/", "/-/preview.js", "/-/state?language=en&page=index", "/-/state?language=en&page=link", "/-/file/%00.md",
    "/-/news?language=en&page=index", "/-/file/docs/index.md", "/-/file/docs/link.md", "/-/file/../secret.md",
    "/-/file//etc/passwd", "/en/%00", "/en/\x7f", "/-/state?language=en&page=%00", f"/en/{'a' * 300}", "http://[",
    f"/-/file/{'a' * 300}.md", f"/en/{'a/' * 3000}",
]  # fmt: skip
PIECES = [
    "%2f",
    "%00",
    "%ff",
    "..",
    "/",
    "//",
    "?",
    "&",
    "=",
    "#",
    "%",
    "\\",
    "a" * 300,
    "é",
    "en",
    "-",
    "file",
    "index.html",
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
def test_each_address_is_answered(asked: Asked, path: str) -> None:
    """Also one that no file system or reader of addresses knows."""
    said = asked.answer(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())

    assert said.startswith(b"HTTP/1.0 ")
    assert b"not to be read" not in said


@settings(SETTINGS, max_examples=max(SETTINGS.max_examples, 200))
@given(data=st.data(), method=st.sampled_from(["GET", "HEAD", "POST", "get", ""]))
def test_whatever_a_preview_is_asked_it_answers(asked: Asked, data: st.DataObject, method: str) -> None:
    """Each request has an answer or none, no traceback, and nothing from outside the project."""
    path = data.draw(st.one_of(mutated(data.draw(st.sampled_from(PATHS)), PIECES), st.binary(max_size=60)))
    host = data.draw(
        st.sampled_from([b"localhost", b"127.0.0.1:8000", b"evil.example", b"", b"localhost.evil", b"\xff", b"["])
    )

    said = asked.answer(method.encode() + b" " + path + b" HTTP/1.0\r\nHost: " + host + b"\r\n\r\n")

    assert b"not to be read" not in said
