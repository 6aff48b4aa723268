"""How soon a saved note is found, and what a look at an unchanged library costs.

    python tests/benchmarks/live.py [--files 15000] [--words 1000] [--saves 30] [--json FILE] [--library DIR]

Writes a library of invented notes, indexes it with `pincite index`, follows it with `pincite index --watch`, saves notes of 5 kB by
writing beside and renaming over, as editors do, and waits until a search finds them. With --library, the index is kept and used again.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

from pincite import assembly, settings
from pincite.domain.cancel import CancelToken
from pincite.domain.events import Committed, IndexEvent, Synced
from pincite.domain.search import Channel, Query
from pincite.workers.wire import from_line

SYLLABLES = ["ba", "ke", "ril", "so", "tun", "mar", "vel", "no", "pi", "dra", "shi", "gor", "lam", "te", "qua", "fen", "ul", "ost", "bri", "cha"]
NOTE_BYTES = 5_000
WITHIN_S = 60.0


def main() -> int:
    """Run it all and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=15_000)
    parser.add_argument("--words", type=int, default=1_000)
    parser.add_argument("--saves", type=int, default=30)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--library", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = options.library or Path(temporary)
        notes = place / "notes"
        if not notes.exists():
            write_notes(notes, options.files, options.words)
        configuration = settings.with_folders(settings.load(place / "library"), (str(notes),))
        settings.save(configuration)
        figures = first_run(configuration) | rescan(configuration, notes) | saves(configuration, notes, options.saves)
    for name, value in figures.items():
        print(f"{name:44}{value:>14,.3f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    return 0


def write_notes(folder: Path, files: int, words: int) -> None:
    """Invented notes with words as frequent as words are (Zipf)."""
    chance = random.Random(7)
    vocabulary = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(40_000)]
    weights = [1 / (rank + 3) for rank in range(len(vocabulary))]
    for number in range(files):
        drawn = chance.choices(vocabulary, weights, k=words)
        sections = [" ".join(drawn[start : start + 150]) for start in range(0, words, 150)]
        path = folder / f"year-{number % 20}" / f"box-{number % 300}" / f"note {number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Note {number}\n\n" + "\n\n## Part\n\n".join(sections) + "\n")


def first_run(configuration: settings.Settings) -> dict[str, float]:
    """Index what is there, without vectors."""
    began = time.perf_counter()
    with assembly.open_syncer(configuration, lambda event: None) as syncer:
        done = syncer.sync(CancelToken())
    elapsed_s = time.perf_counter() - began
    return {
        "files": len(done.added) + done.unchanged,
        "passages": done.passages,
        "first run, s": elapsed_s if done.added else 0.0,
        "first run, files/s": len(done.added) / elapsed_s,
    }


def rescan(configuration: settings.Settings, notes: Path) -> dict[str, float]:
    """Look at the unchanged library as a start of the program does, and once more as a timer does; count what is opened."""
    opened: list[str] = []
    counting = [True]

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if counting[0] and event == "open" and str(arguments[0]).startswith(str(notes)):
            opened.append(str(arguments[0]))

    sys.addaudithook(hook)
    with assembly.open_syncer(configuration, lambda event: None) as syncer:
        began = time.perf_counter()
        syncer.sync(CancelToken())
        start_s = time.perf_counter() - began
        again = []
        for _ in range(5):
            began = time.perf_counter()
            syncer.sync(CancelToken())
            again.append(time.perf_counter() - began)
    counting[0] = False
    return {"re-scan at start, s": start_s, "re-scan on a timer, s (median of 5)": statistics.median(again), "files opened meanwhile": len(opened)}


def saves(configuration: settings.Settings, notes: Path, count: int) -> dict[str, float]:
    """Seconds from a save to the commit that holds it, and to a search that finds it."""
    committed, found = [], []
    searcher = assembly.open_searcher(configuration)
    with watching(configuration) as events:
        wait_for(events, Synced)
        for number in range(count):
            word = f"lantern{number}q{os.getpid()}"
            text = f"# Saved {number}\n\n{word} " + "harbour rope tide " * (NOTE_BYTES // 18)
            path = notes / "year-3" / f"saved {number % 5}.md"
            beside = path.with_name(".goutputstream-BENCH1")
            beside.write_text(text)
            began = time.perf_counter()
            beside.replace(path)
            wait_for(events, Committed)
            committed.append(time.perf_counter() - began)
            while not searcher.search(Query(word, channel=Channel.KEYWORD), CancelToken()).hits:
                if time.perf_counter() - began > WITHIN_S:
                    raise SystemExit(f"{path} was never found")
            found.append(time.perf_counter() - began)
            wait_for(events, Synced)
            time.sleep(random.Random(number).uniform(0.2, 0.6))  # a person does not save in step with a clock
    found.sort()
    return {
        "saved to committed, s (median)": statistics.median(committed),
        "saved to found, s (median)": statistics.median(found),
        "saved to found, s (p95)": found[math.ceil(len(found) * 0.95) - 1],
        "saved to found, s (worst)": found[-1],
    }


@contextmanager
def watching(configuration: settings.Settings) -> Iterator[Queue[IndexEvent]]:
    """The indexer's process, with its events; vectors are left to another benchmark."""
    command = [sys.executable, "-m", "pincite", "--library", str(configuration.library), "index", "--watch", "--json", "--no-vectors"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    events: Queue[IndexEvent] = Queue()

    def listen() -> None:
        for line in child.stdout or ():
            event = from_line(line)
            if event is not None:
                events.put(event)

    Thread(target=listen, daemon=True).start()
    try:
        yield events
    finally:
        if child.stdin:
            child.stdin.close()
        child.wait(20)


def wait_for(events: Queue[IndexEvent], kind: type[IndexEvent]) -> IndexEvent:
    """The next event of this kind."""
    while not isinstance(event := events.get(timeout=WITHIN_S), kind):
        pass
    return event


if __name__ == "__main__":
    sys.exit(main())
