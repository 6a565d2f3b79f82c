"""What a reader sees of a cell while it runs: what it prints, draws, raises, and what its last value is."""
