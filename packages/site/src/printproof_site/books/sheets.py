"""What do books look like? Their style sheets, with the colours of the light theme in them: no reader knows ours."""

from pathlib import Path

from printproof.style.colours import in_colours

FOLDER = Path(__file__).parent / "css"


def sheet(name: str) -> str:
    """A style sheet of books by its name, below the signs that all books have, its colours as they are."""
    parts = (FOLDER / f"{part}.css" for part in ("signs", name))
    return in_colours("\n".join(part.read_text(encoding="utf-8") for part in parts))
