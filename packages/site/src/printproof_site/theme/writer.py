"""Pages are written by Sphinx's translator, in the elements, attributes and classes that the theme has a use for."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from typing import Any
from weakref import WeakKeyDictionary

from docutils import nodes
from pygments import lex
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, String, Text, _TokenType
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import _, around, tab_stop, tab_stop_where_wide
from printproof.ext.settings import theme_of
from printproof.pages.variants import changed
from printproof_base.text import insert_joiners
from printproof_site import look

UNSTYLED = {
    *("docutils", "align-default", "row-odd", "row-even", "head", "stub", "simple", "arabic"),
    *("reference", "internal", "external", "literal", "notranslate"),
}
"""Classes that docutils and Sphinx write and that no rule of the theme is for."""

COLOURED = (
    *((kind, Number) for kind in (Number, Keyword.Constant)),
    *((kind, Keyword) for kind in (Keyword, Operator.Word)),
    *((kind, Name.Function) for kind in (Name.Function, Name.Class)),
    *((kind, Name.Builtin) for kind in (Name.Builtin, Name.Decorator, Name.Exception)),
    (String, String),
    *((kind, Comment) for kind in (Comment, Generic.Prompt, Generic.Output)),
    *(
        (kind, kind)
        for kind in (Generic.Emph, Generic.Traceback, Generic.Error, Generic.Deleted, Generic.Inserted, Error)
    ),
)
"""Kinds of tokens by the kind whose colour they have; any other looks like its surroundings."""

# The lines between two definitions after the first empty one.
MORE_EMPTY_LINES = re.compile(r"(?<=\n\n)\n+")

WHOLE = (nodes.literal, nodes.math, nodes.raw)
"""What holds text that is shown as it was written, without a character of ours."""

ROLES = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "td": "cell"}
"""What the parts of a table are, said again: Safari takes it from a table that is not shown as one."""

CAPTIONED = (nodes.table, nodes.figure, nodes.container, nodes.compound)
"""What bears a caption: no link to itself stands there, as the page links to sections."""


class CodeFormatter(HtmlFormatter):
    """Writes the tokens that have a colour as elements; an element for any other would be weight.

    With the option ``instead``, other code, it marks the tokens that this one does not have.
    """

    def format_unencoded(self, tokensource: Iterable[tuple[_TokenType, str]], outfile: Any) -> None:
        """Write tokens by the kind whose colour they have."""
        other = self.options.get("instead")
        tokens = _marked(list(tokensource), other) if other else tokensource
        super().format_unencoded(_coloured(tokens), outfile)  # type: ignore[no-untyped-call]


def _marked(tokens: Sequence[tuple[_TokenType, str]], other: str) -> Iterator[tuple[_TokenType, str]]:
    """Tokens, those marked that other code does not have, with the blanks between them; words for readers never are."""
    lines, others = _lines(tokens), _lines(list(lex(other, PythonLexer())))  # type: ignore[no-untyped-call]
    new = changed(*([[text for _place, text in line] for line in part] for part in (lines, others)))
    runs = [[place for place, _text in lines[number][run.start : run.stop]] for number, run in new.items()]
    marked = {place for run in runs if run for place in range(run[0], run[-1] + 1)}
    for place, (kind, text) in enumerate(tokens):
        yield (Generic.Emph if place in marked else kind), text


def _lines(tokens: Sequence[tuple[_TokenType, str]]) -> list[list[tuple[int, str]]]:
    """The tokens of each line of code with their places; what is for readers, and an empty line, is none."""
    lines: list[list[tuple[int, str]]] = [[]]
    for place, (kind, text) in enumerate(tokens):
        if text.strip() and kind not in Comment and kind not in String.Doc:
            lines[-1].append((place, text))
        elif "\n" in text:
            lines.append([])
    return [line for line in lines if line]


def _coloured(tokens: Iterable[tuple[_TokenType, str]]) -> Iterator[tuple[_TokenType, str]]:
    decorates = False
    for kind, text in tokens:
        # Pygments ends a decorator at its first dot.
        decorates = kind in Name.Decorator or (decorates and (text == "." or kind is Name))
        known = Name.Decorator if decorates else kind
        yield next((shown for base, shown in COLOURED if known in base), Text), text


class Writer(HTML5Translator):
    """Sphinx's own translator; what it overrides is what the theme shows otherwise."""

    _passage: tuple[nodes.Node | None, dict[int, str]] = (None, {})
    """The passage being written, with what is written of each of its texts."""

    def starttag(
        self, node: nodes.Element, tagname: str, suffix: str = "\n", empty: bool = False, **attributes: Any
    ) -> str:
        """A start tag without the classes that nothing looks at; those that the author gave, on the node, stay."""
        for name in attributes.keys() & {"CLASS", "class"}:  # docutils takes both, and a list as ``classes``
            given = attributes[name].split()
            attributes[name] = " ".join(_styled(given))
            attributes |= {"translate": "no"} if "notranslate" in given else {}  # what HTML calls it
        attributes["classes"] = _styled(attributes.get("classes", ()))
        attributes |= {"role": ROLES[tagname]} if tagname in ROLES else {}
        return super().starttag(node, tagname, suffix, empty, **attributes)

    @cached_property
    def _labelled(self) -> set[str]:
        """The ids of this page that a label leads to."""
        return _targets.get(self.builder.env, {}).get(self.builder.current_docname, set())

    def visit_section(self, node: nodes.section) -> None:
        """A section; one with a label has no id made from its heading, which would change with the words.

        The first id stays, as the table of contents uses it.
        """
        if self._labelled.intersection(node["ids"]):
            first, *others = node["ids"]
            node["ids"] = [first, *(other for other in others if other in self._labelled)]
        super().visit_section(node)

    def section_title_tags(self, node: nodes.Element) -> tuple[str, str]:
        """The tags of a heading: it is itself the link to its section, with its own text for a name."""
        start, close = super().section_title_tags(node)
        if self._links_to_itself(node):
            return f'{start}<a class="section" href="#{node.parent["ids"][0]}">', f"</a>{close}"
        return start, close

    def depart_title(self, node: nodes.title) -> None:
        """Close a title."""
        if self._links_to_itself(node):
            super(HTML5Translator, self).depart_title(node)  # that of docutils: Sphinx's adds a link of its own
        else:
            super().depart_title(node)

    def add_secnumber(self, node: nodes.Element) -> None:
        """The number of a section; that of a page stands above its title, as the number of a lesson."""
        if self.section_level > 1:
            super().add_secnumber(node)

    def _links_to_itself(self, node: nodes.Element) -> bool:
        """Whether a title is a heading that can be a link: not the first of its page, and without a link in it."""
        links = node.findall(lambda part: isinstance(part, nodes.reference | nodes.footnote_reference))
        below = isinstance(node.parent, nodes.section) and self.section_level > 1
        return below and self._permalinks(node.parent) and "refid" not in node and not any(links)

    def _permalinks(self, node: nodes.Element) -> bool:
        return bool(node.get("ids") and self.config.html_permalinks and self.builder.add_permalinks)

    def add_permalink_ref(self, node: nodes.Element, title: str) -> None:
        """The link to a place that is neither the page nor captioned, with a name that screen readers say."""
        first = isinstance(node, nodes.section) and self.section_level == 1
        if self._permalinks(node) and not first and not isinstance(node, CAPTIONED):
            label, icon = escape(_("Link to this place")), self.config.html_permalinks_icon
            self.body.append(f'<a class="headerlink" href="#{node["ids"][0]}" aria-label="{label}">{icon}</a>')

    def visit_literal_block(self, node: nodes.literal_block) -> None:
        """Code in one element; what a phone cannot show whole is a stop of the keyboard."""
        if node.rawsource != node.astext() or node.get("linenos"):
            super().visit_literal_block(node)  # its parts are nodes, or its numbers stand in a table
            return
        language, text = node.get("language", "default"), node.rawsource
        settings = {**node.get("highlight_args", {}), "force": node.get("force", False), "nowrap": True}
        options = self.config.highlight_options.get(language, {})
        code = self.highlighter.highlight_block(text, language, opts=options, location=node, **settings)
        self.body.append(self.starttag(node, "div", "", CLASS="highlight notranslate"))
        # The style guide of Python puts two empty lines where one parts as well; what is copied has both.
        code = MORE_EMPTY_LINES.sub(r"<span hidden>\g<0></span>", code)
        self.body.append(f"<pre{tab_stop_where_wide(text, _label(node))}>{code}</pre></div>\n")
        raise nodes.SkipNode

    def visit_literal(self, node: nodes.Element) -> None:
        """A word of code; only a long one may break."""
        node["classes"] += ["long"] if len(node.astext()) > wording.SHORT else []
        super().visit_literal(node)

    def visit_Text(self, node: nodes.Text) -> None:
        """Text; a word of code is one piece, where Sphinx puts each part between blanks into an element."""
        if self.protect_literal_text:
            self.body.append(wording.code_text(node.astext()))
        else:
            super().visit_Text(nodes.Text(self._held(node)))

    def _held(self, node: nodes.Text) -> str:
        """A text with a joiner wherever the language of the page lets no line end."""
        passage = next(part for part in around(node) if not isinstance(part, nodes.Inline))
        if passage is not self._passage[0]:
            texts = list(passage.findall(nodes.Text))
            whole = {number for number, text in enumerate(texts) if isinstance(text.parent, WHOLE)}
            held = insert_joiners([text.astext() for text in texts], whole, self.config.language)
            self._passage = passage, dict(zip(map(id, texts), held, strict=True))
        return self._passage[1].get(id(node), node.astext())

    def visit_inline(self, node: nodes.inline) -> None:
        """A stretch of text; the words of a link to a page or section need no element of their own."""
        if not _is_text_of_link(node):
            super().visit_inline(node)

    def depart_inline(self, node: nodes.inline) -> None:
        """Close a stretch of text."""
        if not _is_text_of_link(node):
            super().depart_inline(node)

    def visit_table(self, node: nodes.table) -> None:
        """A frame that scrolls, also by keyboard. Where a head has no words, the cells below it head their rows."""
        self.body.append(f'<div class="wide"{tab_stop(_("Table"))}>')
        heads = [entry for head in node.findall(nodes.thead) for entry in head.findall(nodes.entry)]
        self._heads = [entry.astext() for entry in heads for _column in range(entry.get("morecols", 0) + 1)]
        for entry in filter(_is_empty, heads):
            entry.clear()  # an empty paragraph would be one of the page's paragraphs
            next(node.findall(nodes.colspec))["stub"] = 1
        super().visit_table(node)

    def depart_table(self, node: nodes.table) -> None:
        """Close a table and its frame."""
        super().depart_table(node)
        self.body.append("</div>\n")

    def visit_row(self, node: nodes.Element) -> None:
        """A row, without the classes by which Sphinx counts it."""
        super(HTML5Translator, self).visit_row(node)  # type: ignore[arg-type]

    def visit_entry(self, node: nodes.entry) -> None:
        """A cell of a table; a head without words is no head, and the head of a row says that it is one."""
        row: Any = node.parent  # docutils counts its columns on it
        is_head = isinstance(row.parent, nodes.thead)
        heads_row = not is_head and bool(row.parent.parent.stubs[row.column])
        label = "" if is_head or heads_row else "".join(self._heads[row.column : row.column + 1])
        row.column += 1 + node.get("morecols", 0)
        tag = "th" if heads_row or (is_head and node.children) else "td"
        spans = {"rowspan": node.get("morerows", 0) + 1, "colspan": node.get("morecols", 0) + 1}
        given: dict[str, Any] = {name: count for name, count in spans.items() if count > 1}
        given |= {"scope": "row"} if heads_row else {}
        given |= {"role": "rowheader" if heads_row else "columnheader"} if tag == "th" else {}
        given |= {"data-head": label} if label and not _is_empty(node) else {}
        self.body.append(self.starttag(node, tag, "", **given))
        self.context.append(f"</{tag}>\n")


