"""What a reader sees of a cell while it runs: what it prints, draws and gives, and where its program comes from."""
