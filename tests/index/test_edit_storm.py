"""A long life: after 100,000 edits the index is what a fresh one of the same files would be, in answers, in size and in memory."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from samples import WORDS, source, stamp, terms

from pincite.domain.documents import Root, Source
from pincite.index import open_index
from pincite.index.whoosh_index import WhooshIndex

EDITS = 100_000
FILES = 2_000
"""Names there are; about half of them are in use at a time."""
A_COMMIT = 25
MORE = 0.2
"""The share by which the index may be larger than a fresh one, once it had an idle moment to compact itself."""


def random_source(chance: random.Random, name: str) -> Source:
    texts = [" ".join(chance.choices(WORDS, k=30)) + f" serial{chance.randrange(5_000)}" for _ in range(chance.randint(1, 4))]
    return source(name, texts, title=f"About {chance.choice(WORDS)}", mtime_ns=chance.randrange(10**9))


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def resident() -> int:
    """Bytes in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def answers(index: WhooshIndex, question: str) -> dict[tuple[str, int], float]:
    """Scores of passages by (file, place in it)."""
    snapshot = index.snapshot()
    try:
        found = snapshot.match(terms(question))
        shown = snapshot.passages(found.passages.tolist())
        return {(one.relative, one.passage): float(score) for one, score in zip(shown, found.scores, strict=True)}
    finally:
        snapshot.close()


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read in /proc")
def test_a_hundred_thousand_edits_later_the_index_equals_a_fresh_one(tmp_path):
    chance, held, early = random.Random(3), dict[str, Source](), 0
    names = [f"{folder}/{number}.md" for folder in ("ponds", "lamps") for number in range(FILES // 2)]
    index = open_index(tmp_path / "old", [Root("notes", "/notes", "notes")])

    for number in range(EDITS // A_COMMIT):
        writer = index.writer()
        for name in chance.sample(names, A_COMMIT):
            kind = chance.random()
            if name in held and kind < 0.3:
                writer.remove([("notes", name)])
                del held[name]
            elif name in held and kind < 0.4 and (free := f"moved/{name}") not in held:
                writer.move(("notes", name), stamp(free, mtime_ns=5))
                held[free] = held.pop(name)
            else:
                held[name] = random_source(chance, name)
                writer.put(held[name])
        writer.commit()
        for name in [name for name in held if name.startswith("moved/") and chance.random() < 0.1]:
            writer = index.writer()
            writer.remove([("notes", name)])
            writer.commit()
            del held[name]
        if number == EDITS // A_COMMIT // 4:
            early = resident()
    late = resident()

    fresh = open_index(tmp_path / "fresh", [Root("notes", "/notes", "notes")])
    writer = fresh.writer()
    for name, one in held.items():
        writer.put(source(name, [chunk.text for chunk in one.documents[0].chunks], title=one.documents[0].document.title))
    writer.commit()
    for question in ("heron kettle", "Résumé C++", "lamps serial17", "沼地 reed"):
        old, new = answers(index, question), answers(fresh, question)
        assert old.keys() == new.keys()
        np.testing.assert_allclose([old[key] for key in sorted(old)], [new[key] for key in sorted(new)], rtol=1e-4)
    assert late < early * 1.2 + 20e6
    index.compact()
    assert size(tmp_path / "old") < size(tmp_path / "fresh") * (1 + MORE)
