"""What does a page look like where nothing can be pressed? Everything that it folds is open, each choice is made.

A question shows its answers and, at the end of its cell, a reply to each.
"""

import posixpath
from collections.abc import Callable, Collection, Iterator
from urllib.parse import unquote, urlsplit

from printproof.formats import xhtml
from printproof.formats.drawing import painted
from printproof.html.page import Element, parse

NOTHING = {"script", "template", "noscript", "button", "wbr", "style", "link"}
"""What does nothing in a book."""

SPOKEN = {"tabindex", "role", "aria-live", "aria-label", "aria-hidden", "translate", "hidden", "for", "hreflang"}
"""Attributes for what a browser does with a page; a drawing and a sign keep the words that stand for them."""

FEW_COLUMNS = 7
"""More than so many do not fit in the letters of the text."""

Parts = list[Element | str]


def still_page(docname: str, html: str, docnames: Collection[str], address: str) -> str:
    """The text of a page as XHTML, in a book of the pages ``docnames`` of a site that is public at ``address``."""
    page = Element("", {}, inside(parse(html)))
    for link in page.find("a"):
        parts = urlsplit(link.attributes.get("href", ""))
        if parts.path and not parts.scheme and not parts.netloc:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(docname), unquote(parts.path)))
            if path.removesuffix(".xhtml") not in docnames:
                _lead_out(link, path, parts.fragment, address)
    return xhtml.inner(page)


def _lead_out(link: Element, path: str, fragment: str, address: str) -> None:
    """Let a link to what a site has and a book has not lead to the public site, or be plain words without one.

    From a page its other languages lie one step upwards, where the address is.
    """
    if address and path.startswith("../"):
        link.attributes["href"] = address + path.removeprefix("../") + (f"#{fragment}" if fragment else "")
    else:
        link.tag = "span"
        link.attributes.pop("href")


def still(element: Element) -> Parts:
    """What stands in the place of an element in a book: as a rule itself, with what stands in it."""
    if element.tag in NOTHING:
        return []
    if element.tag == "svg":
        return [painted(element)]
    rule = next((_RULES[name] for name in (element.tag, *element.classes) if name in _RULES), None)
    return rule(element) if rule else [_plain(element, inside(element))]


def inside(element: Element) -> Parts:
    """What stands in an element, in a book."""
    return [part for child in element.children for part in ([child] if isinstance(child, str) else still(child))]


def _plain(element: Element, children: Parts, tag: str = "") -> Element:
    """An element without what only a browser looks at."""
    kept = {"role", "aria-label"} if element.attributes.get("role") == "img" else set()
    given = {name: value for name, value in element.attributes.items() if name not in SPOKEN - kept}
    # An empty alt says that a picture is decoration; an empty href leads to the page itself.
    filled = {name: value for name, value in given.items() if value or name in {"alt", "href"}}
    return Element(tag or element.tag, filled, children)


def _made(tag: str, kind: str, children: Parts) -> Element:
    return Element(tag, {"class": kind}, children)


def _opened(element: Element) -> Parts:
    """A fold is open; how a cell was checked is said once for the book, and needs no mark on each cell."""
    if "checked" in element.classes:
        return []
    children = inside(element)
    if "code" in element.classes:  # folded for want of room
        children = [child for child in children if isinstance(child, str) or child.classes != ["summary"]]
    return [_plain(element, children, "div")]


def _summary(element: Element) -> Parts:
    words = inside(element)
    return [_made("p", "summary", words)] if element.text.strip() else []


def _choice(element: Element) -> Parts:
    """A form: a question with its answers, any other with what stands in it."""
    if "predict" in element.classes:
        return list(_question(element))
    return [_plain(element, inside(element), "div")]


def _question(element: Element) -> Iterator[Element]:
    """The question and its answers, then its replies, which a cell moves below what it printed."""
    parts = element.elements
    asked = [_made("p", "question", inside(part)) for part in parts if part.tag == "legend"]
    offered = [part for part in parts if part.tag == "label" and "show" not in part.classes]
    replies = [part for part in parts if "reply" in part.classes]
    answers = _made("ol", "answers", [Element("li", {}, inside(part)) for part in offered])
    yield _made("div", "predict", [*asked, answers])
    yield _made("ol", "replies", [_reply(part) for part in replies])


def _variants(element: Element) -> Parts:
    """Each variant of a cell below what it is called."""
    parts = ([_made("p", "variant", inside(part))] if part.tag == "label" else still(part) for part in element.elements)
    return [_plain(element, [one for part in parts for one in part])]


def _reply(element: Element) -> Element:
    right = "right" in element.classes
    return Element("li", {"class": "right"} if right else {}, inside(element))


def _cell(element: Element) -> Parts:
    """A cell, with the replies to its question below what it printed."""
    # The sort is stable: all else stays in its order.
    parts = sorted(inside(element), key=lambda part: isinstance(part, Element) and part.classes == ["replies"])
    return [_plain(element, parts)]


def _beside(element: Element) -> Parts:
    """What a page draws beside a line of an output stands there in words, apart from what was printed."""
    note = element.attributes.get("data-said")
    if note is None:
        return [_plain(element, inside(element))]
    return [_made("span", "beside", ["  ", _made("span", "no", [note])])]


def _table(element: Element) -> Parts:
    """A table; one of many columns says so, as nothing can be scrolled to the rest of it."""
    table = _plain(element, inside(element))
    most = max((len(row.elements) for row in element.find("tr")), default=0)
    if most > FEW_COLUMNS:
        table.attributes["class"] = " ".join([*element.classes, "many"])
    return [table]


def _input(element: Element) -> Parts:
    """A box of a list of tasks is a sign; any other is nothing."""
    if element.attributes.get("type") != "checkbox":
        return []
    return ["\N{BALLOT BOX WITH CHECK} " if "checked" in element.attributes else "\N{BALLOT BOX} "]


_RULES: dict[str, Callable[[Element], Parts]] = {
    "details": _opened,
    "summary": _summary,
    "fieldset": _choice,
    "label": inside,  # of what could be pressed
    "input": _input,
    "table": _table,
    "cell": _cell,
    "variants": _variants,
    "no": _beside,
}
"""What becomes of an element, by its tag or one of its classes."""
