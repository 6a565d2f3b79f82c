"""Code, roles, links, images, formulas and footnotes are those of the source, each as often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printproof.sentences.markup import ROLES
from printproof.sentences.rules.fault import Fault, error, quoted, warning
from printproof.sentences.rules.pair import Pair, missing_and_added

_FORMULA = re.compile(r"\\[A-Za-z]+\b")
_COUNTED = re.compile(r"[\d\s,.\[\]()eE+−-]*\d[\d\s,.\[\]()eE+−-]*")


def check_marks(pair: Pair) -> Iterator[Fault]:
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
        yield error("math", "the message is a formula; copy it unchanged, or it cannot be shown")
    counted = [tuple(code for code in s.codes if _COUNTED.fullmatch(code)) for s in (source, text)]
    if counted[0] != counted[1] and sorted(counted[0]) == sorted(counted[1]):
        shown = " and ".join(f"`{code}`" for code in counted[0][:3])
        yield warning("order", f"{shown} stand in another order than in English; make sure each says what it did")


def _is_formula(words: str, in_code: bool) -> bool:
    """Whether a message is the text of a formula; a comment that has words beside its commands is none."""
    bare = _FORMULA.sub(" ", words)
    return bare != words and not (in_code and re.search(r"[A-Za-z]{4}", bare))


def _roles(pair: Pair) -> Iterator[Fault]:
    unknown = sorted({name for name, _ in pair.text.roles} - ROLES)
    if unknown:
        yield error(
            "role", f"the role {{{unknown[0]}}} is not one a sentence may use; see printproof.sentences.markup.ROLES"
        )
        return
    here, there = (tuple(_role(*role) for role in s.roles) for s in (pair.source, pair.text))
    yield from _same("role", "the role", here, there)


def _role(name: str, target: str) -> str:
    """Show a role as one writes it."""
    return f"{{{name}}}`{target}`" if target else f"{{{name}}}"


def _same(rule: str, what: str, source: tuple[str, ...], text: tuple[str, ...]) -> Iterator[Fault]:
    """Compare two multisets; name the first difference each way."""
    missing, added = missing_and_added(source, text)
    if missing and added:
        said = f"{what} is {quoted(added[0])}, in English {quoted(missing[0])}; copy it unchanged"
        yield error(rule, said)
    elif missing:
        yield error(rule, f"{what} {quoted(missing[0])} is in the English sentence but not here; copy it unchanged")
    elif added:
        yield error(rule, f"{what} {quoted(added[0])} is not in the English sentence; remove it")
