"""The start page: what the library holds when nothing is asked."""
