"""What do templates, styles and scripts look like, and where do they lie?"""

from pathlib import Path

NAME = "printproof"
"""What a project writes as ``html_theme``."""

FOLDER = Path(__file__).parent
