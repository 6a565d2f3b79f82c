"""The directive ``rails``: the recorded calls of cells as a picture, which a script can play call by call."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, cell_id, drawing
from printproof.ext.settings import build_of
from printproof.formats import markdown
from printproof.formats.pictures import DIAGRAM
from printproof.pages.call_table import CallRow, CallRows, rows_of
from printproof.pages.function_source import FunctionSource, function_source
from printproof.runs.record import Record
from printproof.scripts.modes import AS_WRITTEN
from printproof_base.findings import suggestion
from printproof_diagrams.canvas import Canvas, Words
from printproof_diagrams.ext.figures import FigureDirective, warn
from printproof_diagrams.ext.sentences import sentences
from printproof_diagrams.grammar import finding
from printproof_diagrams.made import MOST, RailWords, rails_of, states_of
from printproof_diagrams.rails_drawing import draw_rails
from printproof_diagrams.svg import write


class rails(nodes.General, nodes.Element):
    """The calls of the cells ``examples`` as ``rows``, none without a run; ``labels`` as written.

    ``codes`` is the code of the cells in which the called functions stand, ``printed`` where which program is printed;
    ``pointed`` says that an author wrote what is the point of the picture; ``place`` is where it stands in its page.
    """


class ShowRails(FigureDirective):
    """Draws the calls of the cells that it names; what stands in it is the point, and in further paragraphs more."""

    final_argument_whitespace = True
    option_spec: ClassVar[Any] = {
        "calls": directives.unchanged,
        "first": directives.positive_int,
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The figure; nothing and a finding where a cell makes no calls, or all make more than have room."""
        self.locate()
        line = self.fence
        material = build_of(self.config).material(self.env.docname)
        names, script, records = self.arguments[0].split(), material.script, material.records
        labels = [one.strip() for one in self.options.get("calls", "").split("|") if one.strip()]
        place = f"{self.shown}:{line}"
        node = rails(examples=names, rows=CallRows(()), codes={}, labels=labels, printed={}, place=place)
        if records is not None and script is not None:
            node["rows"] = rows = _first(rows_of(names, records), self.options.get("first"))
            if wrong := next(self._wrong(rows, labels, names, records[AS_WRITTEN]), None):
                return self.refuse([finding(line, *wrong)])
            node["codes"] = {row.call.cell: script.cell(row.call.cell).code for row in rows.rows if row.call.cell}
            node["printed"] = _printed(rows, records[AS_WRITTEN])
        caption = self.caption(0)
        node["pointed"] = bool(caption)
        return [self.figure(node, caption, f"calls-{names[0]}")]

    def _wrong(self, rows: CallRows, labels: list[str], names: list[str], record: Record) -> Iterator[tuple[str, str]]:
        """Why these calls cannot be drawn, and what helps."""
        known = [cell.name for cell in record.cells if cell.calls]
        for name in (name for name in names if name not in known):
            yield f"cell '{name}' calls no function of the script", suggestion(name, known, quote="'")
        count, cells = len(rows.rows), ", ".join(f"'{name}'" for name in names)
        if count > MOST or (rows.more and "first" not in self.options):
            yield f"cell {cells} makes more than {MOST} calls, and no more have room", "show some of them: ':first: 3'"
        if labels and len(labels) != count:
            yield f"':calls:' names {len(labels)} calls, and cell {cells} makes {count}", "name each, between bars: |"


def _first(rows: CallRows, count: int | None) -> CallRows:
    """The first of some calls, all without a ``count``."""
    return replace(rows, rows=rows.rows[:count], more=rows.more or len(rows.rows) > count) if count else rows


def _printed(rows: CallRows, record: Record) -> dict[str, tuple[str, int]]:
    """By program of a call, the cell that prints it first, and the line of its output in which it begins."""
    found: dict[str, tuple[str, int]] = {}
    for cell in record.cells:
        for text in (row.call.jaxpr for row in rows.rows if row.call.jaxpr and row.call.jaxpr in cell.stdout):
            found.setdefault(text, (cell.name, cell.stdout.partition(text)[0].count("\n") + 1))
    return found


