"""How soon a first index pauses and goes on: orders to `pincite index --watch --json` while it reads as fast as it can.

    python tests/benchmarks/pausing.py FOLDER [--rounds N] [--json FILE]

Paused means that it says so and that no process of it uses the processor any more; going on, that a file is read again.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any


class Run:
    """The indexer's process; its events with the moment at which each came."""

    def __init__(self, folder: str, library: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pincite", "index", folder, "--watch", "--json", "--no-vectors", "--library", library],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self._events: queue.SimpleQueue[tuple[float, dict[str, Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._events.put((time.monotonic(), json.loads(line)))

    def order(self, word: str) -> float:
        """Give an order; the moment at which it was given."""
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        return time.monotonic()

    def wait_for(self, name: str, text: str = "", timeout_s: float = 120.0) -> float:
        """The moment of the next event of this *name* that holds *text*; raises `TimeoutError`, also when all is read."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            moment, event = self._events.get(timeout=timeout_s)
            if event["event"] == name and text in str(event.get("text", "")):
                return moment
            if event["event"] == "synced":
                break
        raise TimeoutError(f"no {name} {text}")

    def close(self) -> None:
        """Let it end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


def processor_s(process: int) -> float:
    """Seconds of processor time that a process and its children, as far as they live, have used (Linux)."""
    used = sum(map(int, Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    return used + sum(processor_s(int(child)) for child in children)


def measure(folder: str, rounds: int) -> list[dict[str, float]]:
    """Seconds from order to obedience, and the processor time used in the pause, for each round."""
    figures: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as library:
        run = Run(folder, library)
        try:
            run.wait_for("reading")
            for _ in range(rounds):
                time.sleep(0.7)
                paused_s = -run.order("pause") + run.wait_for("notice", "Paused.")
                before = processor_s(run.process.pid)
                time.sleep(1.0)
                busy_s = processor_s(run.process.pid) - before
                going_s = -run.order("resume") + run.wait_for("notice", "Going on.")
                reading_s = going_s + -time.monotonic() + run.wait_for("reading")
                figures.append({"pause_s": paused_s, "busy_s_in_1_s": busy_s, "resume_s": going_s, "reading_s": reading_s})
        except TimeoutError:
            pass  # all is read: the rounds so far count
        finally:
            run.close()
    return figures


def main() -> None:
    """Print the figures of each round and their worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    figures = measure(options.folder, options.rounds)
    for one in [*figures, {key: max(figure[key] for figure in figures) for key in figures[0]}]:
        print("  ".join(f"{key} {value:.3f}" for key, value in one.items()))
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=1), "utf-8")


if __name__ == "__main__":
    main()
