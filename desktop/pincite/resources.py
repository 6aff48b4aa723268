"""Files that come with the program."""
