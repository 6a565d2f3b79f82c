"""Whatever a catalog holds, the checker answers with findings, and nothing is lost in writing."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from printproof_base.project import at
from printproof_base.text import is_unseen
from printproof_catalogs.catalog import CatalogError, Message, decode, parse_catalog
from printproof_catalogs.check import check_message
from printproof_catalogs.layout import CatalogFile
from printproof_catalogs.sentences.glossary import read_glossary
from printproof_catalogs.writer import catalog_text, expected_header
from support.pseudo import pseudo

PROJECT = at(Path(__file__).parents[2])
GLOSSARY = read_glossary(Path(__file__).parents[2] / "docs" / "glossary.csv")
PIECES = [
    "`",
    "**",
    "{ref}`",
    "[a](b)",
    "![a](b)",
    "$x$",
    "<b>",
    "\n",
    "\n\n",
    "---\n",
    "```{x}\n",
    "상태",
    "状态",
    " ",
]
PIECES += [
    "&#x202e;",
    "{{ x }}",
    "[^1]",
    "| a |",
    "# ",
    "- ",
    "\\",
    "1",
    "−2.5",
    "(x)",
    "the state",
    "“",
    "%(a)s",
]
TEXT = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=12).map("".join)
VISIBLE = st.text(st.characters().filter(lambda c: c in "\n\t" or not is_unseen(c)), max_size=300)


@settings(max_examples=300, deadline=None)
@given(
    TEXT,
    TEXT,
    st.sampled_from(["ko", "zh_CN", "uk", "fr", "xx"]),
    st.sampled_from(["docs/a.md", "examples/a.py", "docs/a.rst"]),
)
def test_any_message_gets_findings_on_one_line(msgid: str, msgstr: str, language: str, place: str) -> None:
    """A finding is a sentence of one line, without the characters it warns of."""
    message = Message(msgid=msgid, texts=[msgstr], places=[place])
    for docname in ("a", "printproof"):
        for project in (PROJECT, replace(PROJECT, style=frozenset())):
            place = CatalogFile(Path("a.po"), language, docname)
            for fault in check_message(message, place, GLOSSARY, frozenset(), project):
                assert fault.sentence.isprintable()


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=400), TEXT.map(str.encode)))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    """A catalog that cannot be read is refused by the one exception, never with a traceback."""
    with suppress(CatalogError):
        parse_catalog(decode(raw, "a.po"), Path("a.po"))


@settings(max_examples=200, deadline=None)
@given(VISIBLE.filter(bool), VISIBLE.filter(bool), st.booleans())
def test_what_is_written_is_read_again(msgid: str, msgstr: str, obsolete: bool) -> None:
    """Wrapping and escapes change no character."""
    message = Message(msgid=msgid, texts=[msgstr], previous=msgstr, flags=["fuzzy"], obsolete=obsolete)
    text = catalog_text(expected_header("ko"), [message])
    read = parse_catalog(decode(text.encode(), "a.po"), Path("a.po"))
    (again,) = read.messages + read.obsolete

    assert (again.msgid, again.texts, again.previous, again.obsolete) == (msgid, [msgstr], msgstr, obsolete)
    assert catalog_text(read.header, [again]) == text


@given(TEXT)
def test_pseudo_keeps_what_is_no_word(text: str) -> None:
    """A pseudo-translation has the code spans of its source."""
    assert pseudo(text).count("`") == text.count("`")
