"""The first screen: which folders to read."""