def _drawn(node: rails, about: list[str]) -> tuple[Canvas, tuple[str, ...]]:
    """The picture in the language of the page, and the sentence of each call."""
    table: CallRows = node["rows"]
    state = states_of(table.rows)
    words = RailWords(_("Call {number}"), _("Python code"), _("trace and compile"), _("Compiled program"))
    made = rails_of(table, state, node["labels"], about, words)
    return draw_rails(made, Words({}, _("as wanted"), _("wanted {value}"), _("error"))), tuple(sentences(table, state))


def _point() -> str:
    """What the picture is of, where no author wrote what its point is."""
    return _("The calls of {called}, one by one")


def _codes(node: rails) -> dict[str, str]:
    return {"called": ", ".join(node["rows"].names), "cell": ", ".join(node["examples"])}


def _unverified() -> str:
    return _("The calls of the cell {cell} were not verified in this build, so they are not shown.")


def html_rails(translator: HTML5Translator, node: rails) -> str:
    """The picture with a part for each call; one that has no room for its words is told."""
    if not node["rows"].rows:
        return f'<p class="unchecked">{wording.as_html(_unverified(), translator.config.language, _codes(node))}</p>\n'
    canvas, said = _drawn(node, [_code_of(translator, node, row) for row in node["rows"].rows])
    for _line, text in canvas.tight:
        warn(node["place"], text)
    svg = write(canvas, "\n".join(said))
    if node["pointed"]:
        return f"{svg}\n"
    point = wording.as_html(_point(), translator.config.language, _codes(node))
    return f'{svg}\n<figcaption><p><span class="caption-text">{point}</span></p></figcaption>\n'


def _code_of(translator: HTML5Translator, node: rails, row: CallRow) -> str:
    """Where the code of a call stands on its page, and which lines ran: ``cell-jit 2 4 3,4``; empty if nowhere.

    Where the page prints the program of the call, it goes on with its place, and with the line of code that each of
    its lines came from: ``cell-jaxpr 1 0,3,4,0``.
    """
    call, document = row.call, translator.document
    if not call.cell or cell_id(call.cell) not in document.ids:
        return ""
    shown = (one for one in document.findall(nodes.Element) if one.get("example") == call.cell)
    translations: dict[str, str] = next((one["translations"] for one in shown if "translations" in one), {})

    def source_of(lines: Sequence[int]) -> FunctionSource:
        return function_source(node["codes"][call.cell], call.line, lines, translations)

    source = source_of(call.lines if call.ran else ())
    if not source.first:
        return ""
    begin = source.first - 1
    ran = ",".join(str(line + begin) for line in source.ran)
    about = f"{cell_id(call.cell)} {source.first} {source.first + source.text.count(chr(10))} {ran}"
    cell, first = node["printed"].get(call.jaxpr, ("", 0))
    if cell_id(cell) not in document.ids:
        return about.strip()
    came = (source_of([line]).ran[:1] if line else () for line in call.jaxpr_lines)
    return f"{about} {cell_id(cell)} {first} {','.join(str(line[0] + begin) if line else '0' for line in came)}"


def markdown_rails(writer: MarkdownWriter, node: rails) -> list[Block]:
    """The picture, with what each call did; its point below it where only we say it."""
    if not node["rows"].rows:
        return [wording.as_markdown(_unverified(), _codes(node))]
    canvas, said = _drawn(node, [])
    found: list[Block] = [writer.picture(node, " ".join(said), write(canvas, " ".join(said)), DIAGRAM)]
    return found if node["pointed"] else [*found, markdown.paragraph(wording.as_markdown(_point(), _codes(node)))]


def plain_rails(env: BuildEnvironment, node: rails) -> list[nodes.Node]:
    """An image."""
    if not node["rows"].rows:
        return [wording.as_paragraph(_unverified(), _codes(node))]
    canvas, said = _drawn(node, [])
    return [drawing(write(canvas, " ".join(said)), " ".join(said))]


def setup(app: Sphinx) -> None:
    """Offer the directive ``rails``."""
    add_node(app, rails, html_rails, plain=plain_rails, markdown=markdown_rails)
    app.add_directive("rails", ShowRails)
