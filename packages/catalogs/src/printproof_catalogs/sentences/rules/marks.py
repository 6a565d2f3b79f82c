"""Rules for what is no word: code, roles, links, images, formulas, footnotes, numbers, placeholders of the source."""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from printproof_base.findings import Finding, suggestion
from printproof_catalogs.sentences.markup import COPYING, ROLES
from printproof_catalogs.sentences.numbers import differing, stands
from printproof_catalogs.sentences.rules.characters import LATIN, script_of, scripts_of
from printproof_catalogs.sentences.rules.pair import Pair, error, missing_and_added, quoted, warning

_COPY = "copy it unchanged"

# A command of LaTeX, such as \alpha; a formula has no words besides.
_COMMAND = re.compile(r"\\[A-Za-z]+\b")
# Code that is only numbers, such as `1, 2`: its order among others of its kind is part of what is said.
_COUNTED = re.compile(r"[\d\s,.\[\]()eE+−-]*\d[\d\s,.\[\]()eE+−-]*")
# A minus belongs to a number only where nothing stands before it (10-2 is no -2), digits of x1 or v1.2 to a name.
_NUMBER = re.compile(r"(?:(?<![\w)\]\-−])[-−])?(?<![A-Za-z\d.])\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
# Numbers that languages say without a number: nothing, only, both, decimal, entirely.
_PARAPHRASED = frozenset({"0", "1", "2", "10", "16", "100"})
# The name of a site in one language: en.wikipedia.org.
_LANGUAGE = re.compile(r"^[a-z]{2}\.(?=[^.]+\.[^.]+$)")
# {name} of str.format, %(name)s and %s of the % operator; "100% sure" is a word.
_PLACEHOLDER = re.compile(r"\{[^{}\s]*\}|%\(\w+\)[a-z]|%[sdrf](?![a-z])")


def check_marks(pair: Pair) -> Iterator[Finding]:
    """Compare, as multisets, everything in a sentence that is no word."""
    source, text = pair.source, pair.text
    yield from _codes(pair)
    yield from _links(pair)
    yield from _compare_multisets("image", "the image", source.images, text.images)
    yield from _compare_multisets("math", "the formula", source.formulas, text.formulas)
    yield from _compare_multisets("footnote", "the footnote", source.footnotes, text.footnotes)
    yield from _compare_multisets("substitution", "the substitution", source.substitutions, text.substitutions)
    yield from _roles(pair)
    if source.reader != "rst" and _is_formula(source.words, pair.in_code) and source.raw != text.raw:
        yield error("math", "the message is a formula", "copy it unchanged, or it cannot be shown")
    yield from _order(pair)


def _codes(pair: Pair) -> Iterator[Finding]:
    """Compare code; unless it is to be exact, words in it may be translated."""
    missing, added = missing_and_added(pair.source.codes, pair.text.codes)
    own = scripts_of(pair.language) - LATIN
    spoken = all(any(letter.isalpha() and script_of(letter) in own for letter in code) for code in added)
    if "exact" not in pair.style and added and len(missing) == len(added) and spoken:
        yield warning("code", f"the code span is {quoted(added[0])}, in English {quoted(missing[0])}", "is it no name?")
    else:
        yield from _compare_names(pair, "code", "the code span", pair.source.codes, pair.text.codes)


def _compare_names(
    pair: Pair, rule: str, what: str, source: tuple[str, ...], text: tuple[str, ...]
) -> Iterator[Finding]:
    """Compare two multisets; unless they are to be exact, a name may be said once more or once less."""
    for finding in _compare_multisets(rule, what, source, text):
        again = "exact" not in pair.style and set(source) == set(text)
        yield replace(finding, severity="warning", cure="make sure that it says what it did") if again else finding


def _links(pair: Pair) -> Iterator[Finding]:
    """Compare the targets of links; unless they are to be exact, one may lead elsewhere on the same site."""
    missing, added = missing_and_added(pair.source.links, pair.text.links)
    if "exact" not in pair.style and sorted(map(_site, missing)) == sorted(map(_site, added)):
        for target in added[:1]:
            yield warning(
                "link", f"the link target is {quoted(target)}, in English {quoted(missing[0])}", "compare both"
            )
        return
    yield from _difference("link", "the link target", [quoted(m) for m in missing[:1]], [quoted(a) for a in added[:1]])


def _site(target: str) -> tuple[str, str]:
    """What links to one site have in common: its name; those within the project have their document."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return target, ""
    return _LANGUAGE.sub("", parts.netloc), "" if parts.netloc else parts.path


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
    known = ROLES | {name for name, _ in pair.source.roles} - COPYING if pair.text.reader != "rst" else None
    if known and (unknown := sorted({name for name, _ in pair.text.roles} - known)):
        fact = f"the role {{{unknown[0]}}} is not one a sentence may use"
        yield error("copying" if COPYING.intersection(unknown) else "role", fact, suggestion(unknown[0], sorted(known)))
        return
    here, there = (tuple(_role(*role) for role in s.roles) for s in (pair.source, pair.text))
    yield from _compare_names(pair, "role", "the role", here, there)


def _role(name: str, target: str) -> str:
    """A role as one writes it."""
    return f"{{{name}}}`{target}`" if target else f"{{{name}}}"


def _compare_multisets(rule: str, what: str, source: tuple[str, ...], text: tuple[str, ...]) -> Iterator[Finding]:
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
    """Compare numbers and placeholders; where they are to be exact, a number written as a word is a word."""
    source, text = pair.source.shown, pair.text.shown
    missing, added = missing_and_added(_numbers(source), _numbers(text))
    if "exact" not in pair.style and _NUMBER.search(source + text):
        missing, added = differing(source, text, pair.written, pair.language)
        missing = [number for number in missing if not stands(number, pair.text.raw)]
        added = [number for number in added if not stands(number, pair.source.raw)]
    if "exact" in pair.style or (missing and added) or not _PARAPHRASED.issuperset(missing):
        yield from _difference("number", "the number", missing, added)
    elif missing or added:  # a language may have a word for it: hex digits, no items, binary
        fact = "is not in the English sentence" if added else "is in the English sentence but not here"
        yield warning("number", f"the number {[*missing, *added][0]} {fact}", "make sure both say the same")
    missing, added = missing_and_added(_placeholders(source), _placeholders(text))
    yield from _difference("placeholder", "the placeholder", missing, added)
    here, there = (sum(words.count(brace) for brace in "{}") for words in (source, text))
    if here != there and not missing and not added and pair.text.reader != "rst":
        yield error("placeholder", f"{there} braces, in English {here}", "write no attributes")


def _numbers(words: str) -> tuple[str, ...]:
    """The numbers in words, each kind of minus written alike."""
    return tuple(found[0].replace("−", "-") for found in _NUMBER.finditer(words))


def _placeholders(words: str) -> tuple[str, ...]:
    return tuple(found[0] for found in _PLACEHOLDER.finditer(words))
