"""A picture for the gallery; no page shows it."""

VALUES = [3, 5, 10]

if __name__ == "__main__":
    print(sum(VALUES) / len(VALUES))
