"""Text that is marked up for people to write by hand: Markdown with its notes, and its relatives. Lines are the file's own."""
