"""Programs find all pages as Markdown in one list: below the name of the site, by its parts, in each language."""

import os
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from printproof_base.languages import public_address
from support.small import CONF, Small

THEME = CONF.replace('"plain"', '"printproof"') + 'extensions += ["printproof_site.theme"]\nlanguage = "en"\n'
INDEX = """# A [guide]

What it is.

```{toctree}
:caption: Lessons

guide/first
```
"""


def built(folder: Path, more: str = "") -> str:
    """The list of a small site."""
    files = {"docs/conf.py": THEME + more, "docs/index.md": INDEX, "docs/guide/first.md": "# First\n\nIts *point*.\n"}
    return (Small(folder, files).build("-W").folder / "llms.txt").read_text(encoding="utf-8")


def test_the_list_has_the_form_of_its_standard(tmp_path: Path) -> None:
    """A heading, a quotation, sections with lists of links."""
    assert built(tmp_path) == (
        "# A \\[guide\\]\n\n> What it is.\n\n- [A \\[guide\\]](index.md)\n\n"
        "## Lessons\n\n- [First](guide/first.md): Its point.\n"
    )


def test_addresses_are_absolute_where_the_site_has_one(tmp_path: Path) -> None:
    """Whoever reads the list elsewhere finds the pages."""
    text = built(tmp_path, 'html_baseurl = "https://state.example/jax"\n')

    assert "- [First](https://state.example/jax/en/guide/first.md): Its point." in text


@pytest.mark.parametrize("segment", ["en", "ko", "zh-cn"])
def test_the_published_lists_lead_to_files(whole_site: Path, segment: str) -> None:
    """The one at the root to each language, that of a language to every page of it."""
    root = (whole_site / "llms.txt").read_text(encoding="utf-8")
    own = (whole_site / segment / "llms.txt").read_text(encoding="utf-8")

    base = public_address("", os.environ)
    links = [urljoin(f"{base}{segment}/llms.txt", link) for link in re.findall(r"\]\((\S+)\)", own)]
    pages = {f"{base}{path.relative_to(whole_site).as_posix()}" for path in (whole_site / segment).rglob("*.md")}

    assert f"({base}{segment}/llms.txt)" in root
    assert set(links) == pages
