"""Which sign stands beside which words? Each for one thing; where styles can write a sign, ``signs.css`` does."""

AS_WANTED, NOT_WANTED = "✓", "✗"
"""On a result: it is what was wanted, or not."""

RAN, DID_NOT_RUN = "●", "○"
"""On lines of Python: a call ran them, or not."""
