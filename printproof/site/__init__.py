"""How does a site come to be? Run, compare, build every language, verify, publish: each step only after the one before.

May import ``promises``, ``catalogs`` and ``html``, never ``ext``; `printproof.site.languages` alone starts Sphinx.
"""
