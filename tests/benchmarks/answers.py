"""How long a question takes from its text to the finished answer, warm: ``python tests/benchmarks/answers.py [FOLDER ...]``.

    [--corpus FILE] [--most PASSAGES] [--questions N] [--encoded N] [--index DIR] [--json FILE]

The corpus is that of ``engine.py``. Encoding all of it would take a quarter of an hour, so the first N texts alone are encoded; every
other passage gets the vector of one of them, turned a little, which is as many rows to scan and as near to a question as real ones.
With --index, the index is kept there and used again.
"""

from __future__ import annotations

import argparse
import gc
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from corpus import DEFAULT_FOLDERS, Text, questions, read_corpus
from engine import SLICE, part, put_all

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Root
from pincite.domain.protocols import Encoder, Vectors
from pincite.domain.search import Channel, Query
from pincite.encoding import UniversalSentenceEncoder
from pincite.index import WhooshIndex, open_index
from pincite.library.search import Searcher

NOISE = 0.6
"""Length of what is added to a unit vector: it then lies at a cosine of .86 to where it was."""
ROOTS = (Root("docs", "/", "docs"),)


@dataclass(frozen=True, slots=True)
class Asked:
    """Milliseconds for each question: by the clock, and of the processor."""

    wall_ms: list[float]
    cpu_ms: list[float]

    def figures(self) -> dict[str, float]:
        """Medians and 95th percentiles."""
        return {
            f"{name}_{label}_ms": round(part(values, share), 2)
            for name, values in (("wall", self.wall_ms), ("cpu", self.cpu_ms))
            for label, share in (("p50", 0.5), ("p95", 0.95))
        }


def build(texts: Sequence[Text], index: WhooshIndex, encoder: Encoder, encoded: int) -> None:
    """Index *texts* and give every passage a vector."""
    put_all(texts, index)
    put_vectors(index, encoder, encoded)


def put_vectors(index: WhooshIndex, encoder: Encoder, encoded: int) -> None:
    """Encode the texts of *encoded* passages; all others get one of these vectors with noise."""
    snapshot = index.snapshot()
    waiting = list(snapshot.texts_without_vectors(snapshot.passage_count))
    snapshot.close()
    chance = np.random.default_rng(7)
    chance.shuffle(waiting)
    real = encoder.encode([text for _, text in waiting[:encoded]])
    index.put_vectors(encoder.id, [key for key, _ in waiting[:encoded]], real)
    for start in range(encoded, len(waiting), SLICE):
        keys = [key for key, _ in waiting[start : start + SLICE]]
        index.put_vectors(encoder.id, keys, near(real, len(keys), chance))


def near(vectors: Vectors, count: int, chance: np.random.Generator) -> Vectors:
    """*count* unit vectors, each near a random one of *vectors*."""
    noise = chance.standard_normal((count, vectors.shape[1]), np.float32) * np.float32(NOISE / np.sqrt(vectors.shape[1]))
    turned = vectors[chance.integers(len(vectors), size=count)] + noise
    return turned / np.linalg.norm(turned, axis=1, keepdims=True)


def ask(searcher: Searcher, asked: Sequence[str], channel: Channel) -> Asked:
    """Put every question once."""
    answered = Asked([], [])
    for text in asked:
        start, cpu = time.perf_counter(), time.thread_time()
        searcher.search(Query(text, channel=channel), CancelToken())
        answered.cpu_ms.append((time.thread_time() - cpu) * 1000)
        answered.wall_ms.append((time.perf_counter() - start) * 1000)
    return answered


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="*", default=[folder for folder in DEFAULT_FOLDERS if Path(folder).exists()])
    options.add_argument("--corpus", type=Path, help="keep the extracted corpus here, or read it from here")
    options.add_argument("--most", type=int, help="passages at most")
    options.add_argument("--questions", type=int, default=200)
    options.add_argument("--encoded", type=int, default=2_000, help="passages that are really encoded")
    options.add_argument("--index", type=Path, help="keep the index here, or use that which is here")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="pincite-answers-") as temporary:
        figures = run(chosen, Path(temporary))
    for name, value in figures.items():
        print(f"{name:28}{value:>12,.2f}")
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def run(chosen: argparse.Namespace, temporary: Path) -> dict[str, float]:
    """Build what is not there yet, ask each question in both ways, new words every time."""
    texts = read_corpus(chosen.folders, chosen.corpus or temporary / "corpus.jsonl", chosen.most)
    encoder = UniversalSentenceEncoder()
    folder = chosen.index or temporary / "index"
    fresh = not folder.exists()
    index = open_index(folder, ROOTS, encoder.id)
    if fresh:
        build(texts, index, encoder, chosen.encoded)
    asked = [" ".join(words) for words in questions(texts, chosen.questions + 40)]
    figures: dict[str, float] = {"passages": sum(len(text.passages) for text in texts)}
    del texts
    with Searcher(index, ROOTS, encoder) as searcher:
        for channel in (Channel.KEYWORD, Channel.HYBRID):
            ask(searcher, asked[-40:], channel)  # everything is in memory once
            gc.collect()
            figures |= {f"{channel.value}_{name}": value for name, value in ask(searcher, asked[:-40], channel).figures().items()}
    return figures


if __name__ == "__main__":
    main()
