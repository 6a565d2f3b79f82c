"""What does a page show of its script? Cells, outputs, tables of calls, figures: values without Sphinx.

May import ``promises``, ``runs`` and ``scripts``.
"""
