"""Threads that read files, each with an extractor (and so a child process) of its own. They can be paused and sent home at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import TypeAlias

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileStamp
from pincite.library.plan import Doubt
from pincite.library.reader import FileReader, Outcome, Task

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


_Finished: TypeAlias = tuple[Task, Outcome]


class Crew:
    """Up to *size* threads. Call `submit` and `next_outcome` from one thread; `close` when the work is over."""

    def __init__(self, make: Callable[[], FileReader], size: int, gate: Gate) -> None:
        self._make = make
        self._size = max(size, 1)
        self._gate = gate
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._finished: SimpleQueue[_Finished] = SimpleQueue()
        self._threads: list[Thread] = []
        self._readers: list[FileReader] = []
        self._lock = Lock()
        self._in_hand: dict[int, tuple[FileStamp, float]] = {}
        self._waiting = 0
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

    def next_outcome(self, timeout_s: float) -> _Finished | None:
        """A file that was read, with what became of it; None if none is ready within *timeout_s*."""
        try:
            finished = self._finished.get(timeout=timeout_s) if timeout_s > 0 else self._finished.get_nowait()
        except Empty:
            return None
        self._waiting -= 1
        return finished

    def slowest(self) -> tuple[FileStamp, float] | None:
        """The file that has been in hand for longest, with its seconds; None if none is."""
        with self._lock:
            held = min(self._in_hand.values(), key=lambda pair: pair[1], default=None)
        return (held[0], time.monotonic() - held[1]) if held else None

    def dismiss(self) -> None:
        """Drop what is not begun, end what is, and forget it all; the crew can be used again at once."""
        self.close()
        self._tasks, self._finished = SimpleQueue(), SimpleQueue()
        self._threads, self._readers, self._waiting, self._closed = [], [], 0, Event()
        with self._lock:
            self._in_hand.clear()

    def close(self) -> None:
        """End the threads and the children. What is being read is given up."""
        while True:
            try:
                self._tasks.get_nowait()
            except Empty:
                break
        for _ in self._threads:
            self._tasks.put(None)
        self._closed.set()
        for reader in self._readers:
            reader.close()

    def _work(self, reader: FileReader, number: int) -> None:
        tasks, finished, closed = self._tasks, self._finished, self._closed
        while (task := tasks.get()) is not None:
            while not self._gate.wait(_TICK_S) and not closed.is_set():
                pass
            if closed.is_set():
                return
            if task is _WARM:
                reader.warm()
                continue
            with self._lock:
                self._in_hand[number] = (task.stamp if isinstance(task, Doubt) else task, time.monotonic())
            outcome = reader.do(task)
            with self._lock:
                self._in_hand.pop(number, None)
            finished.put((task, outcome))
