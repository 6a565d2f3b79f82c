"""Printed outputs in MyST-NB pages, each one checked: in every mode, in every language."""
