"""Follows the disk until it is told to stop; what it has to say, it says in events. No Qt.

Everything that may change the index happens in one thread and under one roof, `Indexer.run`: the look at the start, on a ring, on
a timer, on waking from sleep and on demand can never run into each other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Event

from pincite.assembly import library_of, open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.errors import Cancelled, EncoderError, IndexLockedError, PinciteError, StorageError
from pincite.domain.events import IndexEvent, Notice
from pincite.library.survey import Places
from pincite.library.sync import Syncer
from pincite.settings import Settings
from pincite.sources.walk import Place
from pincite.sources.watch import Bell, Watcher, fewest

logger = logging.getLogger(__name__)

QUIET_S = 0.12
"""Seconds without a ring after which a burst is over."""
LONGEST_S = 2.0
"""Seconds after which a burst that does not end is looked at all the same."""
BURST = 1_000
"""Rings at once after which the system may have dropped some; the whole library is looked at again when it is quiet."""
ECHO_S = 3.0
"""Seconds until then."""
RECONCILE_S = 600.0
"""Seconds between looks at the whole library, whatever rang."""
POLL_S = 30.0
"""The same while some folder cannot be watched."""
TIDY_S = 3600.0
"""Seconds between clean-ups of what is only a cache."""
RENEW_S = 2.0
"""Seconds between looks at whether a root went away or came back."""
LOCKED_S = 2.0
"""Seconds until another try while another process writes the index."""
FULL_DISK_S = 30.0
"""Seconds until another try when the disk took nothing."""
ASLEEP_S = 20.0
"""Seconds by which the clock on the wall runs ahead of the program's own when the machine slept."""


