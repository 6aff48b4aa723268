"""The library in numbers: what it holds, and how searching went."""
