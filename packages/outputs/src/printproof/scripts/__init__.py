"""What did the author write? Scripts are cut into cells, each with its code, its words and its promise.

May import the modules beside this package (`project`, `text`, …) and nothing else of printproof.
"""
