"""What does an author write for a diagram, and where do its shapes stand? Plain lines in, one SVG out.

Knows no page and no Sphinx: ``kinds`` reads and draws, ``svg`` writes; words come from outside in any language.
"""
