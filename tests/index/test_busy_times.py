"""While builders are at work segments are left apart; an idle time makes few of them."""

from __future__ import annotations

from pathlib import Path

from samples import source, terms

from pincite.domain.documents import Root
from pincite.index import SegmentBuilder, WhooshIndex, open_index
from pincite.index.compaction import FANOUT

ROOT = Root("notes", "/home/ines", "Notes")
SLICES = 12


def first_run(index: WhooshIndex) -> None:
    """Publish what a builder makes, a document a commit."""
    with index.workshop() as workshop:
        builder = SegmentBuilder(Path(workshop))
        for number in range(SLICES):
            builder.put(source(f"{number}.md", [f"a heron by pond {number}"]))
            writer = index.writer()
            writer.adopt(builder.finish())
            writer.commit()


def found(index: WhooshIndex) -> list[tuple[str, float]]:
    snapshot = index.snapshot()
    matches = snapshot.match(terms("heron"))
    return sorted(zip((p.id for p in snapshot.passages(matches.passages)), matches.scores[matches.passages].tolist(), strict=True))


def test_an_idle_time_merges_what_builders_left(tmp_path):
    index = open_index(tmp_path, [ROOT])
    first_run(index)
    apart, before = list(tmp_path.glob("*.seg")), found(index)

    steps = [index.merge(), index.merge()]

    assert (len(apart), len(list(tmp_path.glob("*.seg")))) == (SLICES, SLICES - FANOUT + 1)
    assert found(index) == before
    assert steps == [True, False]


def test_nothing_is_merged_where_segments_are_few(tmp_path):
    index = open_index(tmp_path, [ROOT])
    writer = index.writer()
    writer.put(source("a.md"))
    generation = writer.commit()

    assert not index.merge()
    assert index.generation() == generation
