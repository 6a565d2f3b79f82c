"""What does a built page hold? Read from its HTML as browsers do; and what is made of that for readers.

One parser, in ``page``, for all that asks. May import the modules beside the packages and nothing else of printproof.
"""
