"""Below its code a cell shows what it printed, beside what it prints without jit where the page compares them.

Where other versions of jax print something else, it says so below.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, add_transform, around, cells_in, tab_stop
from printproof.ext.priorities import Transform
from printproof.formats.exported_page import Kind
from printproof.formats.exported_page import Output as Exported
from printproof.formats.markdown import fenced, folded, words
from printproof.pages.compared_outputs import WITH, WITHOUT, ComparedOutput, compared_outputs
from printproof.pages.page_view import PageCell
from printproof.pages.rich import formula_of, html_of
from printproof.runs.shown.rich import LATEX
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import Output
from printproof.style.signs import NOT_WANTED

# A printed value of a teaser: blanks and line ends part them, and stay as they are.
VALUE = re.compile(r"\S+")

SCROLLED = {"tag_scroll-output", "tag_output_scroll", "config_scroll_outputs"}
"""Classes of cells whose outputs scroll: what MyST-NB makes of its two tags and its setting."""


class output(nodes.General, nodes.Element):
    """What a cell printed in one mode, ``compared`` with what was wanted; a child is that for all writers.

    It has a name where it stands beside another output. ``whole`` is the message of its error, where that is longer.
    """


class rich_value(nodes.General, nodes.Element):
    """What the last expression of a cell is beside its ``value``: ``rich``, of a ``kind``.

    A child is what it is for all writers: a formula, else the value.
    """


class other_version(nodes.General, nodes.Element):
    """What a cell prints on other versions of jax: ``lines``, on those ``before`` one, ``since`` one, or on both."""


def show_outputs(env: BuildEnvironment, document: nodes.document) -> None:
    """Put below the code of a cell what it printed, then what was drawn, then what other versions print."""
    for container, cell in cells_in(document):
        figures = list(container.findall(nodes.figure))
        container[1:] = [*_shown(cell), *figures, *_other_versions(cell.cell.promise.outputs)]


def _shown(cell: PageCell) -> list[nodes.Node]:
    compared = compared_outputs(cell)
    if cell.rendered.rich and not compared[0].name and not compared[0].wrong:
        alone, value = replace(compared[0].printed, value=()), "\n".join(compared[0].printed.value)
        printed = [output("", _literal(alone.text), compared=replace(compared[0], printed=alone))]
        return [*(printed if alone.text else []), *_rich(cell.rendered.rich, value)]
    whole = {AS_WRITTEN: cell.rendered.whole}
    outputs = [output("", _literal(o.printed.text), compared=o, whole=whole.get(o.mode, "")) for o in compared]
    if len(outputs) > 1:
        return [nodes.container("", *outputs, classes=["compared"])]
    return [one for one in outputs if one["compared"].printed.text]


def _rich(rich: Mapping[str, str], value: str) -> Iterator[rich_value]:
    for kind, text in rich.items():
        formula = formula_of(kind, text)
        child = nodes.math_block(formula, formula, nowrap=False, number=None, label=None, translatable=False)
        yield rich_value("", child if formula else _literal(value), kind=kind, rich=text, value=value)


def _other_versions(outputs: Iterable[Output]) -> list[other_version]:
    """One for each text: what older and newer versions print alike is said once."""
    found: list[other_version] = []
    for output in (one for one in outputs if one.mode == AS_WRITTEN and one.of_other_versions):
        edge, version = output.edge  # "before" or "since" one
        alike = (one for one in found if one["lines"] == output.lines and edge not in one)
        if same := next(alike, None):
            same[edge] = version
        else:
            found.append(other_version(lines=output.lines, **{edge: version}))
    return found


def html_output(translator: HTML5Translator, node: output) -> str:
    """The printed text, as it was printed; words of ours stand outside of it, or are drawn beside it."""
    one: ComparedOutput = node["compared"]
    classes = {name for element in around(node) for name in element["classes"]}
    mark = _teaser_row if "lane" in classes else _marked
    wrong, end, raised = one.wrong, len(one.printed.lines), one.printed.raised
    rows = [*one.printed.lines, *one.printed.value]
    marked = [mark(row, wrong[n]) if n in wrong else _text(row) for n, row in enumerate(rows)]
    parts = [_head(one)] if one.name else []
    parts += [_pre(one.mode, part) for part in (marked[:end], marked[end:]) if part]
    parts += [_error(one.mode, raised, wrong.get(len(rows)), node.get("whole"))] if raised else []
    parts += [f"<p>{wording.html_verdict(row)}</p>" for row in one.lacking if wrong]
    kind = f" {'wrong' if wrong else 'right'}" if one.name else ""
    reached = tab_stop(_("Outputs")) if classes & SCROLLED else ""
    return f'<div class="output{kind}"{reached}>\n{"".join(parts)}</div>\n'


def html_rich_value(translator: HTML5Translator, node: rich_value) -> str:
    """A table or words, as a notebook shows them; of a formula its beginning, as the child writes itself."""
    beginning = '<div class="output text_html">'
    if node["kind"] == LATEX:
        return beginning
    translator.body.append(f"{beginning}{html_of(node['kind'], node['rich'])}</div>\n")
    raise nodes.SkipNode


def markdown_rich_value(writer: MarkdownWriter, node: rich_value) -> list[Block]:
    """The value as text, with what a notebook shows instead."""
    return [Exported(Kind.VALUE, node["value"], rich={node["kind"]: node["rich"]})]


def _head(one: ComparedOutput) -> str:
    """What a compared output is called, and whether it is as wanted."""
    verdict = f'<span class="no">{escape(_count(one))}</span>' if one.wrong else wording.html_verdict(None)
    return f'<p class="mode">{escape(_names()[one.name])} {verdict}</p>\n'


def _count(one: ComparedOutput) -> str:
    """How many rows of a compared output are not as wanted."""
    return _("{wrong} of {all} wrong").format(wrong=len(one.wrong), all=one.rows)


def _names() -> dict[str, str]:
    """What each compared output is called."""
    return {WITHOUT: _("Without jit"), WITH: _("With jit"), **wording.mode_names()}


def _pre(mode: str, rows: list[str]) -> str:
    start = "" if rows[0] else "\n"  # a browser drops a line break right after <pre>
    return f'<pre data-output="{mode}">{start}{chr(10).join(rows)}\n</pre>\n'


def _error(mode: str, raised: str, instead: str | None, whole: str = "") -> str:
    """An error: its name stands out; a message that is longer than what was promised of it opens in its place."""
    text = f"{_message(raised)}{_beside(instead) if instead else ''}"
    opens = f"<details><summary>{escape(_('Whole message'))}</summary><pre>{_message(whole)}</pre></details>"
    return f'<div class="error"><p>{escape(_("Stops with"))}</p>{_pre(mode, [text])}{opens if whole else ""}</div>\n'


def _message(raised: str) -> str:
    name, colon, message = raised.partition(":")
    return f"<b>{_text(name)}</b>{colon}{_text(message)}"


def _marked(row: str, instead: str | None) -> str:
    """A row that is not as wanted, with what was: drawn beside it, as the text is what was printed."""
    return f"{_mark(row)}{_beside(instead)}"


def _beside(instead: str | None) -> str:
    note = _("not wanted") if instead is None else _("wanted {value}").format(value=instead)
    return f'<span class="no" data-said="{escape(note)}"></span>'


def _teaser_row(row: str, instead: str | None) -> str:
    """A row of a teaser: each value that is not as wanted is marked, and the header of its cell says what was."""
    values, expected = VALUE.findall(row), (instead or "").split()
    beside = iter(expected if len(expected) == len(values) else ())
    return VALUE.sub(lambda found: _text(found[0]) if found[0] == next(beside, None) else _mark(found[0]), row)


def _mark(text: str) -> str:
    return f"<mark>{_text(text)}</mark>"


def _text(text: str) -> str:
    return escape(text, quote=False)


def html_other_version(translator: HTML5Translator, node: other_version) -> str:
    """What another version prints, folded: most readers have the version of the page."""
    printed = f"<pre>{_text(chr(10).join(node['lines']))}\n</pre>"
    return f'<details class="other"><summary>{escape(_other_words(node))}</summary>{printed}</details>\n'


def _other_words(node: other_version) -> str:
    """On which versions it is so."""
    before, since = node.get("before", ""), node.get("since", "")
    sentence = {
        (True, False): _("JAX before {version} prints something else"),
        (False, True): _("JAX {version} and newer print something else"),
        (True, True): _("JAX before {before}, and {since} and newer, print something else"),
    }[bool(before), bool(since)]
    return sentence.format(version=before or since, before=before, since=since)


def markdown_output(writer: MarkdownWriter, node: output) -> list[Block]:
    """What a cell printed as written, for the cell; of those compared each with its name, the one as written first."""
    if not node["compared"].name:
        return [*_exported(node["compared"]), *_whole(node)]
    compared = [part for part in node.parent.children if isinstance(part, output)]
    if node is not compared[0]:
        return []
    # The outputs of a cell in a notebook come first, as they are part of the cell.
    blocks: list[Block] = []
    for part in sorted(compared, key=lambda part: part["compared"].mode != AS_WRITTEN):
        one, written = part["compared"], part["compared"].mode == AS_WRITTEN
        blocks += [*_exported(one), _verdict(one)] if written else [_verdict(one), fenced(one.printed.text, "text")]
        blocks += _whole(part)
    return blocks


def _whole(node: output) -> list[Block]:
    """The message of an error, folded as on the page, where it is longer than what was promised of it."""
    return [folded(_("Whole message"), fenced(node["whole"], "text"))] if node.get("whole") else []


def _exported(one: ComparedOutput) -> list[Block]:
    """The outputs of a cell as written."""
    printed = one.printed
    kinds = {
        Kind.PRINTED: printed.lines,
        Kind.VALUE: printed.value,
        Kind.ERROR: [printed.raised][: bool(printed.raised)],
    }
    return [Exported(kind, "\n".join(lines), varies=printed.varies) for kind, lines in kinds.items() if lines]


def _verdict(one: ComparedOutput) -> str:
    """What a compared output is called, and whether it is as wanted; what was wanted in rows that it lacks."""
    lacking = [f"{NOT_WANTED} {wording.as_markdown(_('wanted {value}'), {'value': row})}" for row in one.lacking]
    verdict = f"{NOT_WANTED} {words(_count(one))}" if one.wrong else wording.markdown_verdict(None)
    return "\n\n".join([f"**{words(_names()[one.name])}** {verdict}", *lacking])


def markdown_other_version(writer: MarkdownWriter, node: other_version) -> list[Block]:
    """What another version prints, folded as on the page."""
    return [folded(_other_words(node), fenced("\n".join(node["lines"]), "text"))]


def plain_output(env: BuildEnvironment, node: output) -> list[nodes.Node]:
    """What a cell printed, below what it is called and whether it is as wanted, and what it stopped with."""
    one: ComparedOutput = node["compared"]
    found: list[nodes.Node] = []
    if one.name:
        verdict = _count(one) if one.wrong else _("as wanted")
        found.append(wording.as_paragraph(f"{_names()[one.name]}: {verdict}"))
    found += [_literal("\n".join(lines)) for lines in (one.printed.lines, one.printed.value) if lines]
    raised = one.printed.raised
    return found + ([wording.as_paragraph(_("Stops with")), _literal(raised)] if raised else [])


def _literal(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="none")


def plain_other_version(env: BuildEnvironment, node: other_version) -> list[nodes.Node]:
    """What another version prints, below which one it is."""
    return [wording.as_paragraph(_other_words(node)), _literal("\n".join(node["lines"]))]


def setup(app: Sphinx) -> None:
    """Show outputs before anything else reads the page."""
    add_node(app, output, html_output, plain=plain_output, markdown=markdown_output)
    add_node(app, rich_value, html_rich_value, "</div>\n", markdown=markdown_rich_value)
    add_node(app, other_version, html_other_version, plain=plain_other_version, markdown=markdown_other_version)
    add_transform(app, Transform.SHOW_OUTPUTS, show_outputs)
