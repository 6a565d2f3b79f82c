"""A build reads each catalog once: what one part has read, the others are given."""

from collections import Counter
from pathlib import Path

import pytest

from support.small import Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
locale_dirs = ["../locales"]

from printproof_catalogs import catalog

decode = catalog.decode

def told(raw, shown):
    print("READ", shown)
    return decode(raw, shown)

catalog.decode = told
"""
SHARES = "# Title\n\n```{editions}\n```\n\n```{translations}\n```\n"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Two pages that say how far each of two languages is."""
    small = Small(
        tmp_path, {"docs/conf.py": CONF, "docs/index.md": SHARES, "docs/far.md": f"---\norphan: true\n---\n{SHARES}"}
    )
    for language, title in (("ko", "제목"), ("zh_CN", "标题")):
        for docname in ("index", "far"):
            small.translate(docname, {"Title": title}, language)
        small.translate("printproof", {"Page": title}, language)
    return small


def read(small: Small, said: str) -> Counter[Path]:
    """How often each catalog was read; our own words lie in the project, and beside the package."""
    shown = (line.removeprefix("READ ") for line in said.splitlines() if line.startswith("READ "))
    return Counter((small.root / path).resolve() for path in shown)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_catalog_is_read_once(small: Small, language: str) -> None:
    """Though its pages are compiled from it, and two of them count its messages."""
    built = small.build("-W", language=language)

    times = read(small, built.said)
    assert built.status == 0, built.said
    assert {path: n for path, n in times.items() if n > 1} == {}
    assert {path.parts[-3::2] for path in times} == {
        (code, f"{name}.po") for code in ("ko", "zh_CN") for name in ("index", "far", "printproof")
    }