class Indexer:
    """Keeps a library in step with the disk. `run` is for one thread; every other method may be called from any."""

    def __init__(self, syncer: Syncer, watcher: Watcher, bell: Bell, emit: Callable[[IndexEvent], None]) -> None:
        self._syncer = syncer
        self._watcher = watcher
        self._bell = bell
        self._emit = emit
        self._token = CancelToken()
        self._rescan = Event()
        self._retries: SimpleQueue[str] = SimpleQueue()
        self._places: dict[str, set[Place]] = {}
        self._full_at = 0.0
        self._retry_at = 0.0
        self._tidy_at = 0.0
        self._encoded = False
        self._slept = _ahead()

    # ------------------------------------------------------------------ orders

    def pause(self) -> None:
        """Begin no further file until `resume`."""
        self._syncer.gate.pause()
        self._bell.wake()

    def resume(self) -> None:
        """Go on; what happened meanwhile is looked at."""
        self._syncer.gate.resume()
        self._bell.wake()

    def rescan(self) -> None:
        """Look at the whole library now."""
        self._rescan.set()
        self._bell.wake()

    def retry(self, path: str = "") -> None:
        """Try again what was left out: the file or folder at *path*, or everything."""
        self._retries.put(path)
        self.rescan()

    def stop(self) -> None:
        """End `run` soon; what was read is kept."""
        self._token.cancel()
        self._bell.wake()

    def obey(self, command: str) -> None:
        """One line of orders: pause, resume, rescan, retry, retry PATH or stop. Anything else is ignored."""
        word, _, path = command.strip("\r\n").partition(" ")
        orders = {"pause": self.pause, "resume": self.resume, "rescan": self.rescan, "retry": partial(self.retry, path), "stop": self.stop}
        order = orders.get(word.strip().lower())
        if order is not None:
            order()
        elif word:
            logger.warning("no such order: %r", word[:40])

    # ------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Follow the disk until `stop`. Raises `PinciteError` when the index cannot be used at all."""
        try:
            self._watcher.start()  # before the first look, so that nothing falls between the two
            self._watcher.renew()
            self._say_what_is_not_watched()
            self._look()
            self._syncer.warm()
            while True:
                self._token.check()
                self._encode()
                self._wait()
                self._syncer.heed()
                self._look()
        except Cancelled:
            return
        finally:
            self._watcher.stop()
            self._syncer.close()

    def _wait(self) -> None:
        """Sleep until something happened or it is time to look after something."""
        moments = [time.monotonic() + RENEW_S]
        if not self._syncer.gate.paused:
            moments += [self._full_at, self._retry_at] if self._places else [self._full_at]
        rang = self._bell.wait(max(min(moments) - time.monotonic(), 0.0))
        if rang:
            self._bell.settle(QUIET_S, LONGEST_S, time.monotonic)
        touched, rings = self._bell.collect()
        for root, places in touched.items():
            self._places.setdefault(root, set()).update(places)
        if rings >= BURST:
            self._full_at = min(self._full_at, time.monotonic() + ECHO_S)
        for root in self._watcher.renew():
            self._places.setdefault(root.id, set()).add(Place())
            self._say_what_is_not_watched()
        if _ahead() - self._slept > ASLEEP_S:
            self._rescan.set()
        self._slept = _ahead()

    def _look(self) -> None:
        """Bring the index in step with whatever may have changed, unless it is paused."""
        if self._syncer.gate.paused or time.monotonic() < self._retry_at:
            return
        whole = self._rescan.is_set() or time.monotonic() >= self._full_at
        if not whole and not self._places:
            return
        places: Places | None = None if whole else {root: fewest(places) for root, places in self._places.items()}
        before, self._places = self._places, {}
        self._rescan.clear()
        while not self._retries.empty():
            self._syncer.retry(self._retries.get())
        try:
            done = self._syncer.sync(self._token, places)
        except (IndexLockedError, StorageError) as error:
            self._places = {root.id: {Place()} for root in self._syncer.library.roots} if whole else before
            self._put_off(error)
            return
        self._encoded = self._encoded and not (done.added or done.updated)
        if whole:
            self._full_at = time.monotonic() + (POLL_S if self._watcher.unwatched else RECONCILE_S)

    def _put_off(self, error: PinciteError) -> None:
        """Try again later; nothing is lost, and the last commit stands."""
        locked = isinstance(error, IndexLockedError)
        self._retry_at = time.monotonic() + (LOCKED_S if locked else FULL_DISK_S)
        self._full_at = max(self._full_at, self._retry_at)
        self._emit(Notice(str(error), "info" if locked else "error"))

    def _encode(self) -> None:
        """Give passages their vectors until something better is to be done."""
        if self._encoded or self._syncer.gate.paused:
            return
        try:
            self._syncer.settle(self._is_wanted)
            self._encoded = self._syncer.embed(self._token, self._is_wanted)
            if self._encoded and time.monotonic() >= self._tidy_at:
                self._tidy_at = time.monotonic() + TIDY_S
                self._syncer.tidy()
        except (EncoderError, StorageError) as error:
            self._encoded = True  # until the next file brings another reason to try
            self._emit(Notice(f"Meaning search waits: {error}", "warning"))

    def _is_wanted(self) -> bool:
        return self._bell.rung or self._rescan.is_set() or bool(self._places) or time.monotonic() >= self._full_at

    def _say_what_is_not_watched(self) -> None:
        for unwatched in self._watcher.unwatched:
            self._emit(Notice(f"{unwatched.root.name} is looked at every {POLL_S:.0f} s: {unwatched.why}.", "warning"))
            self._full_at = min(self._full_at, time.monotonic() + POLL_S)


def open_indexer(settings: Settings, emit: Callable[[IndexEvent], None], *, rebuild: bool = False) -> Indexer:
    """What follows the folders of *settings* for as long as it runs; with *rebuild* it reads all anew. Raises `PinciteError`."""
    library, bell = library_of(settings), Bell()
    return Indexer(open_syncer(settings, emit, rebuild=rebuild), Watcher(library.roots, library.rules, bell), bell, emit)


def _ahead() -> float:
    """Seconds by which the wall's clock is ahead of the program's: grows when the machine sleeps or the clock is set."""
    return time.time() - time.monotonic()
