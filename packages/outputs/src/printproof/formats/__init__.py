"""In which other forms can a reader take a page along? Markdown, notebooks, scripts: written from one ``TakenPage``.

May import ``scripts`` and the modules beside the packages; knows no Sphinx: ``ext.formats`` makes a ``TakenPage`` of
a page that Sphinx has translated and resolved.
"""
