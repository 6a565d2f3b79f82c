"""What the menu of downloads knows of a file: its format, its address and its size."""

from dataclasses import dataclass


@dataclass(frozen=True)
class File:
    """A file beside a page: its format, its address from the page, its size in bytes."""

    format: str
    href: str
    size: int
