"""What unpacking one file may cost, counted over everything inside of it, at every depth."""

from __future__ import annotations

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError


class Budget:
    """Bytes and members that may still be unpacked. Shared by a container, its members, and theirs."""

    def __init__(self, size: int, members: int) -> None:
        self._size, self._members = size, members
        self._limit = size

    @property
    def spent(self) -> bool:
        """Whether nothing more can be unpacked."""
        return self._size <= 0 or self._members <= 0

    @property
    def left(self) -> int:
        """Bytes that may still be unpacked."""
        return max(0, self._size)

    def take(self, size: int) -> None:
        """Reserve *size* bytes; raises `UnreadableError` (TOO_LARGE) when they are not there, and leaves the rest for smaller ones."""
        if size > self._size:
            raise UnreadableError(Reason.TOO_LARGE, f"it unpacks to more than {self._limit // 1_000_000:,} MB")
        self._size -= size

    def take_member(self) -> bool:
        """Reserve one member; False when there are enough."""
        self._members -= 1
        return self._members >= 0
