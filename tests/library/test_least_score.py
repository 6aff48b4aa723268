"""A least score cuts one channel, exactly and before anything is counted; fused scores are never cut by a number."""

from __future__ import annotations

import pytest
from note_library import NoteLibrary, names

from pincite.domain.errors import QuestionError
from pincite.domain.search import Channel, Filter
from pincite.encoding import HashingEncoder


@pytest.fixture
def library(tmp_path):
    made = NoteLibrary(tmp_path, HashingEncoder(64))
    made.put(both="the heron of the weir", one="a heron and many other birds of the lake and its islands", none="varnish the boat", weir=(["weir heron"], {"mood": "calm"}))
    made.encode()
    yield made
    made.searcher.close()


@pytest.mark.parametrize(("channel", "score"), [(Channel.KEYWORD, "bm25"), (Channel.VECTOR, "cosine")])
def test_nothing_below_the_least_score_is_found_or_counted(library, channel, score):
    everything = library.ask("heron weir", channel=channel, limit=None)
    scores = sorted(hit.scores[score] for hit in (*everything.hits, *everything.related))

    cut = library.ask("heron weir", channel=channel, limit=None, least=scores[-1])

    assert len(scores) > 1
    assert [hit.scores[score] for hit in (*cut.hits, *cut.related)] == [scores[-1]]
    assert cut.total_documents == len(cut.hits)


@pytest.mark.parametrize("channel", [Channel.KEYWORD, Channel.VECTOR])
def test_a_least_score_of_nothing_cuts_nothing_and_a_huge_one_cuts_all(library, channel):
    everything, nothing, cut = (library.ask("heron weir", Filter("folder", "notes"), channel=channel, least=least) for least in (None, -1.0, 1e9))

    assert names(nothing) == names(everything)
    assert (cut.hits, cut.related, cut.total_documents) == ((), (), 0)


def test_a_filter_does_not_bring_back_what_scores_less(library):
    result = library.ask("heron weir", Filter("mood", "calm", exclude=True), channel=Channel.VECTOR, least=0.99)

    assert (result.hits, result.related) == ((), ())


def test_fused_scores_are_not_cut(library):
    with pytest.raises(QuestionError, match="one channel only"):
        library.ask("heron", least=0.5)
