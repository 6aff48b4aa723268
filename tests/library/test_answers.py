"""Answers of the searcher over a real index: counts that agree with clicks, whole documents behind their parts, honest reasons."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from note_library import NoteLibrary, names

from pincite.domain.search import Count, Filter, Mode
from pincite.encoding import HashingEncoder
from pincite.retrieval.judge import TOP_K


@pytest.fixture
def library(tmp_path):
    made = NoteLibrary(tmp_path)
    yield made
    made.searcher.close()


BIRDS = {
    "a": (["a heron"], {"status": "draft", "mood": "calm"}),
    "b": (["a heron again"], {"status": "draft"}),
    "c": (["the heron"], {"status": "done", "mood": "calm"}),
    "d": (["a lamp"], {"status": "done"}),
}


def test_a_click_returns_what_was_counted(library):
    library.put(**BIRDS)

    for text, chosen in (("heron", ()), ("", ()), ("heron", (Filter("mood", "calm"),))):
        before = library.ask(text, *chosen)
        for key, counts in before.facets.items():
            for count in counts:
                others = tuple(f for f in chosen if f.key != key)
                after = library.ask(text, *others, Filter(key, count.value), limit=None)
                assert after.total_documents == count.documents == len(after.hits)


def test_a_facet_is_counted_without_its_own_filter(library):
    library.put(**BIRDS)

    open_, chosen = library.ask("heron"), library.ask("heron", Filter("status", "draft"))

    assert list(chosen.facets["status"]) == list(open_.facets["status"]) == [Count("draft", 2), Count("done", 1)]
    assert list(chosen.facets["mood"]) == [Count("(none)", 1), Count("calm", 1)]


def test_the_counts_of_a_facet_cover_every_document(library):
    library.put(**BIRDS)

    result = library.ask()

    assert sum(count.documents for count in result.facets["mood"]) == result.total_documents == 4
    assert Count("(none)", 2) in result.facets["mood"]


def test_the_atlas_counts_as_the_golden_case_says(library):
    library.put(
        p1=(["x"], {"genre": "paper", "relevance": "core", "depth": 2.4}),
        p2=(["x"], {"genre": "paper", "relevance": "adjacent", "depth": 3}),
        t=(["x"], {"genre": "tutorial_or_guide", "depth": 0.2}),
        r=(["x"], {"genre": "reference_docs", "doc_kind": "article"}),
        q=(["x"], {"genre": "paper", "triage": "quarantined", "depth": 1}),
    )

    result = library.ask()

    assert result.total_documents == 4
    counted = library.searcher.overview()
    assert (counted.documents, counted.documents - counted.articles, counted.articles, counted.quarantined) == (4, 3, 1, 1)
    assert list(result.facets["genre"]) == [Count("paper", 2), Count("reference_docs", 1), Count("tutorial_or_guide", 1)]
    assert list(result.facets["relevance"]) == [Count("(none)", 2), Count("adjacent", 1), Count("core", 1)]
    assert {count.value: count.documents for count in result.facets["depth"]} == {"0": 1, "2": 1, "3": 1, "(none)": 1}


def test_many_vectors_are_said_to_be_felt(library):
    library.put(**BIRDS)
    counted = library.searcher.overview()

    few, many = replace(counted, passages=100_000, without_vectors=0), replace(counted, passages=150_000, without_vectors=20_000)

    assert few.meaning_notice == ""
    assert many.meaning_notice == "Search by meaning looks at 130,000 vectors one by one, which is felt beyond 100,000."


def test_the_atlas_asks_no_model(tmp_path):
    class Never(HashingEncoder):
        def encode(self, texts):
            raise AssertionError("nobody asked for meaning")

    library = NoteLibrary(tmp_path, Never(16)).put(**BIRDS)

    result = library.ask("", Filter("status", "draft"))

    assert sorted(names(result)) == ["a", "b"]
    assert library.searcher.counters.snapshot().semantic_calls == 0


def test_more_of_the_rare_words_rise(library):
    library.put(
        three="the osprey met the dipper and a bittern", one="the osprey sat still for a long while", common="water and reed and mud",
        **{f"filler{i}": "water and reed and mud all day long" for i in range(9)},
    )  # fmt: skip

    result = library.ask("osprey dipper bittern water reed mud")

    assert names(result)[:2] == ["three", "one"]


def test_sixty_documents_by_words_are_judged(library):
    library.put(**{f"n{i}": "heron " * (i % 7 + 1) + "by the weir" for i in range(TOP_K + 20)})

    judged = library.ask("heron", limit=TOP_K, explain=True)

    assert TOP_K == 60
    assert sum("p_answers" in hit.scores for hit in judged.hits) == TOP_K
    assert judged.total_documents == TOP_K + 20


@pytest.mark.parametrize("text", ["heron", "heron by the weir", "zebra", ""])
def test_every_candidate_is_decided_or_named(library, text):
    library.put(**BIRDS)

    result = library.ask(text, explain=True)

    assert result.candidates == result.decided + len(result.undecided)
    assert list(result.undecided) == sorted(result.undecided)


def test_a_word_that_all_have_counts_for_little(library):
    library.put(rare="an osprey", **{f"common{i}": "water water water" for i in range(12)}, both="water")

    assert names(library.ask("water osprey"))[0] == "rare"


def test_ten_documents_are_shown_unless_more_are_asked_for(library):
    library.put(**{f"n{i}": "a heron" for i in range(14)})

    assert len(library.ask("heron").hits) == 10
    assert len(library.ask("heron", limit=None).hits) == library.ask("heron").total_documents == 14


def test_the_best_alone_are_shown_only_on_demand(library):
    library.put(best="the heron of the weir and its nest", **{f"n{i}": "a weir" for i in range(6)})

    everything, best = (library.ask("heron weir nest", best_only=only, explain=True) for only in (False, True))

    assert len(everything.hits) == 7
    assert names(best) == ["best"]
    assert {drop.reason for drop in best.dropped} == {"below-gap"}
    assert len(best.dropped) == 6


def test_a_part_of_a_document_names_the_whole(library):
    library.put(handbook=(["first things", "the heron", "last things"], {}))

    hit = library.ask("heron").hits[0]

    assert (hit.passage.title, hit.passage.passage, hit.passage.passages) == ("handbook", 2, 3)


def test_a_file_that_is_gone_says_so(library):
    os.makedirs(library.root.path)
    library.put(a="a heron")

    assert library.ask("heron").hits[0].state == "missing"


def test_three_kinds_of_nothing_are_told_apart(library):
    library.put(**BIRDS)

    absent, hidden, apart = library.ask("zebra"), library.ask("lamp", Filter("mood", "calm")), library.ask("heron lamp", mode=Mode.QUERY)

    assert absent.notes == ("No document contains “zebra”.",)
    assert hidden.notes == ("1 document matches, but your filters hide it.",)
    assert apart.notes[0].startswith("Nothing holds all of this.")
    assert len({absent.notes, hidden.notes, apart.notes}) == 3


def test_every_word_demanded_finds_nothing_where_the_question_finds_both(library):
    library.put(a="delta velocity zero move_right move_left speed", b="velocity delta stop position clamp", c="a lamp")
    pasted = "func delta velocity zero move_right move_left speed stop position clamp screen_size"

    demanded, asked = library.ask(pasted, mode=Mode.QUERY), library.ask(pasted)

    assert demanded.hits == ()
    assert sorted(names(asked)) == ["a", "b"]
    assert demanded.notes[0] == "No document contains “func” or “screen_size”."


def test_a_number_is_a_filter_in_any_spelling(library):
    library.put(a=(["a heron"], {"ratio": 1.5}), b=(["a lamp"], {"ratio": 2}))

    result = library.ask("", Filter("ratio", "1.50"))

    assert names(result) == ["a"]
    assert result.query.filters == (Filter("ratio", "1.50"),)


def test_vectors_added_after_the_first_question_serve_the_second(tmp_path):
    encoder = HashingEncoder()
    index = NoteLibrary(tmp_path, encoder).put(a="a heron stands in the reeds", b="a lamp on the table")

    before = index.ask("heron")
    index.encode()
    after = index.ask("heron")

    assert before.incomplete.without_vectors == 2
    assert after.incomplete.without_vectors == 0
    index.searcher.close()
