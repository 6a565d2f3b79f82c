"""In what parts is the index of a search loaded? A first one knows all sections; others follow by word and by page.

Of a large site the first part knows only where sections are: their headings follow with an answer, for what it shows.

Each is a script, so that a site that is opened from a folder has a search as well, and hands its data to the element
that has loaded it: ``document.currentScript.take(version, data)``.
"""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from heapq import nlargest
from itertools import accumulate, chain, groupby, pairwise, repeat
from pathlib import Path
from typing import Any
from unicodedata import normalize
from zlib import crc32

from printproof_site.search.index import Found, Section, read_sections

FOLDER = "_search"
FIRST = "index"
"""The part that is loaded first: pages with their sections, and where each part of the words starts."""
PART = 2000
"""Characters of a part of the words: some 0.8 KB as hosts send it. It holds more where a single key does."""
KEY = 6 * PART
"""Characters of the words of a key that stay in one part: those of a large site that begin alike lie in several."""
LARGE = 1000
"""Sections of a large site: the headings of as many come in some 25 KB."""
MOST = 1500
"""Sections that a word of a large site leads to, those whose headings hold it first: some 3 KB."""
LONGEST_RUN, LONGEST_HAN = 5, 4
"""Signs of a run in which a slip is looked for, and of one of Han alone: a longer one is a phrase, whose pairs do."""

# A name of code as a reader types it, with its dots; PIECES are its words.
NAME = re.compile(r"[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*")
PIECES = re.compile(r"[._]|(?<=[a-z0-9])(?=[A-Z])")
"""What parts the words in a name: jax.jit, fold_in, TracerError."""
SIGNS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
"""Kana, Han and Hangul, as in the engine: a word is not always between blanks."""
HAN = re.compile("[\u3400-\u9fff]+")

Postings = dict[str, list[int | str]]
"""By word, the sections that hold it, each as its distance to the one before; -3 after it: three times.

Of a large site "5" after it: its first head and its third one hold the word; the sum of 1, 2, 4 says which do.
"""
Held = tuple[int, int, int]
"""A section that holds a word, how often, and which of its heads do."""


def names_in(text: str) -> Iterator[str]:
    """The names in a text, in small letters, each followed by the words in it."""
    for name in NAME.findall(text):
        words = (name, *name.split("."), *PIECES.split(name))
        yield from dict.fromkeys(word.lower() for word in words if word)


def signs_in(text: str) -> Iterator[str]:
    """The signs of a text and their pairs; a blank parts no word, as writers differ on where to put one."""
    for run in SIGNS.findall("".join(text.split())):
        yield from run
        yield from map("".join, pairwise(run))


def words_in(text: str) -> Iterator[str]:
    """The names and the signs of a text."""
    yield from names_in(text)
    yield from signs_in(text)


def postings_of(texts: Iterable[str], heads: Iterable[Sequence[str]] = ()) -> Postings:
    """Which of the texts hold a word, and how often, in the order of the words.

    ``heads`` of a large site are what stands above each text: there a word leads to the `MOST` that hold it best.
    """
    found: dict[str, list[int]] = {}
    for place, (text, above) in enumerate(zip(texts, chain(heads, repeat(())))):  # noqa: B905 - a small site has no heads
        held = [set(words_in(head)) for head in above]
        for word, count in Counter(chain.from_iterable(map(words_in, [text, *above]))).items():
            marks = sum(1 << number for number, own in enumerate(held) if word in own)
            # One number after another: a large site has millions, and a tuple of each three takes three times as much.
            found.setdefault(word, []).extend((place, count, marks))
    by_word = ((word, list(zip(own[::3], own[1::3], own[2::3], strict=True))) for word, own in sorted(found.items()))
    return {word: list(_packed(_best(places) if heads else places)) for word, places in by_word}


