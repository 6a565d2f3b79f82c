"""The site on one page: what it is, what it is made of, how strict it is."""

from pathlib import Path

ROOT = Path(__file__).parent

# Identity ----------------------------------------------------------------
project = "State in JAX"
author = "The State in JAX authors"
copyright = "%Y, The State in JAX authors"
language = "en"  # others: make html L=ko

# Sources -----------------------------------------------------------------
extensions = [
    "printproof.ext",  # pages show checked cells, in every language
    "printproof_diagrams.ext",  # and diagrams, drawn from lines of text
    "printproof_site.theme",  # how they look
]

exclude_patterns = ["_*"]  # beside the pages, for those who write them
printproof_claims = [  # labels below which each line has its proof in docs/claims.csv
    *("*-remember", "choose-a-c*", "choose-a-way", "choose-how-*", "choose-w*-to-keep"),
    *("thread-or-ref", "sheet-*", "know-the-patterns", "silent-symptoms", "glossary-terms"),
]
printproof_definitions = ["guide/*"]  # pages whose words in bold are definitions, which need one as well
printproof_require_alt = True  # a figure without words for those who cannot see it is an error
printproof_recolour_figures = True  # our plots have the colours of the page, light and dark
printproof_run = False  # make site runs what must be run, once for all languages

# Translations ------------------------------------------------------------
locale_dirs = [str(ROOT / "locales")]  # absolute: two programs read this
gettext_compact = False  # one catalog per page, also for sphinx-intl

# Look --------------------------------------------------------------------
html_theme = "printproof"
html_title = project
html_copy_source = False

# Strictness --------------------------------------------------------------
nitpicky = True
