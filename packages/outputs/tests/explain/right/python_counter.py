class Counter:
    def __init__(self):
        self.n = 0

    def step(self):
        self.n += 1
        return self.n


counter = Counter()
print([counter.step() for _ in range(3)])
