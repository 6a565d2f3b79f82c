"""References of a page to pages and files: its links, roles, directives and front matter, as its parser reads it.

The parser says what is a reference, and not a sample of one, and on which lines; the text is changed there alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

LINK, DEFINITION, ARGUMENT, OPTION, ENTRY, DATA, OPAQUE = range(7)
"""Kinds of references; one in raw HTML or reStructuredText, which is `OPAQUE`, is found and cannot be changed."""

NAMES_PAGES = (LINK, DEFINITION, ENTRY, OPAQUE)
"""The kinds whose target may be a page without the end of its name."""

# What stands around a target of each kind, other than a link.
_AROUND = {
    DEFINITION: (r"(?<=:)\s*<?", r"(?=[\s>]|$)"),
    ARGUMENT: (r"(?<=\})[ \t]*", r"(?=\s*$)"),
    OPTION: (r"(?<=:)[ \t]*[\"']?", r"(?=[\"']?\s*$)"),
    ENTRY: (r"^[ \t>]*|<", r"(?=>?[ \t]*$)"),
    DATA: (r"(?<![\w./-])", r"(?![\w./-])"),
}
# In this order: {doc}`target` and {doc}`words <target>`; other roles and spans of code, which are as they are;
# [words](target), [words](<target>) and <project:target>.
_LINKS = (
    r"\{{(?:doc|any|download)\}}`(?:[^`<]*<)?(?P<role>[^`<>]+)>?`"
    r"|(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
    r"|(?:\]\(\s*<?|<)(?P<link>{names})(?=[\s)>])"
)
_FLAGS = re.MULTILINE | re.DOTALL
_ROLES = ("doc", "any", "download")
# words <target>, as a role or a table of contents has it
_TITLED = re.compile(r".*<(?P<target>[^<>]+)>\s*", re.DOTALL)
# {name} argument, as it stands behind the marks of a fence
_DIRECTIVE = re.compile(r"\{(?P<name>[\w:+.-]+)\}[ \t]*(?P<argument>.*)", re.DOTALL)
# Names of pages from the root, as {claims} and {errors} have them; in a title is a word without a slash.
_PAGES = re.compile(r"[^\s./]+/[^\s.]+(?:\s+[^\s./]+/[^\s.]+)*")
_OF_FILES = ("include", "literalinclude", "figure", "image", "csv-table")
# :name: value in a directive; name: value in front matter and in the YAML of a directive
_OPTION = re.compile(r":?(?P<name>[\w-]+):(?:[ \t]+(?P<value>.*))?")
# Directives that show their text, or hand it to another program; all others hold Markdown.
_VERBATIM = re.compile(
    r"code|code-block|code-cell|sourcecode|highlight|literalinclude|parsed-literal|math|mermaid|graphviz|prompt"
    r"|doctest|test(?:code|setup|cleanup|output)|productionlist"
)
# What other markups name: the attributes of HTML that hold an address; of reStructuredText roles, the arguments of
# directives, and indented lines of one word or with a target in angle brackets, as in a table of contents.
_FOREIGN = {
    "html": re.compile(r"\b(?:href|src|poster|data)\s*=\s*[\"']?([^\"'\s>]+)"),
    "rst": re.compile(
        r":(?:doc|any|download):`(?:[^`<]*<)?([^`<>]+)>?`|^\s*\.\. [\w:-]+:: +(\S+)|^\s+(?:[^\n<]*<)?(\S+?)>?$",
        re.MULTILINE,
    ),
}


@dataclass(frozen=True)
class Reference:
    """A target as the parser understood it, its kind, and the lines of the text on which it stands, from 0."""

    kind: int
    target: str
    start: int
    end: int


Part = Reference | tuple[int, str, str]
"""A reference, or anything else that a page consists of: its line, its type and its text."""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return create_md_parser(MdParserConfig(enable_extensions={"colon_fence", "deflist", "fieldlist"}), RendererHTML)


def parts_of(text: str, above: int = 0) -> Iterator[Part]:
    """All that a page consists of, in order; ``above`` is how many lines of it stand above the text."""
    env: dict[str, Any] = {}
    yield from _blocks(_parser().parse(text, env), above)
    for one in env.get("references", {}).values():
        start, end = one["map"]
        yield Reference(DEFINITION, one["href"], above + start, above + end)


def parts_of_sentence(text: str) -> Iterator[Part]:
    """All that a text within a block consists of."""
    (inline,) = _parser().parseInline(text)
    return _inline(inline.children or [], 0, text.count("\n") + 1)


def _blocks(tokens: Iterable[Token], above: int) -> Iterator[Part]:
    """The parts of a text that stands below other lines."""
    start = end = above
    for token in tokens:
        if token.map:
            start, end = above + token.map[0], above + token.map[1]
        if token.type == "inline":
            yield from _inline(token.children or [], start, end)
        elif token.type in ("fence", "colon_fence") and (directive := _DIRECTIVE.fullmatch(token.info.strip())):
            yield from _directive(directive["name"], directive["argument"].strip(), token.content, start)
        elif token.type == "front_matter":
            for number, line in enumerate(token.content.split("\n"), start + 1):
                words = re.findall(r"[^\s,\"'\[\]{}]+", _OPTION.sub(r"\g<value>", line.lstrip(" -")))
                yield from (Reference(DATA, word, number, number + 1) for word in words)
        elif token.type == "html_block":
            yield from foreign_parts("html", token.content, start)
        else:
            yield start, f"{token.type} {token.info}", token.content


def _inline(tokens: Iterable[Token], start: int, end: int) -> Iterator[Part]:
    """The parts of a text within a block."""
    shows_itself = False
    for token in tokens:
        address = token.attrs.get("href", token.attrs.get("src"))
        if address is not None:
            yield Reference(LINK, str(address), start, end)
            shows_itself = token.markup == "autolink"  # its text is its address
        elif token.type == "myst_role" and token.meta["name"] in _ROLES:
            titled = _TITLED.fullmatch(token.content)
            yield Reference(LINK, titled["target"] if titled else token.content, start, end)
            yield start, "title", token.content[: titled.start("target")] if titled else ""
        elif token.type == "html_inline":
            yield from foreign_parts("html", token.content, start)
        elif shows_itself:
            shows_itself = False
        else:
            yield start, f"{token.type} {token.meta.get('name', '')}", token.content
        if token.type == "image":
            yield from _inline(token.children or [], start, end)


def _directive(name: str, argument: str, content: str, line: int) -> Iterator[Part]:
    """The parts of a directive that begins on a line."""
    yield line, "directive", name
    if _PAGES.fullmatch(argument) and name not in _OF_FILES:
        yield from (Reference(DATA, word, line, line + 1) for word in argument.split())
    else:
        yield Reference(ARGUMENT, argument, line, line + 1)
    options, body = _options(content)
    lines = content.split("\n")
    for number in range(options):
        if option := _OPTION.fullmatch(lines[number].strip()):
            value = (option["value"] or "").strip("\"' ")
            yield Reference(OPTION, value, line + number + 1, line + number + 2)
    below, text = line + 1 + body, "\n".join(lines[body:])
    if name == "toctree":
        for number, entry in enumerate(lines[body:], below):
            titled = _TITLED.fullmatch(entry)
            yield Reference(ENTRY, (titled["target"] if titled else entry).strip(), number, number + 1)
    elif name in ("eval-rst", "raw"):
        yield from foreign_parts("rst" if name == "eval-rst" else "html", text, below)
    elif _VERBATIM.fullmatch(name):
        yield below, "code", text
    else:
        yield from parts_of(text, below)


def _options(content: str) -> tuple[int, int]:
    """How many lines of a directive may be options, and where its text begins."""
    lines = content.split("\n")
    if lines[0].strip() == "---":
        end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == "---"), 0)
        return end, end + 1 if end else 0
    first = next((number for number, line in enumerate(lines) if not line.lstrip().startswith(":")), len(lines))
    return first, first


def foreign_parts(form: str, text: str, line: int = 0) -> Iterator[Part]:
    """What raw HTML or reStructuredText (``html``, ``rst``) names, and the text itself, which begins in a line."""
    yield line, form, text
    for found in _FOREIGN[form].finditer(text):
        group = found.lastindex or 0
        target, number = found[group], line + text.count("\n", 0, found.start(group))
        yield Reference(OPAQUE, target.removesuffix(".html"), number, number + 1)


def replaced(text: str, references: Iterable[tuple[Reference, str]]) -> str:
    """A text in which each of these references has another target."""
    lines = text.split("\n")
    regions: dict[tuple[int, int, int], dict[str, str]] = {}
    for one, target in references:
        # The parser quotes an address that the text may have as it is.
        known = regions.setdefault((one.start, one.end, one.kind), {})
        known |= {one.target: target, unquote(one.target): unquote(target)}
    for (start, end, kind), targets in regions.items():
        names = "|".join(map(re.escape, sorted(targets, key=len, reverse=True)))
        around = "(?:{})(?P<other>{}){}".format
        pattern = _LINKS.format(names=names) if kind == LINK else around(_AROUND[kind][0], names, _AROUND[kind][1])
        changed = re.sub(pattern, partial(_exchanged, targets), "\n".join(lines[start:end]), flags=_FLAGS)
        lines[start:end] = changed.split("\n")
    return "\n".join(lines)


def _exchanged(targets: Mapping[str, str], found: re.Match[str]) -> str:
    """What is found, with the target in it exchanged; a sample holds none."""
    name = found.lastgroup if found.lastgroup != "ticks" else None
    if name is None or found[name] not in targets:
        return found[0]
    start, end = (place - found.start() for place in found.span(name))
    return found[0][:start] + targets[found[name]] + found[0][end:]
