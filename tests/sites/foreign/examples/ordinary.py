"""An ordinary script of the project."""

print("Hello")
