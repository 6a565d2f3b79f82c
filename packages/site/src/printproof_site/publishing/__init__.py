"""How does a site come to be? Run, compare, build every language, verify, publish: each step only after the one before.

May import promises, catalogs and the reader of HTML, never the glue; ``publishing.languages`` alone starts Sphinx.
"""
