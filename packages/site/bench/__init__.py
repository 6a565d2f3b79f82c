"""What does it cost? Ratios against plain ways of doing the same work, measured side by side: ``python -m bench``."""
