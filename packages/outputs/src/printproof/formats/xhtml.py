"""A tree of HTML written as XHTML, which every reader of books can parse."""

from html import escape
from itertools import chain

from printproof.html.page import VOID, Element
from printproof_base.text import NO_XML

# What the reader of HTML hands out in small letters, and SVG writes otherwise.
_SVG = {
    name.lower(): name
    for name in ("viewBox", "preserveAspectRatio", "clipPath", "clipPathUnits", "linearGradient", "gradientUnits")
}

PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="{tag}" xml:lang="{tag}">
<head>
<title>{title}</title>
<link rel="stylesheet" type="text/css" href="{style}" />
</head>
<body>
{body}
</body>
</html>
"""


def page(title: str, tag: str, style: str, body: str) -> str:
    """A page as XHTML: ``style`` is the address of its style sheet from there, ``body`` its text as XHTML."""
    return PAGE.format(title=escape(title, quote=False), tag=escape(tag), style=escape(style), body=body.strip())


def inner(element: Element) -> str:
    """What stands in an element, as XHTML."""
    return "".join(map(outer, element.children))


def outer(element: Element | str) -> str:
    """An element or a text as XHTML."""
    if isinstance(element, str):
        return text(element)
    name = _SVG.get(element.tag, element.tag)
    own = {"xmlns": "http://www.w3.org/2000/svg"} if element.tag == "svg" else {}
    given = chain(own.items(), (pair for pair in element.attributes.items() if pair[0] not in own))
    written = "".join(f' {_SVG.get(key, key)}="{escape(_legal(value))}"' for key, value in given)
    # Shapes may close themselves; an empty <p /> would stay open where a reader takes the page for HTML.
    if not element.children and (element.tag in VOID or element.tag in {"path", "rect", "circle", "use"}):
        return f"<{name}{written} />"
    return f"<{name}{written}>{inner(element)}</{name}>"


def text(words: str) -> str:
    """A text as XHTML."""
    return escape(_legal(words), quote=False)


def _legal(words: str) -> str:
    return NO_XML.sub("\N{REPLACEMENT CHARACTER}", words)
