"""Sphinx glue: one promise per module; none of these imports another."""
