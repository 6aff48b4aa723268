"""The status strip: what the indexer does, in words and one bar."""
