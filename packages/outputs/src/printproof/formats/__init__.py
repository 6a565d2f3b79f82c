"""In which other forms can a reader download a page? Markdown, notebooks, scripts: written from one ``ExportedPage``.

May import ``scripts``, ``html`` and ``style``; knows no Sphinx: ``ext.formats`` makes an ``ExportedPage`` of a page
that Sphinx has translated and resolved.
"""
