"""A page of every construct that a sentence may stand in."""

extensions = ["printproof.ext"]
printproof_all_pages = True
html_theme = "basic"
locale_dirs = ["../locales"]
myst_enable_extensions = [
    "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist", "html_admonition",
    "smartquotes", "strikethrough", "tasklist",
]  # fmt: skip
numfig = True
suppress_warnings = ["myst.strikethrough"]
