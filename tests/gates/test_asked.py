"""A page that asks what a cell prints shows the answer nowhere before a reader has chosen one."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path

import pytest

from support.browser import browser_only
from support.built import ROOT, Page
from support.tour import LANGUAGES, Tour, offending

ASKING = [path.stem for path in sorted((ROOT / "docs" / "guide").glob("*.md")) if "```{predict}" in path.read_text()]
ALL = [f"{folder}/guide/{name}.html" for folder in LANGUAGES for name in ASKING]
IN_TURN = [f"{folder}/guide/{name}.html" for name, folder in zip(ASKING, cycle(LANGUAGES), strict=False)]
"""Each page that asks in one language, page by page the next one: all languages have the same blocks."""

RIGHT = {"en": "Right.", "ko": "맞습니다.", "zh-cn": "正确。"}

# What a reader sees from each question to the next heading: what is below that has its own subject.
GIVEN_AWAY = """() => [...document.querySelectorAll(".predict")].flatMap((asked) => {
  const after = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const all = [...document.querySelectorAll("main *, footer")];
  const end = all.find((one) => one.matches("h2, h3, footer") && after(asked, one));
  const near = all.filter((one) => after(asked, one) && !asked.contains(one) && after(one, end) && !one.contains(end));
  const seen = near.filter((one) => one.checkVisibility());
  return seen.map((one) => `${asked.parentElement.id}: ${one.outerHTML.slice(0, 60)}`);
})"""


@browser_only
@pytest.mark.parametrize(
    "asking", [IN_TURN, pytest.param(ALL, marks=pytest.mark.nightly)], ids=["one language of each", "all languages"]
)
def test_no_page_gives_an_answer_away(tour: Tour, asking: list[str]) -> None:
    """Not by the output, by the next sentence, or by a picture."""
    assert len(asking) >= 15
    assert offending(asking, lambda path: tour.visit(path).evaluate(GIVEN_AWAY)) == {}


def said_of_others(site: Path, path: str) -> list[str]:
    """The replies of a page that do not begin as their kind does: that of the right answer, or any other."""
    begins = RIGHT[path.partition("/")[0]]
    replies = [e for e in Page(site / path).all("p") if "reply" in e.given.get("class", "").split()]
    return [e.text for e in replies if ("right" in e.given["class"].split()) != e.text.startswith(begins)]


def test_the_right_reply_and_no_other_says_so_first(whole_site: Path) -> None:
    """In every language: who chose is told in one word."""
    assert offending(ALL, lambda path: said_of_others(whole_site, path)) == {}


PRINTS = re.compile(r"^prints: (\S+)$", re.MULTILINE)
SHOWN_BEFORE = {"stateful": "jit"}
"""What the start page of the site has shown already."""


def test_what_stands_below_a_title_is_asked_nowhere() -> None:
    """Of the wrong and the right output there, neither is that of a cell with a question."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "guide").glob("*.md")}
    named = {name: found[1] for name, text in texts.items() if (found := PRINTS.search(text))}

    assert len(named) >= 15
    assert {name: cell for name, cell in named.items() if f"{{predict}} {cell}\n" in texts[name]} == SHOWN_BEFORE
