"""In which other forms can a reader take a page along? Markdown, notebooks, scripts: written from one ``ExportedPage``.

May import ``scripts`` and the modules beside the packages; knows no Sphinx: ``ext.formats`` makes an ``ExportedPage`` of
a page that Sphinx has translated and resolved.
"""
