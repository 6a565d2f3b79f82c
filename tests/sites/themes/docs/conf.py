"""Somebody else's documentation, with every part of ours on one page; a test chooses the theme."""

project = "All parts"
extensions = ["printproof_diagrams.ext", "sphinx_design", "sphinx.ext.autodoc"]
printproof_run = False
