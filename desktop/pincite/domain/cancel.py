"""A token by which one thread asks another to stop."""

from __future__ import annotations

from threading import Event

from pincite.domain.errors import Cancelled


class CancelToken:
    """Set once, never unset. Any thread may set it; the worker calls `check` between steps."""

    def __init__(self) -> None:
        self._event = Event()

    def cancel(self) -> None:
        """Ask the holder to stop at its next check."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if somebody asked."""
        if self._event.is_set():
            raise Cancelled("stopped")
