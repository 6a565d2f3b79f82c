"""After a page was renamed, each line that named it names it still, and the site is built as before."""

import shutil
from pathlib import Path

import pytest

from printproof_catalogs.catalog import CatalogError
from printproof_catalogs.move import move_page
from support.small import CONF, Small

THEME = CONF.replace('"plain"', '"printproof"') + 'extensions += ["printproof_site.theme"]\n'
THEME += 'myst_heading_anchors = 2\nmyst_enable_extensions = ["colon_fence"]\n'
MODES = '{"as-written": "exact", "jit-off": "exact", "jit-everywhere": "exact"}'
VERSIONS = f'{{"jobs": ["j"], "scripts": {{"guide/a": {{"digest": "0", "results": {{"j": {MODES}}}}}}}, "x": "a"}}\n'

INDEX = """# Title

See {doc}`guide/a`, {doc}`a words <guide/a>`, [a link](guide/a.md#page), [one with a title](guide/a.md "guide/a.md"),
[brackets](<guide/a.md>), <project:guide/a.md>, [a name][name] and {ref}`guide/a`, in the order of guide/a.

`[x](guide/a.md)` and ``{doc}`guide/a` `` are samples.

```
[x](guide/a.md) and {doc}`guide/a`
```

- | Where |
  |---|
  | [cell](guide/a.md) |

:::{note}
:class: tip

Deeper: {doc}`guide/a`.

```{tip}
Deepest: [link](/guide/a.md)
```
:::

```{literalinclude} guide/a.md
:lines: 1-2
```

```{versions} versions.json
```

[name]: guide/a.md

(guide/a)=
## Contents

```{toctree}
guide/a
Words <guide/b>
```
"""
ALT = "A dot, in words, and more of them than a file may have in its name, " * 5 + "that is all"
PAGE = f"""# Page

![A dot](dot.png) and [a spot](<my spot.png>), {{doc}}`b`, {{download}}`this <dot.png>`, [that](dot.png).

```{{figure}} dot.png
:alt: {ALT}

Below it: [b](b.md).
```

```{{literalinclude}} ../data/a.txt
```

```{{include}} part.inc
```

[unused]: b.md
"""
OTHER = """---
needs: guide/a, index
later:
  - guide/a
---
# Other

After [it](a.md), ![its dot](dot.png).
"""
FILES = {"docs/conf.py": THEME, "docs/index.md": INDEX, "docs/guide/a.md": PAGE, "docs/guide/b.md": OTHER}
FILES |= {"docs/versions.json": VERSIONS, "docs/guide/dot.png": "", "docs/guide/my spot.png": ""}
FILES |= {"docs/data/a.txt": "data\n", "docs/guide/part.inc": "A part.\n", "README.md": "[Start](docs/guide/a.md)\n"}


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A site that was built without a warning, and then a page moved."""
    small = Small(tmp_path_factory.mktemp("names"), FILES)
    small.translate("index", {"Deeper: {doc}`guide/a`.": "더 깊이: {doc}`guide/a`.", "Title": "제목"})
    before = small.build("-W")
    assert before.status == 0, before.said
    move_page(small.project, "guide/a", "start/first")
    shutil.rmtree(small.root / "_build")
    return small


def text_of(small: Small, path: str) -> str:
    """The text of a file."""
    return (small.root / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_site_is_built_without_a_warning_after_a_move(moved: Small, language: str) -> None:
    """Every page, picture, data file and included file is found."""
    built = moved.build("-W", language=language)

    assert built.status == 0, built.said
    assert built.html("index").count('href="start/first.html') >= 8


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("docs/index.md", "See {doc}`start/first`, {doc}`a words <start/first>`, [a link](start/first.md#page), "),
        ("docs/index.md", '[one with a title](start/first.md "guide/a.md"),\n'),
        (
            "docs/index.md",
            "[brackets](<start/first.md>), <project:start/first.md>, [a name][name] and {ref}`guide/a`, ",
        ),
        ("docs/index.md", "in the order of guide/a.\n"),
        ("docs/index.md", "`[x](guide/a.md)` and ``{doc}`guide/a` `` are samples.\n"),
        ("docs/index.md", "```\n[x](guide/a.md) and {doc}`guide/a`\n```\n"),
        ("docs/index.md", "  | [cell](start/first.md) |\n"),
        ("docs/index.md", "Deepest: [link](/start/first.md)\n"),
        ("docs/index.md", "```{literalinclude} start/first.md\n:lines: 1-2\n"),
        ("docs/index.md", "[name]: start/first.md\n"),
        ("docs/index.md", "(guide/a)=\n"),
        ("docs/index.md", "\nstart/first\nWords <guide/b>\n"),
        ("docs/versions.json", '"scripts": {"start/first": {"digest"'),
        (
            "docs/start/first.md",
            "![A dot](../guide/dot.png) and [a spot](<../guide/my spot.png>), {doc}`../guide/b`, ",
        ),
        ("docs/start/first.md", "{download}`this <../guide/dot.png>`, [that](../guide/dot.png).\n"),
        ("docs/start/first.md", f"```{{figure}} ../guide/dot.png\n:alt: {ALT}\n\nBelow it: [b](../guide/b.md).\n"),
        ("docs/start/first.md", "```{literalinclude} ../data/a.txt\n```\n\n```{include} ../guide/part.inc\n"),
        ("docs/start/first.md", "[unused]: ../guide/b.md\n"),
        ("docs/guide/b.md", "needs: start/first, index\nlater:\n  - start/first\n---\n"),
        ("docs/guide/b.md", "After [it](../start/first.md), ![its dot](dot.png).\n"),
        ("locales/ko/LC_MESSAGES/index.po", 'msgstr "더 깊이: {doc}`start/first`."\n'),
        ("README.md", "[Start](docs/start/first.md)\n"),
    ],
)
def test_what_names_the_page_or_stands_on_it_is_rewritten(moved: Small, path: str, line: str) -> None:
    """And a sample, a label, a word and a title that look like it stay."""
    assert line in text_of(moved, path)


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("docs/index.md", '# T\n\n<p><a href="guide/a.html">a</a></p>\n', 3),
        ("docs/index.md", "# T\n\nSee <a href='guide/a.html'>a</a>.\n", 3),
        ("docs/index.md", "# T\n\n```{eval-rst}\nSee\n:doc:`guide/a`.\n```\n", 5),
        ("docs/index.md", "# T\n\n```{toctree}\n:glob:\n\nguide/*\n```\n", 6),
        ("docs/index.md", "# T\n\nSee \\`[this](guide/a.md)\\`.\n", 3),
        ("docs/more/index.md", "# T\n\n```{toctree}\n:glob:\n../guide/?\n```\n", 5),
        ("docs/more/index.md", "# T\n\n```{toctree}\n:glob:\n\n/guide/[a-c]\n```\n", 6),
        ("docs/more.rst", "T\n=\n\n.. toctree::\n\n   Words <guide/a>\n", 6),
        ("docs/conf.py", "html_context = {'start': 'guide/a.html'}\n", 1),
    ],
    ids=[
        "a block of HTML",
        "a tag",
        "reStructuredText",
        "a pattern",
        "another",
        "a third",
        "what looks like a sample",
        "a page",
        "settings",
    ],
)
def test_what_cannot_be_rewritten_stops_the_move(tmp_path: Path, path: str, text: str, line: int) -> None:
    """It is named with its line, and nothing is changed."""
    small = Small(tmp_path, {"docs/guide/a.md": "# A\n", "docs/other.md": "[a](guide/a.md)\n", path: text})
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()}

    with pytest.raises(CatalogError, match=rf"^{path}:{line}: this line depends on the name of guide/a"):
        move_page(small.project, "guide/a", "start/first")

    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()} == before
    assert not (tmp_path / "docs/start").exists()


def test_a_pattern_that_lists_the_page_before_and_after_stays(tmp_path: Path) -> None:
    """It is as good as a name."""
    listing = "# T\n\n```{toctree}\n:glob:\n\nguide/*\n/guide/?\n```\n"
    small = Small(tmp_path, {"docs/guide/a.md": "# A\n", "docs/index.md": listing})

    move_page(small.project, "guide/a", "guide/b")

    assert text_of(small, "docs/index.md") == listing


def test_a_word_in_data_is_a_page_where_all_that_stands_beside_it_are(tmp_path: Path) -> None:
    """A name without a slash could be any word."""
    data = '{"scripts": {"a": 1, "b": 2}, "pages": ["b", "a"], "a": "a", "words": ["a", "c", 3]}\n'
    pages = {"docs/a.md": "---\ntags: a, c\nneeds: [b, a]\n---\n# A\n", "docs/b.md": "# B\n", "docs/data.json": data}
    small = Small(tmp_path, pages)

    move_page(small.project, "a", "first")

    assert text_of(small, "docs/data.json") == (
        '{"scripts": {"first": 1, "b": 2}, "pages": ["b", "first"], "a": "a", "words": ["a", "c", 3]}\n'
    )
    assert text_of(small, "docs/first.md").startswith("---\ntags: a, c\nneeds: [b, first]\n---\n")


def test_a_directive_that_lists_pages_lists_them_still(tmp_path: Path) -> None:
    """By their names from the root, as those of claims and errors do; a title that has such words is a title."""
    listing = "# T\n\n```{{errors}} {0} guide/b\n```\n\n```{{claims}} {0}\n```\n\n:::{{note}} Of guide/a\nIt.\n:::\n"
    pages = {"docs/guide/a.md": "# A\n", "docs/guide/b.md": "# B\n"}
    small = Small(tmp_path, {**pages, "docs/more/index.md": listing.format("guide/a")})

    move_page(small.project, "guide/a", "start/first")

    assert text_of(small, "docs/more/index.md") == listing.format("start/first")


def test_the_proofs_of_a_page_go_with_it(tmp_path: Path) -> None:
    """The rows of the table of claims, proofs of other pages that are cells of it, and its tests."""
    claims = "page,claim,proof\nguide/a,One.,cell\nindex,Two of guide/a.,guide/a#one | guide/ab#x\n"
    files = {"docs/claims.csv": claims, "tests/claims/test_guide_a.py": "def test_one(): ...\n"}
    small = Small(tmp_path, {"docs/index.md": "# Title\n", "docs/guide/a.md": "# A\n", **files})

    move_page(small.project, "guide/a", "start/first")

    assert text_of(small, "docs/claims.csv").splitlines()[1:] == [
        "start/first,One.,cell",
        "index,Two of guide/a.,start/first#one | guide/ab#x",
    ]
    assert text_of(small, "tests/claims/test_start_first.py") == "def test_one(): ...\n"
