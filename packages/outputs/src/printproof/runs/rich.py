"""What a notebook would show in the place of the text of a value: HTML of a table, LaTeX of a formula, a picture."""

from typing import Any

_METHODS = {
    "_repr_html_": "text/html",
    "_repr_latex_": "text/latex",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_json_": "application/json",
    "_repr_javascript_": "application/javascript",
}
"""The methods that IPython asks, and the types of what they give: ipython.readthedocs.io, config/integrating."""


def rich_types(value: Any) -> tuple[str, ...]:
    """The types, beside plain text, in which a value offers itself to a notebook; none for one that is text alone.

    A class offers what its instances would, not itself; a method that fails offers nothing, nor does an object that
    answers to every name, as in IPython.
    """
    if isinstance(value, type) or hasattr(value, "_ipython_canary_method_should_not_exist_"):
        return ()
    found = [kind for name, kind in _METHODS.items() if _asked(value, name) is not None]
    bundle = _asked(value, "_repr_mimebundle_")
    data = bundle[0] if isinstance(bundle, tuple) and bundle else bundle  # it may come with metadata
    return tuple(dict.fromkeys([*found, *(kind for kind in dict(data or {}) if kind != "text/plain")]))


def _asked(value: Any, name: str) -> Any:
    try:
        return getattr(value, name)()
    except Exception:  # most values have no such method, and one may lack what its own needs
        return None
