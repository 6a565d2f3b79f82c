"""What a reader sees of a cell while it runs: what it prints and draws, and what its last value is."""
