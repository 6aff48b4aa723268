"""A token by which one thread asks another to stop."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from pincite.domain.errors import Cancelled


class CancelToken:
    """Set once, never unset. Any thread may set it; the worker calls `check` between steps."""

    def __init__(self) -> None:
        self._event = Event()
        self._listener: Callable[[], object] | None = None

    def cancel(self) -> None:
        """Ask the holder to stop at its next check."""
        self._event.set()
        if self._listener is not None:
            self._listener()

    def tell(self, listener: Callable[[], object]) -> None:
        """Call *listener* when somebody asks, on the asker's thread; at once if somebody has. It may be called twice."""
        self._listener = listener
        if self._event.is_set():
            listener()

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if somebody asked."""
        if self._event.is_set():
            raise Cancelled("stopped")
