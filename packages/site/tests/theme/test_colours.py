"""A hue has one meaning and a sign stands for one thing, on every page; both can be read on what they stand on."""

import re
from collections import Counter

import pytest

from printproof import style
from printproof_site import look
from support.built import ROOT

SHEET = (style.FOLDER / "palette.css.jinja").read_text(encoding="utf-8")
STYLE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(path for folder in (style.FOLDER, look.FOLDER) for path in (folder / "css").rglob("*.css"))
)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]{3,6});")

MEANINGS = {
    "wanted": r"\.yes\b|\.right\b|\.gi\b|\.(?:diagram|matrix) \.wanted\b|\.doors li:nth",
    "wrong": r"\.no\b|\.wrong\b|\bmark\b|\.error\b|\.g[tr]\b|\.gd\b|\.err\b"
    r"|\.matrix \.(?:otherwise|kept|raised)\b|\.errors \.(?:raised|printed)\b|\.doors li:nth",
    # Lines that ran; the sign of the site is its legend, and the pictures of the doors say what they lead to.
    "python": r"\.python\b|\.walk \.ran\b|\.home svg\b|\.doors li::before",
    "compiled": r"\.compiled\b|\.walk \.program\b|\.home path:last-child\b",
    "state": r"\.state\b|\.home circle\b|\.doors li::before",
    **{name: rf"\.highlight \.{kind}\b|^:root$" for name, kind in (("keyword", "k"), ("name", "nf"), ("string", "s"))},
    **{name: rf"\.highlight \.{kind}\b|^:root$" for name, kind in (("number", "m"), ("comment", "c"))},
    "builtin": r"\.highlight \.nb\b",
}
"""Each hue, and the selectors of what has its meaning; any other rule must do without it.

A figure is drawn in the hues of grammar.
"""

GROUNDS = {"paper", "code", "tint"}
SIGNS = "✓✗⊜●○"


def tokens() -> dict[str, dict[str, str]]:
    """The tokens that are colours, in the light and in the dark."""
    dark, light = SHEET.split("{%- endmacro %}")[0], SHEET.split("{%- endmacro %}")[1].split("}")[0]
    return {"light": dict(TOKEN.findall(light)), "dark": dict(TOKEN.findall(dark))}


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG counts it."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def uses(style: str) -> list[tuple[str, str]]:
    """Each selector of a style with each token that it takes; comments are none."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    rules = [(selector.strip(), body) for selector, body in RULE.findall(plain)]
    return [(selector, name) for selector, body in rules for name in re.findall(r"var\(--([\w-]+)", body)]


def strangers(style: str) -> list[tuple[str, str]]:
    """The rules of a style that take a hue without having its meaning."""
    meant = [(selector, name, name.removesuffix("-ground")) for selector, name in uses(style)]
    return [(s, name) for s, name, hue in meant if hue in MEANINGS and not re.search(MEANINGS[hue], s)]


def test_each_hue_stands_where_its_meaning_does() -> None:
    """What warns, and what is a piece of grammar, is never borrowed for another thing."""
    assert strangers(STYLE) == []


def test_a_borrowed_hue_is_found() -> None:
    """Else the test above would hold of any style."""
    assert strangers(".copy { color: var(--wrong); }") == [(".copy", "wrong")]
    assert strangers(".b { background: var(--state-ground); }") == [(".b", "state-ground")]


def test_no_rule_has_a_colour_of_its_own() -> None:
    """A colour that is no token would have no meaning, and no dark; paper for printing and shadows are none."""
    allowed = {"#fff", "#000", "#0006"}

    assert set(re.findall(r"#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(", re.sub(r"/\*.*?\*/", "", STYLE))) <= allowed


def test_each_sign_is_written_in_one_place() -> None:
    """By styles, and where none reach by one name in the code; previews and books have styles of their own."""
    counts = Counter(
        (sign, path.suffix)
        for path in ROOT.glob("packages/*/src/**/*.*")
        if path.suffix in {".py", ".css", ".html", ".jinja", ".js"} and not {"preview", "books"} & set(path.parts)
        for sign in path.read_text(encoding="utf-8")
        if sign in SIGNS
    )

    assert {place: count for place, count in counts.items() if count > 1} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_means_something_can_be_read_on_each_ground(scheme: str) -> None:
    """On paper, code, strips and outputs, and on the ground of its own."""
    known = tokens()[scheme]
    meanings = ["ink", "quiet", "link", "wanted", "wrong", "python", "compiled", "state"]
    pairs = [(name, ground) for name in meanings for ground in [*GROUNDS, f"{name}-ground"] if ground in known]

    assert [(*pair, ratio) for pair in pairs if (ratio := contrast(known[pair[0]], known[pair[1]])) < 5.1] == []


@pytest.mark.parametrize(("scheme", "least"), [("light", 5.0), ("dark", 6.5)])
def test_grammar_can_be_read_on_code(scheme: str, least: float) -> None:
    """Each of the six hues."""
    known = tokens()[scheme]
    grammar = ["keyword", "name", "string", "number", "builtin", "comment"]

    assert [name for name in grammar if contrast(known[name], known["code"]) < least] == []


def test_code_is_neither_bold_nor_slanted() -> None:
    """Hue is enough, and a slanted Hangul or Han sign is none."""
    rules = RULE.findall(re.sub(r"/\*.*?\*/", "", STYLE, flags=re.DOTALL))

    assert [
        selector for selector, body in rules if ".highlight ." in selector and re.search("weight|style", body)
    ] == []
