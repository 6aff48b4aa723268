"""Every key that does something, and the sheet that lists them."""
