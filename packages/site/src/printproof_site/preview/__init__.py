"""How is a saved sentence seen at once? A local server keeps each language in a process and builds what was saved.

May import ``catalogs`` and ``html``, never ``ext``; `printproof_site.preview.worker` alone starts Sphinx.
"""
