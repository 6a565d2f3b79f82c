"""How does a project become a site, a preview, a book? Built, dressed, verified, published.

Knows Sphinx in ``theme``, ``books.ext``, ``preview.ext`` and the two programs that start it, and nowhere else.
"""
