"""What lies in a project that never heard of us? Its files, and catalogs as sphinx-intl writes them."""

from pathlib import Path


def entry(source: str, text: str, place: str) -> str:
    """An entry as sphinx-intl writes it."""
    return f'\n#: ../../{place}:12\nmsgid "{source}"\nmsgstr "{text}"\n'


def write(root: Path, files: dict[str, str]) -> Path:
    """Write the files of a project."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
