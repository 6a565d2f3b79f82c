"""What does a menu have to know of a file that stands beside a page? What it is, where, and how large."""

from dataclasses import dataclass


@dataclass(frozen=True)
class File:
    """A file beside a page: its format, its address from the page, its size in bytes."""

    format: str
    href: str
    size: int
