"""A drawn figure as it stands in a page: inline, small, its labels in the language of the page."""

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

from printproof.pages.formulas import flow

CYCLE = ("1f77b4", "ff7f0e", "2ca02c", "d62728", "9467bd", "8c564b", "e377c2", "7f7f7f", "bcbd22", "17becf")
"""The colours that matplotlib gives to one line after another."""

COLOURS = {
    **{f"#{colour}": f"var(--figure-{n}, #{colour})" for n, colour in enumerate(CYCLE, 1)},
    **dict.fromkeys(("#000000", "#000", "black"), "currentColor"),
    **dict.fromkeys(("#ffffff", "#fff", "white"), "var(--figure-ground, Canvas)"),
}
"""What takes the place of a colour: the page knows light and dark, the figure does not."""

# What matplotlib writes at a tick: the same in every language, and no message. Its minus is not that of a keyboard.
_NUMBER = re.compile(r"^[−+-]?[\d.,]+(?:e[−+-]?\d+)?%?$")
# Numbers that may lose digits; a whole number says just what it says.
_DECIMALS = re.compile(r"-?\d+\.\d+")
# Attributes that children inherit from their group.
_SHARED = ("fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-size", "text-anchor")
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"


def labels(svg: str) -> list[str]:
    """The words in a figure, each once, in order: no numbers, no formulas."""
    texts = ((element.text or "").strip() for element in ET.fromstring(svg).iter(f"{_SVG}text") if _is_words(element))
    return list(dict.fromkeys(texts))


def draw(svg: str, name: str, alt: str, translations: Mapping[str, str], lang: str = "", recolour: bool = False) -> str:
    """The figure as it stands in HTML: ``name`` begins its ids, ``alt`` says what it shows.

    ``translations`` are those of labels, ``lang`` the language of ``alt`` where it is not that of the page.
    Sizes follow the page. With ``recolour`` black is the colour of its text, white that of its ground, and the colours
    of matplotlib's cycle are ``--figure-1``, ``--figure-2`` and so on where the page sets them.
    """
    root = ET.fromstring(svg)
    for element in root.iter():
        if _is_words(element) and element.text:
            element.text = translations.get(element.text.strip(), element.text)
        _simplify(element)
        for kind in {"fill", "stroke"} & element.attrib.keys() if recolour else ():
            element.set(kind, COLOURS.get(element.attrib[kind].lower(), element.attrib[kind]))
    flow(root)
    _drop_unseen(root)
    _name_ids(root, name)
    _share(root)
    _drop_unused(root)
    _unwrap(root)
    own = {"xmlns": _SVG[1:-1], "viewBox": root.get("viewBox", ""), "role": "img", "aria-label": alt}
    # matplotlib's width is in points, and such a figure is as wide as there is room; no pixels are blown up.
    if (width := root.get("width", "")).replace(".", "", 1).isdigit():
        own |= {"style": f"max-width:min(36rem,{width}px)"}
    own |= {"stroke-linejoin": "round"} | ({"fill": "currentColor"} if recolour else {})  # else it is black
    root.attrib = own | ({"lang": lang} if lang else {})
    return ET.tostring(root, encoding="unicode")


def _is_words(element: ET.Element) -> bool:
    text = (element.text or "").strip() if element.tag.endswith("text") and not len(element) else ""
    return any(character.isalpha() for character in text) and not _NUMBER.match(text)


def _simplify(element: ET.Element) -> None:
    """Names without namespaces, styles as attributes, and no more digits than an eye can tell apart."""
    element.tag = element.tag.rpartition("}")[2]
    if _LINK in element.attrib:
        element.set("href", element.attrib.pop(_LINK))
    for declaration in element.attrib.pop("style", "").split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name and name != "font-family":
            element.set(name, value)
    for name, value in list(element.attrib.items()):
        if name.startswith("on"):  # a drawing runs nothing
            del element.attrib[name]
        elif name in {"d", "x", "y", "width", "height", "transform", "points", "r", "cx", "cy"}:
            element.set(name, " ".join(_DECIMALS.sub(_rounded, value).split()))
    if element.get("transform", "").startswith("rotate(-0 "):  # matplotlib turns each label, most by nothing
        del element.attrib["transform"]
    if element.tag not in {"text", "tspan"} and not (element.text or "").strip():
        element.text = None
    element.tail = None if not (element.tail or "").strip() else element.tail


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".rstrip("0").rstrip(".")


def _drop_unseen(element: ET.Element) -> None:
    """Remove what draws nothing, and rules of style: inline they would hold for the whole page."""
    for child in list(element):
        unseen = child.tag == "path" and child.get("fill") == "none" and "stroke" not in child.attrib
        if child.tag in {"metadata", "style", "title", "script"} or unseen:
            element.remove(child)
        else:
            _drop_unseen(child)


def _name_ids(root: ET.Element, name: str) -> None:
    """Keep the ids that something refers to, under names that no other figure of the page has."""
    references = re.compile(r"(?:url[(]|^)#([^)]+)")
    values = [value for element in root.iter() for value in element.attrib.values()]
    used = [found[1] for value in values for found in references.finditer(value)]
    names = {old: f"{name}-{n}" for n, old in enumerate(dict.fromkeys(used), 1)}
    for element in root.iter():
        own = element.attrib.pop("id", None)
        for key, value in element.attrib.items():
            if key == "href" or "url(#" in value:
                element.set(key, references.sub(lambda m: m[0].replace(m[1], names[m[1]]), value))
        if own in names:
            element.set("id", names[own])


def _drop_unused(root: ET.Element) -> None:
    """Leave out what is drawn again nowhere, and what a mark says itself from where it is drawn."""
    used = {element.get("href") for element in root.iter("use")}
    marks = {f"#{mark.attrib['id']}": mark for mark in root.iter("path") if "id" in mark.attrib}
    for use in root.iter("use"):
        own = marks[use.get("href", "")].attrib if use.get("href") in marks else {}
        for name in [name for name in use.attrib if name in _SHARED and use.get(name) == own.get(name)]:
            del use.attrib[name]
    for parent in list(root.iter()):
        for child in [child for child in parent if f"#{child.get('id')}" in marks.keys() - used]:
            parent.remove(child)


def _share(element: ET.Element) -> None:
    """Say once on a group what all of its children say."""
    for child in element:
        _share(child)
    for name in _SHARED if element.tag == "g" and len(element) > 1 else ():
        values = {child.get(name) for child in element}
        if len(values) == 1 and None not in values and name not in element.attrib:
            element.set(name, values.pop() or "")
            for child in element:
                del child.attrib[name]


def _unwrap(element: ET.Element) -> None:
    """Put the children of groups that say nothing in the place of these groups, and leave out empty ones."""
    for child in element:
        _unwrap(child)
    element[:] = [part for child in element for part in _bare(child)]


def _bare(child: ET.Element) -> Iterator[ET.Element]:
    if child.tag in {"g", "defs"} and not len(child):
        return
    if child.tag == "g" and not child.attrib:
        yield from list(child)
    else:
        yield child