def _best(places: Sequence[Held]) -> list[Held]:
    """As many sections as a word may lead to: those whose own heading, another head, or text holds it most often."""
    return sorted(nlargest(MOST, places, key=lambda held: (held[2] & 1, held[2], held[1])))


def _packed(places: Iterable[Held]) -> Iterator[int | str]:
    before = 0
    for place, count, marks in places:
        yield place - before
        if count > 1:
            yield -count
        if marks:
            yield str(marks)
        before = place


def cut(entries: Mapping[str, Sequence[int | str]]) -> Iterator[tuple[str, list[str | Sequence[int | str]]]]:
    """Parts of what stands by word: the word or key that starts each, and its words, each followed by its entry."""
    start, part, size = "", list[str | Sequence[int | str]](), 0
    for key, words in _pieces(entries):
        piece = [entry for word in words for entry in (word, entries[word])]
        weight = len(_json(piece))
        if part and size + weight > PART:
            yield start, part
            start, part, size = key, [], 0
        part, size = part + piece, size + weight
    yield start, part


def _pieces(entries: Mapping[str, Sequence[int | str]]) -> Iterator[tuple[str, list[str]]]:
    """What no part is cut in, with how it begins: all words of a key, or where these are many each of them."""
    # Two letters decide on the part of a word, as a reader types them first, or a pair of signs. The words are in
    # order, so that all of one key are neighbours.
    for key, words in groupby(entries, lambda word: word[:2]):
        own = list(words)
        if len(_json([[word, entries[word]] for word in own])) <= KEY:
            yield key, own
        else:
            # Of the word that starts a part as much as tells it from the one before: all starts are loaded first.
            yield from ((_told(before, word), [word]) for before, word in pairwise([key, *own]))


def _told(before: str, word: str) -> str:
    """As much of a word, which comes after another one in their order, as that does not begin with."""
    beginnings = (word[:end] for end in range(1, len(word)))
    return next((start for start in beginnings if not before.startswith(start)), word)


def by_ends(words: Iterable[str]) -> dict[str, list[str]]:
    """Words by how they begin and, behind a ~, by how they end: a slip leaves one of both as it was.

    Of a name that is two letters, of signs one, as a slip is one of a letter in it.
    """
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        length = 2 if NAME.fullmatch(word) else 1
        for end in (word[:length], f"~{word[-length:]}"):
            found.setdefault(end, []).append(word)
    return {end: found[end] for end in sorted(found)}


def words_once(heads: Iterable[str], texts: Iterable[str], ends: Mapping[str, Sequence[str]]) -> set[str]:
    """The names of some headings and texts, and their runs of signs without the ends that they have in sentences.

    What only two texts hold is left out: most words are such, and few readers look for one with a slip.
    """
    # (?!) fits nowhere: a language may have no such ends.
    patterns = ("|".join(map(re.escape, ends.get(kind, ()))) or "(?!)" for kind in ("particles", "endings"))
    cuts = [re.compile(f"(?:{pattern})$") for pattern in patterns]
    words: Counter[str] = Counter()
    for text in texts:
        words.update(_words_of(text, cuts))
    return {word for word, count in words.items() if count > 2}.union(*(_words_of(head, cuts) for head in heads))


def _words_of(text: str, cuts: Iterable[re.Pattern[str]]) -> set[str]:
    """The names in a text that are no numbers, and its short runs of signs without their ends."""
    text = normalize("NFC", text)
    runs = set(SIGNS.findall(text))
    for end in cuts:
        runs = {end.sub("", run) for run in runs}
    names = {name for name in names_in(text) if len(name) > 2 and not name[0].isdigit()}
    return names.union(filter(_is_short, runs))


def _is_short(run: str) -> bool:
    """Whether a run of signs may be a word: more than one sign, and no phrase."""
    return 1 < len(run) <= (LONGEST_HAN if HAN.fullmatch(run) else LONGEST_RUN)


