"""Where do templates, styles and scripts lie, and what is the theme called that they make?"""

from pathlib import Path

NAME = "printproof"
"""What a project writes as ``html_theme``."""

FOLDER = Path(__file__).parent
