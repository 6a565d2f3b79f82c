"""A small site in two languages, as a project of its own would have it."""

from pathlib import Path

project = "Two languages"
extensions = ["printproof.ext", "printproof_site.theme"]
printproof_run = False
locale_dirs = [str(Path(__file__).parent / "locales")]
html_theme = "printproof"
html_copy_source = False
