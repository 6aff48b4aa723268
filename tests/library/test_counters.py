"""Counters of live use: exact from any thread, shared by all searchers of a process, and never a division by zero."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Location, Root
from pincite.domain.errors import EncoderError
from pincite.domain.search import Channel, Hit, Mode, Passage, Query, SearchResult, Snippet, TermReport
from pincite.encoding import HashingEncoder
from pincite.library.counters import Counted, Latency, SearchCounters, promotions
from pincite.library.search import Searcher


class Index:
    """An index that always shows the same snapshot."""

    def __init__(self, snapshot):
        self._snapshot = snapshot

    def snapshot(self):
        return self._snapshot

    def state(self):
        return self._snapshot.generation


def hit(*found_by, cosine=None):
    passage = Passage("1", 0, 0, "/n/a.md", "n", "a.md", "", "A", "md", "en", "text", 0, 4, Location(), 1, 1)
    return Hit(passage, Snippet("text"), found_by, {} if cosine is None else {"cosine": cosine})


def result(*hits, related=(), known=True):
    terms = (TermReport("heron", used=True, documents=int(known)), TermReport("the", used=False, documents=0, why="stop word"))
    return SearchResult(Query("heron"), terms=terms, hits=hits, related=related)


def count(one, *, encoded=False, total=100, embed=0):
    counters = SearchCounters()
    counters.searched(one, total_us=total, embed_us=embed, encoded=encoded)
    return counters.snapshot()


def test_nothing_searched_is_nothing_and_no_error():
    assert SearchCounters().snapshot() == Counted()


@pytest.mark.parametrize(
    ("name", "one", "encoded"),
    [
        ("semantic_calls", result(), True),
        ("lexical_abstentions", result(known=False), False),
        ("coverage_rejections", result(related=(hit("meaning"),)), False),
        ("keyword_promotions", result(hit("words", cosine=0.2), hit("meaning", "title", cosine=0.9)), False),
        ("semantic_only_hits", result(hit("meaning", cosine=0.4)), False),
        ("both_channel_hits", result(hit("words", "meaning", cosine=0.4)), False),
    ],
)
def test_each_counter_has_a_search_that_moves_it(name, one, encoded):
    counted = count(one, encoded=encoded)

    assert counted.searches == 1
    assert getattr(counted, name) == 1


def test_an_answer_in_the_order_of_meaning_promotes_nothing():
    assert promotions([hit("words", cosine=0.9), hit("words", cosine=0.5), hit("words")]) == 0
    assert promotions([hit("words", cosine=0.1), hit("words"), hit("words", cosine=0.5)]) == 2


def test_times_have_an_average_and_a_longest_in_microseconds():
    counters = SearchCounters()

    counters.searched(result(), total_us=100, embed_us=30, encoded=True)
    counters.searched(result(), total_us=300, embed_us=10, encoded=True)

    counted = counters.snapshot()
    assert (counted.total, counted.embed, counted.index) == (Latency(200, 300), Latency(20, 30), Latency(180, 290))


def test_two_threads_lose_no_count():
    counters = SearchCounters()

    def search_often(_):
        for _ in range(10_000):
            counters.searched(result(), total_us=1, embed_us=0, encoded=False)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(search_often, range(2)))

    assert counters.snapshot().searches == 20_000


def test_a_snapshot_is_a_copy():
    counters = SearchCounters()
    before = counters.snapshot()

    counters.searched(result(), total_us=1, embed_us=0, encoded=False)

    assert before.searches == 0


@pytest.fixture
def library(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "retrieval"))
    from memory_snapshot import MemorySnapshot, Note

    return MemorySnapshot([Note("a.md", ["a heron by the weir"]), Note("b.md", ["a lamp"])], HashingEncoder(64))


def ask(searcher, text, **options):
    return searcher.search(Query(text, **options), CancelToken())


def test_counts_go_on_when_the_library_is_opened_again(library):
    counters = SearchCounters()

    for _ in range(2):
        with Searcher(Index(library), [Root("n", "/notes", "notes")], HashingEncoder(64), counters=counters) as searcher:
            ask(searcher, "heron")

    assert counters.snapshot().searches == 2


def test_a_searcher_without_counters_keeps_its_own(library):
    one, other = (Searcher(Index(library), [], HashingEncoder(64)) for _ in range(2))

    ask(one, "heron")

    assert (one.counters.snapshot().searches, other.counters.snapshot().searches) == (1, 0)


def test_only_questions_that_were_encoded_count_as_calls_of_the_encoder(library):
    searcher = Searcher(Index(library), [], HashingEncoder(64))

    ask(searcher, "heron")
    ask(searcher, "heron", channel=Channel.KEYWORD)
    ask(searcher, "heron", mode=Mode.QUERY)
    ask(searcher, "")

    counted = searcher.counters.snapshot()
    assert (counted.searches, counted.semantic_calls) == (3, 1)
    assert counted.index.average_us > 0


def test_words_that_the_library_lacks_are_abstentions(library):
    searcher = Searcher(Index(library), [])

    ask(searcher, "zebra")
    ask(searcher, "heron")

    assert searcher.counters.snapshot().lexical_abstentions == 1


class Broken(HashingEncoder):
    def encode(self, texts):
        raise EncoderError("The model failed.")


def test_a_failing_encoder_is_counted_as_called(library):
    searcher = Searcher(Index(library), [], Broken(64))

    answer = ask(searcher, "heron")

    assert [h.passage.relative for h in answer.hits] == ["a.md"]
    assert searcher.counters.snapshot().semantic_calls == 1
