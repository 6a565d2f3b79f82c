"""A cell shows what it printed, in one element, with a mark that says whether and with what that was checked.

Where other versions of jax print something else, it says so below.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import zip_longest
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import get_translation
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import add_node, around, by_calls, cells_in, leave_out, mode_names, parts_of, stop_where_wide
from printproof.ext.stages import SIDE_BY_SIDE, Transform
from printproof.language import between
from printproof.pages.page_view import PageCell
from printproof.promises.purity import Calls
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof.scripts.promise import Output

NAMES = {"python": "Python", "jax": "JAX", "jaxlib": "jaxlib", "numpy": "NumPy"}  # as their projects write them

# A printed value of a lesson: blanks and line ends part them, and stay between the elements.
VALUE = re.compile(r"\S+")

_ = get_translation("printproof")


class output(nodes.General, nodes.Element):
    """What a cell printed in one mode. ``lines`` and ``raised`` are its text; a child is the same for all writers."""


class mark(nodes.General, nodes.Element):
    """Whether what stands above was checked, and with what: ``versions`` are those of the run, empty where it was not.

    ``differs`` are the modes that print something else, ``calls`` those that jit everywhere reached, ``traces`` those
    of the run; ``varies`` says that what stands above is an example.
    """


class left(nodes.General, nodes.Element):
    """What a cell announces to leave behind (``values``), and what JAX says of its keys (``key_reuse``)."""


class other_version(nodes.General, nodes.Element):
    """What a cell prints before or since (``edge``) a ``version`` of jax: ``lines``."""


class ShowOutputs(SphinxTransform):
    """Puts outputs in the place of those MyST-NB has made, which know nothing of modes and promises."""

    default_priority = Transform.SHOW_OUTPUTS

    def apply(self, **kwargs: Any) -> None:
        """Show outputs, then what was drawn, then the mark, then what other versions print."""
        for cell_container, cell in cells_in(self.document, self.env):
            containers = list(parts_of(cell_container, "cell_code_output"))
            if not containers and (behind := list(_left(cell))):  # MyST-NB makes none for a silent cell
                silent = nodes.container("", *behind, _mark(cell), classes=["output"])
                cell_container.append(nodes.container("", silent))
            for container in containers:
                drawn = [part for part in container if isinstance(part, nodes.figure) or _is_bundle(part)]
                container.children = []
                container.extend([*_shown(cell), *drawn])
                if drawn and cell.figure:
                    container.append(_mark(cell))
                container.extend(_other_version(output) for output in cell.others)
                container.extend(_left(cell))


def _is_bundle(node: nodes.Node) -> bool:
    """Whether MyST-NB left a value here for which each format would choose a way to show it."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"


def _shown(cell: PageCell) -> list[nodes.Node]:
    if len(cell.outputs) == 1:
        return [_output(cell, AS_WRITTEN, _mark(cell))] if cell.outputs[AS_WRITTEN].text else []
    compared = nodes.container(classes=["compared"])
    compared += [*(_output(cell, mode) for mode in cell.outputs), _mark(cell)]
    return [compared]


def _other_version(output: Output) -> other_version:
    edge, version = output.edge
    return other_version(edge=edge, version=version, lines=output.lines)


def _left(cell: PageCell) -> Iterator[left]:
    if cell.view.left or cell.key_reuse:
        yield left(values=cell.view.left, key_reuse=cell.key_reuse)


def _mark(cell: PageCell) -> mark:
    seen = cell.view
    varies = cell.outputs[AS_WRITTEN].varies
    traces, versions = dict(seen.traces), dict(seen.versions)
    return mark(differs=seen.differs, calls=seen.calls, traces=traces, versions=versions, varies=varies)


def _output(cell: PageCell, mode: str, own_mark: mark | None = None) -> output:
    printed, written = cell.outputs[mode], cell.outputs[AS_WRITTEN]
    differing = [n for n, pair in enumerate(zip_longest(printed.lines, written.lines)) if pair[0] != pair[1]]
    node = output(mode=mode, lines=printed.lines, value=printed.value, raised=printed.raised)
    node["differing"], node["named"] = differing, own_mark is None
    node += [nodes.literal_block(printed.text, printed.text, language="none"), *([own_mark] if own_mark else [])]
    return node