def _styled(classes: Iterable[str]) -> list[str]:
    return [name for name in classes if name not in UNSTYLED]


def _label(node: nodes.Node) -> str:
    """What a voice calls a block of code: one page has many, so that of a cell bears its name."""
    cell = [one["example"] for one in around(node) if one.tagname == "cell"]
    return " ".join([_("Code"), *cell])


def _is_text_of_link(node: nodes.inline) -> bool:
    """Whether Sphinx made it for the words of a reference of its own, such as ``std-ref``."""
    return isinstance(node.parent, nodes.reference) and bool({"std", "doc"} & set(node["classes"]))


def _is_empty(entry: nodes.entry) -> bool:
    return all(isinstance(part, nodes.paragraph) and not part.children for part in entry.children)


# Of each page the ids that a label leads to, sorted once a build: every page asks for its own.
_targets: WeakKeyDictionary[BuildEnvironment, dict[str, set[str]]] = WeakKeyDictionary()


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Note where labels lead, when all pages are read."""
    found: dict[str, set[str]] = {}
    for docname, target in env.domains.standard_domain.anonlabels.values():
        found.setdefault(docname, set()).add(target)
    _targets[env] = found


def on_builder_inited(app: Sphinx) -> None:
    """Write pages with our translator where they have our theme, and code with our formatter."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and theme_of(builder) == look.NAME:
        app.set_translator(builder.name, Writer)
        builder.highlighter.formatter = CodeFormatter  # an attribute made to be set; its setting names styles only


def setup(app: Sphinx) -> None:
    """Choose the writer when the builder and its theme are known."""
    app.connect("builder-inited", on_builder_inited)
    app.connect("env-updated", on_env_updated)
