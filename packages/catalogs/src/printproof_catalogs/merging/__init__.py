"""What becomes of a catalog when its page has changed, or when two people have changed it? No text is lost.

May import the modules beside this package; ``update`` and the verbs import it.
"""
