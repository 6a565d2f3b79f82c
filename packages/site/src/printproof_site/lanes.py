"""The cards of a start page, read from it as it was built: what they show was compared with a run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printproof.html.page import Element


@dataclass(frozen=True)
class Lane:
    """A card: its caption, and the values that its cell printed, each with whether it is wrong.

    ``drawing`` is the inside of its SVG, and ``href`` leads to its lesson; both may be empty.
    """

    caption: str
    values: Sequence[tuple[str, bool]]
    drawing: str = ""
    href: str = ""


def lanes_of(page: Element) -> Iterator[Lane]:
    """The cards of a page, in its order."""
    for card in (one for one in page.find("div") if "lane" in one.classes):  # so they are called in its HTML
        caption = next((paragraph.text for paragraph in card.find("p")), "")
        printed = [pre for pre in card.find("pre") if "data-output" in pre.attributes]
        drawing = next((one.inner_html() for one in card.find("svg")), "")
        href = next((one.attributes.get("href", "") for one in card.find("a")), "")
        values = [value for pre in printed for value in values_in(pre)]
        # A link to a cell of the start page itself leads nowhere.
        yield Lane(caption, values, drawing, "" if href.startswith("#") else href)


def values_in(printed: Element) -> Iterator[tuple[str, bool]]:
    """What stands between blanks in an output, each with whether it is wrong."""
    for part in printed.children:
        text, wrong = (part, False) if isinstance(part, str) else (part.text, part.tag == "mark")
        yield from ((value, wrong) for value in text.split())
