"""What do outputs look like, in any theme? Styles for cells, signs and diagrams, their colours, templates of HTML."""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

THEME = "printproof"
"""The theme whose own style sheet has all of this: what a project writes as ``html_theme``."""

FOLDER = Path(__file__).parent


def render(template: str, known: Mapping[str, object]) -> str:
    """HTML of a template that lies here; all is escaped that it does not call safe."""
    made = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    made.loader = FileSystemLoader(FOLDER)
    return made.get_template(template).render(known)
