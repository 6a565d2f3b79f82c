"""A page as it leaves the site: its prose as Markdown and its cells with their outputs, in one language."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What an output of a cell is."""

    PRINTED = "printed"
    VALUE = "value"
    ERROR = "error"
    FIGURE = "figure"


@dataclass(frozen=True)
class Output:
    """One output of a cell, as the page shows it for the mode as written.

    ``text`` is what was printed, the value of the last expression, the last line of an error as far as it is promised
    (``…`` at its end marks a beginning), or what a figure shows in words; ``svg`` is the picture of a figure.
    ``varies`` says that it was never compared; ``rich`` is what a value is beside text, by its type.
    """

    kind: Kind
    text: str
    svg: str = ""
    varies: bool = False
    rich: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Code:
    """A cell by its name, its code with comments and docstrings in the language of the page, and its outputs.

    ``solution`` says that the page keeps it folded, as the solution of an exercise; ``asked``, that the page lets its
    reader guess what it prints before it shows that. ``tags`` are those of Jupyter; ``removed`` are the parts that the
    page leaves out, "code" and "outputs", which are here as later cells need them.
    """

    name: str
    code: str
    outputs: Sequence[Output] = ()
    solution: bool = False
    asked: bool = False
    tags: Sequence[str] = ()
    removed: Collection[str] = ()


@dataclass(frozen=True)
class Picture:
    """A drawing of the prose: the ``name`` of its file beside the page, what it shows in words, and the SVG of it."""

    name: str
    alt: str
    svg: str


@dataclass(frozen=True)
class ExportedPage:
    """A page by its docname, in one language: ``tag`` is that of BCP 47, ``title`` the heading as text.

    ``address`` is the public address of the page, empty where the site has none. ``blocks`` are cells and the Markdown
    between them, as Jupyter, VS Code and Colab show it, without a line end at its end; a heading begins one. The
    Markdown names ``pictures`` by their files.
    ``head`` is what stands in its script above the first cell: a docstring and the licence, as they are written.
    ``versions`` are those of the packages that its outputs were compared with, empty where it was not run.
    """

    docname: str
    tag: str
    title: str
    address: str
    blocks: Sequence[str | Code]
    pictures: Sequence[Picture] = ()
    head: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def cells(self) -> list[Code]:
        """What there is to run, in order."""
        return [block for block in self.blocks if isinstance(block, Code)]


@dataclass(frozen=True)
class File:
    """A file beside a page, as the menu of downloads knows it: its format, its address from the page, its size."""

    format: str
    href: str
    size: int
