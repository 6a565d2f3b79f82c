"""The numbers that a sentence says, in digits or in words: by value, as each file of ``languages/`` has them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from babel import UnknownLocaleError
from babel.numbers import get_decimal_symbol

from printproof_base.languages import language_data
from printproof_base.text import alternatives
from printproof_catalogs.sentences.sentence import CODE

Values = frozenset[str]
"""What a number may mean, each written without a needless digit: nearly always one value."""

Numbers = tuple[list[tuple[str, Values]], Values]
"""The numbers of a text in digits, each as it stands and by value, and the values of those in words."""

# Digits that belong to no name such as x1 or v1.2, with the points and commas in them.
_SIGN = r"(?:(?<![\w)\]-])-)?"
_DIGITS = _SIGN + r"(?<![A-Za-z\d._])\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?"
# A number of which there may be thousands; 3.10.2 is none.
_AMOUNT = r"(?<![A-Za-z\d._])\d+(?:\.\d+)?"
# A day in digits, whose parts another language may name.
_DATE = re.compile(r"(?<![\w.])(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?![\w.-])")
# A comma between digits, once those that part thousands are gone.
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_NOTHING = "(?!)"
_GROUP = 1_000
"""Scales from here on are those of groups, not of digits in a group."""


@dataclass(frozen=True)
class Numerals:
    """How a language writes numbers beside digits.

    ``words`` has the values of each numeral, ``scales`` what a number is multiplied by. ``word`` finds numerals that
    stand together, ``scaled`` digits with their scale; a scale that is ``unsure`` may be another word, or none.
    ``groups`` finds what parts thousands, ``comma`` says whether a comma parts decimals, and an ``ordinal`` is a number
    in digits that may be said in words.
    """

    words: Mapping[str, Values]
    scales: Mapping[str, float]
    word: re.Pattern[str]
    scaled: re.Pattern[str]
    unsure: frozenset[str]
    groups: re.Pattern[str]
    comma: bool
    ordinal: re.Pattern[str]


@cache
def numerals_of(language: str) -> Numerals:
    """The numerals of a language, from the section ``numbers`` of its file; digits alone where it has none."""
    own = language_data(language).get("numbers", {})
    words = {
        word.lower(): frozenset(value.split("|"))
        for value, same in own.get("words", {}).items()
        for word in same.split()
    }
    scales = {word: float(value) for word, value in own.get("scales", {}).items()}
    comma = _decimal_comma(language)
    groups = re.compile(rf"(?<=\d){'[.]' if comma else ','}(?=\d{{3}}(?!\d))")
    scale = f"(?:{alternatives(scales)}){own.get('behind_scale', '')}"
    scaled = rf"{_AMOUNT}[\s-]?{scale}(?:{scale}|\d+(?:\.\d+)?|\s(?=\d+{scale}))*"
    unit = alternatives([*words, *scales])
    more = rf"(?:{own['joined']}(?:{unit}))*" if "joined" in own else ""
    word = f"{own.get('before', '')}(?:{unit}){more}{own.get('behind', '')}"
    return Numerals(
        words,
        scales,
        re.compile(word, re.I),
        re.compile(scaled),
        frozenset(own.get("unsure", ())),
        groups,
        comma,
        re.compile(own.get("ordinal", _NOTHING)),
    )


def _decimal_comma(language: str) -> bool:
    """Whether a language writes 1,5 for one and a half; one that nobody knows writes as English does."""
    try:
        return get_decimal_symbol(language) == ","
    except (UnknownLocaleError, ValueError):
        return False


def differing(source: str, text: str, written: str, language: str) -> tuple[list[str], list[str]]:
    """The numbers in digits that a translation lacks, and those that it adds.

    ``written`` is the language of the source. A number in words counts where the other side needs it.
    """
    here, there = _numbers_of(source, numerals_of(written)), _numbers_of(text, numerals_of(language))
    return list(_lacking(here, there)), list(_lacking(there, here))


def stands(number: str, words: str) -> bool:
    """Whether a number stands in words at all, be it in a name: base 64 and Base64."""
    return bool(re.search(rf"(?<!\d)(?<!(?<![\w)\]])-){re.escape(number)}(?!\d)", words))


def _numbers_of(words: str, own: Numerals) -> Numbers:
    """The numbers of a text, each in digits as it stands and by value, and all values in words."""
    words = unicodedata.normalize("NFKC", words).replace("−", "-")
    words = own.groups.sub("", words)
    words = _COMMA.sub("." if own.comma else " ", words)
    words = _DATE.sub(r"\1 \3 \4", words)
    digits = [(found[0], _scaled(found[0], own)) for found in own.scaled.finditer(words)]
    rest = own.scaled.sub(CODE, words)
    rest = own.ordinal.sub(CODE, rest)
    digits += [(found[0], frozenset({_plain(found[0])})) for found in re.finditer(_DIGITS, rest)]
    spoken = [_spoken(found[0].lower(), own) for found in own.word.finditer(rest)]
    ordinals = [frozenset({_plain(found[1])}) for found in own.ordinal.finditer(words)]
    return digits, frozenset().union(*spoken, *ordinals)


def _lacking(one: Numbers, other: Numbers) -> Iterator[str]:
    """The numbers in digits of one side that the other has neither in digits nor in words."""
    there = [values for _, values in other[0]]
    for shown, values in sorted(one[0], key=lambda number: len(number[1])):  # what can mean one thing only goes first
        if found := min((known for known in there if known & values), key=len, default=None):
            there.remove(found)
        elif not values & other[1]:
            yield shown


def _plain(number: str) -> str:
    """A number as all write it; what is none, such as 3.10.2, as it stands."""
    try:
        return _written(float(number))
    except ValueError:
        return number


def _scaled(run: str, own: Numerals) -> Values:
    """The value of digits with a scale, and the digits alone where the scale may be another word."""
    pieces = re.findall(rf"\d+(?:\.\d+)?|{alternatives(own.scales)}", run)
    value = _value([own.scales.get(piece) or float(piece) for piece in pieces], own)
    return frozenset({_written(value), _plain(pieces[0])} if own.unsure & {pieces[-1]} else {_written(value)})


def _spoken(run: str, own: Numerals) -> Values:
    """The values of numerals that stand together: of each, of all, and of digits that are read one by one."""
    parts = re.findall(alternatives([*own.words, *own.scales]), run)
    each = [own.words.get(part) or frozenset({_written(own.scales[part])}) for part in parts]
    first = [next(iter(values)) for values in each]
    whole = {_written(_value([float(value) for value in first], own)), "".join(first).lstrip("0") or "0"}
    return frozenset(whole).union(*each)


def _value(numbers: Sequence[float], own: Numerals) -> float:
    """The value of numbers and scales in a row: 2 100 30 4 1000000 is 234 million."""
    total = group = number = 0.0
    for value in numbers:
        if value not in own.scales.values():
            number += value
        elif value < _GROUP:
            group, number = group + (number or 1) * value, 0.0
        elif group + number or not total:
            total, group, number = total + (group + number or 1) * value, 0.0, 0.0
        else:  # one scale upon another
            total *= value
    return total + group + number


def _written(value: float) -> str:
    return f"{value:.15g}"
