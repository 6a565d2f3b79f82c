"""Count to two."""

# %% one
number = 1  # the first number
print(number)

# Output:
# 1

# %% two
number = number + 1
print(number)

# Output:
# 2
