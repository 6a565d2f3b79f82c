"""What does the standard library lack? Files that are whole or not there, processes of ours, widths of text.

May import nothing of printproof but ``findings``; every package may import it.
"""
