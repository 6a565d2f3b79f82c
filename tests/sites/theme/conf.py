"""A small site in three languages, with parts, sections, wide code and a lane."""

from pathlib import Path

project = "Small"
language = "en"
extensions = ["myst_parser", "printproof.ext.messages", "printproof_site.theme"]
locale_dirs = [str(Path(__file__).parent / "locales")]
gettext_compact = False
html_theme = "printproof"
