"""Which colours has the theme? A drawing that leaves its page takes the light ones, as nobody knows ours elsewhere."""

import re
from collections.abc import Mapping
from functools import cache

from printproof.style import FOLDER

# A name with what stands for it where no style sheet sets it.
_NAMED = re.compile(r"var\(--([\w-]+)(?:,\s*([^)]*))?\)")


@cache
def colours(dark: bool = False) -> Mapping[str, str]:
    """The properties of the light or the dark theme by their name without dashes, as its style sheet sets them."""
    style = (FOLDER / "palette.css.jinja").read_text(encoding="utf-8")
    start, end = ("{%- macro dark() %}", "{%- endmacro %}") if dark else ("\n:root {", "\n}")
    block = style.partition(start)[2].partition(end)[0]
    block += (FOLDER / "css/own/figures.css").read_text(encoding="utf-8")
    found = dict(re.findall(r"^\s+--([\w-]+): ([^;]+);", block, re.MULTILINE))
    return {name: _NAMED.sub(lambda used: found[used[1]], value) for name, value in found.items()}


def in_colours(text: str) -> str:
    """A text of CSS or SVG with colours in the place of their names."""
    return _NAMED.sub(lambda used: colours().get(used[1]) or used[2] or used[0], text)
