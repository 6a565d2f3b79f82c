"""Does a script print what it promises? Records are compared with promises, on each jax, or rewritten.

May import ``runs`` and ``scripts``.
"""
