"""From a document to its passages: the units that are indexed, found and cited.

    Document -Splitter-> [Chunk] -Enricher-> [Chunk with context]

Chunks cover all words of every section, cross none, and keep their ids while nothing before them changes.
"""
