"""What is seen of a script while it runs: bodies that begin, calls with their state, where equations come from."""
