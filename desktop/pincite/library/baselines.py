"""What search was before: questions whose every word is demanded (seed system 004). Only for the benchmark, to stand beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pincite.domain.protocols import Snapshot
from pincite.evaluation import Collection, Report, run
from pincite.evaluation.benchmark import DEPTH
from pincite.evaluation.postgres import PostgresBaseline
from pincite.retrieval.question import read_question


def demanding(snapshot: Snapshot, text: str) -> Sequence[int]:
    """Documents that hold every word of the question, the best first by the BM25 score of their best passage."""
    terms = read_question(text, snapshot.languages).terms
    matches = snapshot.match(terms)
    documents, of = np.unique(snapshot.document_of[matches.passages], return_inverse=True)
    held = np.zeros(len(documents), np.uint32)
    np.bitwise_or.at(held, of, matches.terms)
    best = np.zeros(len(documents), np.float32)
    np.maximum.at(best, of, matches.scores)
    whole = np.flatnonzero(held == np.uint32((1 << len(terms)) - 1)) if terms else np.zeros(0, np.int64)
    return [int(n) for n in documents[whole[np.lexsort((documents[whole], -best[whole]))]]]


def measure_and(snapshot: Snapshot, collection: Collection, names: dict[int, str], limit: int | None) -> Report:
    """Our own index, asked with AND. *names* are the collection's ids by document number."""
    return run(collection, "and", lambda text: [names[number] for number in demanding(snapshot, text)], limit)


def measure_postgres(folder: Path, collection: Collection, limit: int | None) -> Report:
    """A real PostgreSQL, started in *folder*. Raises `PinciteError` if it does not start."""
    with PostgresBaseline(folder, collection.documents) as baseline:
        return run(collection, "postgres", lambda text: baseline.ask(text, DEPTH), limit)
