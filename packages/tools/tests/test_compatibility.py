"""What pyproject.toml allows is what the compatibility run installs."""

from packages.tools.compatibility import BROKEN, SCRIPT, SITE, STEPS, lowest


def test_the_oldest_of_each_bound_is_pinned() -> None:
    """A bound that is lowered is tried."""
    pinned = {pin.partition("==")[0] for pin in lowest()}

    assert {"sphinx", "myst-nb", "jax", "pytest"} <= pinned


def test_the_changed_digit_stands_in_the_script() -> None:
    """Else nothing would be broken, and the steps after it would hold for no reason."""
    assert "# 1 1 1\n" in (SITE / SCRIPT).read_text(encoding="utf-8")
    assert ([status for status, *_ in STEPS], [status for status, *_ in BROKEN]) == ([0, 0, 0], [1, 1])
