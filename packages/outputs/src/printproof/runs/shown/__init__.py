"""What a reader sees of a cell while it runs: what it prints, draws, gives and raises; where its program comes from."""
