"""How does a test get a book, and what checks it? A small site as EPUB, the checker of the format, what sets type."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from printproof_site.books.paper import unpacked
from support.small import CELL, CONF, Small

REQUIRED = os.environ.get("BOOKS") == "true"
"""Whether the programs that books are checked with must be there: the job that makes them says so."""

JAR = Path("/usr/share/java/epubcheck.jar")
"""Where Debian puts the checker; what it puts on the path is this file, which not every system can start."""

EPUBCHECK = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(JAR), "--failonwarnings"]
"""The checker, started for one small book: Java compiles little for it and cleans up in one thread."""

checked_only = pytest.mark.skipif(
    not (JAR.is_file() and shutil.which("java")) and not REQUIRED,
    reason="epubcheck is not installed; with BOOKS=true it must be",
)
typeset_only = pytest.mark.skipif(
    find_spec("weasyprint") is None and not REQUIRED, reason="WeasyPrint is not installed; with BOOKS=true it must be"
)

XHTML = "{http://www.w3.org/1999/xhtml}"
EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
DATED = {**os.environ, "SOURCE_DATE_EPOCH": "1760000000"}

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><path d="M 0 1 L 50 20" style="stroke: #1f77b4; '
    'fill: none"/><text x="10" y="9">loss</text></svg>'
)
SCRIPT = """# %% count
for _ in range(3):
    print(1)  # again and again

# Output:
# 1
# 1
# 1

# %% plot
x = "a line of code that is longer than any page of a book is wide, and so has to go on in the next line"

# Output: none

# %% solved
print("solved")

# Output:
# solved
"""
QUESTION = """
```{predict} count
What do three calls print?

- `1 2 3`: It forgets.
- `1 1 1`: The program was compiled with a 1.
```
"""
START = f"""# Count

Words of the first page lead to [the rule](#the-rule) and to [the web](https://example.org/).

{CELL.format("count")}{QUESTION}
{CELL.format("plot").replace("plot", "plot" + chr(10) + ":alt: The loss falls." + chr(10) + ":caption: Loss.")}
## Try it

```{{hint}}
Add one.
```

{CELL.format("solved").replace("solved", "solved" + chr(10) + ":solution:")}
```{{toctree}}
:caption: Rules

more/rules
```
"""
RULES = "(the-rule)=\n# The rule\n\nBack to {doc}`/index`.\n\n| a | b |\n|---|---|\n| 1 | `2` |\n"
KOREAN = {
    "Count": "세기",
    "The rule": "규칙",
    "again and again": "거듭해서",
    "loss": "손실",
    "Rules": "여러 규칙",
    "The loss falls.": "손실이 줄어든다.",
}


def small_book(root: Path) -> Small:
    """A site of two pages with all that is special in a book, in English and in Korean."""
    files = {"docs/index.md": START, "docs/more/rules.md": RULES, "examples/index.py": SCRIPT}
    small = Small(
        root,
        {"docs/conf.py": CONF.replace('"printproof.ext"', '"printproof.ext", "printproof_site.books.ext"'), **files},
    )
    small.translate("index", KOREAN)
    small.translate("more/rules", {"The rule": "규칙"})
    small.record("index", {"count": "1\n1\n1\n", "solved": "solved\n"}, {"plot": (SVG,)})
    return small


def bound(small: Small, language: str = "ko") -> bytes:
    """A small site as EPUB."""
    title = ("-D", "project=Small steps", "-D", "author=A & B", "-D", "root_doc=index")
    built = small.build("-W", "-E", *title, language=language, builder="epub", environ=DATED)
    assert built.status == 0, built.said
    (path,) = built.folder.glob("*.epub")
    return path.read_bytes()


def pages_of(epub: bytes) -> dict[str, ET.Element]:
    """The pages of a book by their names, as a parser of XML reads them."""
    return {name: ET.fromstring(text) for name, text in unpacked(epub).items() if name.endswith(".xhtml")}


def texts(element: ET.Element, tag: str) -> Iterator[str]:
    """The texts of the elements of a tag."""
    return (" ".join("".join(found.itertext()).split()) for found in element.iter(f"{XHTML}{tag}"))
