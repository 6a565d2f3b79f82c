"""What does a built page hold? Read from its HTML as browsers do; and what makes files small.

May import ``language`` and ``text`` and nothing else of printproof.
"""
