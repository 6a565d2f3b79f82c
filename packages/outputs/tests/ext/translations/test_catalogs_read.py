"""Each catalog is read once: what one part of a build has read, the others are given."""

from collections import Counter
from pathlib import Path

import pytest

from printproof_site.publishing.build import make_site
from support.small import Small

CONF = """extensions = ["printproof.ext", "printproof_site.theme"]
html_theme = "printproof"
printproof_run = False
locale_dirs = ["../locales"]

from pathlib import Path
from printproof_catalogs import catalog

def noting(raw, shown, decode=catalog.decode):
    with Path("{log}").open("a") as log:
        log.write(f"{shown}\\n")
    return decode(raw, shown)

if catalog.decode.__name__ != "noting":  # a process that was forked from one that has read this has it already
    catalog.decode = noting
"""
SHARES = "# Title\n\n```{editions}\n```\n\n```{translations}\n```\n"
ALL = {(code, f"{name}.po") for code in ("ko", "zh_CN") for name in ("index", "far", "printproof")}


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Two pages that say how far each of two languages is, with a configuration that notes what is read."""
    conf = CONF.replace("{log}", str(tmp_path / "read"))
    files = {path: conf for path in ("conf.py", "docs/conf.py")}
    files |= {"docs/index.md": SHARES, "docs/far.md": f"---\norphan: true\n---\n{SHARES}"}
    small = Small(tmp_path / "project", files)
    for language, title in (("ko", "제목"), ("zh_CN", "标题")):
        for docname in ("index", "far"):
            small.translate(docname, {"Title": title}, language)
        small.translate("printproof", {"Page": title}, language)
    return small


def read(small: Small) -> Counter[Path]:
    """How often each catalog was read; our own words lie in the project, and beside the package."""
    shown = (small.root.parent / "read").read_text(encoding="utf-8").splitlines()
    return Counter((small.root / path).resolve() for path in shown)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_build_reads_each_catalog_once(small: Small, language: str) -> None:
    """Though its pages are compiled from it, and two of them count its messages."""
    built = small.build("-W", language=language)

    times = read(small)
    assert built.status == 0, built.said
    assert {path: n for path, n in times.items() if n > 1} == {}
    assert {path.parts[-3::2] for path in times} == ALL


def test_a_site_reads_each_catalog_once_for_all_its_languages(small: Small) -> None:
    """The program that starts their builds does, and hands them on."""
    make_site(small.project, report=lambda line: None)

    times = read(small)
    assert {path: n for path, n in times.items() if n > 1} == {}
    assert {path.parts[-3::2] for path in times} == ALL
