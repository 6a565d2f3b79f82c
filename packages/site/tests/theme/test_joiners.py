"""What holds lines together is on the page alone: nothing that reads or repeats the page gets it."""

from pathlib import Path

import pytest

from printproof.html.page import parse, read_tree, rendered
from printproof_base.text import JOINER
from support.small import Built, Small

CONF = 'extensions = ["printproof.ext", "printproof_site.theme"]\nhtml_theme = "printproof"\nprintproof_run = False\n'
PAGE = """# Tracing (first)

[Trace](#below)(tracing) with `f(x)` here.

(below)=
## Second (part)
"""
KOREAN = {
    "Tracing (first)": "추적(tracing)하기",
    "[Trace](#below)(tracing) with `f(x)` here.": "[추적](#below)(tracing)됩니다. `f(x)`를 씁니다.",
    "Second (part)": "둘째(part)를",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A page in Korean."""
    files = {"docs/conf.py": CONF + 'locale_dirs = ["../locales"]\n', "docs/index.md": PAGE}
    small = Small(tmp_path_factory.mktemp("joiners"), files)
    small.translate("index", KOREAN)
    return small.build(language="ko")


def test_joiners_stand_across_the_borders_of_elements(built: Built) -> None:
    """Between a link and its bracket, and between code and its particle."""
    html = built.html("index")

    assert f'">추적</a>{JOINER}(tracing){JOINER}됩니다.' in html
    assert f"f(x)</code>{JOINER}를" in html


def test_no_joiner_is_in_the_head(built: Built) -> None:
    """Tabs and search engines get words."""
    head, _, body = built.html("index").partition("</head>")

    assert "<title>추적(tracing)하기" in head
    assert 'content="추적(tracing)됩니다.' in head
    assert (JOINER in head, JOINER in body) == (False, True)


def test_no_joiner_is_in_the_index_of_the_search(built: Built) -> None:
    """A reader types none."""
    parts = {path.stem: path.read_text(encoding="utf-8") for path in (built.folder / "_search").iterdir()}
    index = "".join(parts.values())

    assert "추적(tracing)됩니다" in parts["text-0"]
    assert '"둘째(part)를"' in parts["index"]
    assert (JOINER in index, "\\u2060" in index) == (False, False)


def test_no_reader_of_pages_meets_a_joiner(built: Built) -> None:
    """Words are compared as they were translated."""
    words = "".join(rendered(read_tree(built.folder / "index.html")).words)

    assert "(tracing)됩니다" in words
    assert JOINER not in words


def test_code_and_outputs_are_read_as_they_are() -> None:
    """A program may print a joiner."""
    assert next(parse(f"<pre><span>a{JOINER}b</span></pre>").find("pre")).text == f"a{JOINER}b"


def test_no_joiner_is_a_message(tmp_path: Path) -> None:
    """Translators never see one."""
    small = Small(tmp_path, {"docs/conf.py": CONF, "docs/index.md": "# 추적(tracing)하기\n"})

    built = small.build(builder="gettext", language="ko")

    assert 'msgid "추적(tracing)하기"' in (built.folder / "index.pot").read_text(encoding="utf-8")
