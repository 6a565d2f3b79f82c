"""What do outputs look like, in any theme? Styles for cells, signs and diagrams, their colours, and where they lie."""

from pathlib import Path

THEME = "printproof"
"""The theme whose own style sheet has all of this: what a project writes as ``html_theme``."""

FOLDER = Path(__file__).parent
