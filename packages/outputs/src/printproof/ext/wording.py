"""A sentence of ours in HTML, in Markdown and as nodes, with words of code in its places."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from string import Formatter

from docutils import nodes

from printproof.ext.nodes import _
from printproof.formats.markdown import code, render_line, words
from printproof.pages.outcomes import AS_WANTED as HAPPENED
from printproof.pages.outcomes import KEPT, OTHERWISE, RAISED
from printproof.pages.raised import Change
from printproof.promises.purity import Calls
from printproof.runs.libraries import named_versions
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof.style.signs import AS_WANTED, NOT_WANTED
from printproof_base.languages import between
from printproof_base.text import insert_joiners

SHORT = 24
"""Characters of a word of code that stands on one line, wherever that line ends; a longer one may break."""

NAMES = {
    "flax": "Flax",
    "jax": "JAX",
    "jaxlib": "jaxlib",
    "matplotlib": "Matplotlib",
    "numpy": "NumPy",
    "optax": "Optax",
    "python": "Python",
    "scipy": "SciPy",
    "sympy": "SymPy",
}
"""Libraries as their projects write them in a sentence, where that is not how their packages are called."""

# Runs of blanks, which a browser would show as one, and a blank before a closing mark, which must begin no line.
_BLANKS = re.compile(r"  +| (?=[)}\]…])")

# Where long code breaks first: after a mark that opens or parts, so that no line begins with one. A dot parts names
# only behind a longer one: "jax." says nothing alone.
_BREAKS = re.compile(r"(?:(?<=[(,=/])|(?<=\w{4}\.))(?=[^\W\d])")

# A name that is long itself breaks behind its underscores as well, but for those at its ends.
_LONG_NAME = re.compile(rf"[\w.]{{{SHORT + 1},}}")
_UNDERSCORES = re.compile(r"(?<=\w{4}_)(?=[^\W\d_])")

# What a browser would part at its hyphens: an option, the name of a package.
_HYPHENATED = re.compile(rf"(?<![\w-])(?=[\w-]{{1,{SHORT}}}(?![\w-]))-*\w+(?:-+\w+)+")


def mode_names() -> dict[str, str]:
    """Each mode by its name in the language of the page."""
    return {AS_WRITTEN: _("Unchanged"), JIT_OFF: _("With jit off"), JIT_EVERYWHERE: _("With jit on every call")}


def named(versions: Mapping[str, str], comma: str = ", ") -> str:
    """Libraries with their versions, in words: ``Python 3.11.7, NumPy 2.4.6``."""
    ordered = sorted(versions.items(), key=lambda one: (one[0] != "python", one[0].casefold()))
    return comma.join(f"{NAMES.get(name, name)} {version}" for name, version in ordered)


def libraries(versions: Mapping[str, str], language: str) -> str:
    """The same of those that say with what outputs were checked, in a language: ``JAX 0.10.2``."""
    return named(named_versions(versions), between(language))


def html_verdict(instead: str | None) -> str:
    """That something is as it was wanted, or what else was, as HTML; the sign before these words is the style's."""
    if instead is None:
        return f'<span class="yes">{escape(_("as wanted"))}</span>'
    return f'<span class="no">{escape(_("wanted {value}").format(value=instead))}</span>'


def by_calls(calls: Calls, none: str, every: str, some: str) -> str:
    """The sentence that is true of these calls: none was jitted, every one of ``{all}``, or ``{jitted}`` of them."""
    sentence = none if not calls.jitted else every if not calls.left else some
    return sentence.format(jitted=calls.jitted, all=calls.jitted + calls.left)


def code_text(text: str) -> str:
    """The text of a word of code as HTML, each of its blanks seen, and with places to break where it is long."""
    if len(text) <= SHORT:
        return _BLANKS.sub(_kept, escape(text))
    return "<wbr>".join(map(_part_of_code, _BREAKS.split(text)))


def _part_of_code(text: str) -> str:
    """What stands between two places to break: one piece, but for the underscores of a long name."""
    names = _LONG_NAME.sub(lambda name: _UNDERSCORES.sub("<wbr>", name[0]), escape(text))
    return _BLANKS.sub(_kept, _HYPHENATED.sub(r"<span>\g<0></span>", names))


def _kept(run: re.Match[str]) -> str:
    """Blanks that stay: all but the last of a run, where a line may break."""
    return "&#160;" * (len(run[0]) - 1) + " " if run[0] != " " else "&#160;"


