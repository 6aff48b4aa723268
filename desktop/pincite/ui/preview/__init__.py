"""Reading around a match: the indexed text, and the drawn page of a PDF."""
