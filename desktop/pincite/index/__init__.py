"""The index of a library: a Whoosh index with array postings. The only room that imports Whoosh; it ranks by words alone."""

from pincite.index.whoosh_index import WhooshIndex, discard, open_index

__all__ = ["WhooshIndex", "discard", "open_index"]
