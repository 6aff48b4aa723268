"""Several libraries: listing them, going from one to another, making a new one."""
