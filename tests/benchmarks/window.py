"""Drives the real window while a folder is indexed: types questions letter by letter and prints how late Qt's loop ever was.

    python tests/benchmarks/window.py FOLDER [--library DIR] [--questions N] [--display]

A timer rings every 5 ms; what it rings later than that is lateness, whatever held the loop up: painting, laying out, unpacking an
answer, or other programs that had the processor (Linux tells how long: "waited"). Every answer that is painted is compared with the text in the field.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

KEY_MS = 80
"""Milliseconds between two keys: a fast typist."""
RING_MS = 5
QUESTIONS = (
    "how is memory reclaimed under pressure", "interrupt handler threads", "what does the scheduler do when a cpu goes offline", "lock ordering rules",
    "device tree bindings for a sensor", "how to write a network driver", "tracing a slow system call", "power management of usb devices",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--library", help="an existing library to go on with; a new one by default")
    parser.add_argument("--questions", type=int, default=len(QUESTIONS))
    parser.add_argument("--display", action="store_true", help="on the screen, not offscreen")
    options = parser.parse_args()
    if not options.display:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as fresh:
        return drive(Path(options.library or fresh), options.folder, QUESTIONS[: options.questions])


def drive(library: Path, folder: str, questions: tuple[str, ...]) -> int:
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest

    from pincite.settings import load, save, with_folders
    from pincite.ui.application import Application
    from pincite.ui.collecting import MainThreadCollector
    from pincite.ui.event_loop import SWITCH_S
    from pincite.ui.qt_application import make_qt_application

    application = make_qt_application()
    settings = with_folders(load(library), (folder,))
    save(settings)
    sys.setswitchinterval(SWITCH_S)
    desk = Application(settings)
    collector = MainThreadCollector(application)
    desk.search.asked.connect(collector.postpone)
    desk.window.resize(1440, 900)
    desk.show()
    lateness: list[float] = []
    own: list[float] = []
    stale: list[str] = []
    answers: list[float] = []
    keys = [(question, i) for question in questions for i in range(len(question) + 6)]
    waits: list[float] = []
    last = [time.perf_counter(), time.thread_time(), waited_ms()]

    def ring() -> None:
        now, busy, waited = time.perf_counter(), time.thread_time(), waited_ms()
        lateness.append((now - last[0]) * 1000 - RING_MS)
        own.append((busy - last[1]) * 1000)
        waits.append(waited - last[2])
        last[:] = now, busy, waited

    def answered(result: object) -> None:
        answers.append(result.elapsed_ms)
        if desk.search.state.text.strip() != result.query.text and not desk.search._pause.isActive():
            stale.append(result.query.text)

    def press() -> None:
        if not keys:
            application.quit()
            return
        question, i = keys.pop(0)
        field = desk.window.header.field
        if i < len(question):
            QTest.keyClick(field, question[i])
        elif i == len(question) + 5:
            field.selectAll()
        else:
            QTest.keyClick(desk.window.results.view, Qt.Key.Key_Down)

    desk.search.answered.connect(answered)
    rings, presses = QTimer(), QTimer()
    rings.setTimerType(Qt.TimerType.PreciseTimer)
    rings.timeout.connect(ring)
    presses.timeout.connect(press)

    def begin() -> None:
        last[:] = time.perf_counter(), time.thread_time(), waited_ms()
        rings.start(RING_MS)
        presses.start(KEY_MS)

    desk.session.worker.warmed_up.connect(begin)
    application.exec()
    indexed = desk.session.status
    desk.close()
    collector.close()
    late = sorted(lateness)
    print(f"index        {indexed.headline} · {indexed.counts}")
    print(f"answers      {len(answers)}, median {sorted(answers)[len(answers) // 2]:.1f} ms in the search process, {len(stale)} stale")
    print(f"loop         {len(late):,} rings; lateness median {late[len(late) // 2]:.1f} ms, p99 {late[len(late) * 99 // 100]:.1f} ms, worst {late[-1]:.1f} ms")
    print(f"own work     between two rings: p99 {sorted(own)[len(own) * 99 // 100]:.1f} ms, worst {max(own):.1f} ms of the main thread's processor time")
    print(f"waited       for a processor: worst {max(waits):.1f} ms between two rings, {sum(waits):,.0f} ms in all")
    ours = [late - wait for late, wait in zip(lateness, waits, strict=True)]
    print(f"over 50 ms   {sum(one > 50 for one in late)} rings late, {sum(one > 50 for one in ours)} of them without that wait, {sum(one > 50 for one in own)} by our own work")
    return 1 if stale else 0


def waited_ms() -> float:
    """How long this thread was ready to run and did not, since it began."""
    told = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    return int(told.read_text().split()[1]) / 1e6 if told.exists() else 0.0


if __name__ == "__main__":
    sys.exit(main())
