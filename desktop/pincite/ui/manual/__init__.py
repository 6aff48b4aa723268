"""The manual inside the window."""