def word_of_code(text: str) -> str:
    """A word of code as HTML, for a place where no writer makes one of a node."""
    long = ' class="long"' if len(text) > SHORT else ""
    return f"<code{long}>{code_text(text)}</code>"


def as_html(sentence: str, language: str, codes: Mapping[str, str]) -> str:
    """A sentence of ours as HTML, with words of code in its places and no line that ends before a particle."""
    parts = list(_parts(sentence, codes))
    whole = {number for number, (_text, is_code) in enumerate(parts) if is_code}
    held = enumerate(insert_joiners([text for text, _is_code in parts], whole, language))
    return "".join(word_of_code(text) if number in whole else escape(text) for number, text in held)


def _parts(sentence: str, codes: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """The texts of a sentence of ours in their order, each with whether it is a word of code in one of its places."""
    for text, name, _spec, _conversion in Formatter().parse(sentence):
        yield text, False
        if name:
            yield codes[name], True


def as_markdown(sentence: str, codes: Mapping[str, str]) -> str:
    """The same in Markdown."""
    return render_line([code(text) if is_code else words(text) for text, is_code in _parts(sentence, codes)])


def markdown_verdict(instead: str | None) -> str:
    """That something is as it was wanted, or what else was, in Markdown with its sign."""
    if instead is None:
        return f"{AS_WANTED} {words(_('as wanted'))}"
    return f"{NOT_WANTED} {words(_('wanted {value}').format(value=instead))}"


def as_paragraph(text: str, codes: Mapping[str, str] | None = None) -> nodes.paragraph:
    """A sentence of ours as a paragraph, with words of code in its places; no catalog of a page holds it."""
    written = nodes.paragraph(translatable=False)
    written += as_nodes(text, codes or {})
    return written


def as_nodes(text: str, codes: Mapping[str, str]) -> list[nodes.Node]:
    """The words of a sentence of ours, with words of code in its places."""
    return [nodes.literal(part, part) if is_code else nodes.Text(part) for part, is_code in _parts(text, codes)]


@dataclass(frozen=True)
class OutcomeWords:
    """Words in the language of a page, by what an entry amounts to: what its look means, what a voice says of it.

    A count is ``counted``, another entry ``named``. ``below`` stands below an entry, ``choice`` above the names of
    columns; ``below`` and ``caption`` are HTML.
    """

    meanings: Mapping[str, str]
    counted: Mapping[str, str]
    named: Mapping[str, str]
    below: Mapping[str, str]
    choice: str
    caption: str


def outcome_caption(counts: bool) -> str:
    """What the entries of a table of outcomes are: counts, or words such as ``value``; ``{cell}`` is their cell."""
    if not counts:
        return _("What each line gives (printed by cell {cell}).")
    return _("How often the effect happened, and how often it does in plain Python (printed by cell {cell}).")


def outcome_words(counts: bool, cell: str) -> OutcomeWords:
    """What a table of outcomes says; ``cell`` is its cell as HTML.

    A count that is another one is wrong, while a word that is another one only is another.
    """
    otherwise = _("wrong, and no error says so") if counts else _("something else, and no error")
    kept, error = _("a tracer is kept: wrong later"), _("stops with an error")
    loud = {KEPT: kept, RAISED: error}
    counted = {HAPPENED: _("{came} of {wanted}: as wanted"), OTHERWISE: _("{came} of {wanted}: wrong, no error")}
    named = {HAPPENED: _("{came}, as in Python"), OTHERWISE: _("{came}, in Python {wanted}; no error")}
    meanings = {HAPPENED: _("as in plain Python"), OTHERWISE: otherwise, **loud}
    below = {KEPT: escape(_("tracer kept"))}
    if counts:
        below |= {HAPPENED: AS_WANTED, OTHERWISE: f"{NOT_WANTED} <span>{escape(_('silent'))}</span>"}
    caption = escape(outcome_caption(counts)).format(cell=cell)
    return OutcomeWords(meanings, counted | loud, named | loud, below, _("Show one column"), caption)


def change_lines(change: Change) -> list[nodes.paragraph]:
    """Lines of code that go wrong, and those to write instead."""
    sides = (("not", _("not"), change.wrong), ("but", _("but"), change.right))
    return [_side(kind, word, lines) for kind, word, lines in sides if lines]


def _side(kind: str, word: str, lines: tuple[str, ...]) -> nodes.paragraph:
    codes = [part for line in lines for part in (nodes.Text(" "), nodes.literal(line, line))]
    label = nodes.inline("", word, classes=["side"])
    return nodes.paragraph("", "", label, *codes, classes=[kind], translatable=False)