def write_parts(
    folder: Path, pages: Iterable[Found], synonyms: Mapping[str, str], ends: Mapping[str, Sequence[str]]
) -> list[str]:
    """Write the index of one language, whose pages lie below ``folder``; the ids of all sections.

    ``synonyms`` has, by anchor, what readers call a section though it does not say so itself; ``ends`` has the
    ``particles`` and ``endings`` of words in the language. Raises OSError.
    """
    known = sorted(pages, key=lambda page: page.file)
    found = [read_sections((folder / page.file).read_text(encoding="utf-8")) for page in known]
    sections = [section for own in found for section in own]
    heads = [
        [page.record, *(_head(section, synonyms) for section in own)] for page, own in zip(known, found, strict=True)
    ]
    is_large = len(sections) > LARGE
    above = [_above(page, own, synonyms) for page, own in zip(known, found, strict=True)] if is_large else []
    said = (f"{section.text}\n{section.names}" for section in sections)
    words = list(cut(postings_of(said, list(chain(*above)))))
    texts = (f"{section.title}\n{section.text}\n{section.names}" for section in sections)
    titles = (section.title for section in sections)
    slips = list(cut(by_ends(words_once([*titles, *synonyms.values()], texts, ends))))
    parts: dict[str, Any] = {
        **(_known_by_place(known, heads) if is_large else {FIRST: {"pages": heads}}),
        **{f"words-{number}": part for number, (_, part) in enumerate(words)},
        **{f"text-{number}": [[one.text, one.lines] for one in own] for number, own in enumerate(found)},
        **{f"slips-{number}": part for number, (_, part) in enumerate(slips)},
    }
    parts[FIRST] |= {"words": [start for start, _ in words], "slips": [start for start, _ in slips]}
    _write(folder / FOLDER, parts)
    return [section.anchor for section in sections]


def _head(section: Section, synonyms: Mapping[str, str]) -> list[str]:
    """A section as the first part knows it: anchor, heading, the terms it explains, and its other names."""
    rest = [" | ".join(section.terms), synonyms.get(section.anchor, "")]
    # What is empty at the end of a list need not be sent.
    while rest and not rest[-1]:
        rest.pop()
    return [section.anchor, section.heading, *rest]


def _above(page: Found, sections: Iterable[Section], synonyms: Mapping[str, str]) -> list[tuple[str, ...]]:
    """What stands above the text of each section, as the engine tells it apart: its heading, its page, its terms."""
    name = Path(page.file).stem.replace("-", " ")
    of_page = f"{page.title}\n{page.label}\n{name}"
    heads = ([*_head(section, synonyms), "", ""] for section in sections)
    return [(f"{heading}\n{also}", of_page, terms) for _, heading, terms, also, *_ in heads]


def _known_by_place(pages: Sequence[Found], heads: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """The first part of a large site: of each page its part of the site and how many sections it has; then headings.

    Pages whose headings come in one part are neighbours; ``heads`` has the first page of each.
    """
    starts = [0]
    ends = list(accumulate(len(_json(head)) for head in heads))
    for number, end in enumerate(ends[:-1], 1):
        if end - (ends[starts[-1] - 1] if starts[-1] else 0) >= PART:
            starts.append(number)
    sizes = [[page.part, len(head) - 1] for page, head in zip(pages, heads, strict=True)]
    named = {f"heads-{n}": heads[one:end] for n, (one, end) in enumerate(pairwise([*starts, len(heads)]))}
    return {FIRST: {"sizes": sizes, "heads": starts}, **named}


def _write(folder: Path, parts: Mapping[str, object]) -> None:
    """Write the parts; their version tells the engine that it has met those of another build."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    written = {name: _json(data) for name, data in parts.items()}
    version = f"{reduce(lambda crc, data: crc32(data.encode(), crc), written.values(), 0):08x}"
    for name, data in written.items():
        text = f'document.currentScript.take("{version}",{data})'
        (folder / f"{name}.js").write_text(text, encoding="utf-8", newline="\n")


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
