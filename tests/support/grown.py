"""How does a test get a site that has as many parts and pages as it likes?"""

from pathlib import Path

from support.built import ROOT


def grown(folder: Path, *pages: int) -> Path:
    """A site, written to a folder: so many pages in each of its parts, named by the numbers of part and page."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (folder / "conf.py").write_text((ROOT / "tests/sites/theme/conf.py").read_text(encoding="utf-8"))
    tables = []
    for part, count in enumerate(pages):
        names = [f"p{part}-{page}" for page in range(count)]
        tables.append(f"```{{toctree}}\n:caption: Part {part}\n:hidden:\n\n" + "\n".join(names) + "\n```\n")
        for name in names:
            (docs / f"{name}.md").write_text(f"# Page {name}\n\nText.\n")
    (docs / "index.md").write_text("# Grown\n\n" + "\n".join(tables))
    return folder
