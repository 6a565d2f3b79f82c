"""A catalog that another tool writes back makes no noise in a diff."""

import time
from pathlib import Path

import pytest
from sphinx_intl.catalog import dump_po, load_po

from printproof_catalogs.catalog import Message, parse_catalog
from printproof_catalogs.writer import catalog_text, expected_header, header_of
from support.built import ROOT

WIDE = "형태와 dtype이 같은 인자로 호출하면, `jit`이 반환한 함수는 이미 컴파일한 프로그램을 재사용합니다. "
MESSAGES = {
    "one line": Message(msgid="The state.", texts=["상태."], places=["docs/a.md"]),
    "no place": Message(msgid="The state.", texts=["상태."]),
    "not translated": Message(msgid="The state.", texts=[""], places=["docs/a.md"]),
    "long": Message(msgid="The function that `jit` returns. " * 5, texts=[WIDE * 3], places=["docs/a.md"]),
    "no blank to break at": Message(msgid="The state. " * 9, texts=["状态是一个值，" * 30], places=["docs/a.md"]),
    "hyphens and dashes": Message(msgid="a just-in-time -- well---known compiler " * 4, texts=["x"]),
    "escapes": Message(msgid='Two\nlines\tand "tabs"\\n', texts=["두\n줄\t탭\n"], places=["docs/a.md"]),
    "places": Message(msgid="x", texts=["y"], places=[f"examples/guide/{n}.py" for n in "cbafedghij"]),
    "fuzzy": Message(msgid="x", texts=["y"], flags=["fuzzy"]),
    "a role": Message(msgid="See {doc}`guide/a`.", texts=["{doc}`guide/a` 참고."], places=["docs/a.md"]),
    "a placeholder": Message(msgid="%(n)s pages of {total}", texts=["%(n)s / {total}"]),
    "context": Message(msgid="x", texts=["y"], context="a menu"),
    "plural": Message(msgid="{n} page", plural="{n} pages", texts=["{n}쪽"]),
    "comments": Message(msgid="x", texts=["y"], comments=["#. from the page", "# a translator's, " + "long " * 20]),
    "obsolete": Message(msgid="The function. " * 9, texts=[WIDE], obsolete=True, comments=["# kept"]),
}


def below_header(text: str) -> str:
    """The entries of a catalog; Babel always writes dates and its own name into the header."""
    return text.partition("\n\n")[2]


def written_back(path: Path) -> str:
    """The text of a catalog after sphinx-intl has read and written it."""
    target = path.with_name("again.po")
    dump_po(str(target), load_po(str(path)), width=76)
    return target.read_text(encoding="utf-8").strip("\n") + "\n"


@pytest.mark.parametrize("kind", MESSAGES)
def test_what_is_written_is_what_sphinx_intl_would_write(tmp_path: Path, kind: str) -> None:
    """Byte by byte below the header: the same lines, breaks, flags and order of comments."""
    path = tmp_path / "a.po"
    path.write_text(catalog_text(expected_header("ko"), [MESSAGES[kind]]), encoding="utf-8")

    assert below_header(written_back(path)) == below_header(path.read_text(encoding="utf-8"))


def test_the_projects_own_catalogs_are_so_written(tmp_path: Path) -> None:
    """A translator who uses sphinx-intl changes the lines of their own sentences only."""
    copy, changed = tmp_path / "a.po", []
    for path in sorted(ROOT.glob("locales/*/LC_MESSAGES/**/*.po")):
        copy.write_bytes(path.read_bytes())
        if below_header(written_back(copy)) != below_header(path.read_text(encoding="utf-8")):
            changed.append(path.relative_to(ROOT))

    assert changed == []


@pytest.mark.parametrize("end", ["", " ", "\n", " \n", "  "], ids=repr)
@pytest.mark.parametrize("obsolete", [False, True])
def test_a_text_of_any_length_reads_back_as_it_was(obsolete: bool, end: str) -> None:
    """Also where its last blank has no room on the last line."""
    texts = [f"{'a function ' * words}{'x' * letters}{end}" for words in (1, 6, 13) for letters in range(1, 80)]
    messages = [Message(msgid=text, texts=[text], previous=text, obsolete=obsolete) for text in texts]
    read = parse_catalog(catalog_text(expected_header("ko"), messages), "a.po")
    found = read.obsolete if obsolete else read.messages

    assert [(message.msgid, message.text, message.previous) for message in found] == [(text,) * 3 for text in texts]


@pytest.mark.parametrize("text", ["상" * 100_000, "[" * 100_000, "a-b" * 50_000], ids=["letters", "marks", "hyphens"])
def test_no_text_takes_long_to_write(text: str) -> None:
    """Babel looks at each part of a word without end again and again."""
    start = time.process_time()

    catalog_text(expected_header("ko"), [Message(msgid=text, texts=[text])])

    assert time.process_time() - start < 2


def test_the_header_keeps_its_fields(tmp_path: Path) -> None:
    """Reading what sphinx-intl wrote loses no field, and drops its dates once more."""
    path = tmp_path / "a.po"
    text = catalog_text({"Last-Translator": "Kim <kim@example.org>", **expected_header("ko")}, [MESSAGES["one line"]])
    path.write_text(text, encoding="utf-8")
    again = parse_catalog(written_back(path), path)

    assert catalog_text(header_of("ko", again), again.messages) == text


@pytest.mark.parametrize("place", ["docs/a.md", "docs/a.md:3", "docs/a.md:3:1"])
def test_a_place_is_a_file_whatever_a_tool_writes_behind_it(place: str) -> None:
    """Else a catalog would be another one each time that it is saved, until no number is left."""
    text = f'msgid ""\nmsgstr "Language: ko\\n"\n\n#: {place}\nmsgid "Count"\nmsgstr "세기"\n'

    catalog = parse_catalog(text, "a.po")

    assert "#: docs/a.md\n" in catalog_text(catalog.header, catalog.messages)
