"""Threads that read files, each with an extractor (and so a child process) of its own. They can be paused and sent home at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Barrier, BrokenBarrierError, Event, Lock, Thread
from typing import Protocol, TypeAlias

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileStamp
from pincite.domain.errors import PinciteError
from pincite.library.outcomes import Lost, Outcome, Slice, Task, stamp_of

PATIENCE_S = 3.0
"""Seconds that one file may take before it is worth naming."""
_TICK_S = 0.1
_WARM = FileStamp("", "", 0, 0)
"""Stands among the tasks for making oneself ready."""


class Gate:
    """Open, or closed while somebody has paused the work. Any thread may turn it."""

    def __init__(self) -> None:
        self._open = Event()
        self._open.set()

    def pause(self) -> None:
        """No further file is begun."""
        self._open.clear()

    def resume(self) -> None:
        """Go on."""
        self._open.set()

    @property
    def paused(self) -> bool:
        """Whether the work is paused."""
        return not self._open.is_set()

    def wait(self, timeout_s: float) -> bool:
        """Wait until it is open, at most *timeout_s*; whether it is."""
        return self._open.wait(timeout_s)

    def pass_through(self, token: CancelToken) -> None:
        """Return when the gate is open. Raises `Cancelled`."""
        while not self._open.wait(_TICK_S):
            token.check()
        token.check()


class Reader(Protocol):
    """Reads one file after the other for one thread. It may hold back what it made of them until it is worth a segment."""

    @property
    def due(self) -> bool:
        """Whether it is time to `finish`."""
        ...

    def do(self, task: Task) -> Outcome | Lost:
        """What became of the file. Raises nothing."""
        ...

    def finish(self) -> Slice | Lost | None:
        """What is held back, None if nothing is. Raises `StorageError`."""
        ...

    def begin(self) -> None:
        """A new run begins."""
        ...

    def warm(self) -> None:
        """Start what the first file would have to wait for."""
        ...

    def close(self) -> None:
        """End what it started."""
        ...


Finished: TypeAlias = tuple[Task, Outcome] | Slice | Lost


class Crew:
    """Up to *size* threads. Call `submit` and `next_outcome` from one thread; `close` when the work is over."""

    def __init__(self, make: Callable[[], Reader], size: int, gate: Gate) -> None:
        self._make = make
        self._size = max(size, 1)
        self._gate = gate
        self._tasks: SimpleQueue[Task | Barrier | None] = SimpleQueue()
        self._finished: SimpleQueue[Finished | Barrier | PinciteError] = SimpleQueue()
        self._threads: list[Thread] = []
        self._readers: list[Reader] = []
        self._lock = Lock()
        self._in_hand: dict[int, tuple[FileStamp, float]] = {}
        self._waiting = 0
        self._flush: Barrier | None = None
        self._closed = Event()

    @property
    def size(self) -> int:
        """Most files that are read at a time."""
        return self._size

    @property
    def waiting(self) -> int:
        """Tasks that were submitted and whose outcome was not collected yet."""
        return self._waiting

    def begin(self) -> None:
        """A new run begins."""
        for reader in self._readers:
            reader.begin()

    def submit(self, task: Task) -> None:
        """Have a file read."""
        self._waiting += 1
        if len(self._threads) < min(self._size, self._waiting):
            self._hire()
        self._tasks.put(task)

    def warm(self) -> None:
        """Have a first reader make itself ready, if there is none yet. Returns at once."""
        if not self._threads:
            self._hire()
            self._tasks.put(_WARM)

    def _hire(self) -> None:
        reader = self._make()
        thread = Thread(target=self._work, args=(reader, len(self._threads)), name=f"reader-{len(self._threads)}", daemon=True)
        self._readers.append(reader)
        self._threads.append(thread)
        thread.start()

    def next_outcome(self, timeout_s: float) -> Finished | None:
        """A file that was read, with what became of it, or a segment; None if none is ready within *timeout_s*. Raises `StorageError`."""
        try:
            finished = self._finished.get(timeout=timeout_s) if timeout_s > 0 else self._finished.get_nowait()
        except Empty:
            return None
        if isinstance(finished, Barrier):
            self._flush = None
            return None
        if isinstance(finished, PinciteError):
            raise finished
        if isinstance(finished, Lost):
            self._waiting -= finished.at is not None
        elif isinstance(finished, tuple):
            self._waiting -= 1
        return finished

    def flush(self) -> None:
        """Have every reader hand out what it holds back, once it has done the tasks before."""
        if self._flush is None and self._threads:
            self._flush = Barrier(len(self._threads))
            for _ in self._threads:
                self._tasks.put(self._flush)

    def drop(self) -> None:
        """Take back the tasks that are not begun."""
        while True:
            try:
                self._tasks.get_nowait()
            except Empty:
                return

    def slowest(self) -> tuple[FileStamp, float] | None:
        """The file that has been in hand for longest, with its seconds; None if none is."""
        with self._lock:
            held = min(self._in_hand.values(), key=lambda pair: pair[1], default=None)
        return (held[0], time.monotonic() - held[1]) if held else None

    def dismiss(self) -> None:
        """Drop what is not begun, end what is, and forget it all; the crew can be used again at once."""
        self.close()
        self._tasks, self._finished = SimpleQueue(), SimpleQueue()
        self._threads, self._readers, self._waiting, self._flush, self._closed = [], [], 0, None, Event()
        with self._lock:
            self._in_hand.clear()

    def close(self) -> None:
        """End the threads and the children. What is being read is given up."""
        self.drop()
        for _ in self._threads:
            self._tasks.put(None)
        self._closed.set()
        if self._flush is not None:
            self._flush.abort()
        for reader in self._readers:
            reader.close()

    def _work(self, reader: Reader, number: int) -> None:
        tasks, finished, closed = self._tasks, self._finished, self._closed
        while (task := tasks.get()) is not None:
            if isinstance(task, Barrier):
                self._hand_out(reader, finished)
                if _last_to_pass(task):
                    finished.put(task)
                continue
            if self._gate.paused:
                self._hand_out(reader, finished)
            while not self._gate.wait(_TICK_S) and not closed.is_set():
                pass
            if closed.is_set():
                return
            if task is _WARM:
                reader.warm()
                continue
            with self._lock:
                self._in_hand[number] = (stamp_of(task), time.monotonic())
            outcome = reader.do(task)
            with self._lock:
                self._in_hand.pop(number, None)
            finished.put(outcome if isinstance(outcome, Lost) else (task, outcome))
            if reader.due:
                self._hand_out(reader, finished)

    def _hand_out(self, reader: Reader, finished: SimpleQueue[Finished | Barrier | PinciteError]) -> None:
        """Pass on what *reader* holds back."""
        try:
            held = reader.finish()
        except PinciteError as error:
            finished.put(error)
            return
        if held is not None:
            finished.put(held)


def _last_to_pass(barrier: Barrier) -> bool:
    """Wait for the other threads; whether this one came last."""
    try:
        return barrier.wait() == 0
    except BrokenBarrierError:
        return False
