"""What stands below a prompt: the lines in which doctest expects an output."""

from printproof.scripts.promise import Output

TRACEBACK = "Traceback (most recent call last):"
"""How the output of an example begins that ends with an error."""


def wanted(output: Output | None) -> list[str]:
    """The lines below a prompt that expect an output."""
    if output is None:
        return []
    printed = [line or "<BLANKLINE>" for line in output.printed]
    return [*printed, *([TRACEBACK, "    ...", output.raised] if output.raised else [])]
