"""How does a site become a book? Its pages with everything open, packed as an EPUB, and that set in type as a PDF.

May import ``html`` and the modules beside the packages; knows no Sphinx: ``ext.formats.book`` has the pages written.
"""
