"""Which package imports which? The drawing in CONTRIBUTING.md: ``python -m packages.tools.drawing``.

A package stands below all that it imports, so a printed line and a translated sentence flow downwards. An arrow
that follows from others is left out; the modules beside the packages are imported by all and have none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

from printproof_base.text import wrap

ROOT = Path(__file__).parents[2]
SOURCES = sorted(ROOT.glob("packages/*/src"))
DRAWING = ROOT / "docs/_contributing/packages.svg"

BOX, HIGH, GAP, BETWEEN = 232, 94, 24, 48  # px: a box, and the space beside and below it
COLUMNS = 32  # characters of 12 px that fit into a box
COLUMN = {
    **dict.fromkeys(("printproof.runs", "printproof.promises", "printproof.pages", "printproof.ext"), 0),
    **dict.fromkeys(("printproof.scripts", "printproof.explain", "printproof_diagrams", "printproof_site.theme"), 1),
    **dict.fromkeys(("printproof.formats", "printproof_converter", "printproof_site.publishing"), 2),
    **dict.fromkeys(("printproof_catalogs.sentences", "printproof_catalogs", "printproof_site.preview"), 3),
    **dict.fromkeys(("printproof.html", "printproof_site.books", "printproof_site.search"), 4),
}
"""What a printed line flows through stands on the left, what a translated sentence flows through further right."""

INSIDE = {
    "printproof_base.languages", "printproof_catalogs.sentences.rules", "printproof.ext.blocks",
    "printproof.ext.formats", "printproof_site.formats", "printproof", "printproof_site", "printproof_catalogs.merging",
    "printproof_base", "printproof.style", "printproof_site.look", "printproof.runs.shown", "printproof_diagrams.ext",
}  # fmt: skip
"""Not drawn: the base is imported by all; the others are part of theirs, or hold but the parts that are drawn."""

Arrows = Mapping[str, set[str]]
"""By package, the packages that it imports."""

STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1f2328}.name{font:600 14px ui-monospace,monospace}"
    "rect{fill:#f6f8fa;stroke:#8c959f}path{fill:none;stroke:#57606a}marker path{fill:#57606a}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#161b22;stroke:#6e7681}"
    "path{stroke:#9198a1}marker path{fill:#9198a1}}"
)


def package_of(module: str) -> str:
    """The package that a dotted name lies in; empty for one that is not drawn."""
    for name in sorted(packages(), key=len, reverse=True):
        if f"{module}.".startswith(f"{name}."):
            return name
    return ""


def dotted(path: Path) -> str:
    """The name of a module; a package is its own name."""
    parts = path.parts[path.parts.index("src") + 1 :]
    return ".".join(parts).removesuffix(".py").removesuffix(".__init__")


@cache
def packages() -> dict[str, str]:
    """The packages that are drawn, each with the question that its first line asks."""
    found = {}
    for path in (path for source in SOURCES for path in sorted(source.rglob("__init__.py"))):
        name = dotted(path)
        if name not in INSIDE:
            question = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("?")[0]
            found[name] = f"{question}?"
    return found


def arrows() -> dict[str, set[str]]:
    """What each package imports, function-level imports included."""
    found: dict[str, set[str]] = {name: set() for name in packages()}
    for path in (path for source in SOURCES for path in sorted(source.rglob("*.py"))):
        own = package_of(dotted(path))
        if own:
            found[own] |= {package_of(name) for name in imported(path)} - {own, ""}
    return found


def imported(path: Path) -> Iterator[str]:
    """The dotted names of ours that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("printproof"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floors(known: Arrows) -> dict[str, int]:
    """The row of each package, 0 the lowest: above all that import it, and as far down as it can stand.

    Raises ValueError where packages import each other.
    """
    circle = sorted(name for name in known if name in reached(name, known))
    if circle:
        raise ValueError(f"{', '.join(circle)} import each other")
    found: dict[str, int] = {}
    for name in sorted(known, key=lambda name: len(importers(name, known))):
        found[name] = 1 + max((found[other] for other, targets in known.items() if name in targets), default=-1)
    return found


def importers(name: str, known: Arrows) -> set[str]:
    """All packages that import a package, also by way of others."""
    return {other for other in known if name in reached(other, known)}


def direct(known: Arrows) -> dict[str, set[str]]:
    """The arrows without those that follow from others."""
    far = {name: reached(name, known) for name in known}
    return {name: {n for n in targets if not any(n in far[o] for o in targets)} for name, targets in known.items()}


def reached(name: str, known: Arrows) -> set[str]:
    """All that a package imports, also by way of others; itself where it lies in a circle."""
    found: set[str] = set()
    left = set(known[name])
    while left:
        found |= left
        left = set().union(*(known[other] for other in left)) - found
    return found


def draw() -> str:
    """The drawing as SVG; the same imports give the same bytes."""
    known = arrows()
    questions = packages()
    rows = floors(known)
    width = (max(COLUMN.values()) + 1) * (BOX + GAP) + GAP
    places = {
        name: (GAP + COLUMN[name] * (BOX + GAP), GAP + (max(rows.values()) - floor) * (HIGH + BETWEEN))
        for name, floor in rows.items()
    }
    lines = [line(places[to], places[name]) for name, targets in direct(known).items() for to in sorted(targets)]
    boxes = [box(name, questions[name], *place) for name, place in places.items()]
    high = (max(rows.values()) + 1) * (HIGH + BETWEEN)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}" role="img" aria-label="{label(known)}">'
    )
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    defs = f'<style>{STYLE}</style><defs>{tip}<path d="M0 0L8 4L0 8z"/></marker></defs>'
    return "\n".join([head, defs, *sorted(lines), *boxes, "</svg>"]) + "\n"


def label(known: Arrows) -> str:
    """The drawing in words."""
    said = (f"{name} imports {', '.join(sorted(targets))}" for name, targets in direct(known).items() if targets)
    return escape("; ".join(said))


def line(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A curve from what is imported down to what imports it."""
    (x1, y1), (x2, y2) = (start[0] + BOX // 2, start[1] + HIGH), (end[0] + BOX // 2, end[1])
    return f'<path d="M{x1} {y1}C{x1} {y1 + BETWEEN} {x2} {y2 - BETWEEN} {x2} {y2}" marker-end="url(#tip)"/>'


def box(name: str, question: str, x: int, y: int) -> str:
    """A package: its name, and its question on two lines."""
    texts = [f'<text class="name" x="{x + 12}" y="{y + 24}">{name.removeprefix("printproof_")}</text>']
    for number, part in enumerate(wrap(question, COLUMNS)):
        texts.append(f'<text x="{x + 12}" y="{y + 44 + 17 * number}">{escape(part)}</text>')
    return f'<rect x="{x}" y="{y}" width="{BOX}" height="{HIGH}" rx="6"/>{"".join(texts)}'


if __name__ == "__main__":
    DRAWING.write_text(draw(), encoding="utf-8")
    print(DRAWING.relative_to(ROOT))
