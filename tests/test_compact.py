"""Styles, scripts and code of a page get smaller without changing what they mean."""

from built import ROOT

from printproof.compact import COLOURED, compact_code, compact_script, compact_style

THEME = ROOT / "printproof/theme/static"


def test_a_style_keeps_its_rules() -> None:
    """Comments and space go; space that parts selectors or values stays."""
    style = "/* why */\na :hover > b {\n  margin: 0 calc(1px + 2px);\n  color: red;\n}\n"

    assert compact_style(style) == "a :hover>b{margin:0 calc(1px + 2px);color:red}\n"


def test_a_script_keeps_its_lines() -> None:
    """Comments and indentation go, line ends and addresses stay."""
    script = '/* what */\nf(() => {\n  g("https://x"); // why\n});\n'

    assert compact_script(script) == 'f(() => {\ng("https://x");\n});\n'


def test_code_keeps_its_text_and_its_colours() -> None:
    """A token that the style colours keeps its class, any other is text."""
    code = '<span class="k">def</span> <span class="nf">f</span><span class="p">():</span>'

    assert compact_code(code) == '<span class="k">def</span> f():'


def test_what_is_kept_is_what_the_style_colours() -> None:
    """Each class that stays in a page is in the stylesheet."""
    style = (THEME / "printproof.css.jinja").read_text(encoding="utf-8")

    assert [name for name in sorted(COLOURED) if f".{name}" not in style] == []
