"""Somebody else's documentation: two lines make its printed outputs verified."""

project = "Somebody else"
extensions = ["printproof.ext"]
html_theme = "alabaster"
