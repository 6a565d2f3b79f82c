"""Which words does a page hold, and which of them does its Markdown lack? Both are read as HTML, word by word."""

import json
import re
from collections import Counter
from collections.abc import Iterator

from markdown_it import MarkdownIt

from printproof.html.page import Element, parse

WORD = re.compile(r"\w+")
INLINE = {"a", "b", "code", "em", "i", "kbd", "mark", "samp", "small", "span", "strong", "sub", "sup", "wbr"}
"""Elements that part no word; any other does."""

OWN = {
    "place": "which lesson this is",
    "about": "what the lesson takes, and which files there are",
    "take": "which files there are, on a page that takes nothing",
    "bilingual": "the button for the original",
    "ways": "the choice of a column of a table, where a telephone has no room for all",
    "headerlink": "the link of a place to itself",
    "hook": "what a cell prints and what was wanted, seen before one reads: the cell says it in a file, too",
    "checked": "how an output was checked: a file that somebody changed would say it still",
}
"""Classes of elements that belong to the page and not to its text, each with the reason."""

LABELS = {
    ("details", "above-input", "summary"): "the fold of code that a page hides, which is open in a file",
    ("a", "otherwise", "small"): "what a table says of an entry that differs, as its legend does of the sign of a file",
    ("a", "kept", "small"): "the same of a tracer that is kept",
    ("details", "code", "summary"): "the fold of the code of a lane, which is open in a file",
    ("div", "error", "p"): "that an output is an error, which its colour says in a notebook",
    ("div", "strip", "a"): "the name of a cell, which is the id of a cell of a notebook",
}
"""Elements right below one of a class that are labels of the interface."""


def text_of(element: Element, around: Element | None = None) -> Iterator[str]:
    """The text of an element without what is the page's own, with a blank wherever a word ends."""
    classes = element.attributes.get("class", "").split()
    above = around.attributes.get("class", "").split() if around else []
    if OWN.keys() & set(classes) or any((around.tag, name, element.tag) in LABELS for name in above if around):
        return
    if element.tag in {"svg", "img"}:  # what it shows, not the words that are drawn in it
        yield f" {element.attributes.get('aria-label') or element.attributes.get('alt', '')} "
        return
    yield "" if element.tag in INLINE else " "
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from text_of(child, element)
    yield "" if element.tag in INLINE else " "


def words_of_page(html: str) -> Counter[str]:
    """The words of the text of a page."""
    main = next(parse(html).find("main"))
    return Counter(WORD.findall("".join(text_of(main))))


def render(markdown: str) -> str:
    """What a reader of Markdown makes of it that follows CommonMark, with the tables of GitHub, as notebooks do."""
    return str(MarkdownIt("commonmark").enable("table").render(markdown))


def words_of_markdown(markdown: str) -> Counter[str]:
    """The words that one reads in Markdown."""
    return Counter(WORD.findall("".join(text_of(parse(render(markdown))))))


def words_of_notebook(text: str) -> Counter[str]:
    """The words that one reads in a notebook: its prose, its code, and what its cells printed and drew."""
    found: list[str] = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if not cell["metadata"].get("printproof", {}).get("part_of_page", True):
            continue  # the cell that installs what is missing
        found.append("".join(text_of(parse(render(source)))) if cell["cell_type"] == "markdown" else source)
        if "remove-output" in cell["metadata"].get("tags", ()):
            continue  # the page says it in a table; a notebook keeps it, closed
        for output in cell.get("outputs", ()):
            said = {"stream": "text", "error": "traceback"}.get(output["output_type"], "")
            found.append("".join(output[said] if said else output["data"]["text/plain"]))
    return Counter(WORD.findall("\n".join(found)))


def differences(page: Counter[str], markdown: Counter[str]) -> tuple[float, list[str]]:
    """The share of the words that both have, and the others: ``-`` the page alone, ``+`` the Markdown alone."""
    lost, added = page - markdown, markdown - page
    share = 1 - max(lost.total(), added.total()) / max(page.total(), 1)
    return share, [
        *(f"-{word}" for word in sorted(lost.elements())),
        *(f"+{word}" for word in sorted(added.elements())),
    ]
