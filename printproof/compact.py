"""How do styles, scripts and code get smaller without changing? By leaving out what only their authors read."""

import re

COLOURED = {
    *("k", "kc", "kd", "kn", "kr", "kt", "ow"),
    *("s", "s1", "s2", "sa", "sb", "sc", "sd", "se", "sh", "si", "sr", "ss", "sx", "dl"),
    *("c", "c1", "cm", "ch", "cs", "cp", "gp", "go"),
    *("gt", "gr", "err", "ne", "gd", "gi", "hll"),
}
"""Classes of Pygments that the stylesheet colours; the others look like their surroundings."""

COMMENT = re.compile(r"/\*.*?\*/", re.S)
LINE_COMMENT = re.compile(r"(?<=[;{)}])\s+// .*$", re.M)
AROUND = re.compile(r"\s*([{};,>])\s*")
WRITTEN = re.compile(r'<code class="docutils literal notranslate">')
TOKEN = re.compile(r'<span class="([a-z0-9]+)">([^<]*)</span>')


def compact_style(text: str) -> str:
    """Leave out the comments and the space of a stylesheet."""
    text = AROUND.sub(r"\1", re.sub(r"\s+", " ", COMMENT.sub("", text)))
    return text.replace(": ", ":").replace(";}", "}").strip() + "\n"


def compact_script(text: str) -> str:
    """Leave out the comments and the indentation of a script; its lines stay, and so does what they mean."""
    text = LINE_COMMENT.sub("", COMMENT.sub("", text))
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"


def compact_code(html: str) -> str:
    """Leave out the marks of code and of its tokens that nothing colours; the text stays."""
    html = TOKEN.sub(lambda found: found[0] if found[1] in COLOURED else found[2], html)
    return WRITTEN.sub('<code translate="no">', html)
