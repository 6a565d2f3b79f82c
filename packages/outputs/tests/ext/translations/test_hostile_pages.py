"""With the checker skipped, no hostile translation leaves a trace in what is built, wherever it stands."""

from collections.abc import Iterator
from functools import cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from printproof.html.page import Rendered
from printproof.scripts.comments import code_tokens
from printproof_catalogs.catalog import CatalogError, read_catalog
from support.hostile import IN_CODE, LANGUAGES, PLACES, Hostile, hostile_messages
from support.small import Built, Small

CONF = """
import socket
from pathlib import Path

extensions = ["printproof.ext"]
printproof_all_pages = True
printproof_run = False
html_theme = "basic"
locale_dirs = ["../locales"]
suppress_warnings = ["ref", "myst", "app"]
myst_enable_extensions = [
    "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist", "html_admonition",
    "html_image", "replacements", "smartquotes", "strikethrough", "substitution", "tasklist",
]

def refuse(*arguments, **more):
    Path("socket-was-opened").touch()
    raise OSError("no network here")

socket.socket.connect = socket.getaddrinfo = refuse
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text x="1" y="1">{}</text></svg>'
TRACES = ("hostile-was-here", "socket-was-opened")
LIVE = ("javascript:", "vbscript:", "hostile(")
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001"
    "e221bc330000000049454e44ae426082"
)


class Parts(HTMLParser):
    """What a browser would act upon: elements with their attributes, and the text of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def with_value(self, *names: str) -> set[str]:
        """The values of attributes of these names."""
        return {value for name, value in self.attributes if name in names}


def page_of(hostile: Hostile) -> str:
    """A page on which the message stands in every place of prose, and a cell with it in code and figure."""
    prose = [PLACES[place](hostile.msgid) for place in PLACES if place not in IN_CODE]
    cell = f"```{{code-cell}}\n:example: drawn\n:alt: A drawing.\n:caption: {hostile.msgid}\n```"
    return "\n\n".join(["---\norphan: true\n---\n\n# A page", *prose, cell, ""])


def write_hostile(root: Path, language: str) -> tuple[Small, list[str]]:
    """Write a page for each message; give the project and the ids whose catalogs cannot even be read."""
    small = Small(root, {"docs/conf.py": CONF, "docs/index.md": "(strategy)=\n# The strategy\n\n(other)=\n## Other\n"})
    (root / "docs/dot.png").write_bytes(DOT)
    small.write("docs/secret.txt", "HOSTILE-SECRET\n")
    small.write("secret.txt", "HOSTILE-SECRET\n")
    unreadable = []
    for hostile in hostile_messages(language):
        small.write(f"docs/{hostile.id}.md", page_of(hostile))
        small.write(f"examples/{hostile.id}.py", f"# %% drawn\n# {hostile.msgid}\nx = 1\n\n# Output: none\n")
        figure = SVG.format(escape(hostile.msgid))
        small.record(hostile.id, {}, {"drawn": (figure,)})
        small.translate(hostile.id, {hostile.msgid: hostile.msgstr}, language)
        try:
            read_catalog(root / f"locales/{language}/LC_MESSAGES/{hostile.id}.po")
        except CatalogError:
            unreadable.append(hostile.id)
    return small, unreadable


def traces(root: Path, built: Built) -> Iterator[str]:
    """What a command, a copied file or a read one would have left."""
    yield from (str(path) for path in root.rglob("*") if path.name in TRACES)
    for path in built.folder.rglob("*"):
        if path.is_file() and (path.name in {"conf.py", "secret.txt"} or b"HOSTILE-SECRET" in path.read_bytes()):
            yield str(path)


@cache
def english_page(english: Built, docname: str) -> tuple[Parts, Rendered]:
    """An English page, read once for all languages."""
    return Parts(english.html(docname)), english.page(docname)


def changes(english: Built, built: Built, docname: str) -> Iterator[str]:
    """What the page of a translation has, and its English page has not, that a browser would act upon."""
    (there, one), here = english_page(english, docname), Parts(built.html(docname))
    for name in ("script", "iframe", "object", "embed", "link", "meta", "base", "form", "style"):
        if here.names.count(name) > there.names.count(name) + (name in {"script", "link"}):
            yield f"another <{name}>"
    yield from (f"{name}={value}" for name, value in here.attributes if name.startswith("on"))
    for names in (("href",), ("src", "srcset", "data", "poster", "action", "style"), ("id",)):
        more = here.with_value(*names) - there.with_value(*names)
        yield from (f"{names[0]}={value}" for value in more if not value.startswith("_static/"))
    yield from (value for _, value in here.attributes for live in LIVE if value.strip().lower().startswith(live))
    other = built.page(docname)
    if one.outputs != other.outputs or any(code_tokens(one.code[c]) != code_tokens(other.code[c]) for c in one.code):
        yield "other code or outputs"


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages in English, which are the same whatever language they are translated into."""
    return write_hostile(tmp_path_factory.mktemp("english"), LANGUAGES[0])[0].build()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hostile_translation_is_harmless_without_the_checker(
    tmp_path: Path, english: Built, language: str, capsys: pytest.CaptureFixture
) -> None:
    """Catalogs that hide characters end the build, each named; all others show nothing but text."""
    small, unreadable = write_hostile(tmp_path, language)
    refused = small.build(language=language)
    for docname in unreadable:
        (tmp_path / f"locales/{language}/LC_MESSAGES/{docname}.po").unlink()

    built = small.build("-E", language=language)

    tried = [hostile.id for hostile in hostile_messages(language)]
    found = {docname: list(changes(english, built, docname)) for docname in tried}
    harmless = [docname for docname, parts in found.items() if not parts and docname not in unreadable]
    with capsys.disabled():
        counted = f"tried {len(tried)}, refused as a file {len(unreadable)}, harmless {len(harmless)}"
        print(f"\n{language}, {len(PLACES)} places: {counted}", end=" ")
    assert refused.status == 2
    assert [docname for docname in unreadable if f"/{docname}.po:" not in refused.said] == []
    assert "Traceback" not in refused.said + built.said
    assert list(traces(tmp_path, built)) == []
    assert {docname: parts for docname, parts in found.items() if parts} == {}
