"""Source code, cut where its definitions begin."""
