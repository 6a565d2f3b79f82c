"""What rails are: bands one below the other, calls as columns, time to the right."""

from dataclasses import dataclass, field

from printproof_diagrams.grammar import Label, Prints, Shape


@dataclass
class Rail:
    """A band: where it ran, the state in it by call, the words below it, the calls that an error ended in it."""

    kind: str
    label: Label
    ran: tuple[bool, ...]
    name: Label | None = None
    states: tuple[Shape | None, ...] = ()
    below: Label | None = None
    stopped: tuple[bool, ...] = ()


@dataclass
class Rails:
    """The rails of a diagram, what each call prints at its end, and what a script has to know of each call."""

    calls: tuple[Label, ...] = ()
    rails: list[Rail] = field(default_factory=list)
    printed: Prints | None = None
    about: tuple[str, ...] = ()
