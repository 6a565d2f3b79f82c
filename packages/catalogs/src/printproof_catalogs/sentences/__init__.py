"""Is one translation sound? A message beside its translation, read with the parser of the pages and asked rule by rule.

May import ``scripts``, for comments and docstrings are messages as well.
"""
