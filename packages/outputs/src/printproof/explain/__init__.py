"""What does a script do with JAX that its author may not know? Any script, run in several ways and compared.

May import ``scripts``, ``runs``, ``promises``, ``pages`` and ``style``; knows no Sphinx.
"""
