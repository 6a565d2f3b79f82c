"""Are code, roles, links, images, formulas, footnotes, numbers and placeholders those of the source, each as often?"""

import re
from collections.abc import Iterator

from printproof.findings import Finding
from printproof.sentences.markup import ROLES
from printproof.sentences.rules.pair import Pair, error, missing_and_added, quoted, warning

_COPY = "copy it unchanged"

# A command of LaTeX, such as \alpha; a formula has no words besides.
_COMMAND = re.compile(r"\\[A-Za-z]+\b")
# Code that is only numbers, such as `1, 2`: its order among others of its kind is part of what is said.
_COUNTED = re.compile(r"[\d\s,.\[\]()eE+−-]*\d[\d\s,.\[\]()eE+−-]*")
# A minus belongs to a number only where nothing stands before it (10-2 is no -2), digits of x1 or v1.2 to a name.
_NUMBER = re.compile(r"(?:(?<![\w)\]\-−])[-−])?(?<![A-Za-z\d.])\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
# {name} of str.format, %(name)s and %s of the % operator; "100% sure" is a word.
_PLACEHOLDER = re.compile(r"\{[^{}\s]*\}|%\(\w+\)[a-z]|%[sdrf](?![a-z])")


def check_marks(pair: Pair) -> Iterator[Finding]:
    """Compare, as multisets, everything in a sentence that is no word."""
    source, text = pair.source, pair.text
    yield from _same("code", "the code span", source.codes, text.codes)
    yield from _same("link", "the link target", source.links, text.links)
    yield from _same("image", "the image", source.images, text.images)
    yield from _same("math", "the formula", source.formulas, text.formulas)
    yield from _same("footnote", "the footnote", source.footnotes, text.footnotes)
    yield from _same("substitution", "the substitution", source.substitutions, text.substitutions)
    yield from _roles(pair)
    if _is_formula(source.words, pair.in_code) and source.raw != text.raw:
        yield error("math", "the message is a formula", "copy it unchanged, or it cannot be shown")
    yield from _order(pair)


def _order(pair: Pair) -> Iterator[Finding]:
    """Warn of the same numbers in code in another order."""
    here, there = (tuple(code for code in s.codes if _COUNTED.fullmatch(code)) for s in (pair.source, pair.text))
    if here != there and sorted(here) == sorted(there):
        shown = " and ".join(f"`{code}`" for code in here[:3])
        yield warning("order", f"{shown} stand in another order than in English", "make sure each says what it did")


def _is_formula(words: str, in_code: bool) -> bool:
    """Whether a message is the text of a formula; a comment that has words beside its commands is none."""
    bare = _COMMAND.sub(" ", words)
    return bare != words and not (in_code and re.search(r"[A-Za-z]{4}", bare))  # a word, unlike sin or x


def _roles(pair: Pair) -> Iterator[Finding]:
    unknown = sorted({name for name, _ in pair.text.roles} - ROLES)
    if unknown:
        fact = f"the role {{{unknown[0]}}} is not one a sentence may use"
        yield error("role", fact, "see printproof.sentences.markup.ROLES")
        return
    here, there = (tuple(_role(*role) for role in s.roles) for s in (pair.source, pair.text))
    yield from _same("role", "the role", here, there)


def _role(name: str, target: str) -> str:
    """A role as one writes it."""
    return f"{{{name}}}`{target}`" if target else f"{{{name}}}"


def _same(rule: str, what: str, source: tuple[str, ...], text: tuple[str, ...]) -> Iterator[Finding]:
    """Compare two multisets of strings; the first difference each way is named in quotes."""
    missing, added = missing_and_added(source, text)
    yield from _difference(rule, what, [quoted(m) for m in missing[:1]], [quoted(a) for a in added[:1]])


def _difference(rule: str, what: str, missing: list[str], added: list[str]) -> Iterator[Finding]:
    """What is missing from a translation and what it has too much, in one sentence."""
    if missing and added:
        yield error(rule, f"{what} is {added[0]}, in English {missing[0]}", _COPY)
    elif missing:
        yield error(rule, f"{what} {missing[0]} is in the English sentence but not here", _COPY)
    elif added:
        yield error(rule, f"{what} {added[0]} is not in the English sentence", "remove it")


def check_numbers(pair: Pair) -> Iterator[Finding]:
    """Compare digits and placeholders; a number written as a word is a word."""
    source, text = pair.source.shown, pair.text.shown
    yield from _difference("number", "the number", *missing_and_added(_numbers(source), _numbers(text)))
    missing, added = missing_and_added(_placeholders(source), _placeholders(text))
    yield from _difference("placeholder", "the placeholder", missing, added)
    here, there = (sum(words.count(brace) for brace in "{}") for words in (source, text))
    if here != there and not missing and not added:
        yield error("placeholder", f"{there} braces, in English {here}", "write no attributes")


def _numbers(words: str) -> tuple[str, ...]:
    """The numbers in words, each kind of minus written alike."""
    return tuple(found[0].replace("−", "-") for found in _NUMBER.finditer(words))


def _placeholders(words: str) -> tuple[str, ...]:
    return tuple(found[0] for found in _PLACEHOLDER.finditer(words))
