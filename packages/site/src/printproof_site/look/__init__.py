"""What do templates, styles and scripts of the theme look like, what is its name, and where do they lie?"""

from pathlib import Path

from printproof.style import THEME as NAME

FOLDER = Path(__file__).parent

__all__ = ["FOLDER", "NAME"]
