"""A site of the tests that has as many parts and pages as one likes."""

from pathlib import Path

from support.built import ROOT


def grown(folder: Path, parts: int, pages: int) -> Path:
    """Write a site of so many parts with so many pages each."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (folder / "conf.py").write_text((ROOT / "tests/sites/theme/conf.py").read_text(encoding="utf-8"))
    tables = []
    for part in range(parts):
        names = [f"p{part}-{page}" for page in range(pages)]
        tables.append(f"```{{toctree}}\n:caption: Part {part}\n:hidden:\n\n" + "\n".join(names) + "\n```\n")
        for name in names:
            (docs / f"{name}.md").write_text(f"# Page {name}\n\nText.\n")
    (docs / "index.md").write_text("# Grown\n\n" + "\n".join(tables))
    return folder
