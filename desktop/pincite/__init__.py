"""Pincite finds the passage in your own documents that answers your question, and shows exactly where it stands."""

__version__ = "0.1.0"
