"""Markdown that says just these words: CommonMark with the tables of GitHub, the same wherever it is shown."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

# Marks that begin markup anywhere; an underscore between letters begins none.
_SPECIAL = re.compile(r"[\\`*\[\]<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#|\w+;)")
# What begins a formula in a notebook, also where Markdown has made a plain mark of it: JupyterLab looks at the page
# that it shows. A formula does not begin in one element and end in another.
_FORMULA = re.compile(r"\$|\\(?=[()\[\]])")
# What begins a block where a line starts: a heading, a quotation, a list, the line below a heading.
_OPENING = re.compile(r"^(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|=+\s*$|(?:-\s*)+$)")
# A number of ten digits begins no list in CommonMark: some readers could not count so far.
_NUMBERED = re.compile(r"^(\d{1,9})(?=[.)](?:\s|$))")
# Not \s: a no-break space and the wide one of Chinese are no blanks that Markdown folds.
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_BREAK = "<br>"


@dataclass(frozen=True)
class Styled:
    """Parts of a line that are marked: ``strong`` or ``em``, as HTML calls it."""

    tag: str
    inlines: Sequence["Inline"]


Inline = str | Styled
"""A part of a line: Markdown, or something marked, whose marks depend on what stands beside it."""


def words(text: str) -> str:
    """Plain text with everything escaped that Markdown would take for markup; a line end becomes a blank."""
    parts = _FORMULA.split(text)
    marks = [f"<span>\\{mark}</span>" for mark in _FORMULA.findall(text)]
    return "".join(f"{_escaped(part)}{mark}" for part, mark in zip(parts, [*marks, ""], strict=True))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", _BLANKS.sub(" ", text))


def paragraph(line: str) -> str:
    """A line as a paragraph: escaped where it would begin a heading, a list or a quotation."""
    return _OPENING.sub(r"\\", _NUMBERED.sub(r"\1\\", line.strip(" \n")))


def render_line(inlines: Iterable[Inline]) -> str:
    """Parts of a line joined, so that none changes what the next one means."""
    known = [inline for inline in inlines if inline]
    line = ""
    for number, inline in enumerate(known, 1):
        following = known[number] if number < len(known) else ""
        if isinstance(inline, Styled):
            line += _styled(inline, line[-1:], "*" if isinstance(following, Styled) else following[:1])
            continue
        if line.endswith("!") and inline.startswith("["):
            line = f"{line[:-1]}\\!"  # else the link would be a picture
        if line.endswith("`") and inline.startswith("`"):
            line += "<!-- -->"  # two words of code without a blank between them
        line += inline
    return line


def _styled(inline: Styled, before: str, after: str) -> str:
    """Something marked: with stars, or in HTML where stars beside letters and marks would be shown as stars.

    That is so in Korean and Chinese, which put no blank behind ``**상태(state)**는``.
    """
    inside = render_line(map(_in_html, inline.inlines))
    kept = inside.strip(" ")
    if not kept:
        return inside
    ahead, behind = inside[: inside.index(kept)], inside[inside.index(kept) + len(kept) :]
    before, after = ahead or before, behind or after
    opens = _parts(before) or not _is_mark(kept[0])
    closes = _parts(after) or not _is_mark(kept[-1])
    stars = "**" if inline.tag == "strong" else "*"
    if opens and closes and "*" not in {before[-1:], after[:1], kept[0], kept[-1]}:
        return f"{ahead}{stars}{kept}{stars}{behind}"
    return f"{ahead}<{inline.tag}>{kept}</{inline.tag}>{behind}"


def _in_html(inline: Inline) -> str:
    """What is marked inside something marked: stars between stars could belong to either."""
    inside = inline if isinstance(inline, str) else render_line(map(_in_html, inline.inlines))
    return inside if isinstance(inline, str) or not inside.strip() else f"<{inline.tag}>{inside}</{inline.tag}>"


def _parts(character: str) -> bool:
    """Whether a character parts words for every reader of Markdown: a blank, a line end, a mark."""
    return not character or character.isspace() or unicodedata.category(character[-1])[0] == "P"


def _is_mark(character: str) -> bool:
    """Whether any reader of Markdown takes it for a mark: some count signs such as ``+`` and ``→``."""
    return unicodedata.category(character)[0] in "PS"


def code(text: str) -> str:
    """Inline code, between more backquotes than stand in a row inside."""
    text = _BLANKS.sub(" ", text) if "\n" in text else text
    if not text.strip():
        return words(text)
    # CommonMark: only a run of as many backquotes ends code, and a blank at both ends is no part of it.
    marks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0) if "`" in text else 1)
    gap = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{marks}{gap}{text}{gap}{marks}"


def link(inside: str, address: str) -> str:
    """A link; ``inside`` is Markdown."""
    return f"[{inside}]({_address(address)})" if address else inside


def image(alt: str, address: str) -> str:
    """A picture by its address; ``alt`` says what it shows."""
    return f"![{_escaped(alt)}]({_address(address)})"


def _address(address: str) -> str:
    return f"<{address}>" if re.search(r"[ ()]", address) else address


def heading(line: str, level: int) -> str:
    """A heading; one that ends in ``#`` keeps it."""
    kept = re.sub(r"#(?=#*$)", r"\\#", line.strip())
    return f"{'#' * min(level, 6)} {kept}"  # Markdown knows no seventh level


def fenced(text: str, language: str = "") -> str:
    """A block of code; no line of it ends the block."""
    # One more than the longest row of them inside, which would end the block.
    marks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{marks}{language}\n{text}\n{marks}"


def formula(text: str) -> str:
    """A formula that stands alone."""
    return f"$$\n{text.strip()}\n$$"


def quoted(text: str) -> str:
    """Blocks as a quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def item(mark: str, text: str) -> str:
    """Blocks as an item of a list."""
    # As wide as the mark and its blank: a line with less would end the item.
    blanks = " " * (len(mark) + 1)
    lines = text.split("\n")
    return "\n".join([f"{mark} {lines[0]}".rstrip(), *(f"{blanks}{line}" if line else "" for line in lines[1:])])


def folded(summary: str, text: str) -> str:
    """Blocks that open below their ``summary``, plain words: notebooks and GitHub know this HTML, and show all else."""
    return f"<details>\n<summary>{escape(summary, quote=False)}</summary>\n\n{text}\n\n</details>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """A table; its entries are lines of Markdown, ``right`` are the columns that end at one edge."""
    found = [list(row) for row in rows]
    width = max(map(len, [head, *found]))
    edges = ["---:" if to_the_right else "---" for to_the_right in right]
    lines = [_row(head, width), _row([*edges, *["---"] * (width - len(edges))], width)]
    return "\n".join([*lines, *(_row(row, width) for row in found)])


def _row(entries: Sequence[str], width: int) -> str:
    shown = [entry.replace("|", "\\|").replace("\n", _BREAK) for entry in entries]
    return "| " + " | ".join([*shown, *[""] * (width - len(shown))]) + " |"
