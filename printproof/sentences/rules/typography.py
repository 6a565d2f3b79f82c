"""Marks and spaces stand as readers of the language expect them; a language without rules has none here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from printproof.sentences.rules.fault import Fault, quoted, warning
from printproof.sentences.rules.pair import Pair
from printproof.sentences.sentence import CODE, TITLE


class Custom(NamedTuple):
    """What must not be seen in a language, and what to write instead."""

    pattern: re.Pattern[str]
    cure: str


def _customs(*pairs: tuple[str, str]) -> tuple[Custom, ...]:
    return tuple(Custom(re.compile(pattern), cure) for pattern, cure in pairs)


_HAN = "[㐀-鿿]"
_FULL = "[，。、；：？！（）“”《》]"
_NAME = f"[A-Za-z0-9{CODE}]"
_PARTICLE = "(?:을|를|은|는|가|와|과|로|으로|의|에|에서|에게|도|만|처럼|부터|까지)"

CUSTOMS = {
    "zh": _customs(
        (
            f"{_HAN}[,;:?!()]|[,;:?!()]{_HAN}",
            "use full-width marks beside Chinese characters: ，；：？！（）",
        ),
        (
            f"{_HAN}\\.|\\.{_HAN}|(?<=[\\w{CODE}])\\.$",
            "end a Chinese sentence with 。, also after a number or code",
        ),
        (
            f"{_HAN}{_NAME}|{_NAME}{_HAN}",
            "put one space between Chinese characters and Latin letters, digits, code",
        ),
        (f"{_FULL} | {_FULL}", "put no space beside a full-width mark"),
        ("[，。、；：！？]{2}", "write one mark only"),
        (f"{_HAN}[\"']|[\"']{_HAN}", "use the quotation marks “ ”"),
        (f"{_HAN} {_HAN}", "put no space between Chinese characters"),
        ("您", "address the reader as 你"),
        (
            "(?:^|[。，])请注意|值得注意的是|们们|烘焙|回溯",
            "it reads as translated; say it more plainly",
        ),
    ),
    "ko": _customs(
        (r"\s[.,:;?!)]", "put no space before a mark"),
        (r"[가-힣] \(", "put no space before an opening bracket"),
        ("[，。：；（）？！、]", "use half-width marks in Korean"),
        (
            r"[은이을와]\([는가를과]\)|[는가를과]\([은이을와]\)|\(으\)로",
            "choose the particle by how the word is read",
        ),
        (
            f"{_NAME} {_PARTICLE}(?=[\\s.,])",
            "write the particle without a space after code, Latin letters and digits",
        ),
        ("그렇다면면|됐됐|는는 |을을 |를를 |은은 ", "a syllable stands twice"),
        (
            "되어(?:지|집|진|졌)|하십시오|십시오[.]",
            "it reads as translated; say it in the active, and ~하세요",
        ),
        ("당신|메소드|캐쉬|컨텐츠|갯수", "leave the person out, and write 메서드, 캐시, 콘텐츠, 개수"),
        ("[;—]", "write two sentences instead"),
    ),
}

_BATCHIM = {"0": "ㅇ", "1": "ㄹ", "3": "ㅁ", "6": "ㄱ", "7": "ㄹ", "8": "ㄹ"}
_AFTER_NUMBER = re.compile(r"(?<![A-Za-z])(\d+)(을|를|은|는|과|와|으로|로)(?=[\s.,])")


def check_typography(pair: Pair) -> Iterator[Fault]:
    """Warn of marks, spaces and particles that the language writes differently."""
    words = pair.text.words
    family = pair.language.partition("_")[0]
    for custom in CUSTOMS.get(family, ()):
        if found := custom.pattern.search(words):
            near = words[max(0, found.start() - 8) : found.end() + 8].replace(CODE, "`…`").replace(TITLE, "…")
            yield warning("typography", f"{quoted(near)}: {custom.cure}")
    if family == "ko":
        yield from _particles(words)


def _particles(words: str) -> Iterator[Fault]:
    """Warn of a particle that does not fit the last digit as it is read in Korean."""
    for found in _AFTER_NUMBER.finditer(words):
        last = _BATCHIM.get(found[1][-1])
        closed = {"을", "은", "과"} | ({"로"} if last == "ㄹ" else {"으로"})
        opened = {"를", "는", "와", "로"}
        if found[2] not in (closed if last else opened):
            yield warning("typography", f"{found[0]!r}: choose the particle by how the number is read")
