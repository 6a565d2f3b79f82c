"""Which files lie beside a page, for readers who take it along? One kind of file per module.

May import every package of printproof that knows no Sphinx, except ``site`` and ``preview``, and of ``ext`` only
``stages``, ``settings`` and ``nodes``.
"""
