"""Which files lie beside a page, for readers who take it along, and what is each of its nodes in them?

May import every package of printproof that knows no Sphinx, except ``site`` and ``preview``, and of ``ext`` only
``priorities``, ``settings``, ``nodes`` and ``wording``.
"""
