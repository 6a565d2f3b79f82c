"""Which blocks can a page hold beside prose and cells? One directive, or one kind of cell, per module.

May import every package of printproof that knows no Sphinx, and of ``ext`` only ``priorities``, ``settings``, ``nodes``
and ``wording``; none of its modules imports another.
"""
