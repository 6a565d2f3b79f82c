"""Hostile translations, and the places of a page they are tried in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("ko", "zh_CN")


@dataclass(frozen=True)
class Hostile:
    """One hostile translation: the attack it stands for, its source, its text, the rules that may refuse it."""

    id: str
    row: str
    msgid: str
    msgstr: str
    rules: frozenset[str]


def hostile_messages(language: str) -> list[Hostile]:
    """Give the hostile translations, written in a language."""
    table = tomllib.loads(Path(__file__).with_name("messages.toml").read_text(encoding="utf-8"))
    return [_hostile(entry, language) for entry in table["message"]]


def _hostile(entry: dict, language: str) -> Hostile:
    which = LANGUAGES.index(language) + 1
    text = re.sub("«([^|»]*)[|]([^»]*)»", lambda found: found[which], entry["msgstr"])
    text *= entry.get("repeat", 1)
    return Hostile(entry["id"], entry["row"], entry["msgid"], text, frozenset(entry["rules"]))


PLACES: dict[str, Callable[[str], str]] = {
    "paragraph": lambda text: text,
    "heading": lambda text: f"## {text}",
    "cell": lambda text: f"| n | text |\n|---|---|\n| 1 | {text} |",
    "admonition": lambda text: f":::{{admonition}} {text}\nSomething else.\n:::",
    "caption": lambda text: f"```{{figure}} dot.png\n:alt: A dot.\n\n{text}\n```",
    "alt": lambda text: f"```{{figure}} dot.png\n:alt: {text}\n```",
    "comment": lambda text: f"# {text}",
    "label": lambda text: f"plt.title({text!r})",
}
"""How a message stands in its file, by the name of the place: Markdown, or Python in the last two."""

IN_CODE = frozenset({"comment", "label"})
"""The places whose messages come from scripts."""
