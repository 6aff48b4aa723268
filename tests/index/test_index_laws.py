"""Laws of the index over random edits: it equals a fresh one, its counts are what clicks return, its snapshots stand still."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_index import MemoryIndex
from samples import WORDS, names, sources, stamp, term

from pincite.domain.documents import Reason, Root, Skipped
from pincite.domain.protocols import Index, Snapshot
from pincite.domain.search import Filter
from pincite.index import open_index

ROOT = Root("notes", "/home/ines", "Notes")
QUESTION = [term(word, "en", "de", "") for word in ("herons", "kettle", "résumé", "C++", "1.0.21", "沼地", "marsh", "action")]

edits = st.one_of(
    st.tuples(st.just("put"), sources()),
    st.tuples(st.just("put"), sources()),
    st.tuples(st.just("remove"), names),
    st.tuples(st.just("move"), st.tuples(names, names)),
    st.tuples(st.just("touch"), st.tuples(names, st.integers(1, 9))),
    st.tuples(st.just("skip"), names),
    st.tuples(st.just("commit"), st.none()),
    st.tuples(st.just("compact"), st.none()),
)
histories = st.lists(edits, max_size=25)


def live_through(index: Index, history: list[tuple[str, Any]]) -> None:
    writer = index.writer()
    for what, value in history:
        if what == "put":
            writer.put(value)
        elif what == "remove":
            writer.remove([("notes", value)])
        elif what == "move":
            writer.move(("notes", value[0]), stamp(value[1]), {"folder": ("moved",)})
        elif what == "touch":
            writer.touch(stamp(value[0], size=value[1]))
        elif what == "skip":
            writer.skip(Skipped(stamp(value), Reason.DAMAGED, "cut"))
        else:
            writer.commit()
            if what == "compact":
                index.compact()
            writer = index.writer()
    writer.commit()


def contents(snapshot: Snapshot) -> dict[str, Any]:
    """All that can be asked of a snapshot, without its numbering."""
    matches = snapshot.match(QUESTION)
    held = snapshot.passages(matches.passages)
    rows = [
        (p.relative, p.id, round(float(score), 4), int(bits), int(exact))
        for p, score, bits, exact in zip(held, matches.scores, matches.terms, matches.exact, strict=True)
    ]
    alive = sorted({int(n) for d in np.flatnonzero(snapshot.document_mask([])) for n in snapshot.passages_of(int(d))})
    passages = [replace(p, number=0, document=0) for p in snapshot.passages(alive)]
    everyone = snapshot.document_mask([])
    return {
        "matches": sorted(rows),
        "passages": sorted(passages, key=lambda p: (p.relative, p.passage)),
        "sources": sorted((s for s in snapshot.sources()), key=lambda s: s.stamp.relative),
        "counts": {key: list(counts) for key, counts in snapshot.facet_counts(everyone).items()},
        "frequencies": list(snapshot.frequencies(QUESTION)),
        "phrase": sorted(p.id for p in snapshot.passages(snapshot.phrase(QUESTION[:2], slop=2))),
        "words": (list(snapshot.vocabulary("*r*", 50)), list(snapshot.similar_words("kettel", 50))),
        "totals": (snapshot.passage_count, snapshot.document_count, snapshot.quarantined_count),
    }


@settings(max_examples=60, deadline=None)
@given(histories)
def test_after_any_edits_the_index_equals_a_fresh_one_of_loops(history):
    with tempfile.TemporaryDirectory() as folder:
        index, plain = open_index(Path(folder) / "library", [ROOT]), MemoryIndex()

        live_through(index, history)
        live_through(plain, history)

        assert contents(index.snapshot()) == approximately(contents(plain.snapshot()))


@settings(max_examples=15, deadline=None)
@given(histories)
def test_compacting_changes_nothing_that_can_be_asked(history):
    with tempfile.TemporaryDirectory() as folder:
        index = open_index(Path(folder) / "library", [ROOT])
        live_through(index, history)
        before = contents(index.snapshot())

        index.compact()

        assert contents(index.snapshot()) == approximately(before)
        assert contents(open_index(Path(folder) / "library", [ROOT]).snapshot()) == approximately(before)


@settings(max_examples=30, deadline=None)
@given(st.lists(sources(), max_size=8), st.sampled_from(["type", "tag", "folder", "mood"]))
def test_the_count_shown_is_what_a_click_returns(many, key):
    with tempfile.TemporaryDirectory() as folder:
        index = open_index(Path(folder) / "library", [ROOT])
        writer = index.writer()
        for one in many:
            writer.put(one)
        writer.commit()
        snapshot = index.snapshot()
        matching = snapshot.documents_of(snapshot.match(QUESTION)) & snapshot.document_mask([])

        counts = snapshot.facet_counts(matching, [key])[key]

        assert {c.value: c.documents for c in counts} == {
            c.value: int((matching & snapshot.document_mask([Filter(key, c.value)])).sum()) for c in counts
        }
        excluded = [int((matching & snapshot.document_mask([Filter(key, c.value, exclude=True)])).sum()) for c in counts]
        assert excluded == [int(matching.sum()) - c.documents for c in counts]


@settings(max_examples=15, deadline=None)
@given(histories, histories)
def test_a_snapshot_stands_still_while_others_write(before, after):
    with tempfile.TemporaryDirectory() as folder:
        index = open_index(Path(folder) / "library", [ROOT])
        live_through(index, before)
        snapshot = index.snapshot()
        seen = contents(snapshot)

        live_through(index, after)

        assert contents(snapshot) == seen


@settings(max_examples=40, deadline=None)
@given(st.lists(sources(), max_size=6), st.integers(1, 9), st.lists(st.sampled_from(WORDS), max_size=5))
def test_the_best_are_the_best_of_all(many, limit, words):
    with tempfile.TemporaryDirectory() as folder:
        index = open_index(Path(folder) / "library", [ROOT])
        writer = index.writer()
        for one in many:
            writer.put(one)
        writer.commit()
        found = index.snapshot().match([term(word) for word in words])

        numbers, scores = found.best(limit)

        expected = sorted(zip(-found.dense[found.passages], found.passages, strict=True))[:limit]
        assert numbers.tolist() == [int(number) for _, number in expected]
        assert scores.tolist() == pytest.approx([-score for score, _ in expected])


def approximately(value: Mapping[str, Any]) -> dict[str, Any]:
    """The same contents, but for the last digit of scores."""
    rows = [(*row[:2], pytest.approx(row[2], abs=2e-4), *row[3:]) for row in value["matches"]]
    return {**value, "matches": rows}
