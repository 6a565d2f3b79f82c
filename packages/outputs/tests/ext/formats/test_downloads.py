"""Beside each page lie its other forms, and the template of the page gets to know of each."""

from pathlib import Path

import pytest

from printproof.formats.exported_page import ExportedPage, Picture
from printproof.formats.pictures import link_of, with_inline_pictures
from support.small import CELL, CONF, Small

TOLD = """
def told(app, pagename, templatename, context, doctree):
    for file in context.get("files", ()):
        print("FILE", pagename, file.format, file.href, file.size)

def setup(app):
    app.connect("html-page-context", told)
"""
PAGE = "# Title\n\nWords: 상태.\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9" stroke="#1f77b4"/></svg>'


def test_a_template_knows_format_address_and_size_of_each_file(tmp_path: Path) -> None:
    """In bytes; pages that no source stands behind have none."""
    files = {"docs/conf.py": CONF + TOLD, "docs/index.md": "# Start\n", "docs/sub/page.md": PAGE}
    small = Small(tmp_path, files)

    built = small.build()

    size = (built.folder / "sub/page.md").stat().st_size
    told = [line for line in built.said.splitlines() if line.startswith("FILE")]
    assert sorted(told) == ["FILE index md index.md 8", f"FILE sub/page md page.md {size}"]
    assert size == len(PAGE.encode())


def test_what_a_cell_drew_is_a_picture_beside_its_page(tmp_path: Path) -> None:
    """Below the code, with the words that say what it shows; its caption follows."""
    cell = CELL.format("plot").replace("plot", "plot\n:alt: The loss falls.\n:caption: Step by step")
    small = Small(
        tmp_path, {"docs/index.md": f"# Title\n\n{cell}", "examples/index.py": "# %% plot\nx = 1\n\n# Output: none\n"}
    )
    small.record("index", {"plot": ""}, {"plot": (SVG,)})

    built = small.build("-W")

    text = (built.folder / "index.md").read_text(encoding="utf-8")
    assert "```python\nx = 1\n```\n\n![The loss falls.](index.figure-plot.svg)\n\n**Step by step**" in text
    svg = (built.folder / "index.figure-plot.svg").read_text(encoding="utf-8")
    assert 'width="11" height="11"' in svg
    assert "var(" not in svg


@pytest.mark.parametrize("builder", ["epub", "singlehtml", "text"])
def test_only_a_site_has_files_beside_its_pages(tmp_path: Path, builder: str) -> None:
    """A book has no place for them."""
    small = Small(tmp_path, {"docs/index.md": PAGE})

    built = small.build(builder=builder)

    assert list(built.folder.rglob("*.md")) == []


def test_the_same_page_gives_the_same_bytes(tmp_path: Path) -> None:
    """Nothing of the day or the place gets into a file."""
    texts = [
        Small(tmp_path / name, {"docs/index.md": PAGE}).build().folder.joinpath("index.md").read_bytes()
        for name in "ab"
    ]

    assert texts == [PAGE.encode()] * 2


def test_a_page_that_travels_alone_holds_its_pictures() -> None:
    """As HTML: the reader of Markdown of VS Code refuses an SVG in an address of Markdown."""
    picture = Picture("a.diagram-1.svg", 'A "b" [c]', SVG)
    page = ExportedPage("a", "en", "A", "", (f"# A\n\n{link_of(picture)}\n\nB",), (picture,))

    taken = with_inline_pictures(page)

    (prose,) = taken.blocks
    assert isinstance(prose, str)
    assert prose.startswith('# A\n\n<img alt="A &quot;b&quot; [c]" src="data:image/svg+xml;base64,PHN2')
    assert taken.pictures == ()
