"""Does a script print what it promises? Records are compared with promises, here and elsewhere, or rewritten on demand.

May import ``runs`` and ``scripts``.
"""
