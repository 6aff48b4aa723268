"""The index of a library: a Whoosh index with array postings. The only room that imports Whoosh; it ranks by words alone."""

from pincite.index.building import SegmentBuilder
from pincite.index.opening import open_index, open_sound, open_to_write
from pincite.index.whoosh_index import WhooshIndex

__all__ = ["SegmentBuilder", "WhooshIndex", "open_index", "open_sound", "open_to_write"]
