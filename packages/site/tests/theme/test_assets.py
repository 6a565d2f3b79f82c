"""Styles and scripts are written for people, made small for readers, and mean the same; languages in them are data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import Browser
from rcssmin import cssmin
from rjsmin import jsmin

from printproof import style
from printproof_base import languages
from printproof_site import look
from printproof_site.theme.page import OWN_STYLES, typography
from printproof_site.theme.search import words_of
from support.browser import browser_only

FIFTH = """
[style]
sans = '"Fifth Sans", sans-serif'
leading = 2

[style.text]
word-break = "break-all"

[search]
particles = ["-ka"]
"""
RULES = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  // A browser keeps a value with custom properties as it was written, blanks and line ends after commas included.
  return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(/,\\s+/g, ","));
}"""


@pytest.fixture
def fifth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language that has a file and nothing else."""
    for path in languages.LANGUAGE_DATA.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "fi.toml").write_text(FIFTH, encoding="utf-8")
    monkeypatch.setattr(languages, "LANGUAGE_DATA", tmp_path)
    languages.language_data.cache_clear()
    yield "fi"
    languages.language_data.cache_clear()


def rendered(name: str, small: bool, **known: Any) -> str:
    """A file of the theme as a build writes it, or as it was before it was made small."""
    environment = Environment(
        loader=FileSystemLoader(
            [look.FOLDER / "static", look.FOLDER / "css", look.FOLDER, style.FOLDER / "css", style.FOLDER]
        ),
        autoescape=False,
    )
    environment.filters |= {
        "minified_css": cssmin if small else str,
        "minified_js": jsmin if small else str,
    }
    text = environment.get_template(name).render(known, _=str)
    return cssmin(text) if small and name.endswith(".css") else text  # the template that includes it makes it small


@browser_only
def test_a_style_that_is_made_small_has_the_same_rules(browser: Browser) -> None:
    """A blank that parts two selectors is no blank before a value."""
    names = ["printproof.css.jinja", "search.css", "reader.css", *(f"own/{part}.css" for part in OWN_STYLES)]
    known = typography("ko", ["en", "ko", "zh_CN"])
    tab = browser.new_page()
    long, short = (
        {name: tab.evaluate(RULES, rendered(name, small, **known)) for name in names} for small in (False, True)
    )
    tab.close()

    assert [name for name in names if not long[name]] == []
    assert short == long


def test_another_language_is_a_file(fifth: str) -> None:
    """Its fonts and measures are in its stylesheet, its rules for text in that of every language of the site."""
    own = rendered("printproof.css.jinja", True, **typography(fifth, ["en", fifth]))
    other = rendered("printproof.css.jinja", True, **typography("en", ["en", fifth]))

    assert '--sans:"Fifth Sans",sans-serif;--leading:2}' in own
    assert ":lang(fi){word-break:break-all}" in own
    assert ":lang(fi){word-break:break-all}" in other
    assert "Fifth" not in other


def test_the_search_of_another_language_knows_its_particles(fifth: str) -> None:
    """Beside the words that are common in the language of names."""
    words = words_of(["en", fifth])
    script = rendered("search.js.jinja", True, search_words=words, found_sentences={})

    assert words["particles"] == ["-ka"]
    assert "the" in words["common"]
    assert '"particles":["-ka"]' in script


def test_a_territory_says_only_what_differs(fifth: str) -> None:
    """Traditional characters have fonts of their own, and lines that break as in all Chinese."""
    own, common = languages.language_data("zh_TW"), languages.language_data("zh_CN")

    assert "TC" in own["style"]["sans"]
    assert "SC" in common["style"]["sans"]
    assert own["style"]["text"] == common["style"]["text"]


WRITTEN = sorted(
    path for folder in (style.FOLDER, look.FOLDER) for path in folder.rglob("*.*") if "__pycache__" not in path.parts
)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_no_language_is_named_in_the_theme(path: Path) -> None:
    """What one language needs is data."""
    if path.suffix == ".pyc":
        return
    text = path.read_text(encoding="utf-8")

    assert [
        quoted for name in ("ko", "zh", "ja") for quoted in (f'"{name}', f"({name}", f"'{name}") if quoted in text
    ] == []
