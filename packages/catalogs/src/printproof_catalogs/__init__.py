"""What do the files of a language say? Catalogs are read strictly, checked, merged with their pages and written back.

May import ``sentences`` and ``scripts``; nothing here runs a script or starts Sphinx.
"""
