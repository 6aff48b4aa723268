"""Messages and mailboxes, with what is attached."""
