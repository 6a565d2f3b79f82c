"""What do documents hold that are not ours? Read in any format, compared, imported as page and script, given back.

May import ``formats``, ``html``, ``pages`` and all that these may; the command line alone imports it.
"""
