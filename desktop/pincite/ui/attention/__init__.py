"""What could not be read, why, and what to do about it."""
