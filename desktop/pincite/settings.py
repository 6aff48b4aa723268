"""What the user decides, as frozen values."""
