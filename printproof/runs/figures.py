"""What did a cell draw? Each open figure as SVG whose bytes depend on nothing but the figure."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any


def take_figures() -> Iterator[str]:
    """Each open figure as SVG with text as text; the figures are closed."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import matplotlib as mpl
    from matplotlib import pyplot

    options: Any = {"svg.fonttype": "none", "svg.hashsalt": "printproof", "savefig.transparent": True}
    for number in pyplot.get_fignums():
        file = io.StringIO()
        with mpl.rc_context(options):
            pyplot.figure(number).savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        yield file.getvalue()
    pyplot.close("all")
