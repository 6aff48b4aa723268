"""Web pages, and the XHTML inside of books."""
