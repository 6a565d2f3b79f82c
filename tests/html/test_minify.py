"""Styles, scripts and pages get smaller without changing what they mean."""

import pytest

from printproof.html.minify import COLOURED, MARKS, compact_body, compact_script, compact_style
from printproof.html.short_names import short_names
from support.built import ROOT

THEME = ROOT / "printproof/theme/static"


def test_a_style_keeps_its_rules() -> None:
    """Comments and space go; space that parts selectors, values or the parts of a sum stays."""
    style = "/* why */\na :hover > b + i {\n  margin: 0 calc(1px + 2px);\n  color: red !important;\n}\n"

    assert compact_style(style) == "a :hover>b+i{margin:0 calc(1px + 2px);color:red!important}\n"


def test_a_script_keeps_what_it_does() -> None:
    """Comments, indentation and names go; texts, patterns, properties and names of the browser stay."""
    script = (
        '/* what */\nconst found = (word) => {\n  const part = word.part || "part"; // why\n'
        "  return document.find(part, ...word.split(/part =/g), { part: part });\n};\n"
    )

    assert compact_script(script) == (
        'const c=(b)=>{const a=b.part||"part";return document.find(a,...b.split(/part =/g),{part:a});};\n'
    )


def test_a_key_that_is_its_variable_is_refused() -> None:
    """The short name of the variable would be the name of the key."""
    with pytest.raises(ValueError, match=r"write the key and the variable"):
        short_names("const part = 1; f({ part, other: 2 });")


def test_code_keeps_its_text_and_its_colours() -> None:
    """Keywords, strings and comments are elements, any other token is text; one frame is enough."""
    code = (
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>'
        '<span class="k">def</span> <span class="nf">f</span><span class="p">():</span>\n\n'
        '<span class="c1"># why</span>\n</pre></div>\n</div>\n'
    )

    assert compact_body(code) == (
        '<div class="highlight" translate="no"><pre><b>def</b> f():\n\n<i># why</i>\n</pre></div>\n'
    )


def test_classes_that_nothing_looks_at_are_left_out() -> None:
    """A class of the author's stays."""
    table = '<table class="docutils align-default own">\n<tr class="row-odd">\n<td>one\ntwo</td>\n</tr>\n</table>'

    assert compact_body(table) == '<table class="own"><tr><td>one\ntwo</td></tr></table>'


def test_what_is_kept_is_what_the_style_colours() -> None:
    """Each class that stays in a page is in a stylesheet, and each element that stands for one."""
    style = "".join(path.read_text(encoding="utf-8") for path in THEME.glob("*.css.jinja"))

    assert [name for name in sorted(COLOURED) if f".{name}" not in style] == []
    assert [name for name in sorted(set(MARKS.values())) if f"pre {name} {{" not in style] == []
