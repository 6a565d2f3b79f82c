"""The comments of a script that are no words for a reader: headings of promises, and orders to tools.

Scripts are read by these, and a translation that begins like one is refused.
"""

import re

# A heading must match as a whole.
OUTPUT_HEADING = re.compile(
    r"(?P<kind>Output|Value)(?:(?P<varies> varies): (?P<reason>\S.*)|(?P<mode> with jit off| with jit everywhere|)"
    r"(?: (?P<edge>before|since) jax (?P<version>\d+(?:\.\d+)+))?:(?: (?P<rest>.*))?)"
)
STATE_HEADING = re.compile(r"State(?P<mode> with jit off| with jit everywhere|):")
FACT_HEADING = re.compile(r"(?P<fact>Traces|Reduced|Key reuse):(?: (?P<rest>.*))?")
# A translation that begins like one of these would be an order to a tool, so such a comment is no message.
TOOL = re.compile(r"#\s*(?:noqa|type:|fmt:|ruff:|isort:|mypy:|pylint:|pyright:|pragma|nosec|SPDX-|-\*-|!|%%)", re.I)


def is_heading(comment: str) -> bool:
    """True where the text of a comment line (without ``# ``) begins a block of a promise."""
    return any(form.fullmatch(comment) for form in (OUTPUT_HEADING, STATE_HEADING, FACT_HEADING))