def visit_output(self: HTML5Translator, node: output) -> None:
    """Write the printed text, whole, into one element."""
    self.body.append('<div class="output">\n')
    if node["named"]:
        self.body.append(f'<p class="mode">{escape(mode_names()[node["mode"]])}</p>\n')
    self.body.append(f'<div data-output="{node["mode"]}">')
    lines = [escape(line, quote=False) for line in node["lines"]]
    if lines:
        parted = [f"<mark>{line}</mark>" if n in node["differing"] else line for n, line in enumerate(lines)]
        parted = [VALUE.sub(r"<span>\g<0></span>", line) for line in lines] if _in_lane(node) else parted
        # A browser drops a line break right after <pre>.
        start = f"<pre{stop_where_wide(chr(10).join(node['lines']), _('Code'))}>" + ("" if lines[0] else "\n")
        self.body.append(start + "\n".join(parted) + "\n</pre>")
    if node["value"]:
        text = "\n".join(node["value"])
        self.body.append(f'<pre class="value"{stop_where_wide(text, _("Code"))}>{escape(text, quote=False)}\n</pre>')
    if node["raised"]:
        self.body.append(f'<pre class="error">{escape(node["raised"], quote=False)}\n</pre>')
    self.body.append("</div>\n")
    for child in node.findall(mark):
        child.walkabout(self)
    self.body.append("</div>\n")
    raise nodes.SkipNode


def _in_lane(node: output) -> bool:
    """Whether an output stands in a lane of a lesson: each value is a numeral of its own, so that one can be marked."""
    return node["mode"] == AS_WRITTEN and any("lane" in element["classes"] for element in around(node))


def visit_mark(self: HTML5Translator, node: mark) -> None:
    """Write the mark in the language of the page; where something was run, it opens to what and with what."""
    jax = node["versions"].get("jax")
    if node["varies"] or not jax:
        words = _("Varies from run to run; not compared") if node["varies"] else _("Not verified in this build")
        self.body.append(f'<p class="unchecked">{escape(words)}</p>\n')
        raise nodes.SkipNode
    words = escape(_("Checked with JAX {version}").format(version=jax))
    facts = "".join(f"<li>{fact}</li>" for fact in _facts(node, self.config.language))
    self.body.append(f'<details class="checked"><summary>{words}</summary><ul>{facts}</ul></details>\n')
    raise nodes.SkipNode


def _facts(node: mark, language: str) -> list[str]:
    """What the mark opens to, as HTML: the modes, the traces, the versions."""
    modes = {
        (): _same(node["calls"]),
        (JIT_OFF,): _("Prints something else with jit off"),
        (JIT_EVERYWHERE,): _("Prints something else with jit on every call"),
    }.get(node["differs"])
    modes = modes or _("Prints something else with jit off, and with jit on every call")
    traces = between(language).join(f"<code>{escape(name)}</code> {times}" for name, times in node["traces"].items())
    traced = escape(_("Traces: {traces}")).format(traces=traces) if traces else escape(_("Nothing was traced"))
    versions = ", ".join(f"{NAMES[name]} {node['versions'][name]}" for name in NAMES if name in node["versions"])
    return [escape(modes), traced, escape(versions)]


def _same(calls: Calls) -> str:
    """That every mode prints the same; nothing of jit on every call where none was jitted."""
    return by_calls(
        calls,
        none=_("Prints the same with jit off"),
        every=_("Prints the same with jit off and with jit on every call (calls: {all})"),
        some=_("Prints the same with jit off and with jit on {jitted} of {all} calls"),
    )


def visit_left(self: HTML5Translator, node: left) -> None:
    """Write what a cell leaves behind, a sentence for each value."""
    sentences = {
        AS_WRITTEN: _("After this cell, {path} is {value}."),
        JIT_OFF: _("With jit off, {path} is {value} after this cell; as written it is {written}."),
        JIT_EVERYWHERE: _("With jit on every call, {path} is {value} after this cell; as written it is {written}."),
    }
    said = []
    for one in node["values"]:
        codes = {"path": one.path, "value": one.value, "written": one.written or "?"}
        codes = {name: f"<code>{escape(text)}</code>" for name, text in codes.items()}
        said.append(escape(sentences[one.mode]).format(**codes))
    if node["key_reuse"]:
        error = f"<code>{escape(node['key_reuse'])}</code>"
        said.append(escape(_("JAX's checker of PRNG keys, switched on, says: {error}")).format(error=error))
    self.body.append(f'<ul class="left">{"".join(f"<li>{one}</li>" for one in said)}</ul>\n')
    raise nodes.SkipNode


def visit_other_version(self: HTML5Translator, node: other_version) -> None:
    """Write what another version prints, folded: most readers have the version of the page."""
    words = {
        "before": _("On jax before {version} it prints something else"),
        "since": _("On jax {version} and newer it prints something else"),
    }[node["edge"]].format(version=node["version"])
    text = "\n".join(node["lines"])
    printed = f"<pre{stop_where_wide(text, _('Code'))}>{escape(text, quote=False)}\n</pre>"
    self.body.append(f'<details class="other"><summary>{escape(words)}</summary>{printed}</details>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Show outputs before anything else reads the page; formats that cannot fold leave marks and versions out."""
    add_node(app, output, visit_output)
    add_node(app, mark, visit_mark, elsewhere=leave_out)
    add_node(app, other_version, visit_other_version, elsewhere=leave_out)
    add_node(app, left, visit_left, elsewhere=leave_out)
    app.add_transform(ShowOutputs)
    return SIDE_BY_SIDE
