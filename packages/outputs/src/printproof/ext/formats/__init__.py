"""Which files can a reader download beside a page, and what is each node of the page in them?

May import every package of printproof that knows no Sphinx, and of ``ext`` only ``priorities``, ``settings``, ``nodes``
and ``wording``.
"""
