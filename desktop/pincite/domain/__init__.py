"""Values, roles and errors that every room shares. Nothing here does I/O, starts a thread or knows Qt."""
