"""Whatever is killed while builders are at work, and whenever: the index holds what was committed, goes on, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.index import open_index
from pincite.index.storage import DurableStorage
from pincite.index.toc import read_contents

pytestmark = [pytest.mark.long, pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are found in /proc")]

FILES = 320
ROUNDS = 200
WORDS = "harbour kettle morning boat lantern letter garden winter bridge market river stone".split()


def children(parent: int) -> list[int]:
    try:
        return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def index(library: Path, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pincite", "index", str(folder), "--library", str(library), "--no-vectors", "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def documents(library: Path) -> set[str]:
    """The files that are found, each once."""
    if not (library / "manifest.json").exists():
        return set()
    snapshot = open_index(library).snapshot()
    try:
        names = [entry.relative for entry in snapshot.entries()]
        live = [state.stamp.relative for state in snapshot.sources()]
        assert len(live) == len(set(live))
        assert set(live) <= set(names)
        assert snapshot.document_count == len(live)
        return set(live)
    finally:
        snapshot.close()


def test_a_first_run_killed_at_200_random_moments_loses_no_commit_and_leaves_no_garbage(tmp_path):
    folder, chance = tmp_path / "documents", random.Random(11)
    folder.mkdir()
    for number in range(FILES):
        (folder / f"note {number}.md").write_text(f"# Note {number}\n\n" + " ".join(chance.choices(WORDS, k=400)), "utf-8")
    library = tmp_path / "library 0"
    known: set[str] = set()

    for number in range(ROUNDS):
        if len(known) == FILES:
            library, known = tmp_path / f"library {number}", set()
        process = index(library, folder)
        try:
            process.wait(chance.uniform(0.5, 5.0))
        except subprocess.TimeoutExpired:
            victims = children(process.pid) if chance.random() < 0.5 else [process.pid]
            for victim in victims[:1]:
                os.kill(victim, signal.SIGKILL)
            if victims != [process.pid]:
                assert len(json.loads(process.communicate(timeout=300)[0])["added"]) == FILES - len(known)
        process.communicate()
        found = documents(library)
        assert found >= known
        known = found

    whole = index(library, folder)
    whole.communicate(timeout=300)
    assert len(documents(library)) == FILES
    committed = {entry.filename for entry in read_contents(DurableStorage(str(library))).segments}
    assert {path.name for path in library.glob("*.seg")} == committed
    assert not (library / "building").exists()
