"""What a screen does not show whole can be reached by keyboard, and has a name."""

import pytest

from printproof.ext.nodes import tab_stop, tab_stop_where_wide


@pytest.mark.parametrize(
    ("text", "wide"), [("x" * 26, False), ("x" * 27, True), ("가" * 14, True), ("1\n" * 40, False)]
)
def test_only_a_line_that_a_phone_cuts_makes_a_stop(text: str, wide: bool) -> None:
    """The widest line counts, and a Hangul sign is as wide as two letters."""
    assert bool(tab_stop_where_wide(text, "Code")) == wide


def test_a_stop_has_a_name() -> None:
    """A voice says what the reader has come to; the name is text, whatever signs it holds."""
    assert tab_stop('a "b"') == ' tabindex="0" role="group" aria-label="a &quot;b&quot;"'
