"""How do styles, scripts and pages get smaller without changing? By leaving out what only their authors read."""

import re

from printproof.html.short_names import short_names

MARKS = {
    **dict.fromkeys(("k", "kc", "kd", "kn", "kr", "kt", "ow"), "b"),
    **dict.fromkeys(("s", "s1", "s2", "sa", "sb", "sc", "sd", "se", "sh", "si", "sr", "ss", "sx", "dl"), "u"),
    **dict.fromkeys(("c", "c1", "cm", "ch", "cs", "cp", "gp", "go"), "i"),
}
"""The element that stands for a class of Pygments: keywords, strings, comments."""

COLOURED = {"gt", "gr", "err", "gd", "gi", "hll"}
"""Classes of Pygments that have a colour of their own; all others look like their surroundings."""

COMMENT = re.compile(r"/\*.*?\*/", re.S)
LINE_COMMENT = re.compile(r"(?<=[;{)}])\s+// .*$", re.M)
OPEN_END = re.compile(r"(?<=[{(\[;,])\n|\n(?=[)}\].?:])")  # a line that cannot end there
AROUND = re.compile(r"\s*([{};,>])\s*|(?<=[\w\])]) ([/!]) ?|(?<=[\w\])]) (\+) (?=[^;{}()]*\{)")  # a sum keeps its space
PRE = re.compile(r"(<pre\b.*?</pre>)", re.S)
WRITTEN = re.compile(r'<code class="docutils literal notranslate">')
TOKEN = re.compile(r'<span class="([a-z0-9]+)">([^<]*)</span>')
CODE = re.compile(
    r'<div class="highlight-\S+ notranslate"><div class="highlight">(<pre\b.*?</pre>)</div>\n*</div>', re.S
)
STYLED = re.compile(r'(<(?:table|tr|td|th|col|colgroup|ul|ol|a)\b[^>]*?) class="([^"]*)"')
UNSTYLED = {
    "docutils", "align-default", "row-odd", "row-even", "head", "stub", "simple",
    "arabic", "reference", "internal", "external",
}  # fmt: skip
"""Classes that docutils and Sphinx write and that no rule of the theme is for."""
BLOCK = (
    r"(?:p|div|section|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tr|th|td|h\d|details|summary|figure|"
    r"figcaption|nav|aside|blockquote|svg|html|head|meta|title|link|script|body|header|main|footer|form|input|button)\b"
)
BETWEEN = re.compile(rf"(?<=>)\n+(?=</?{BLOCK})|(?<=[^>\s])\n+(?=</{BLOCK})")


def compact_style(text: str) -> str:
    """Leave out the comments and the space of a stylesheet."""
    text = AROUND.sub(r"\1\2\3", re.sub(r"\s+", " ", COMMENT.sub("", text)))
    return text.replace(": ", ":").replace(";}", "}").strip() + "\n"


def compact_script(text: str) -> str:
    """Leave out the comments, the indentation and the names of a script of ours."""
    lines = short_names(LINE_COMMENT.sub("", COMMENT.sub("", text))).splitlines()
    return OPEN_END.sub("", "\n".join(line.strip() for line in lines if line.strip())) + "\n"


def compact_body(html: str) -> str:
    """Leave out of a written page what nothing looks at: classes, frames, ends of lines; the text stays."""
    html = CODE.sub(r'<div class="highlight" translate="no">\1</div>', html)
    html = STYLED.sub(_styled, WRITTEN.sub('<code translate="no">', TOKEN.sub(_token, html)))
    return compact_lines(html.replace("<span></span>", ""))


def compact_lines(html: str) -> str:
    """Leave out the ends of lines that part two blocks."""
    parts = PRE.split(html)
    return "".join(part if n % 2 else BETWEEN.sub("", part) for n, part in enumerate(parts))


def _token(found: re.Match[str]) -> str:
    mark = MARKS.get(found[1])
    return f"<{mark}>{found[2]}</{mark}>" if mark else found[0] if found[1] in COLOURED else found[2]


def _styled(found: re.Match[str]) -> str:
    names = [name for name in found[2].split() if name not in UNSTYLED]
    return f'{found[1]} class="{" ".join(names)}"' if names else found[1]
