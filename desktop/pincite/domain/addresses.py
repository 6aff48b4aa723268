"""Addresses that a person writes: of a web page, or of a service that they have set."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_web_address(text: str) -> bool:
    """Whether *text* begins with ``http://`` or ``https://`` and names a host. Raises nothing, whatever the text is."""
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:  # such as a bracket that is not closed, or a port that is no number
        return False
