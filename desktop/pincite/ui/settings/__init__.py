"""What the user can decide in the window."""
