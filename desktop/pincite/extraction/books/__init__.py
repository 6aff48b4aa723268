"""EPUB, chapter by chapter in reading order."""
