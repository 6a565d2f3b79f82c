"""Writing a drawn diagram as SVG: few bytes, theme classes in the place of colours, text as text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby

from printproof_diagrams.canvas import WIDTH, Canvas, Mark, Text

_ACROSS = re.compile(r"(?<=[MHL])\d+")
"""The places in a path that count from the left; those behind small letters count from the place before."""


def write(canvas: Canvas, alt: str, lang: str = "") -> str:
    """The diagram as it stands in HTML: ``alt`` says what it shows, ``lang`` its language where not the page's.

    Without a style sheet its lines are black and its shapes empty.
    """
    spoken = f' lang="{escape(lang)}"' if lang else ""
    head = (
        f'<svg viewBox="0 0 {WIDTH} {canvas.height}" role="img"'
        f' aria-label="{escape(alt)}"{spoken} fill="none" stroke="currentColor">'
    )
    return "".join([head, *_part(canvas, 0), *_parts(canvas), "</svg>"])


def _parts(canvas: Canvas) -> Iterator[str]:
    """Each part in a group of its own, over all that is in none."""
    for number, (about, x) in enumerate(canvas.parts, 1):
        head = f'<g data-part="{escape(about)}" transform="translate({x})">'
        yield "".join([head, *_part(canvas, number, x), "</g>"])


def _part(canvas: Canvas, part: int, left: int = 0) -> Iterator[str]:
    """The marks of a part and its texts, counted from ``left``: so two parts that look alike are the same text."""
    marks = [replace(mark, given=_moved(mark.given, left)) for mark in canvas.marks if mark.part == part]
    yield from _marks(marks)
    if texts := [replace(text, x=text.x - left) for text in canvas.texts if text.part == part]:
        yield "".join(['<g fill="currentColor" stroke="none" text-anchor="middle">', *_texts(texts), "</g>"])


def _moved(given: Mapping[str, int | str], left: int) -> dict[str, int | str]:
    """The attributes of a mark, counted from ``left``."""
    path = {"d": _ACROSS.sub(lambda x: str(int(x[0]) - left), str(given["d"]))} if "d" in given else {}
    moved = {**given, **path, **{name: int(given[name]) - left for name in ("x", "cx") if name in given}}
    return {name: value for name, value in moved.items() if name not in {"x", "cx"} or value}


def _marks(marks: list[Mark]) -> Iterator[str]:
    """Marks of one kind that follow each other: lines as one path, others in one group."""
    for (name, kind), found in groupby(_by_kind(marks), key=lambda mark: (mark.name, mark.kind)):
        run = list(found)
        if name == "path":
            # Each piece begins with its own M, so that pieces can be joined as they are.
            run = [Mark(name, kind, {"d": "".join(str(mark.given["d"]) for mark in run)})]
        given = ["".join(f' {key}="{value}"' for key, value in mark.given.items()) for mark in run]
        yield _grouped(name, _class(kind), [f"{attributes}/>" for attributes in given])


def _by_kind(marks: list[Mark]) -> list[Mark]:
    """Lines between two shapes do not hide each other: their kinds are put together."""
    found: list[Mark] = []
    for is_line, group in groupby(marks, key=lambda mark: mark.name == "path"):
        run = list(group)
        # Boxes and dots keep their order: a later one is painted over those before it.
        found += sorted(run, key=lambda mark: mark.kind) if is_line else run
    return found


def _texts(texts: list[Text]) -> Iterator[str]:
    # No text lies on another, so that their order is free and each class is written once.
    ordered = sorted(texts, key=lambda text: (text.kind, text.anchor))
    for (kind, anchor), found in groupby(ordered, key=lambda text: (text.kind, text.anchor)):
        side = f' text-anchor="{anchor}"' if anchor != "middle" else ""
        rests = [f'{_x(text.x)} y="{text.y}">{escape(text.text, quote=False)}</text>' for text in found]
        yield _grouped("text", _class(kind) + side, rests)


def _grouped(name: str, shared: str, rests: Sequence[str]) -> str:
    """Elements of a name that share attributes: in a group that bears these, or one that does itself."""
    # An attribute is written once for all elements that follow each other and share it.
    if shared and len(rests) > 1:
        return f"<g{shared}>{_grouped(name, '', rests)}</g>"
    return "".join(f"<{name}{shared}{rest}" for rest in rests)


def _x(x: int) -> str:
    return f' x="{x}"' if x else ""  # 0 is what a browser takes for it


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
