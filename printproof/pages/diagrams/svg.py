"""How is a drawn diagram written as SVG? Few bytes, theme classes in the place of colours, text as text."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from printproof.pages.diagrams.canvas import WIDTH, Canvas, Mark, Text


def write(canvas: Canvas, alt: str, lang: str = "") -> str:
    """The diagram as it stands in HTML: ``alt`` says what it shows, ``lang`` its language where not the page's.

    Without a style sheet its lines are black and its shapes empty.
    """
    spoken = f' lang="{escape(lang)}"' if lang else ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {canvas.height}" role="img"'
        f' aria-label="{escape(alt)}"{spoken} fill="none" stroke="currentColor">'
    )
    texts = '<g fill="currentColor" stroke="none" text-anchor="middle">'
    return "".join([head, *_marks(canvas.marks), texts, *_texts(canvas.texts), "</g></svg>"])


def _marks(marks: list[Mark]) -> Iterator[str]:
    """Marks of one kind that follow each other: lines as one path, others in one group."""
    for (name, kind), found in groupby(_by_kind(marks), key=lambda mark: (mark.name, mark.kind)):
        run = list(found)
        if name == "path":
            run = [Mark(name, kind, {"d": "".join(str(mark.given["d"]) for mark in run)})]
        yield from _grouped(kind, [f"<{name}{_given(mark)}/>" for mark in run], len(name) + 1)


def _by_kind(marks: list[Mark]) -> list[Mark]:
    """Lines between two shapes do not hide each other: their kinds are put together."""
    found: list[Mark] = []
    for lines, group in groupby(marks, key=lambda mark: mark.name == "path"):
        run = list(group)
        found += sorted(run, key=lambda mark: mark.kind) if lines else run
    return found


def _texts(texts: list[Text]) -> Iterator[str]:
    ordered = sorted(texts, key=lambda text: (text.kind, text.anchor))
    for (kind, anchor), found in groupby(ordered, key=lambda text: (text.kind, text.anchor)):
        side = f' text-anchor="{anchor}"' if anchor != "middle" else ""
        elements = [f'<text x="{text.x}" y="{text.y}">{escape(text.text, quote=False)}</text>' for text in found]
        yield from _grouped(kind, elements, len("<text"), side)


def _grouped(kind: str, elements: list[str], name: int, more: str = "") -> Iterator[str]:
    """Elements of one class: in a group, or one that bears the class itself."""
    given = (f' class="{kind}"' if kind else "") + more
    if not given:
        yield from elements
    elif len(elements) == 1:
        yield f"{elements[0][:name]}{given}{elements[0][name:]}"
    else:
        yield f"<g{given}>{''.join(elements)}</g>"


def _given(mark: Mark) -> str:
    return "".join(f' {name}="{value}"' for name, value in mark.given.items())
